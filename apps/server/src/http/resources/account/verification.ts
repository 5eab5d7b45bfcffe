import type { KeyValue, VerificationAnswer } from '@samtal/api-contract';
import { ERROR_CODES, PATHS, PROPERTY_KEYS, verificationAnswerSchema } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../../../domain/accounts/account.ts';
import { propertyOf, propertySetOf } from '../../../domain/accounts/account.ts';
import { PASSWORD_PURPOSES } from '../../../domain/accounts/link-rules.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import type { OneTimeKey } from '../../../storage/repositories/repositories.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { REGISTRATION_STATUS } from './registration-status.ts';

const paramsSchema = z.object({ userId: z.string(), verificationKey: z.string() });
type Link = z.infer<typeof paramsSchema>;
type Key = OneTimeKey & { readonly isUsed: boolean };

/** Properties that the screen after the link shows; the link reveals no others (VERIFY-02). */
const SHOWN: readonly string[] = [PROPERTY_KEYS.username, PROPERTY_KEYS.sipAddress];

const linkInvalid = (): ApiError => new ApiError(404, ERROR_CODES.linkInvalid, 'Not Found');

const answerOf = ({ status }: Account, propertySet: KeyValue[]): VerificationAnswer => ({
  status: REGISTRATION_STATUS[status],
  user: { properties: { propertySet } },
});

/** The account and key of a link; throws when the link is wrong or expired. */
async function findLink(request: FastifyRequest, { userId, verificationKey }: Link, context: HttpContext) {
  const { repositories, hashToken, now, audit } = context;
  const keyHash = hashToken(verificationKey);
  const key = await repositories.oneTimeKeys.find(keyHash);
  const account = key === undefined ? undefined : await repositories.accounts.findById(key.accountId);
  if (
    key === undefined ||
    PASSWORD_PURPOSES.includes(key.purpose) ||
    account === undefined ||
    account.id !== userId
  ) {
    audit({ event: 'link_refused', address: request.ip, detail: 'verification' });
    throw linkInvalid();
  }
  // A second click on a link that has worked is no error, even after its expiry.
  if (!key.isUsed && key.expiresAt <= now()) throw new ApiError(410, ERROR_CODES.linkExpired, 'Link expired');
  return { account, key };
}

/** Handles the link to the new e-mail address of an account, which then gets this address. */
async function confirmEmail(
  request: FastifyRequest,
  { account, key }: { readonly account: Account; readonly key: Key },
  { accountService, audit, changes, shortLived }: HttpContext,
): Promise<KeyValue[]> {
  const { email } = key;
  if (email === undefined || account.status !== 'active') throw linkInvalid();
  if (key.isUsed && propertyOf(account, PROPERTY_KEYS.email) !== email) throw linkInvalid();
  if (!key.isUsed) {
    const change = await accountService.changeEmail(account, email, key.keyHash);
    if (change === 'taken') throw new ApiError(409, ERROR_CODES.emailExists, 'E-mail exists');
    if (change === 'changed') {
      // A session alone may have asked for it, and a reset now sends a link for a new password there (decision D96).
      if (account.role === undefined) await shortLived.put('newPassword', account.id);
      audit({ event: 'email_changed', account: account.username, address: request.ip });
      changes.publish(account.id, 'profile');
    }
  }
  return [{ key: PROPERTY_KEYS.email, value: email }];
}

/**
 * POST signUp/verify/{userId}/{verificationKey}: a user has opened the link of a registration or of a new
 * e-mail address (API-13, VERIFY-06, A-021).
 */
export function addVerification(app: TypedInstance, context: HttpContext): void {
  const { repositories, accountService, now, audit } = context;
  app.post(
    `${PATHS.verify}/:userId/:verificationKey`,
    {
      config: atMost(HTTP_LIMITS.mailedLinks),
      schema: { params: paramsSchema, response: { 200: verificationAnswerSchema } },
    },
    async (request) => {
      const { account, key } = await findLink(request, request.params, context);
      if (key.purpose === 'email')
        return answerOf(account, await confirmEmail(request, { account, key }, context));
      const isFirstUse = !key.isUsed && (await repositories.oneTimeKeys.use(key.keyHash, now()));
      // A link of a registration goes to its address only, so it proves the address.
      if (isFirstUse) await repositories.accounts.noteEmailVerified(account.id);
      if (isFirstUse && (await accountService.confirmEmail(account)))
        audit({ event: 'account_verified', account: account.username, address: request.ip });
      const current = (await repositories.accounts.findById(account.id)) ?? account;
      const shown = propertySetOf(current).filter((property) => SHOWN.includes(property.key));
      return answerOf(current, shown);
    },
  );
}
