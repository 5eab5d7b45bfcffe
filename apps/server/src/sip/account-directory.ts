import type { AccountRepository } from '../storage/repositories.ts';
import type { SipDirectory } from './sip-directory.ts';

/** The accounts as the SIP element sees them: only active ones can register or be called. */
export function createAccountDirectory(accounts: AccountRepository): SipDirectory {
  return {
    async findCredentials(username) {
      const account = await accounts.findByUsername(username);
      if (account === undefined || account.status !== 'active') return undefined;
      return { username: account.username, addresses: account.addresses, sipPassword: account.sipPassword };
    },
    async isKnownAddress(address) {
      return (await accounts.findByAddress(address))?.status === 'active';
    },
  };
}
