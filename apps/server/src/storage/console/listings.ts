import type { Pages } from '../repositories/people-repositories.ts';

/** Where a page of a list ends; the next one begins after it. */
export type ListPlace = { readonly position: number; readonly id: string };

/** A row of a list that has an order, with the organisation whose users find it; undefined = every organisation. */
export type Listed = ListPlace & { readonly organisationId: number | undefined };

/** How a row was added or changed. `exists`: there is such a row already; `full`: the organisation has the most rows. */
export type ListingResult =
  | { readonly outcome: 'done'; readonly id: string }
  | { readonly outcome: 'gone' | 'exists' | 'full' };

export type ServiceFields = {
  readonly organisationId: number | undefined;
  readonly name: string;
  readonly address: string;
  /** Address of an image, '' = none. */
  readonly image: string;
};

export type ServiceRow = Listed & ServiceFields;

/** The services of all organisations, as the console reads and changes them (decision D112). */
export interface ServiceListRepository {
  /** In the order in which users find them. */
  all(after?: ListPlace): Pages<ServiceRow>;
  find(id: string): Promise<ServiceRow | undefined>;
  /** Adds a service at the end. @param most services of one organisation */
  add(service: ServiceFields, most: number): Promise<ListingResult>;
  update(id: string, service: ServiceFields, most: number): Promise<ListingResult>;
  remove(id: string): Promise<boolean>;
}

export type EntryFields = {
  readonly organisationId: number | undefined;
  readonly name: string;
  /** Number or SIP address, '' = it cannot be called. */
  readonly phone: string;
  /** Names, '' = none. */
  readonly type: string;
  readonly category: string;
  readonly image: string;
  readonly isFeatured: boolean;
  readonly isHeading: boolean;
};

export type EntryRow = Listed & EntryFields;

/** The entries of the directory, as the console reads and changes them (decision D112). */
export interface DirectoryListRepository {
  /** In the order in which users find them. */
  all(after?: ListPlace): Pages<EntryRow>;
  find(id: string): Promise<EntryRow | undefined>;
  /**
   * Adds an entry at the end, with its type and category if they are new.
   * @param most entries of one organisation
   */
  add(entry: EntryFields, most: number): Promise<ListingResult>;
  update(id: string, entry: EntryFields, most: number): Promise<ListingResult>;
  /** Removes an entry, and its type and category if no other entry has them. */
  remove(id: string): Promise<boolean>;
}

/** A signed one-click link, without its signature. */
export type KioskLinkFields = {
  /** The organisation whose administrators may end it. */
  readonly organisationId: number;
  /** The account as which it logs in; undefined = an anonymous caller. */
  readonly accountId: string | undefined;
  /** '' = the operator's tool has made it without a name. */
  readonly name: string;
  /** The callee. */
  readonly to: string;
  readonly ivr: string;
  readonly ref: string;
  /** Username of the operator or administrator; '' = the operator's tool. */
  readonly madeBy: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly expiresAt: number;
};

export type KioskLinkRow = Listed &
  KioskLinkFields & {
    readonly organisationId: number;
    /** Username of the account. */
    readonly username: string | undefined;
  };

/** The one-click links that work: a link that is not here has ended (decision D112). */
export interface KioskLinkRepository {
  /** Those that have not expired, the newest first. */
  all(now: number, after?: ListPlace): Pages<KioskLinkRow>;
  find(id: string): Promise<KioskLinkRow | undefined>;
  /** The links that log in as an account. */
  ofAccount(accountId: string): Promise<readonly KioskLinkRow[]>;
  /** @param most links of one organisation */
  add(link: KioskLinkFields, most: number): Promise<ListingResult>;
  /** Ends a link. */
  remove(id: string): Promise<boolean>;
  /** Ends all. @returns how many had not expired */
  removeAll(now: number): Promise<number>;
  removeExpired(now: number): Promise<void>;
}
