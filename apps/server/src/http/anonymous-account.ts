import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../domain/account.ts';
import { ANONYMOUS_PREFIX } from '../domain/anonymous-caller.ts';
import { SESSION_LIFETIME_MS } from '../domain/session-rules.ts';
import type { HttpContext } from './http-context.ts';

/**
 * A new identity for a caller without an account: its own address, so that calls never reach another stranger.
 * Those whose sessions have ended are swept away at the same time.
 */
export async function addAnonymousAccount(context: HttpContext): Promise<Account> {
  const { repositories, brand, createSecret, sipDomain, now } = context;
  const { accounts, sessions, expulsions } = repositories;
  await sessions.removeOlderThan(now() - SESSION_LIFETIME_MS);
  for (const username of await accounts.removeLeftAnonymous()) await expulsions.add(username);

  const username = `${ANONYMOUS_PREFIX}${createSecret()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}`;
  const account = await accounts.add({
    kind: 'anonymous',
    username,
    passwordHash: undefined,
    organisationId: brand.registration.defaultOrganisation,
    status: 'active',
    addresses: [`${username}@${sipDomain}`],
    properties: [{ key: PROPERTY_KEYS.username, value: brand.anonymous.username }],
  });
  if (account === undefined) throw new Error('a random name of 128 bits was taken');
  return account;
}
