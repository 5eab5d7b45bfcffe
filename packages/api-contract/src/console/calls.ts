import * as z from 'zod/mini';

/** How the set-up of a call can end (decision D93). */
export const CALL_OUTCOMES = [
  'answered',
  'busy',
  'declined',
  'unknown',
  'unreachable',
  'unanswered',
  'cancelled',
  'failed',
] as const;

/** How a call is listed in the console: it goes on, or how its set-up ended (decisions D93, D98). */
export const LISTED_OUTCOMES = ['running', ...CALL_OUTCOMES] as const;

export type ListedOutcome = (typeof LISTED_OUTCOMES)[number];

/** What a call is, by the richest of its media. */
export const LISTED_KINDS = ['video', 'voice', 'text', 'other'] as const;

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
  kind: z.enum(LISTED_KINDS),
  hasText: z.boolean(),
});

export type ListedCall = z.infer<typeof listedCallSchema>;

/** A day in UTC, such as `2026-11-25`. */
export const daySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Query of GET console/calls/table: which calls. */
export const callFilterSchema = z.object({
  /** Days in UTC on which the calls began; both are included. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** Words of a name or an address of one end. */
  search: z.optional(z.string().check(z.maxLength(255))),
  outcome: z.optional(z.enum(LISTED_OUTCOMES)),
  kind: z.optional(z.enum(LISTED_KINDS)),
});

export type CallFilter = z.infer<typeof callFilterSchema>;

/** Query of GET console/calls: which calls, and the value of `next` of the page before. */
export const callsQuerySchema = z.extend(callFilterSchema, {
  before: z.optional(z.string().check(z.regex(/^\d{1,16} \S{1,255}$/))),
});

/**
 * Answer of GET console/calls: calls that go on now, and a page of the calls that match, newest first. A page may have
 * few calls, or none, although more follow: so many records are looked through for one answer.
 */
export const callsAnswerSchema = z.object({
  running: z.array(listedCallSchema),
  runningTotal: z.number(),
  calls: z.array(listedCallSchema),
  next: z.optional(z.string()),
  /** Where the search has stopped, if the page is not full: milliseconds since the epoch. */
  searchedTo: z.optional(z.number()),
});

export type CallsAnswer = z.infer<typeof callsAnswerSchema>;

/** The most days for which the numbers are added up. */
export const NUMBER_DAYS = 92;

/** Query of GET console/calls/numbers; without it the last thirty days. */
export const callNumbersQuerySchema = z.object({ from: z.optional(daySchema), to: z.optional(daySchema) });

/** Answer of GET console/calls/numbers: the records of these days added up. */
export const callNumbersAnswerSchema = z.object({
  from: daySchema,
  to: daySchema,
  /** Calls by the day on which they began, outcome and kind. */
  calls: z.array(
    z.object({
      day: daySchema,
      outcome: z.enum(LISTED_OUTCOMES),
      kind: z.enum(LISTED_KINDS),
      calls: z.number(),
    }),
  ),
  /** Days with answered calls. */
  days: z.array(
    z.object({
      day: daySchema,
      answered: z.number(),
      /** How many of them used text. */
      withText: z.number(),
      /** Seconds from the begin to the answer: half of the calls were answered by then, and nineteen of twenty. */
      setUpHalf: z.number(),
      setUpMost: z.number(),
    }),
  ),
  /** Minutes of answered calls by organisation; a call between two organisations counts for both. */
  minutes: z.array(
    z.object({ day: daySchema, organisation: z.number(), calls: z.number(), minutes: z.number() }),
  ),
});

export type CallNumbers = z.infer<typeof callNumbersAnswerSchema>;
