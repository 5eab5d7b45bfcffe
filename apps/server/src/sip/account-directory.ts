import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { propertyOf } from '../domain/accounts/account.ts';
import { SESSION_LIFETIME_MS, SESSION_TOUCH_INTERVAL_MS } from '../domain/accounts/session-rules.ts';
import { SIP_SECRET_LIMITS } from '../domain/limits/limits.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import type { SipCredentials, SipDirectory } from './sip-directory.ts';

/** All anonymous callers use the username of their property set; the address tells them apart. */
const isNamedAnonymous = (account: Account, username: string): boolean =>
  account.kind === 'anonymous' && propertyOf(account, PROPERTY_KEYS.username) === username;

/**
 * The accounts for the SIP server: only active accounts can register or be called, each with the secrets of
 * its sessions and devices (decision D48).
 * @param now milliseconds since the epoch
 */
export function createAccountDirectory(
  { accounts, sessions }: Pick<Repositories, 'accounts' | 'sessions'>,
  now: () => number,
): SipDirectory {
  async function credentialsOf(account: Account): Promise<readonly SipCredentials[]> {
    const { id, username, addresses, kind, status, sipPassword } = account;
    if (status !== 'active') return [];
    const user = { username, addresses, isAnonymous: kind === 'anonymous', isServerAgent: kind === 'party' };
    if (kind === 'party')
      return sipPassword === undefined ? [] : [{ user: { ...user, sessionId: undefined }, sipPassword }];
    const usedAfter = now() - SESSION_LIFETIME_MS;
    const secrets = await sessions.listSipSecrets(id, usedAfter, SIP_SECRET_LIMITS.perRequest);
    return secrets.map(({ sessionId, sipSecret }) => ({
      user: { ...user, sessionId },
      sipPassword: sipSecret,
    }));
  }

  return {
    async findCredentials(username, address) {
      const named = await accounts.findByUsername(username);
      const ofName = named === undefined ? [] : await credentialsOf(named);
      if (named?.addresses.includes(address) === true) return ofName;
      // A user account may have the username that the brand gives to anonymous callers.
      const stranger = await accounts.findByAddress(address);
      const isMeant = stranger !== undefined && isNamedAnonymous(stranger, username);
      return isMeant ? [...ofName, ...(await credentialsOf(stranger))] : ofName;
    },
    touchSession: (sessionId) => sessions.touchById(sessionId, now(), SESSION_TOUCH_INTERVAL_MS),
    async isKnownAddress(address) {
      return (await accounts.findByAddress(address))?.status === 'active';
    },
  };
}
