import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { propertyOf } from '../domain/accounts/account.ts';
import { SESSION_LIFETIME_MS, SESSION_TOUCH_INTERVAL_MS } from '../domain/accounts/session-rules.ts';
import { SIP_SECRET_LIMITS } from '../domain/limits/limits.ts';
import type { Repositories, SipOwner } from '../storage/repositories/repositories.ts';
import type { SipCredentials, SipDirectory } from './sip-directory.ts';

/**
 * Whether the account is an anonymous caller that registers as `username`. Anonymous callers register with
 * the username in their properties, which is the same for all; only their addresses differ.
 */
const isNamedAnonymous = (account: Account, username: string): boolean =>
  account.kind === 'anonymous' && propertyOf(account, PROPERTY_KEYS.username) === username;

/**
 * Finds accounts for the SIP server: only active ones can register or be called. A user account has one
 * secret for each session and device (decision D48), a server agent has one secret.
 * @param now milliseconds since the epoch
 */
export function createAccountDirectory(
  { accounts, sessions }: Pick<Repositories, 'accounts' | 'sessions'>,
  now: () => number,
): SipDirectory {
  function credentialsOf(owner: SipOwner, time: number): readonly SipCredentials[] {
    const { username, addresses, kind, status, sipPassword, secrets } = owner;
    if (status !== 'active') return [];
    const user = { username, addresses, isAnonymous: kind === 'anonymous', isServerAgent: kind === 'party' };
    if (kind === 'party')
      return sipPassword === undefined
        ? []
        : [{ user: { ...user, sessionId: undefined }, sipPassword, isTouchDue: false }];
    return secrets.map(({ sessionId, sipSecret, lastUsedAt }) => ({
      user: { ...user, sessionId },
      sipPassword: sipSecret,
      isTouchDue: time - lastUsedAt >= SESSION_TOUCH_INTERVAL_MS,
    }));
  }

  return {
    async findCredentials(username, address) {
      const time = now();
      const usedAfter = time - SESSION_LIFETIME_MS;
      const named = await accounts.findSipOwner(username, usedAfter);
      const ofName = named === undefined ? [] : credentialsOf(named, time);
      if (named?.addresses.includes(address) === true) return ofName;
      // A user account may have the username of anonymous callers; then the secrets of both are valid.
      const stranger = await accounts.findByAddress(address);
      if (stranger === undefined || !isNamedAnonymous(stranger, username)) return ofName;
      const secrets = await sessions.listSipSecrets(stranger.id, usedAfter, SIP_SECRET_LIMITS.perRequest);
      return [...ofName, ...credentialsOf({ ...stranger, secrets }, time)];
    },
    touchSession: (sessionId) => sessions.touchById(sessionId, now(), SESSION_TOUCH_INTERVAL_MS),
    async isKnownAddress(address) {
      return (await accounts.findByAddress(address))?.status === 'active';
    },
  };
}
