import type { HistoryRecord, KeyValue } from '@samtal/api-contract';
import type { Account } from '../../domain/accounts/account.ts';
import type { KeyPurpose } from '../../domain/accounts/link-rules.ts';
import type { Revocation } from '../../domain/accounts/revocation.ts';
import type { CallRecord, ListedCallRecord } from '../../domain/calls/call-record.ts';
import type { Installation } from '../../domain/installation.ts';
import type { SavedDialog } from '../../domain/saved-dialog.ts';
import type {
  DirectoryListRepository,
  KioskLinkRepository,
  ServiceListRepository,
} from '../console/listings.ts';
import type { PersonRepository } from '../console/persons.ts';
import type { Pages, PeopleRepositories } from './people-repositories.ts';

export type NewAccount = Omit<Account, 'id'>;

/** An account as the SIP server sees it. */
export type SipOwner = Pick<Account, 'kind' | 'username' | 'status' | 'sipPassword' | 'addresses'> & {
  /** Its valid secrets, as `SessionRepository.listSipSecrets` returns them. */
  readonly secrets: readonly SipSecret[];
};

/** The key of a link that is marked as used in the same transaction as the change that it allows. */
export type SpentKey = { readonly keyHash: string; readonly now: number };

/** A session that asks for a change, and the password that the account had then: either may have ended meanwhile. */
export type SessionRight = { readonly tokenHash: string; readonly passwordHash: string | undefined };

/**
 * The result of `changeEmail`. `taken`: another account has the address; `linkDead`: the link was used or
 * revoked. In both cases nothing has changed.
 */
export type EmailChange = 'changed' | 'taken' | 'linkDead';

/** User part and domain of an address, with one of its valid secrets (decision D48). */
export type SipAccount = { readonly username: string; readonly domain: string; readonly password: string };

