import { ERROR_CODES, PATHS, verificationAnswerSchema } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { propertySetOf } from '../domain/account.ts';

import { ApiError } from './api-error.ts';
import type { HttpContext } from './http-context.ts';
import { REGISTRATION_STATUS } from './registration-status.ts';
import { atMost } from './request-limits.ts';
import type { TypedInstance } from './typed-instance.ts';

const paramsSchema = z.object({ userId: z.string(), verificationKey: z.string() });
type Link = z.infer<typeof paramsSchema>;

/** Whose link this is and whether it has done its work already; throws when it is wrong or too old. */
async function findLink(request: FastifyRequest, { userId, verificationKey }: Link, context: HttpContext) {
  const { repositories, hashToken, now, audit } = context;
  const keyHash = hashToken(verificationKey);
  const key = await repositories.oneTimeKeys.find(keyHash);
  const account = key === undefined ? undefined : await repositories.accounts.findById(key.accountId);
  if (key?.purpose !== 'verification' || account === undefined || account.id !== userId) {
    audit({ event: 'linkRefused', address: request.ip, detail: 'verification' });
    throw new ApiError(404, ERROR_CODES.linkInvalid, 'Not Found');
  }
  // A second click on a link that has worked is no mistake, however late it comes.
  if (!key.isUsed && key.expiresAt <= now()) throw new ApiError(410, ERROR_CODES.linkExpired, 'Link expired');
  return { account, keyHash, isUsed: key.isUsed };
}

/** POST signUp/verify/{userId}/{verificationKey}: the link of a mail has been opened (API-13, VERIFY-06, A-021). */
export function addVerification(app: TypedInstance, context: HttpContext): void {
  const { repositories, keeper, now, audit } = context;
  app.post(
    `${PATHS.verify}/:userId/:verificationKey`,
    {
      config: atMost(60),
      schema: { params: paramsSchema, response: { 200: verificationAnswerSchema } },
    },
    async (request) => {
      const { account, keyHash, isUsed } = await findLink(request, request.params, context);
      const isFirstUse = !isUsed && (await repositories.oneTimeKeys.use(keyHash, now()));
      if (isFirstUse && (await keeper.confirmEmail(account)))
        audit({ event: 'accountVerified', account: account.username, address: request.ip });
      const { status } = (await repositories.accounts.findById(account.id)) ?? account;
      return {
        status: REGISTRATION_STATUS[status],
        user: { properties: { propertySet: propertySetOf(account) } },
      };
    },
  );
}
