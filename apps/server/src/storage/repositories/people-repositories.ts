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
import type { ListedBusiness } from '../../domain/people/directory.ts';

/** A list that is read in pages, so that a long one does not block other work; `wholeList` collects it. */
export type Pages<Row> = AsyncIterable<readonly Row[]>;

/** The address book of each account, and the services of its organisation. */
export interface ContactRepository {
  /** Ordered by id. @param terms folded by `foldForSearch`; all must match; none = every contact */
  search(accountId: string, terms: readonly string[]): Pages<Contact>;
  /** @returns undefined when the address book holds `limit` contacts already */
  add(accountId: string, draft: ContactDraft, limit: number): Promise<string | undefined>;
  /** Adds all contacts, or as many as fit; @returns how many */
  addAll(accountId: string, drafts: readonly ContactDraft[], limit: number): Promise<number>;
  /** Number of contacts of all callers without an account. */
  countOfAnonymous(): Promise<number>;
  /** The image stays. @returns false when this account has no such contact */
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

/** The business directory: shared, with entries that only one organisation sees. */
export interface DirectoryRepository {
  /** In the operator's order. */
  entries(organisationId: number): Pages<DirectoryEntry>;
  groups(): Promise<DirectoryGroups>;
  /** Replaces the whole directory. */
  replace(
    entries: readonly (ListedBusiness & { readonly organisationId: number | undefined })[],
    groups: DirectoryGroups,
  ): Promise<void>;
}

/** Data known when a caller begins to leave a message. */
export type NewMessage = {
  readonly fromDisplayName: string | undefined;
  readonly fromSipaddress: string | undefined;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
};

/** Messages left for an account. Stored data survives a crash and a power cut. */
export interface MessageRepository {
  /** Finished messages, newest first. */
  list(accountId: string): Pages<Message>;
  /** @returns false when this account has no such message */
  markRead(accountId: string, messageNumber: number): Promise<boolean>;
  remove(accountId: string, messageNumber: number): Promise<boolean>;
  /** @returns how many were removed */
  removeRead(accountId: string): Promise<number>;
  /** Whether `open` would find no room, even after removing read messages. */
  isFull(accountId: string, limit: number): Promise<boolean>;
  /**
   * Begins a message, which is not listed before it is closed. Beyond `limit` the oldest read ones are
   * removed.
   * @returns its number; undefined = the mailbox is full
   */
  open(accountId: string, message: NewMessage, limit: number): Promise<number | undefined>;
  /** @param text the whole text so far; undefined = nothing */
  update(accountId: string, messageNumber: number, text: string | undefined): Promise<void>;
  close(accountId: string, messageNumber: number): Promise<void>;
  /** Closes messages that a crash left open; @returns how many */
  closeAll(): Promise<number>;
}

export type HistoryQuestion = {
  /** Only calls older than this moment, or of this moment with a smaller id. */
  readonly before: { readonly timestamp: number; readonly id: string | undefined } | undefined;
  /** Only calls not older than this moment. */
  readonly since?: number | undefined;
  readonly limit: number;
  readonly isMissedOnly: boolean;
};

/** Limits of the history of one account. */
export type HistoryRoom = {
  readonly entries: number;
  readonly bytes: number;
  /** Whether older calls and texts are removed for the new call; default true. Otherwise it is dropped. */
  readonly mayReplace?: boolean;
};

/** Finished calls of each account (decision D14). */
export interface HistoryRepository {
  /** Newest first, with shortened texts. */
  list(accountId: string, question: HistoryQuestion): Promise<readonly HistoryEntry[]>;
  /** @param since only if the call is not older than this moment */
  find(accountId: string, id: string, since?: number): Promise<HistoryRecord | undefined>;
  /**
   * Several phones of one account may report a call; the record of the phone that answered takes precedence.
   * Beyond `room` the oldest calls are removed, or the oldest texts, whose calls stay.
   * @returns false when the record contains nothing new, or there is no room
   */
  add(accountId: string, record: HistoryRecord, room: HistoryRoom): Promise<boolean>;
  /**
   * Shrinks the histories of callers without an account, the largest first: texts, then calls, down to `most`
   * bytes.
   */
  trimAnonymous(most: number): Promise<void>;
  /** Number of missed calls since then from addresses with this prefix. */
  countMissed(
    accountId: string,
    from: { readonly since: number; readonly addressPrefix: string },
  ): Promise<number>;
  remove(accountId: string, id: string): Promise<boolean>;
  removeAll(accountId: string): Promise<void>;
  /** Removes calls beyond the retention period of each organisation. */
  sweep(now: number): Promise<void>;
}

export type PeopleRepositories = {
  readonly contacts: ContactRepository;
  readonly directory: DirectoryRepository;
  readonly messages: MessageRepository;
  readonly history: HistoryRepository;
};
