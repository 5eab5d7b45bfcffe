import type { Account, AccountStatus } from '../domain/account.ts';
import type { PasswordHasher } from '../domain/password-hash.ts';
import type { Repositories } from '../storage/repositories.ts';

export type AccountKeeper = {
  /**
   * Gives the account a new password and, with it, a new SIP secret: its phones and its other sessions are thrown out
   * (decision D8).
   * @param keepSession hash of the token of the session that stays
   * @returns the new SIP secret
   */
  changePassword(account: Account, password: string, keepSession?: string): Promise<string>;
  /** Whoever is not active any more loses phones at once, and hears why at the next request (A-005, decision D8). */
  changeStatus(account: Account, status: AccountStatus): Promise<void>;
};

type Tools = {
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  readonly createSecret: () => string;
  /** Told whose sessions have ended, so that nobody goes on hearing what they may not. */
  readonly sessionsEnded: (accountId: string) => void;
};

/** What changes an account together with everything that hangs on it: sessions, SIP secret, SIP connections. */
export function createAccountKeeper(tools: Tools): AccountKeeper {
  const { repositories, hasher, createSecret, sessionsEnded } = tools;
  const { accounts, sessions, expulsions } = repositories;
  return {
    async changePassword(account, password, keepSession) {
      const sipPassword = createSecret();
      await accounts.changePassword(account.id, await hasher.hash(password), sipPassword);
      await sessions.removeAll(account.id, keepSession);
      await expulsions.add(account.username);
      sessionsEnded(account.id);
      return sipPassword;
    },
    async changeStatus(account, status) {
      await accounts.changeStatus(account.id, status, createSecret());
      if (status === 'active') return;
      await expulsions.add(account.username);
      sessionsEnded(account.id);
    },
  };
}
