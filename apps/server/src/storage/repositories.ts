import type { KeyValue } from '@samtal/api-contract';
import type { Account } from '../domain/account.ts';

export type NewAccount = Omit<Account, 'id'>;

/** Accounts, found by whatever a caller has in hand. Names and addresses are compared without regard to case. */
export interface AccountRepository {
  /** @returns undefined when the username or one of the addresses is taken */
  add(account: NewAccount): Promise<Account | undefined>;
  findById(id: string): Promise<Account | undefined>;
  findByUsername(username: string): Promise<Account | undefined>;
  findByAddress(address: string): Promise<Account | undefined>;
  count(): Promise<number>;
  /** A new password comes with a new SIP secret, so that old phones stop working too (decision D8). */
  changePassword(id: string, passwordHash: string, sipPassword: string): Promise<void>;
  /** Disabling, too, renews the SIP secret (decision D8). */
  changeStatus(id: string, status: Account['status'], sipPassword: string): Promise<void>;
}

/** A session as stored: the token itself is never kept, only its hash. */
export type Session = { readonly tokenHash: string; readonly accountId: string; readonly lastUsedAt: number };

export interface SessionRepository {
  /** Adds a session and drops the least recently used ones beyond `limit` of the same account. */
  add(session: Session, limit: number): Promise<void>;
  find(tokenHash: string): Promise<Session | undefined>;
  touch(tokenHash: string, now: number): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  removeOlderThan(lastUsedBefore: number): Promise<void>;
}

/** Who decides a setting: the person (`web`) or the organisation and operator (`system`). */
export type SettingKind = 'web' | 'system';

export interface SettingRepository {
  list(accountId: string, kind: SettingKind): Promise<readonly KeyValue[]>;
  set(accountId: string, kind: SettingKind, entry: KeyValue): Promise<void>;
}

export type Repositories = {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly settings: SettingRepository;
};
