import type {
  Contact,
  ContactDraft,
  DirectoryEntry,
  DirectoryGroup,
  HistoryEntry,
  HistoryRecord,
  Message,
  Service,
} from '@samtal/api-contract';
import type { ListedBusiness } from '../../domain/directory.ts';

/** A list that is read bit by bit, so that a long one holds nothing up; `wholeList` collects it. */
export type Pages<Row> = AsyncIterable<readonly Row[]>;

/** The address book of each account, and the services that its organisation gives everybody. */
export interface ContactRepository {
  /** By id. @param terms folded, see `foldForSearch`; all of them must be found; none = every contact */
  search(accountId: string, terms: readonly string[]): Pages<Contact>;
  /** @returns undefined when the address book holds `limit` contacts already */
  add(accountId: string, draft: ContactDraft, limit: number): Promise<string | undefined>;
  /** All of them, or as many as there is room for; @returns how many */
  addAll(accountId: string, drafts: readonly ContactDraft[], limit: number): Promise<number>;
  /** How many contacts the callers without an account have, all together. */
  countOfAnonymous(): Promise<number>;
  /** The picture stays. @returns false when this account has no such contact */
  update(accountId: string, id: string, draft: ContactDraft): Promise<boolean>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** In the operator's order. */
  services(organisationId: number): Pages<Service>;
  /** @param organisationId undefined = the services of every organisation */
  replaceServices(
    organisationId: number | undefined,
    services: readonly Omit<Service, 'id'>[],
  ): Promise<void>;
}

export type DirectoryGroups = {
  readonly types: readonly DirectoryGroup[];
  readonly categories: readonly DirectoryGroup[];
};

/** The business directory: one for all, with entries that only one organisation sees. */
export interface DirectoryRepository {
  /** In the operator's order. */
  entries(organisationId: number): Pages<DirectoryEntry>;
  groups(): Promise<DirectoryGroups>;
  /** Puts a whole directory in place of the one there is. */
  replace(
    entries: readonly (ListedBusiness & { readonly organisationId: number | undefined })[],
    groups: DirectoryGroups,
  ): Promise<void>;
}

/** What is known when somebody begins to leave a message. */
export type NewMessage = {
  readonly fromDisplayName: string | undefined;
  readonly fromSipaddress: string | undefined;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
};

/** Messages left for an account. What has been stored is there after a crash and a power cut. */
export interface MessageRepository {
  /** Finished messages, newest first. */
  list(accountId: string): Pages<Message>;
  /** @returns false when this account has no such message */
  markRead(accountId: string, messageNumber: number): Promise<boolean>;
  remove(accountId: string, messageNumber: number): Promise<boolean>;
  /** @returns how many there were */
  removeRead(accountId: string): Promise<number>;
  /** Whether `open` would find no room, not even that of messages which have been read. */
  isFull(accountId: string, limit: number): Promise<boolean>;
  /** Begins a message that nobody sees before it is closed. Beyond `limit` the oldest read ones make room. @returns its number; undefined = the mailbox is full */
  open(accountId: string, message: NewMessage, limit: number): Promise<number | undefined>;
  /** @param text everything written so far; undefined = nothing */
  update(accountId: string, messageNumber: number, text: string | undefined): Promise<void>;
  close(accountId: string, messageNumber: number): Promise<void>;
  /** Closes what a crash left open; @returns how many */
  closeAll(): Promise<number>;
}

export type HistoryQuestion = {
  /** Only what is older than this moment, or of this moment with a smaller id. */
  readonly before: { readonly timestamp: number; readonly id: string | undefined } | undefined;
  /** Only what is not older than this moment. */
  readonly since?: number | undefined;
  readonly limit: number;
  readonly isMissedOnly: boolean;
};

/** What the history of one account may hold. */
export type HistoryRoom = {
  readonly entries: number;
  readonly bytes: number;
  /** Whether older calls and texts make room for the new call; true by default. Otherwise it is not kept. */
  readonly mayReplace?: boolean;
};

/** Finished calls of each account (decision D14). */
export interface HistoryRepository {
  /** Newest first, texts cut for a list. */
  list(accountId: string, question: HistoryQuestion): Promise<readonly HistoryEntry[]>;
  /** @param since only if it is not older than this moment */
  find(accountId: string, id: string, since?: number): Promise<HistoryRecord | undefined>;
  /**
   * Several phones of one account may report a call: the one that answered it knows best. Beyond the room the oldest
   * calls go, or the oldest texts, whose calls stay.
   * @returns false when there was nothing new in it, or no room
   */
  add(accountId: string, record: HistoryRecord, room: HistoryRoom): Promise<boolean>;
  /** Removes texts, then calls, of the callers without an account that have most, until they take no more than `most` bytes. */
  trimAnonymous(most: number): Promise<void>;
  /** How many calls since then were missed from addresses that begin so. */
  countMissed(
    accountId: string,
    from: { readonly since: number; readonly addressPrefix: string },
  ): Promise<number>;
  remove(accountId: string, id: string): Promise<boolean>;
  removeAll(accountId: string): Promise<void>;
  /** Removes what the organisations do not want kept any longer, of all their people. */
  sweep(now: number): Promise<void>;
}

export type PeopleRepositories = {
  readonly contacts: ContactRepository;
  readonly directory: DirectoryRepository;
  readonly messages: MessageRepository;
  readonly history: HistoryRepository;
};
