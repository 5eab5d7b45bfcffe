import { ERROR_CODES, PROPERTY_KEYS } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { propertyOf } from '../../../domain/accounts/account.ts';
import { EMAIL_CHANGE_LIFETIME_MS } from '../../../domain/accounts/link-rules.ts';
import { composeEmailChangeMail, composeEmailNoticeMail } from '../../../mail/compose.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { mailContextOf } from './mail-context.ts';
import type { MailLimits } from './mail-limits.ts';
import { requireMail } from './mail-limits.ts';

type Change = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly account: Account;
  readonly email: string;
};

/** Cancels a change of the e-mail address that waits for confirmation. */
export const cancelEmailChange = ({ id }: Account, { repositories }: HttpContext): Promise<void> =>
  repositories.oneTimeKeys.removeAll(id, 'email');

/**
 * Sends a link to a new e-mail address, which replaces the current one when the link is opened, and a notice
 * to the current address. A new request replaces a pending one; a request with the current address cancels
 * it.
 */
export async function changeEmail(
  { request, reply, account, email }: Change,
  context: HttpContext,
  limits: MailLimits,
): Promise<void> {
  const { repositories, createSecret, hashToken, now, mailer, audit } = context;
  const { accounts, oneTimeKeys } = repositories;
  if (email === propertyOf(account, PROPERTY_KEYS.email)) return cancelEmailChange(account, context);
  const owner = await accounts.findByEmail(email);
  // The e-mail address of an abandoned account is free.
  const isTaken =
    owner !== undefined && owner.id !== account.id && !(await accounts.isAbandoned(owner.id, now()));
  if (isTaken) throw new ApiError(409, ERROR_CODES.emailExists, 'E-mail exists');
  requireMail(await limits.emailChange(request, account.id, email), reply);
  const key = createSecret();
  await oneTimeKeys.add({
    keyHash: hashToken(key),
    accountId: account.id,
    purpose: 'email',
    expiresAt: now() + EMAIL_CHANGE_LIFETIME_MS,
    email,
  });
  mailer.send(composeEmailChangeMail(account, { email, key }, mailContextOf(context)));
  const notice = composeEmailNoticeMail(account, mailContextOf(context));
  if (notice !== undefined) mailer.send(notice);
  audit({ event: 'email_change_requested', account: account.username, address: request.ip });
}
