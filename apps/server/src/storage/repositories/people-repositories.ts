import type {
  Contact,
  ContactDraft,
  DirectoryEntry,
  DirectoryGroup,
  HistoryEntry,
  HistoryRecord,
  Message,
  NamedAddress,
  Service,
} from '@samtal/api-contract';
import type { ListedBusiness } from '../../domain/people/directory.ts';

/**
 * A list that is read in pages, so that a long list does not block other work; `wholeList` collects all
 * pages.
 */
export type Pages<Row> = AsyncIterable<readonly Row[]>;

/** The address book of each account, and the services of its organisation. */
export interface ContactRepository {
  /**
   * Finds contacts, ordered by id.
   * @param terms folded by `foldText`; all must match; none = every contact
   */
  search(accountId: string, terms: readonly string[]): Pages<Contact>;
  /** The contact with this address, which is compared without scheme and case; of several the last one. */
  findByAddress(
    accountId: string,
    address: string,
  ): Promise<Pick<Contact, 'fname' | 'sname' | 'sipaddress'> | undefined>;
  /** Whether a contact with this address, compared in the same way, is a favourite. */
  isFavourite(accountId: string, address: string): Promise<boolean>;
  /** Adds a contact. @returns its id; undefined when the address book already holds `limit` contacts */
  add(accountId: string, draft: ContactDraft, limit: number): Promise<string | undefined>;
  /** Adds all contacts, or as many as `limit` permits. @returns how many were added */
  addAll(accountId: string, drafts: readonly ContactDraft[], limit: number): Promise<number>;
  /** Number of contacts of all callers without an account. */
  countOfAnonymous(): Promise<number>;
  /**
   * Replaces all fields of a contact except its image.
   * @returns false when this account has no such contact
   */
  update(accountId: string, id: string, draft: ContactDraft): Promise<boolean>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** Lists the services for users of an organisation, in the order of the operator's table. */
  services(organisationId: number): Pages<Service>;
  /**
   * Replaces the services of an organisation.
   * @param organisationId undefined = the services that every organisation has
   */
  replaceServices(
    organisationId: number | undefined,
    services: readonly Omit<Service, 'id'>[],
  ): Promise<void>;
}

export type DirectoryGroups = {
  readonly types: readonly DirectoryGroup[];
  readonly categories: readonly DirectoryGroup[];
};

/**
 * The business directory. All organisations share it, but some entries are visible to one organisation only.
 */
export interface DirectoryRepository {
  /** Lists the entries that users of an organisation can see, in the order of the operator's table. */
  entries(organisationId: number): Pages<DirectoryEntry>;
  /** The types and categories of these entries. @param organisationId undefined = of all entries */
  groups(organisationId: number | undefined): Promise<DirectoryGroups>;
  /** Replaces the whole directory. */
  replace(
    entries: readonly (ListedBusiness & { readonly organisationId: number | undefined })[],
    groups: DirectoryGroups,
  ): Promise<void>;
}

/** What is known when a caller begins to leave a message. */
export type NewMessage = {
  readonly fromDisplayName: string | undefined;
  readonly fromSipaddress: string | undefined;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
};

/** Messages that callers left for an account. Stored data survives a crash and a power cut. */
export interface MessageRepository {
  /** Finished messages, newest first. */
  list(accountId: string): Pages<Message>;
  /** Marks a message as read. @returns false when this account has no such message */
  markRead(accountId: string, messageNumber: number): Promise<boolean>;
  remove(accountId: string, messageNumber: number): Promise<boolean>;
  /** Removes the read messages. @returns how many were removed */
  removeRead(accountId: string): Promise<number>;
  /** Counts the messages that are listed. */
  count(accountId: string): Promise<{ readonly unread: number; readonly read: number }>;
  /** Whether `open` would fail: the unread messages alone reach `limit`. */
  isFull(accountId: string, limit: number): Promise<boolean>;
  /**
   * Begins a message, which is not listed until `close`. Above `limit` the oldest read messages are removed.
   * @returns the number of the message; undefined = the mailbox is full
   */
  open(accountId: string, message: NewMessage, limit: number): Promise<number | undefined>;
  /** Replaces the text of a message. @param text the whole text so far; undefined = no text */
  update(accountId: string, messageNumber: number, text: string | undefined): Promise<void>;
  close(accountId: string, messageNumber: number): Promise<void>;
  /** Removes the messages of all accounts that came before `time`. */
  removeBefore(time: number): Promise<void>;
  /** Closes messages that a crash left open. @returns how many messages were closed */
  closeAll(): Promise<number>;
}

