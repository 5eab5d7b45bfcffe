import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CountedKey } from '../../../domain/coordination/attempts.ts';
import { MAIL_LIMITS } from '../../../domain/limits/limits.ts';
import type { Attempt } from '../../../domain/limits/throttle.ts';
import { subnetOf } from '../../../network/subnet-of.ts';
import { tooManyAttemptsUntil } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

/**
 * Limits the mails that visitors and accounts cause. Each function counts a mail if it may be sent now; if
 * not, the `Attempt` says how long to wait.
 */
export type MailLimits = {
  /** Counts a mail with a link for a new password. */
  reset(request: FastifyRequest, accountId: string): Promise<Attempt>;
  /** The same for a link that an operator or administrator sends. */
  passwordLink(accountId: string): Promise<Attempt>;
  /** Counts a mail with a link that confirms `email`, the new e-mail address of an account. */
  emailChange(request: FastifyRequest, accountId: string, email: string): Promise<Attempt>;
  /** Counts the mail after a registration. */
  signUp(request: FastifyRequest, email: string): Promise<Attempt>;
  /** Counts a notice that the password of the account has changed. @returns whether it may be sent */
  mayNotify(accountId: string): Promise<boolean>;
};

export function createMailLimits({ attempts, hasRequestLimits }: HttpContext): MailLimits {
  const { resets, passwordLinks, emailChanges, notices, strangers, visitor } = MAIL_LIMITS;
  const byVisitor = ({ ip }: FastifyRequest): CountedKey[] =>
    hasRequestLimits ? [{ name: 'mailsOfVisitor', limit: visitor, key: subnetOf(ip) }] : [];
  const byStranger = (email: string): CountedKey[] =>
    email === '' ? [] : [{ name: 'mailsToStranger', limit: strangers, key: email.toLowerCase() }];
  const byAccount = (name: string, limit: CountedKey['limit'], key: string): CountedKey => ({
    name,
    limit,
    key,
  });
  return {
    reset: (request, id) =>
      attempts.attempt([byAccount('passwordResets', resets, id), ...byVisitor(request)]),
    passwordLink: (id) => attempts.attempt([byAccount('passwordLinks', passwordLinks, id)]),
    emailChange: (request, id, email) =>
      attempts.attempt([
        byAccount('emailChanges', emailChanges, id),
        ...byStranger(email),
        ...byVisitor(request),
      ]),
    signUp: (request, email) => attempts.attempt([...byStranger(email), ...byVisitor(request)]),
    mayNotify: async (id) => (await attempts.attempt([byAccount('passwordNotices', notices, id)])).isAllowed,
  };
}

/** Answers 429 with Retry-After when the mail must wait. */
export function requireMail(
  attempt: Attempt,
  reply: FastifyReply,
): asserts attempt is Extract<Attempt, { readonly isAllowed: true }> {
  if (!attempt.isAllowed) throw tooManyAttemptsUntil(reply, attempt.waitMs);
}
