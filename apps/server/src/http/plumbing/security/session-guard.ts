import { ERROR_CODES, SECURITY_TOKEN } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { sessionAge } from '../../../domain/accounts/session-rules.ts';
import { ApiError, tokenRefused } from '../answers/api-error.ts';
import type { HttpContext } from '../http-context.ts';

/**
 * Options of a route whose body may be longer than others: it is read only with a session, which must be in the query.
 */
export const sessionFirst = (context: HttpContext) => ({
  preParsing: async (request: FastifyRequest): Promise<void> => void (await requireSession(request, context)),
});

export type SignedIn = {
  readonly account: Account;
  readonly tokenHash: string;
  /** The session began with a one-click link, without a password. */
  readonly isOfLink: boolean;
};

function tokenIn(place: unknown): string | undefined {
  if (typeof place !== 'object' || place === null || !(SECURITY_TOKEN in place)) return undefined;
  const token = place[SECURITY_TOKEN];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** The security token in the query or body: a POST may keep it out of the URL (decision D22). */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  tokenIn(request.query) ?? tokenIn(request.body);

/** The account and session of this request; throws the 401 of API-28 when there is no valid session. */
export async function requireSession(request: FastifyRequest, context: HttpContext): Promise<SignedIn> {
  const { repositories, hashToken, now } = context;
  const token = tokenOf(request);
  if (token === undefined) throw tokenRefused(false);
  const tokenHash = hashToken(token);
  const session = await repositories.sessions.find(tokenHash);
  if (session === undefined) throw tokenRefused(false);
  const age = sessionAge(session.lastUsedAt, now());
  if (age === 'expired') {
    await repositories.sessions.remove(tokenHash);
    throw tokenRefused(true);
  }
  const account = await repositories.accounts.findById(session.accountId);
  if (account === undefined) throw tokenRefused(false);
  if (account.status !== 'active') {
    await repositories.sessions.remove(tokenHash);
    // The account was disabled while logged in; later requests with this token get 401.
    throw new ApiError(403, ERROR_CODES.accountDisabled);
  }
  if (age === 'touchDue') await repositories.sessions.touch(tokenHash, now());
  return { account, tokenHash, isOfLink: session.kioskLink !== undefined };
}
