import { organisationRulesOf } from '@samtal/api-contract';
import type { Account, AccountStatus } from '../domain/account.ts';
import type { PasswordHasher } from '../domain/password-hash.ts';
import type { Repositories } from '../storage/repositories.ts';

export type AccountKeeper = {
  /**
   * Gives the account a new password. Its devices and its other sessions end, and so does every SIP connection
   * (decisions D8, D48).
   * @param keepSession hash of the token of the session that stays
   * @returns the new SIP secret of that session, if it had one
   */
  changePassword(account: Account, password: string, keepSession?: string): Promise<string | undefined>;
  /** An account that is not active any more loses its SIP secrets and connections; its sessions hear why (A-005, D48). */
  changeStatus(account: Account, status: AccountStatus): Promise<void>;
  /**
   * Whoever has opened a link of a mail has proved its address: an unverified account can be used from now on, or waits
   * for an administrator where the organisation wants that.
   * @returns whether the account was waiting for it
   */
  confirmEmail(account: Account): Promise<boolean>;
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
  const { accounts, organisations, sessions, expulsions } = repositories;
  async function changeStatus(account: Account, status: AccountStatus): Promise<void> {
    await accounts.changeStatus(account.id, status);
    if (status === 'active') return;
    await sessions.removeSipSecrets(account.id);
    await expulsions.add(account.username);
    sessionsEnded(account.id);
  }
  return {
    async changePassword(account, password, keepSession) {
      const sipPassword = createSecret();
      await accounts.changePassword(account.id, await hasher.hash(password));
      await sessions.removeAll(account.id, keepSession);
      const isRenewed =
        keepSession !== undefined && (await sessions.replaceSipSecret(keepSession, sipPassword));
      await expulsions.add(account.username);
      sessionsEnded(account.id);
      return isRenewed ? sipPassword : undefined;
    },
    changeStatus,
    async confirmEmail(account) {
      if (account.status !== 'unverified') return false;
      const { isApprovalNeeded } = organisationRulesOf(await organisations.list(account.organisationId));
      await changeStatus(account, isApprovalNeeded ? 'awaitingApproval' : 'active');
      return true;
    },
  };
}
