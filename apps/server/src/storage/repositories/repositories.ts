import type { KeyValue } from '@samtal/api-contract';
import type { Account } from '../../domain/account.ts';
import type { Expulsion } from '../../domain/expulsion.ts';
import type { Installation } from '../../domain/installation.ts';
import type { KeyPurpose } from '../../domain/link-rules.ts';
import type { PeopleRepositories } from './people-repositories.ts';

export type NewAccount = Omit<Account, 'id'>;

/** A link that is used up by what it allows, in one transaction with it. */
export type SpentKey = { readonly keyHash: string; readonly now: number };

/** `taken`: another account has the address; `linkDead`: the link was used or revoked. Nothing has changed then. */
export type EmailChange = 'changed' | 'taken' | 'linkDead';

/** User part and domain of an address, and a secret that holds for it now (decision D48). */
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
  /** What a SIP server authenticates active accounts with, by address: one for each secret of each. */
  listSipAccounts(): Promise<readonly SipAccount[]>;
  /**
   * Every unused link of the account is dead after a change of password.
   * @param spent the link that pays for the change
   * @returns false when that link was used or dead; nothing has changed then
   */
  changePassword(id: string, passwordHash: string, spent?: SpentKey): Promise<boolean>;
  /**
   * Gives the account the e-mail address that the link `spent` confirms. Every other unused link of the account is dead
   * afterwards.
   */
  changeEmail(id: string, email: string, spent: SpentKey): Promise<EmailChange>;
  changeStatus(id: string, status: Account['status']): Promise<void>;
  /**
   * Writes one property; an empty value takes it away. Another e-mail address kills every unused link of the account.
   * @returns false when it is an e-mail address that somebody else has
   */
  setProperty(id: string, property: KeyValue): Promise<boolean>;
  /**
   * Adds a caller without an account, unless as many are there already, of this subnet or in all; counting and
   * adding are one.
   */
  addAnonymous(
    account: NewAccount,
    from: {
      readonly subnet: string;
      readonly now: number;
      readonly perSubnet: number;
      readonly inAll: number;
    },
  ): Promise<Account | 'tooManyOfSubnet' | 'tooMany'>;
  /**
   * The callers without an account whose last session was used before then, the longest idle first.
   * @param subnet of these only
   */
  listIdleAnonymous(lastUsedBefore: number, most: number, subnet?: string): Promise<readonly Account[]>;
  /** Takes away the account with everything that hangs on it. */
  remove(id: string): Promise<void>;
  /**
   * Whether nobody proved the e-mail address of this account in time: it is unverified, and every key that was mailed for
   * it expired by `time`. What it is called is free for whoever asks next.
   */
  isAbandoned(id: string, time: number): Promise<boolean>;
  /** Takes away the accounts that are abandoned at `time`, or of those only the one named. */
  removeAbandoned(time: number, id?: string): Promise<void>;
  /**
   * Takes away the anonymous accounts that were added before then and whose sessions have ended, and tells their names
   * . One that was added a moment ago gets its session in the next.
   */
  removeLeftAnonymous(addedBefore: number): Promise<readonly string[]>;
}

/** A session as stored: the token itself is never kept, only its hash. */
export type Session = {
  /** Opaque; names the session where its token must not be known. */
  readonly id: string;
  readonly tokenHash: string;
  readonly accountId: string;
  readonly lastUsedAt: number;
  /** Secret for SIP digest that ends with the session (decision D48); absent = the session has no SIP rights. */
  readonly sipSecret?: string | undefined;
};

/** A secret for SIP digest of a session or a device. */
export type SipSecret = { readonly sessionId: string; readonly sipSecret: string };

