import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';
import { attemptUnder, createThrottle } from '../../../domain/limits/throttle.ts';
import { ApiError } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { whenHashingIsFree } from './hashing.ts';

/** Answers 429 with Retry-After. */
export function tooManyTries(reply: FastifyReply, waitMs: number): never {
  reply.header('Retry-After', Math.ceil(waitMs / 1000));
  throw new ApiError(429, ERROR_CODES.invalidValue, 'Too many tries');
}

/** Answers 400 unless this is the password of the account. */
export type VerifyOwnPassword = (
  request: FastifyRequest,
  reply: FastifyReply,
  own: { readonly account: Account; readonly password: string },
) => Promise<void>;

/**
 * Creates the check that a logged-in user knows the password: a session alone, such as on a device that was left open,
 * is not enough. Wrong passwords are limited for each account.
 */
export function createOwnPasswordCheck(context: HttpContext): VerifyOwnPassword {
  const { hasher, elapsedMs, audit } = context;
  const { passwords, keys } = OWN_DATA_LIMITS;
  const wrongPasswords = createThrottle(elapsedMs, passwords, keys);
  return async (request, reply, { account, password }) => {
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
  };
}
