import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../domain/account.ts';
import { propertyOf } from '../domain/account.ts';
import type { AccountRepository } from '../storage/repositories.ts';
import type { SipDirectory } from './sip-directory.ts';

/** Anonymous callers all give the name that their property set shows; their address tells which one it is. */
async function findAnonymous(
  accounts: AccountRepository,
  username: string,
  address: string,
): Promise<Account | undefined> {
  const account = await accounts.findByAddress(address);
  const isNamed = account !== undefined && propertyOf(account, PROPERTY_KEYS.username) === username;
  return account?.kind === 'anonymous' && isNamed ? account : undefined;
}

/** The accounts as the SIP element sees them: only active ones can register or be called. */
export function createAccountDirectory(accounts: AccountRepository): SipDirectory {
  return {
    async findCredentials(username, address) {
      const account =
        (await accounts.findByUsername(username)) ?? (await findAnonymous(accounts, username, address));
      if (account === undefined || account.status !== 'active') return undefined;
      const { username: name, addresses, sipPassword, kind } = account;
      return {
        username: name,
        addresses,
        sipPassword,
        isParty: kind === 'party',
        isAnonymous: kind === 'anonymous',
      };
    },
    async isKnownAddress(address) {
      return (await accounts.findByAddress(address))?.status === 'active';
    },
  };
}