/** Sessions of the user API. The SIP server is told of each one that ends and had a SIP secret, by an expulsion. */
export interface SessionRepository {
  /**
   * Adds a session and drops the least recently used ones beyond `limit` of the same account.
   * @returns whether one was dropped
   */
  add(session: Omit<Session, 'id'>, limit: number): Promise<boolean>;
  find(tokenHash: string): Promise<Session | undefined>;
  touch(tokenHash: string, now: number): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** Ends every session and removes every device of an account but the session named. */
  removeAll(accountId: string, exceptTokenHash?: string): Promise<void>;
  removeOlderThan(lastUsedBefore: number): Promise<void>;
  /** @returns false when the session has no secret to replace */
  replaceSipSecret(tokenHash: string, sipSecret: string): Promise<boolean>;
  /** Removes the devices of an account; its sessions stay without a SIP secret. The caller expels the account. */
  removeSipSecrets(accountId: string): Promise<void>;
  /**
   * The SIP secrets of an account, the last used first: of its devices, and of its sessions used after `usedAfter`.
   * @param limit how many at most
   */
  listSipSecrets(accountId: string, usedAfter: number, limit: number): Promise<readonly SipSecret[]>;
  /** A session or device has been used over SIP; written only if its last use is `intervalMs` ago. */
  touchById(id: string, now: number, intervalMs: number): Promise<void>;
}

/** A phone without a browser, with a SIP secret that the operator has made: a session without a token and an end. */
export type Device = {
  readonly name: string;
  /** Milliseconds since the epoch; undefined = not yet. */
  readonly lastUsedAt: number | undefined;
};

export interface DeviceRepository {
  /** @returns `taken` when the account has a device of that name, `full` when it has `limit` devices */
  add(
    accountId: string,
    device: { readonly name: string; readonly sipSecret: string },
    limit: number,
  ): Promise<'added' | 'taken' | 'full'>;
  /** By name. */
  list(accountId: string): Promise<readonly Device[]>;
  /** Ends what the device may do, by an expulsion. @returns whether there was one of that name */
  remove(accountId: string, name: string): Promise<boolean>;
}

/** Who decides a setting: the person (`web`) or the organisation and operator (`system`). */
export type SettingKind = 'web' | 'system';

export interface SettingRepository {
  list(accountId: string, kind: SettingKind): Promise<readonly KeyValue[]>;
  set(accountId: string, kind: SettingKind, entry: KeyValue): Promise<void>;
  remove(accountId: string, kind: SettingKind, key: string): Promise<void>;
}

/** A key that a mail carried; only its hash is kept. */
export type OneTimeKey = {
  readonly keyHash: string;
  readonly accountId: string;
  readonly purpose: KeyPurpose;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The address that a key of the purpose `email` confirms. */
  readonly email?: string | undefined;
};

export interface OneTimeKeyRepository {
  /** Earlier keys of the same account and purpose are dead from now on. */
  add(key: OneTimeKey): Promise<void>;
  /** @returns undefined when there is no such key, or a change of password or e-mail address has revoked it */
  find(keyHash: string): Promise<(OneTimeKey & { readonly isUsed: boolean }) | undefined>;
  /** The e-mail address of this account that waits for its link to be opened. */
  pendingEmail(accountId: string, now: number): Promise<string | undefined>;
  /** Removes the keys of this account and purpose. */
  removeAll(accountId: string, purpose: KeyPurpose): Promise<void>;
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

/** The addresses that services and the directory name, of every organisation. */
export interface ListedAddressRepository {
  /** Whether one of them is `name` or `name@domain`, however its number or name is written. */
  has(name: string, domain: string): Promise<boolean>;
}

/** Accounts and sessions whose SIP connections are to end; other processes (the operator's tool) name some, too. */
export interface ExpulsionRepository {
  /** Every connection of an account. */
  add(username: string): Promise<void>;
  /** Those that were added since the last time, each once. */
  take(): Promise<readonly Expulsion[]>;
  /** Calls `listener` when this process has added one. @returns how to stop */
  subscribe(listener: () => void): () => void;
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
  readonly devices: DeviceRepository;
  readonly settings: SettingRepository;
  readonly organisations: OrganisationRepository;
  readonly oneTimeKeys: OneTimeKeyRepository;
  readonly expulsions: ExpulsionRepository;
  readonly listedAddresses: ListedAddressRepository;
  readonly installation: InstallationRepository;
  /** Fulfilled when the database answers. */
  readonly ping: () => Promise<void>;
} & PeopleRepositories;
