import { ERROR_CODES, PROPERTY_KEYS } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { ANONYMOUS_PREFIX } from '../../../domain/accounts/anonymous-caller.ts';
import { SESSION_LIFETIME_MS } from '../../../domain/accounts/session-rules.ts';
import { ANONYMOUS_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { subnetOf } from '../../../network/subnet-of.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

type Who = { readonly usedBefore: number; readonly most: number; readonly subnet?: string };

/** Removes the anonymous callers that have been idle the longest. @returns how many were removed */
async function endIdle({ repositories, changes }: HttpContext, { usedBefore, most, subnet }: Who) {
  const { accounts, revocations } = repositories;
  const idle = await accounts.listIdleAnonymous(usedBefore, most, subnet);
  for (const { id, username } of idle) {
    await accounts.remove(id);
    await revocations.add(username);
    changes.publish(id, 'sessions');
  }
  return idle.length;
}

/**
 * Creates an account for an anonymous caller with its own address, so that no call reaches another anonymous
 * caller. The number of these accounts is limited per network address and in all; at the limit, the
 * account that has been idle the longest is removed, unless its page may still be open.
 */
export async function addAnonymousAccount(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account> {
  const { repositories, brand, createSecret, sipDomain, now, limits, audit } = context;
  const username = `${ANONYMOUS_PREFIX}${createSecret()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}`;
  const caller = {
    kind: 'anonymous' as const,
    username,
    passwordHash: undefined,
    organisationId: brand.registration.defaultOrganisation,
    status: 'active' as const,
    addresses: [`${username}@${sipDomain}`],
    properties: [{ key: PROPERTY_KEYS.username, value: brand.anonymous.username }],
  };
  await endIdle(context, { usedBefore: now() - SESSION_LIFETIME_MS, most: ANONYMOUS_LIMITS.endedAtOnce });
  const subnet = subnetOf(request.ip);
  const from = {
    subnet,
    now: now(),
    perSubnet: limits.anonymousSessionsPerAddress,
    inAll: limits.anonymousSessions,
  };
  for (;;) {
    const added = await repositories.accounts.addAnonymous(caller, from);
    if (typeof added !== 'string') return added;
    const isOwnFault = added === 'tooManyOfSubnet';
    const usedBefore = now() - ANONYMOUS_LIMITS.idleMs;
    if ((await endIdle(context, { usedBefore, most: 1, ...(isOwnFault && { subnet }) })) > 0) continue;
    context.meter?.refused('anonymous_sessions');
    audit({ event: 'anonymous_refused', address: request.ip, detail: added });
    reply.header('Retry-After', HTTP_LIMITS.anonymousRetryAfterSeconds);
    throw isOwnFault
      ? new ApiError(429, ERROR_CODES.internal, 'Too many anonymous callers from this address')
      : new ApiError(503, ERROR_CODES.internal, 'Too many anonymous callers');
  }
}