export type HistoryQuestion = {
  /** Only calls before this moment and, if `id` is given, calls of this moment with a smaller id. */
  readonly before: { readonly timestamp: number; readonly id: string | undefined } | undefined;
  /** Only calls of this moment or later. */
  readonly since?: number | undefined;
  readonly limit: number;
  readonly isMissedOnly: boolean;
};

/** Limits of the history of one account. */
export type HistoryRoom = {
  readonly entries: number;
  readonly bytes: number;
  /**
   * Whether older calls and texts are removed to make room for the new call; default true. If false and there
   * is no room, the new call is not kept.
   */
  readonly mayReplace?: boolean;
};

/** Finished calls of each account (decision D14). */
export interface HistoryRepository {
  /** Lists calls, newest first, with shortened texts. */
  list(accountId: string, question: HistoryQuestion): Promise<readonly HistoryEntry[]>;
  /** Finds a call with its whole texts. @param since finds only a call of this moment or later */
  find(accountId: string, id: string, since?: number): Promise<HistoryRecord | undefined>;
  /**
   * Adds a call. Several phones of an account may report the same call; the record of a phone that answered
   * replaces others. If the history then exceeds `room`, the oldest calls are removed, or only the texts of
   * the oldest calls.
   * @returns false when the record contains nothing new, or the call is not kept because of `mayReplace`
   */
  add(accountId: string, record: HistoryRecord, room: HistoryRoom): Promise<boolean>;
  /**
   * Removes texts, then calls, of callers without an account, from the largest history first, until all their
   * histories together have at most `most` bytes.
   */
  trimAnonymous(most: number): Promise<void>;
  /** Number of missed calls since `since` from addresses that begin with `addressPrefix`. */
  countMissed(
    accountId: string,
    from: { readonly since: number; readonly addressPrefix: string },
  ): Promise<number>;
  remove(accountId: string, id: string): Promise<boolean>;
  removeAll(accountId: string): Promise<void>;
  /** Removes the calls that are older than the retention period of their organisation. */
  sweep(now: number): Promise<void>;
}

/** Names for SIP addresses, as the users of one organisation may see them (decision D61). */
export interface NameRepository {
  /**
   * The names of active user accounts of the organisation.
   * @param addresses `user@domain` in lower case
   */
  ofColleagues(organisationId: number, addresses: readonly string[]): Promise<readonly NamedAddress[]>;
  /**
   * The names of directory entries that the organisation can see; none for a number of several businesses.
   * @param phones as they stand in the directory
   */
  ofDirectory(organisationId: number, phones: readonly string[]): Promise<readonly NamedAddress[]>;
}

/** Pictures of accounts and of their contacts (decision D67). Stored as base64 of a JPEG file. */
export interface PictureRepository {
  /** The content of the picture with this id. */
  find(id: string): Promise<string | undefined>;
  /**
   * Stores a picture in place of the earlier one, and writes its address where the API finds it.
   * @param contactId undefined = the picture of the account itself
   * @returns false if the account has no such contact, or already `limit` pictures
   */
  replace(picture: NewPicture, limit: number): Promise<boolean>;
  /** Removes the picture of the account, or of one contact. */
  remove(accountId: string, contactId: string | undefined): Promise<boolean>;
}

export type NewPicture = {
  readonly id: string;
  readonly accountId: string;
  readonly contactId: string | undefined;
  readonly content: string;
  /** The path under which browsers load it. */
  readonly address: string;
};

export type PeopleRepositories = {
  readonly contacts: ContactRepository;
  readonly directory: DirectoryRepository;
  readonly messages: MessageRepository;
  readonly history: HistoryRepository;
  readonly names: NameRepository;
  readonly pictures: PictureRepository;
};
