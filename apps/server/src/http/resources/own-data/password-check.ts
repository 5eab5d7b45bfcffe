import { ERROR_CODES, featuresFor } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';
import { attemptUnder, createThrottle } from '../../../domain/limits/throttle.ts';
import { ApiError, notFound } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession, type SignedIn } from '../../plumbing/session-guard.ts';
import { whenHashingIsFree } from '../account/hashing.ts';

/** Answers 429 with Retry-After. */
export function tooManyTries(reply: FastifyReply, waitMs: number): never {
  reply.header('Retry-After', Math.ceil(waitMs / 1000));
  throw new ApiError(429, ERROR_CODES.invalidValue, 'Too many tries');
}

/** The session and account of a user who has proved with the password who they are; throws otherwise. */
export type RequireOwnPassword = (
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
) => Promise<SignedIn>;

/**
 * Creates the check that is before everything about one's own data (decision D96): a session alone, such as on a
 * device that was left open, is not enough. Wrong passwords are limited for each account.
 */
export function createPasswordCheck(context: HttpContext): RequireOwnPassword {
  const { brand, repositories, hasher, elapsedMs, audit } = context;
  const { passwords, keys } = OWN_DATA_LIMITS;
  const wrongPasswords = createThrottle(elapsedMs, passwords, keys);
  return async (request, reply, password) => {
    const signedIn = await requireSession(request, context);
    const { account } = signedIn;
    const { organisationId } = account;
    const features = featuresFor(
      brand,
      organisationId,
      await repositories.organisations.list(organisationId),
    );
    if (account.kind !== 'person' || !features.ownData) throw notFound();
    const attempt = attemptUnder([[wrongPasswords, account.id]]);
    if (!attempt.isAllowed) return tooManyTries(reply, attempt.waitMs);
    const isRight = await whenHashingIsFree(request, reply, context, () =>
      hasher.verify(password, account.passwordHash),
    ).catch((error: unknown) => {
      attempt.takeBack();
      throw error;
    });
    if (!isRight) {
      const detail = String(ERROR_CODES.wrongCredentials);
      audit({ event: 'loginRefused', account: account.username, address: request.ip, detail });
      throw new ApiError(400, ERROR_CODES.wrongCredentials);
    }
    attempt.takeBack();
    return signedIn;
  };
}
