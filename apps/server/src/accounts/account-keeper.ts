import { organisationRulesOf } from '@samtal/api-contract';
import type { Account, AccountStatus } from '../domain/account.ts';
import type { PasswordHasher } from '../domain/password-hash.ts';
import type { EmailChange, Repositories, SpentKey } from '../storage/repositories/repositories.ts';

export type AccountKeeper = {
  /**
   * Gives the account a new password. Its devices and its other sessions end, and so does every SIP connection, after
   * the call that it carries (decisions D8, D40, D48).
   * @param keepSession hash of the token of the session that stays
   * @returns the new SIP secret of that session, if it had one
   */
  changePassword(account: Account, password: string, keepSession?: string): Promise<string | undefined>;
  /**
   * The same by the link of a mail, which is used up.
   * @param keyHash hash of the key in the link
   * @returns false when the link was used or revoked; nothing has changed then
   */
  resetPassword(account: Account, password: string, keyHash: string): Promise<boolean>;
  /**
   * Gives the account the e-mail address that the link of a mail confirms; the link is used up. An account that was
   * abandoned with this address is removed.
   * @param keyHash hash of the key in the link
   */
  changeEmail(account: Account, email: string, keyHash: string): Promise<EmailChange>;
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
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told whose sessions have ended, so that nobody goes on hearing what they may not. */
  readonly sessionsEnded: (accountId: string) => void;
};

/** What changes an account together with everything that hangs on it: sessions, SIP secret, SIP connections. */
export function createAccountKeeper(tools: Tools): AccountKeeper {
  const { repositories, hasher, createSecret, now, sessionsEnded } = tools;
  const { accounts, organisations, sessions, expulsions } = repositories;
  async function changeStatus(account: Account, status: AccountStatus): Promise<void> {
    await accounts.changeStatus(account.id, status);
    if (status === 'active') return;
    await sessions.removeSipSecrets(account.id);
    await expulsions.add(account.username);
    sessionsEnded(account.id);
  }
  type Change = { readonly keepSession?: string | undefined; readonly spent?: SpentKey };
  /** @returns whether the password is changed: a link that is used or revoked changes nothing */
  async function replacePassword(account: Account, password: string, { keepSession, spent }: Change) {
    const passwordHash = await hasher.hash(password);
    if (!(await accounts.changePassword(account.id, passwordHash, spent))) return false;
    await sessions.removeAll(account.id, keepSession);
    return true;
  }
  return {
    async changePassword(account, password, keepSession) {
      if (!(await replacePassword(account, password, { keepSession })))
        throw new Error('a change of password without a link was refused');
      const sipPassword = createSecret();
      const isRenewed =
        keepSession !== undefined && (await sessions.replaceSipSecret(keepSession, sipPassword));
      sessionsEnded(account.id);
      return isRenewed ? sipPassword : undefined;
    },
    async resetPassword(account, password, keyHash) {
      const spent = { keyHash, now: now() };
      const isReset = await replacePassword(account, password, { spent });
      if (isReset) sessionsEnded(account.id);
      return isReset;
    },
    async changeEmail(account, email, keyHash) {
      const owner = await accounts.findByEmail(email);
      if (owner !== undefined && owner.id !== account.id) await accounts.removeAbandoned(now(), owner.id);
      return accounts.changeEmail(account.id, email, { keyHash, now: now() });
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
