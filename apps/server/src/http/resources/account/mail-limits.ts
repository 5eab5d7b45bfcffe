import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAIL_LIMITS } from '../../../domain/limits/limits.ts';
import type { Attempt, Throttle, ThrottleLimit } from '../../../domain/limits/throttle.ts';
import { attemptUnder, createThrottle } from '../../../domain/limits/throttle.ts';
import { subnetOf } from '../../../network/subnet-of.ts';
import { ApiError } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

/**
 * Limits the mails that visitors and accounts cause. Each function counts a mail if it may be sent now; if
 * not, the `Attempt` says how long to wait.
 */
export type MailLimits = {
  /** Counts a mail with a link for a new password. */
  reset(request: FastifyRequest, accountId: string): Attempt;
  /** Counts a mail with a link that confirms `email`, the new e-mail address of an account. */
  emailChange(request: FastifyRequest, accountId: string, email: string): Attempt;
  /** Counts the mail after a registration. */
  signUp(request: FastifyRequest, email: string): Attempt;
  /** Counts a notice that the password of the account has changed. @returns whether it may be sent */
  mayNotify(accountId: string): boolean;
};

export function createMailLimits({ elapsedMs, hasRequestLimits }: HttpContext): MailLimits {
  const throttleOf = (limit: ThrottleLimit) => createThrottle(elapsedMs, limit, MAIL_LIMITS.keys);
  const resets = throttleOf(MAIL_LIMITS.resets);
  const emailChanges = throttleOf(MAIL_LIMITS.emailChanges);
  const notices = throttleOf(MAIL_LIMITS.notices);
  const strangers = throttleOf(MAIL_LIMITS.strangers);
  const visitors = throttleOf(MAIL_LIMITS.visitor);
  const byVisitor = ({ ip }: FastifyRequest): (readonly [Throttle, string])[] =>
    hasRequestLimits ? [[visitors, subnetOf(ip)]] : [];
  const byStranger = (email: string): (readonly [Throttle, string])[] =>
    email === '' ? [] : [[strangers, email.toLowerCase()]];
  return {
    reset: (request, accountId) => attemptUnder([[resets, accountId], ...byVisitor(request)]),
    emailChange: (request, accountId, email) =>
      attemptUnder([[emailChanges, accountId], ...byStranger(email), ...byVisitor(request)]),
    signUp: (request, email) => attemptUnder([...byStranger(email), ...byVisitor(request)]),
    mayNotify: (accountId) => attemptUnder([[notices, accountId]]).isAllowed,
  };
}

/** Answers 429 with Retry-After when the mail must wait. */
export function requireMail(
  attempt: Attempt,
  reply: FastifyReply,
): asserts attempt is Extract<Attempt, { readonly isAllowed: true }> {
  if (attempt.isAllowed) return;
  reply.header('Retry-After', Math.ceil(attempt.waitMs / 1000));
  throw new ApiError(429, ERROR_CODES.invalidValue, 'Too many tries');
}
