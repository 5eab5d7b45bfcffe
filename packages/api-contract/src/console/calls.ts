import * as z from 'zod/mini';

/** How a call is listed in the console: it goes on, or how its set-up ended (decisions D93, D98). */
export const LISTED_OUTCOMES = [
  'running',
  'answered',
  'busy',
  'declined',
  'unknown',
  'unreachable',
  'unanswered',
  'cancelled',
  'failed',
] as const;

/** Calls in one page of the list. */
export const CALLS_PER_PAGE = 50;

const listedCallSchema = z.object({
  id: z.string(),
  /** Addresses; empty when the account has been removed. */
  caller: z.string(),
  callee: z.string(),
  /** Milliseconds since the epoch. */
  beganAt: z.number(),
  answeredAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  outcome: z.enum(LISTED_OUTCOMES),
  /** The richest of its media: what was used, or offered if it was not answered. */
  kind: z.enum(['video', 'voice', 'text', 'other']),
  hasText: z.boolean(),
});

export type ListedCall = z.infer<typeof listedCallSchema>;

/** Query of GET console/calls: the value of `next` of the page before. */
export const callsQuerySchema = z.object({
  before: z.optional(z.string().check(z.regex(/^\d{1,16} \S{1,255}$/))),
});

/** Answer of GET console/calls: calls that go on now, and a page of the last calls, newest first. */
export const callsAnswerSchema = z.object({
  running: z.array(listedCallSchema),
  runningTotal: z.number(),
  calls: z.array(listedCallSchema),
  next: z.optional(z.string()),
});

export type CallsAnswer = z.infer<typeof callsAnswerSchema>;