/** Accounts, found by id, name or address. Names and addresses are compared case-insensitively. */
export interface AccountRepository {
  /**
   * Adds an account.
   * @returns undefined when the username, one of the addresses or the e-mail address is taken
   */
  add(account: NewAccount): Promise<Account | undefined>;
  findById(id: string): Promise<Account | undefined>;
  findByUsername(username: string): Promise<Account | undefined>;
  /**
   * Finds an account with its SIP secrets: those of its devices, and of its sessions that were used after
   * `usedAfter`. One query, because each registration needs it.
   */
  findSipOwner(username: string, usedAfter: number): Promise<SipOwner | undefined>;
  findByAddress(address: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  count(): Promise<number>;
  /** All accounts, ordered by name. */
  list(): Promise<readonly Account[]>;
  /** Digest credentials of active accounts for a SIP server: every address with every valid secret. */
  listSipAccounts(): Promise<readonly SipAccount[]>;
  /**
   * Changes the password and revokes every unused link of the account.
   * @param right what allows the change
   * @returns false if the link was used or revoked, or the session or password has changed: then nothing has changed
   */
  changePassword(id: string, passwordHash: string, right?: SpentKey | SessionRight): Promise<boolean>;
  /**
   * Sets the e-mail address that the link `spent` confirms, and revokes all other unused links of the
   * account.
   */
  changeEmail(id: string, email: string, spent: SpentKey): Promise<EmailChange>;
  /**
   * Gives the account a role, or takes it away: an operator does, or the claims of the provider. A role revokes unused
   * links to a new password, because others may have them.
   * @returns false if the role was given by hand: claims do not change it
   */
  changeRole(id: string, role: Account['role'], origin?: 'hand' | 'provider'): Promise<boolean>;
  /** Notes that the user has proved the e-mail address that the account has now. */
  noteEmailVerified(id: string): Promise<void>;
  /** Notes that the user has logged in. */
  noteLogin(id: string, now: number): Promise<void>;
  /** Counts that the account is logged out everywhere, which ends log-ins that have begun (`Account.logOuts`). */
  noteLogOut(id: string): Promise<void>;
  /**
   * Changes the status; a deletion that the user has asked for is cancelled.
   * @param from the status that it must have; absent = any
   * @returns false if it has another one, or there is no such account: then nothing has changed
   */
  changeStatus(id: string, status: Account['status'], from?: Account['status']): Promise<boolean>;
  /**
   * Writes one property; an empty value removes it. A new e-mail address revokes every unused link of the
   * account.
   * @returns false when the value is the e-mail address of another account
   */
  setProperty(id: string, property: KeyValue): Promise<boolean>;
  /**
   * Adds an account for an anonymous caller, unless there are already `perSubnet` of the subnet or `inAll` in
   * total. It counts and adds in one transaction.
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
   * Accounts of anonymous callers that were last used before `lastUsedBefore` (or added, if they have no
   * session), the longest idle first.
   * @param subnet only callers of this subnet
   */
  listIdleAnonymous(lastUsedBefore: number, most: number, subnet?: string): Promise<readonly Account[]>;
  /** Removes the account with all its data. @returns whether it was there: of two at the same time, one is told so */
  remove(id: string): Promise<boolean>;
  /**
   * Whether the e-mail address of this account was not verified in time: it is unverified, and every key that
   * was mailed for it expired by `time`. The names of an abandoned account are free.
   */
  isAbandoned(id: string, time: number): Promise<boolean>;
  /** Removes the accounts that are abandoned at `time`, or only the account `id` if it is one of them. */
  removeAbandoned(time: number, id?: string): Promise<void>;
  /**
   * Removes the anonymous accounts that were added before `addedBefore` and have no session, and returns
   * their usernames. A newer account may not have got its session yet.
   */
  removeLeftAnonymous(addedBefore: number): Promise<readonly string[]>;
}

/** A session as stored: only the hash of the token, never the token. */
export type Session = {
  /** Opaque; names the session in code that must not know its token. */
  readonly id: string;
  readonly tokenHash: string;
  readonly accountId: string;
  readonly lastUsedAt: number;
  /** SIP digest secret that ends with the session (decision D48); absent = the session has no SIP rights. */
  readonly sipSecret?: string | undefined;
  /** The one-click link with which it began, '' = one that is not stored; absent = it began otherwise. */
  readonly kioskLink?: string | undefined;
};

/** A SIP digest secret of a session or device. */
export type SipSecret = {
  readonly sessionId: string;
  readonly sipSecret: string;
  /** Milliseconds since the epoch. */
  readonly lastUsedAt: number;
};

/** A person at an OpenID Connect provider (decision D99). */
export type Identity = { readonly issuer: string; readonly subject: string };

/** The sign-in at a provider with which a session began. */
export type ProviderSession = Identity & {
  /** The session at the provider; undefined = the provider names none. */
  readonly sid: string | undefined;
  readonly idToken: string;
};

/** Sessions that a provider ends: one of its own, or all of a person. */
export type EndedAtProvider = {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
};

export type ConnectedIdentity = Identity & {
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
};

/** With which persons of providers accounts are connected (decision D99). */
export interface IdentityRepository {
  find(identity: Identity): Promise<ConnectedIdentity | undefined>;
  list(accountId: string): Promise<readonly ConnectedIdentity[]>;
  /**
   * Connects an identity with an account.
   * @returns false when either of them is connected already
   */
  connect(identity: ConnectedIdentity): Promise<boolean>;
  /**
   * Removes all identities of an account, and ends its sessions that began at a provider.
   * @param keepSession token hash of the session that stays: its user has shown the password
   * @returns whether there was an identity
   */
  disconnect(accountId: string, keepSession?: string): Promise<boolean>;
}

/** A passkey (WebAuthn) with which the user of an account passes the second step (decision D100). */
export type Passkey = {
  readonly id: string;
  readonly name: string;
  /** Base64url, as the authenticator has chosen it. */
  readonly credentialId: string;
  /** Base64url of the COSE key. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
  readonly lastUsedAt: number | undefined;
};

/** What accounts need for the second step of their log-in (decision D100). */
/** How a factor is added. */
export type FactorAddition = {
  /** Hashes of the recovery codes that the account gets if this is its first factor. */
  readonly hashes: readonly string[];
  /** The user has passed the second step. Without it only the first factor can be added. */
  readonly hasStep: boolean;
};

export interface SecondFactorRepository {
  /** Whether the account has an authenticator app or a passkey. */
  isOn(accountId: string): Promise<boolean>;
  findApp(
    accountId: string,
  ): Promise<{ readonly sealedSecret: string; readonly addedAt: number } | undefined>;
  /**
   * Sets the app, in place of an earlier one.
   * @returns undefined when the account has a factor, and the second step was not passed
   */
  setApp(
    accountId: string,
    app: { readonly sealedSecret: string; readonly step: number; readonly addedAt: number },
    addition: FactorAddition,
  ): Promise<{ readonly isFirst: boolean } | undefined>;
  /** Uses up a time step of the app. @returns false when it, or a later one, was used before */
  useStep(accountId: string, step: number): Promise<boolean>;
  countCodes(accountId: string): Promise<number>;
  replaceCodes(accountId: string, hashes: readonly string[]): Promise<void>;
  /** Uses up a recovery code. @returns false when the account does not have it */
  useCode(accountId: string, hash: string): Promise<boolean>;
  listPasskeys(accountId: string): Promise<readonly Passkey[]>;
  /**
   * Adds a passkey.
   * @returns undefined when it is known already, the account has `most`, or it has a factor and the second step was not passed
   */
  addPasskey(
    accountId: string,
    passkey: Passkey,
    addition: FactorAddition & { readonly most: number },
  ): Promise<{ readonly isFirst: boolean } | undefined>;
  /** Notes the use of a passkey. @returns false when its counter is not `before` any more */
  usePasskey(
    accountId: string,
    use: {
      readonly id: string;
      readonly signCount: number;
      readonly before: number;
      readonly usedAt: number;
    },
  ): Promise<boolean>;
  /** Removes the app, the passkey with this id, or all. @returns whether there was one */
  remove(accountId: string, factor: string): Promise<boolean>;
}

/** Sessions of the user API. The end of a session with a SIP secret adds a revocation for the SIP server. */
export interface SessionRepository {
  /**
   * Adds a session and ends the least recently used sessions of the same account above `limit`.
   * @param provider the sign-in with which it begins; absent = by password or link
   * @returns whether a session was ended
   */
  add(session: Omit<Session, 'id'>, limit: number, provider?: ProviderSession): Promise<boolean>;
  /** The sign-in with which a session began; undefined = it began otherwise, or there is no such session. */
  providerOf(tokenHash: string): Promise<ProviderSession | undefined>;
  /**
   * Ends the sessions that began with sign-ins at a provider, as `logOut` does.
   * @returns the accounts whose sessions were ended
   */
  endAtProvider(ended: EndedAtProvider): Promise<readonly string[]>;
  /**
   * Ends the sessions that began with a one-click link, or with any of them, as `logOut` does.
   * @returns the accounts whose sessions were ended
   */
  endOfLinks(link?: string): Promise<readonly string[]>;
  find(tokenHash: string): Promise<Session | undefined>;
  touch(tokenHash: string, now: number): Promise<void>;
  /** Ends a session; the web pushes to a device that logs in by itself stay (decision D78). */
  remove(tokenHash: string): Promise<void>;
  /** Ends a session with all its web pushes, because its user logs out. */
  logOut(tokenHash: string): Promise<void>;
  /**
   * Ends every session of an account except `exceptTokenHash`, removes its devices, and ends the web pushes to
   * all devices without a session.
   */
  removeAll(accountId: string, exceptTokenHash?: string): Promise<void>;
  /**
   * Ends every session of an account except `exceptTokenHash`, and the web pushes to all devices without a session; its SIP
   * phones stay.
   */
  endAll(accountId: string, exceptTokenHash?: string): Promise<void>;
  removeOlderThan(lastUsedBefore: number): Promise<void>;
  /** Replaces the SIP secret of a session. @returns false when the session has no secret to replace */
  replaceSipSecret(tokenHash: string, sipSecret: string): Promise<boolean>;
  /**
   * Removes an account's devices, the SIP secrets of its sessions, and its web pushes. The caller must add a
   * revocation of the account.
   */
  removeSipSecrets(accountId: string): Promise<void>;
  /**
   * The SIP secrets of an account, the most recently used first: those of its devices, and of its sessions
   * that were used after `usedAfter`.
   * @param limit maximum number of secrets
   */
  listSipSecrets(accountId: string, usedAfter: number, limit: number): Promise<readonly SipSecret[]>;
  /**
   * Records that a session or device was used for SIP; writes only if the recorded use is `intervalMs` or
   * more ago.
   */
  touchById(id: string, now: number, intervalMs: number): Promise<void>;
}

/** A SIP phone with a secret made by the operator; stored as a session without token and expiry. */
export type Device = {
  readonly name: string;
  /** Milliseconds since the epoch; undefined = never used. */
  readonly lastUsedAt: number | undefined;
};

export interface DeviceRepository {
  /**
   * Adds a device.
   * @returns `taken` when the account has a device of that name, `full` when it has `limit` devices
   */
  add(
    accountId: string,
    device: { readonly name: string; readonly sipSecret: string },
    limit: number,
  ): Promise<'added' | 'taken' | 'full'>;
  /** Ordered by name. */
  list(accountId: string): Promise<readonly Device[]>;
  /** Removes the device and revokes its secret. @returns whether there was one of that name */
  remove(accountId: string, name: string): Promise<boolean>;
}

/** Where and how one device gets web pushes (decision D78). */
export type PushSubscription = {
  readonly id: string;
  /** `+sip.instance` of the device, a UUID in lower case. */
  readonly instance: string;
  /** Secret: it gives the right to send to the device. */
  readonly endpoint: string;
  /** The public key and the secret of the browser (RFC 8291), as base64url. */
  readonly p256dh: string;
  readonly auth: string;
  readonly language: string;
};

export type NewPushSubscription = Omit<PushSubscription, 'id'> & {
  /** The session that subscribes the device. */
  readonly tokenHash: string;
  /** Whether the device logs in by itself: then the subscription outlives the session. */
  readonly staysLoggedIn: boolean;
  /** Milliseconds since the epoch. */
  readonly renewedAt: number;
};

/** The devices that get web pushes; the end of a session or an account ends its subscriptions. */
export interface PushSubscriptionRepository {
  /**
   * Stores the subscription of a device, which keeps its id when it subscribes again. Any other with the same
   * endpoint is removed: the same browser, perhaps of another account. Above `limit` the device that renewed
   * it first is removed.
   * @returns false when the account has no such session
   */
  put(accountId: string, subscription: NewPushSubscription, limit: number): Promise<boolean>;
  /** The device that renewed last comes first. */
  list(accountId: string): Promise<readonly PushSubscription[]>;
  find(id: string): Promise<PushSubscription | undefined>;
  /** Those of these ids that still have a subscription. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes a subscription that the push service has ended, unless its device has another address by now. */
  removeEnded(subscription: Pick<PushSubscription, 'id' | 'endpoint'>): Promise<void>;
  removeDevice(accountId: string, instance: string): Promise<void>;
  removeRenewedBefore(time: number): Promise<void>;
}

/** A deletion that the user of an account has asked for (decision D96). */
export type AccountDeletion = {
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  /** From then on the account is removed, and the user cannot keep it any more. */
  readonly dueAt: number;
};

export interface DeletionRepository {
  /**
   * Notes that an account is to be removed, and disables it, in one transaction.
   * @returns false when the account is not active
   */
  ask(deletion: AccountDeletion): Promise<boolean>;
  find(accountId: string): Promise<AccountDeletion | undefined>;
  /** Those that are not carried out yet, the next one first. */
  list(): Promise<readonly AccountDeletion[]>;
  /**
   * Makes the account active again, unless its removal is due or has begun.
   * @returns whether it is active again
   */
  cancel(accountId: string, now: number): Promise<boolean>;
  /**
   * The next account that is to be removed. Until `until` no other process gets it; if this one ends before, the
   * removal is continued later.
   */
  claimDue(now: number, until: number): Promise<string | undefined>;
}

/** A session or a SIP phone of an account, as its user sees it. */
export type OwnSession = {
  /** Name of a SIP phone; undefined = a session of a browser. */
  readonly deviceName: string | undefined;
  /** Milliseconds since the epoch; undefined = never used. */
  readonly lastUsedAt: number | undefined;
};

/** What only the export of one's own data reads (decision D96). */
export interface OwnDataRepository {
  /** Finished calls with their whole texts, newest first. */
  history(accountId: string): Pages<HistoryRecord>;
  /** The picture of the account (`contactId` undefined) and those of its contacts, as base64 of JPEG files. */
  pictures(accountId: string): Pages<{ readonly contactId: string | undefined; readonly content: string }>;
  /** The records of the calls of an address, in order. */
  calls(end: 'caller' | 'callee', address: string): Pages<ListedCallRecord>;
  sessions(accountId: string): Promise<readonly OwnSession[]>;
}

/** Who decides a setting: the user (`web`), or organisation and operator (`system`). */
export type SettingKind = 'web' | 'system';

export interface SettingRepository {
  list(accountId: string, kind: SettingKind): Promise<readonly KeyValue[]>;
  /** The setting that the owner of this address has chosen; undefined = none. */
  ofAddress(address: string, key: string): Promise<string | undefined>;
  set(accountId: string, kind: SettingKind, entry: KeyValue): Promise<void>;
  remove(accountId: string, kind: SettingKind, key: string): Promise<void>;
}

/** A key that was sent in a mail; only its hash is stored. */
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
  /** Adds a key and removes earlier keys of the same account and purpose. */
  add(key: OneTimeKey): Promise<void>;
  /**
   * Finds a key, also one that is used or expired.
   * @returns undefined when there is no such key, or when it was revoked by a new password or e-mail address
   */
  find(keyHash: string): Promise<(OneTimeKey & { readonly isUsed: boolean }) | undefined>;
  /** The e-mail address of this account that waits for confirmation. */
  pendingEmail(accountId: string, now: number): Promise<string | undefined>;
  /** Removes the keys of this account and purpose. */
  removeAll(accountId: string, purpose: KeyPurpose): Promise<void>;
  /**
   * Marks a key as used.
   * @returns whether this was the first use; of two simultaneous uses only one is the first
   */
  use(keyHash: string, now: number): Promise<boolean>;
  removeExpiredBefore(time: number): Promise<void>;
}

/** Settings of an organisation for its users. */
export interface OrganisationRepository {
  list(organisationId: number): Promise<readonly KeyValue[]>;
  /** The values that organisations have for a setting. */
  valuesOf(key: string): Promise<readonly string[]>;
  set(organisationId: number, entry: KeyValue): Promise<void>;
  remove(organisationId: number, key: string): Promise<void>;
}

/** The addresses in the services and in the directory, of all organisations. */
export interface ListedAddressRepository {
  /** Whether a service or directory entry has the address `name` or `name@domain`, in any notation. */
  has(name: string, domain: string): Promise<boolean>;
}

/**
 * Accounts and sessions whose SIP connections must end. Other processes, such as the operator's tool, can add
 * revocations.
 */
export interface RevocationRepository {
  /** Orders that every SIP connection of an account ends. */
  add(username: string): Promise<void>;
  /** Revocations added since the last call, each returned once. */
  take(): Promise<readonly Revocation[]>;
  /**
   * Calls `listener` when this process has added a revocation.
   * @returns a function that ends the subscription
   */
  subscribe(listener: () => void): () => void;
}

/** Settings of the server's last start. */
export interface InstallationRepository {
  read(): Promise<Installation>;
  /** Replaces the stored settings. */
  write(installation: Installation): Promise<void>;
}

/** Secrets that several server processes share (decision D105). */
export interface SecretRepository {
  find(name: string): Promise<string | undefined>;
  /** The secret with this name, which is `value` if there was none. */
  findOrAdd(name: string, value: string): Promise<string>;
  /** How much in the database is of no use without the secret: links, accounts, devices. */
  countUses(name: string, now: number): Promise<number>;
  /** Adds a secret in place of an earlier one. */
  replace(name: string, value: string): Promise<void>;
}

/** How much may wait, and whether the oldest mails are removed for a new one. */
export type MailRoom = { readonly mails: number; readonly bytes: number; readonly dropsOldest: boolean };

/** Mails of several server processes that no mail server has taken yet (decision D105). */
export interface WaitingMailRepository {
  /** @returns false if there is no room */
  add(
    mail: { readonly name: string; readonly content: string; readonly bytes: number },
    room: MailRoom,
  ): Promise<boolean>;
  tally(): Promise<Omit<MailRoom, 'dropsOldest'>>;
  /** The contents of at most `most` mails, the newest first. */
  latest(most: number): Promise<readonly string[]>;
  /** The first mail after the one with this name; '' = the first of all. */
  next(after: string): Promise<{ readonly name: string; readonly content: string } | undefined>;
  remove(name: string): Promise<void>;
}

/** What the audits of several server processes say about accounts (decision D105). */
export interface AuditEntryRepository {
  add(entry: {
    readonly id: string;
    readonly at: number;
    readonly account: string;
    readonly line: string;
  }): Promise<void>;
  /** The lines about an account in the order of time, a page at a time. */
  lines(account: string): AsyncIterable<readonly string[]>;
  removeBefore(time: number): Promise<void>;
}

/** Established dialogs of the embedded SIP server (decision D80). */
export interface DialogRepository {
  list(): Promise<readonly SavedDialog[]>;
  /** Adds a dialog, or replaces the one with the same token. */
  put(dialog: SavedDialog): Promise<void>;
  remove(token: string): Promise<void>;
  clear(): Promise<void>;
}

/** A time span in milliseconds since the epoch; `until` is not part of it. */
export type TimeSpan = { readonly from: number; readonly until: number };

/** The records of the calls of the embedded SIP server (decision D93). */
/** The place of a call in the order of the records. */
export type CallPlace = Pick<CallRecord, 'beganAt' | 'id'>;

export interface CallRecordRepository {
  /** Adds records, or brings those with the same id up to date, in one transaction. */
  putAll(records: readonly CallRecord[]): Promise<void>;
  /** The calls that began in this time, in order, a page at a time. */
  list(span: TimeSpan, rowsPerTurn?: number): AsyncIterable<readonly ListedCallRecord[]>;
  /** The last calls of this time, newest first; with `before`, those that began before this one. */
  latest(limit: number, span: TimeSpan, before?: CallPlace): Promise<readonly ListedCallRecord[]>;
  /** The calls that have not ended as far as is known. */
  listOpen(): Promise<readonly CallRecord[]>;
  /** Notes that the server runs, so that calls which a crash interrupts get an end. */
  noteTime(now: number): Promise<void>;
  /** When the server was last known to run. */
  lastTime(): Promise<number | undefined>;
  /** Removes the calls that began before a time, and the oldest above `most`. */
  sweep(limits: { readonly before: number; readonly most: number }): Promise<void>;
}

export type Repositories = {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly devices: DeviceRepository;
  readonly pushSubscriptions: PushSubscriptionRepository;
  readonly dialogs: DialogRepository;
  readonly callRecords: CallRecordRepository;
  readonly deletions: DeletionRepository;
  readonly identities: IdentityRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly persons: PersonRepository;
  readonly directoryList: DirectoryListRepository;
  readonly kioskLinks: KioskLinkRepository;
  readonly serviceList: ServiceListRepository;
  readonly ownData: OwnDataRepository;
  readonly settings: SettingRepository;
  readonly organisations: OrganisationRepository;
  readonly oneTimeKeys: OneTimeKeyRepository;
  readonly revocations: RevocationRepository;
  readonly listedAddresses: ListedAddressRepository;
  readonly installation: InstallationRepository;
  readonly secrets: SecretRepository;
  readonly waitingMails: WaitingMailRepository;
  readonly auditEntries: AuditEntryRepository;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
} & PeopleRepositories;
