import { SECURITY_TOKEN } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../domain/account.ts';
import { sessionAge } from '../domain/session-rules.ts';
import { tokenRefused } from './api-error.ts';
import type { HttpContext } from './http-context.ts';

export type SignedIn = { readonly account: Account; readonly tokenHash: string };

function tokenOf(request: FastifyRequest): string | undefined {
  const query: unknown = request.query;
  if (typeof query !== 'object' || query === null || !(SECURITY_TOKEN in query)) return undefined;
  const token = query[SECURITY_TOKEN];
  return typeof token === 'string' ? token : undefined;
}

/** Who sends this request; throws the 401 of API-28 when nobody valid does. */
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
  if (account === undefined || account.status !== 'active') {
    await repositories.sessions.remove(tokenHash);
    throw tokenRefused(false);
  }
  if (age === 'touchDue') await repositories.sessions.touch(tokenHash, now());
  return { account, tokenHash };
}
