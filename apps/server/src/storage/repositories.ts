import type { KeyValue } from '@samtal/api-contract';
import type { Account } from '../domain/account.ts';
import type { Installation } from '../domain/installation.ts';
import type { PeopleRepositories } from './people-repositories.ts';

export type NewAccount = Omit<Account, 'id'>;

/** User part and domain of an address, and the secret of its account (decision D8). */
export type SipAccount = { readonly username: string; readonly domain: string; readonly password: string };

/** Accounts, found by whatever a caller has in hand. Names and addresses are compared without regard to case. */
export interface AccountRepository {
  /** @returns undefined when the username, one of the addresses or the e-mail address is taken */
  add(account: NewAccount): Promise<Account | undefined>;
  findById(id: string): Promise<Account | undefined>;
  findByUsername(username: string): Promise<Account | undefined>;
  findByAddress(address: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  count(): Promise<number>;
  /** All of them, by name. */
  list(): Promise<readonly Account[]>;
  /** What a SIP server authenticates active accounts with, one for each address, by address. */
  listSipAccounts(): Promise<readonly SipAccount[]>;
  /** A new password comes with a new SIP secret, so that old phones stop working too (decision D8). */
  changePassword(id: string, passwordHash: string, sipPassword: string): Promise<void>;
  /** Disabling, too, renews the SIP secret (decision D8). */
  changeStatus(id: string, status: Account['status'], sipPassword: string): Promise<void>;
  /**
   * Writes one property; an empty value takes it away.
   * @returns false when it is an e-mail address that somebody else has
   */
  setProperty(id: string, property: KeyValue): Promise<boolean>;
  /** Takes away the account with everything that hangs on it. */
  remove(id: string): Promise<void>;
  /**
   * Whether nobody proved the e-mail address of this account in time: it is unverified, and every key that was mailed for
   * it expired by `time`. What it is called is free for whoever asks next.
   */
  isAbandoned(id: string, time: number): Promise<boolean>;
  /** Takes away the accounts that are abandoned at `time`, or of those only the one named. */
  removeAbandoned(time: number, id?: string): Promise<void>;
  /** Takes away the anonymous accounts whose sessions have ended, and tells their names. */
  removeLeftAnonymous(): Promise<readonly string[]>;
}

/** A session as stored: the token itself is never kept, only its hash. */
export type Session = { readonly tokenHash: string; readonly accountId: string; readonly lastUsedAt: number };

export interface SessionRepository {
  /** Adds a session and drops the least recently used ones beyond `limit` of the same account. */
  add(session: Session, limit: number): Promise<void>;
  find(tokenHash: string): Promise<Session | undefined>;
  touch(tokenHash: string, now: number): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** Ends every session of an account but the one named. */
  removeAll(accountId: string, exceptTokenHash?: string): Promise<void>;
  removeOlderThan(lastUsedBefore: number): Promise<void>;
}

/** Who decides a setting: the person (`web`) or the organisation and operator (`system`). */
export type SettingKind = 'web' | 'system';

export interface SettingRepository {
  list(accountId: string, kind: SettingKind): Promise<readonly KeyValue[]>;
  set(accountId: string, kind: SettingKind, entry: KeyValue): Promise<void>;
  remove(accountId: string, kind: SettingKind, key: string): Promise<void>;
}

export type KeyPurpose = 'verification' | 'reset';

/** A key that a mail carried; only its hash is kept. */
export type OneTimeKey = {
  readonly keyHash: string;
  readonly accountId: string;
  readonly purpose: KeyPurpose;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

export interface OneTimeKeyRepository {
  /** Earlier keys of the same account and purpose are dead from now on. */
  add(key: OneTimeKey): Promise<void>;
  find(keyHash: string): Promise<(OneTimeKey & { readonly isUsed: boolean }) | undefined>;
  /** @returns whether this was the first use: of two at the same time only one is */
  use(keyHash: string, now: number): Promise<boolean>;
  removeExpiredBefore(time: number): Promise<void>;
}

/** What an organisation decides for its people. */
export interface OrganisationRepository {
  list(organisationId: number): Promise<readonly KeyValue[]>;
  set(organisationId: number, entry: KeyValue): Promise<void>;
  remove(organisationId: number, key: string): Promise<void>;
}

/** Accounts whose SIP connections are to end, as other processes (the operator's tool) leave word. */
export interface ExpulsionRepository {
  add(username: string): Promise<void>;
  /** Everybody named since the last time. */
  take(): Promise<readonly string[]>;
}

/** What the server was last started with. */
export interface InstallationRepository {
  read(): Promise<Installation>;
  /** Takes the place of what was there. */
  write(installation: Installation): Promise<void>;
}

export type Repositories = {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly settings: SettingRepository;
  readonly organisations: OrganisationRepository;
  readonly oneTimeKeys: OneTimeKeyRepository;
  readonly expulsions: ExpulsionRepository;
  readonly installation: InstallationRepository;
} & PeopleRepositories;
