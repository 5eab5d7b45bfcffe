import { organisationRulesOf } from '@samtal/api-contract';
import type { Account, AccountStatus } from '../domain/accounts/account.ts';
import type { PasswordHasher } from '../domain/accounts/password-hash.ts';
import type { EmailChange, Repositories, SpentKey } from '../storage/repositories/repositories.ts';

export type PasswordChange = {
  readonly isChanged: boolean;
  /** The new SIP secret of the session that stays, if it had one. */
  readonly sipPassword?: string | undefined;
};

export type AccountService = {
  /**
   * Sets a new password. The account's devices and other sessions end; a SIP connection with a call ends
   * after the call (decisions D8, D40, D48).
   * @param keepSession token hash of the session that asks and stays. If it has ended, or the account is not as it was,
   * nothing changes: the hash takes time
   */
  changePassword(account: Account, password: string, keepSession?: string): Promise<PasswordChange>;
  /**
   * Sets a new password by the link of a mail; the link is used up.
   * @param keyHash hash of the key in the link
   * @returns false when the link was used or revoked; nothing has changed then
   */
  resetPassword(account: Account, password: string, keyHash: string): Promise<boolean>;
  /**
   * Sets the e-mail address that the link of a mail confirms; the link is used up. An abandoned account with
   * this address is removed.
   * @param keyHash hash of the key in the link
   */
  changeEmail(account: Account, email: string, keyHash: string): Promise<EmailChange>;
  /**
   * Changes the status. An account that is not active any more loses its SIP secrets and connections, and its
   * open sessions are notified (A-005, D48); they do not come back when it is active again, nor does an e-mail address
   * that one of them has asked for.
   */
  changeStatus(account: Account, status: AccountStatus): Promise<void>;
  /**
   * Notes that the user has opened a link sent by mail, which proves the address: an unverified account
   * becomes active, or waits for an administrator if its organisation requires approval.
   * @returns whether the account was unverified
   */
  confirmEmail(account: Account): Promise<boolean>;
  /**
   * Notes that the account is to be removed at `dueAt`, as its user wishes (decision D96). Until then it cannot be
   * used. Its sessions and devices end; a SIP connection with a call, such as one to an emergency number, ends
   * after the call.
   * @returns false when the account is not active any more; nothing has changed then
   */
  askDeletion(account: Account, dueAt: number): Promise<boolean>;
  /** Makes an account that is to be removed active again. @returns false when that is not possible any more */
  cancelDeletion(account: Account): Promise<boolean>;
  /**
   * Ends all sessions of an account, its SIP connections with their calls, and its log-ins that wait for a second step.
   * A link that confirms a new e-mail address ends too. Its SIP phones may register again.
   */
  endSessions(account: Account): Promise<void>;
  /** Ends the sessions of an account except this one; a SIP connection with a call ends after the call, SIP phones stay. */
  endOtherSessions(account: Account, keepSession: string): Promise<void>;
  /**
   * Removes an account with all its data, and ends its connections.
   * @returns false when it was not there any more
   */
  remove(account: Account): Promise<boolean>;
};

type Tools = {
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  readonly createSecret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Tells the event streams of an account that sessions have ended: the streams of these sessions close. */
  readonly sessionsEnded: (accountId: string) => void;
};

/**
 * Creates the service that changes an account together with its sessions, SIP secrets and SIP connections.
 */
export function createAccountService(tools: Tools): AccountService {
  const { repositories, hasher, createSecret, now, sessionsEnded } = tools;
  const { accounts, oneTimeKeys, organisations, sessions, revocations, deletions } = repositories;
  type Change = { readonly keepSession?: string | undefined; readonly spent?: SpentKey };
  /**
   * Sets a new password, ends the sessions except `keepSession`, and removes the devices.
   * @returns false if the link or the session is not good any more; then nothing has changed
   */
  async function replacePassword(account: Account, password: string, { keepSession, spent }: Change) {
    const ofSession =
      keepSession === undefined ? undefined : { tokenHash: keepSession, passwordHash: account.passwordHash };
    const passwordHash = await hasher.hash(password);
    if (!(await accounts.changePassword(account.id, passwordHash, spent ?? ofSession))) return false;
    await sessions.removeAll(account.id, keepSession);
    return true;
  }
  return {
    async changePassword(account, password, keepSession) {
      if (!(await replacePassword(account, password, { keepSession }))) return { isChanged: false };
      const sipPassword = createSecret();
      const isRenewed =
        keepSession !== undefined && (await sessions.replaceSipSecret(keepSession, sipPassword));
      sessionsEnded(account.id);
      return { isChanged: true, sipPassword: isRenewed ? sipPassword : undefined };
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
    async changeStatus({ id, username, status: before }, status) {
      await accounts.changeStatus(id, status);
      if (status === 'active') {
        // Those that were not used while the account was disabled, and so were not refused.
        if (before !== 'active') await sessions.endAll(id);
        return;
      }
      await sessions.removeSipSecrets(id);
      await oneTimeKeys.removeAll(id, 'email');
      await revocations.add(username);
      sessionsEnded(id);
    },
    async confirmEmail({ id, organisationId }) {
      const { isApprovalNeeded } = organisationRulesOf(await organisations.list(organisationId));
      // An operator may have disabled the account since it was read.
      return accounts.changeStatus(id, isApprovalNeeded ? 'awaitingApproval' : 'active', 'unverified');
    },
    async askDeletion({ id }, dueAt) {
      if (!(await deletions.ask({ accountId: id, askedAt: now(), dueAt }))) return false;
      await sessions.removeAll(id);
      sessionsEnded(id);
      return true;
    },
    cancelDeletion: ({ id }) => deletions.cancel(id, now()),
    async endSessions({ id, username }) {
      // Before the sessions end: what began earlier must not begin a new one afterwards.
      await accounts.noteLogOut(id);
      await sessions.endAll(id);
      // A thief with one of the sessions may have asked for it, and would get links to a new password there.
      await oneTimeKeys.removeAll(id, 'email');
      await revocations.add(username);
      sessionsEnded(id);
    },
    async endOtherSessions({ id }, keepSession) {
      await sessions.endAll(id, keepSession);
      sessionsEnded(id);
    },
    async remove({ id, username }) {
      const isRemoved = await accounts.remove(id);
      await revocations.add(username);
      sessionsEnded(id);
      return isRemoved;
    },
  };
}
