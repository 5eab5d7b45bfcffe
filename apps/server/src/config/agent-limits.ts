import * as z from 'zod/mini';
import { AGENT_LIMITS, STUN_LIMITS } from '../domain/limits.ts';

function count(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message));
}

/** Limits of server agents and STUN that an operator may set; `domain/limits.ts` has the others. */
export const agentLimitFields = {
  LIMIT_MAILBOX_CALLS: z._default(count(1, 10_000), AGENT_LIMITS.mailboxCalls),
  // One call needs two minutes; two calls at a time cannot use more than two hours in an hour.
  LIMIT_MAILBOX_MINUTES: z._default(count(2, 120), AGENT_LIMITS.mailboxMinutes),
  LIMIT_MEDIA_CALLS: z.optional(count(0, 1_000)),
  LIMIT_STUN_ANSWERS: z._default(count(100, 1_000_000), STUN_LIMITS.answersPerSecond),
};

export type AgentLimitConfig = {
  readonly mailboxCalls: number;
  /** That one caller gets in an hour. */
  readonly mailboxMinutes: number;
  /** Absent = as many as this machine bears. */
  readonly mediaCalls: number | undefined;
  /** In a second. */
  readonly stunAnswers: number;
};

export const agentLimitsOf = (read: {
  readonly LIMIT_MAILBOX_CALLS: number;
  readonly LIMIT_MAILBOX_MINUTES: number;
  readonly LIMIT_MEDIA_CALLS?: number | undefined;
  readonly LIMIT_STUN_ANSWERS: number;
}): AgentLimitConfig => ({
  mailboxCalls: read.LIMIT_MAILBOX_CALLS,
  mailboxMinutes: read.LIMIT_MAILBOX_MINUTES,
  mediaCalls: read.LIMIT_MEDIA_CALLS,
  stunAnswers: read.LIMIT_STUN_ANSWERS,
});
