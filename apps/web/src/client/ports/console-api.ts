import type {
  AuditAnswer,
  AuditFilter,
  CallFilter,
  CallNumbers,
  CallsAnswer,
  ConsoleAccess,
  ConsoleSettings,
  EntryGroups,
  EntryToSave,
  KioskLinkMade,
  KioskLinks,
  KioskLinkToMake,
  ListedEntries,
  ListedEntry,
  ListedLink,
  ListedService,
  ListedServices,
  ListingQuery,
  PeopleAnswer,
  Person,
  PersonAdded,
  PersonContents,
  PersonToAdd,
  Role,
  RowResult,
  ServiceToSave,
  StrongProof,
} from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

export type PeopleQuery = {
  readonly search: string;
  readonly organisation?: string | undefined;
  readonly status?: Person['status'] | undefined;
  /** Only people who are registered now. */
  readonly isRegistered?: boolean;
  readonly after?: string | undefined;
};

/** Days in UTC, both included; absent = the server decides. */
export type Days = Pick<CallFilter, 'from' | 'to'>;

/** The requests of the console (decision D98). No function throws, no promise rejects. */
export interface ConsoleApi {
  access(): Promise<ApiResult<ConsoleAccess>>;
  /** Shows the own password and the second step, so that this session may change something for some minutes. */
  confirm(proof: StrongProof): Promise<ApiResult<void>>;
  /** Begins a log-in at the provider that confirms who the user is. @returns its address, which works once */
  startAtProvider(returnPath: string): Promise<ApiResult<string>>;
  people(query: PeopleQuery): Promise<ApiResult<PeopleAnswer>>;
  person(id: string): Promise<ApiResult<Person>>;
  /** The calls that go on now, and a page of the calls that match, newest first. */
  calls(filter: CallFilter, before?: string): Promise<ApiResult<CallsAnswer>>;
  /** The calls that match as a table (CSV). */
  exportCalls(filter: CallFilter): Promise<ApiResult<string>>;
  /** The calls of these days added up; without them, the last thirty days. */
  callNumbers(days: Days): Promise<ApiResult<CallNumbers>>;
  /** A page of the audit, the newest entries first. */
  audit(filter: AuditFilter, before?: string): Promise<ApiResult<AuditAnswer>>;
  /** The entries that match as a table (CSV). */
  exportAudit(filter: AuditFilter): Promise<ApiResult<string>>;
  settings(organisation: number): Promise<ApiResult<ConsoleSettings>>;
  /** Changes a setting of an organisation; undefined = the default of the brand or of the program applies again. */
  changeSetting(organisation: number, key: string, value: string | undefined): Promise<ApiResult<void>>;
  services(query: ListingQuery): Promise<ApiResult<ListedServices>>;
  service(id: string): Promise<ApiResult<ListedService>>;
  /** Changes a service; without an id, adds it. */
  saveService(id: string | undefined, service: ServiceToSave): Promise<ApiResult<void>>;
  removeService(id: string): Promise<ApiResult<void>>;
  entries(query: ListingQuery): Promise<ApiResult<ListedEntries>>;
  entry(id: string): Promise<ApiResult<ListedEntry>>;
  /** The types and categories that entries of the directory have. */
  entryGroups(): Promise<ApiResult<EntryGroups>>;
  /** Changes an entry of the directory; without an id, adds it. */
  saveEntry(id: string | undefined, entry: EntryToSave): Promise<ApiResult<void>>;
  removeEntry(id: string): Promise<ApiResult<void>>;
  /** The directory as a table (CSV). */
  exportDirectory(): Promise<ApiResult<string>>;
  /** Replaces the directory by a table (CSV). @returns how many entries it has then */
  replaceDirectory(table: string): Promise<ApiResult<number>>;
  links(query: ListingQuery): Promise<ApiResult<KioskLinks>>;
  link(id: string): Promise<ApiResult<ListedLink>>;
  /** The address of a one-click link. */
  linkAddress(id: string): Promise<ApiResult<string>>;
  makeLink(link: KioskLinkToMake): Promise<ApiResult<KioskLinkMade>>;
  endLink(id: string): Promise<ApiResult<void>>;
  /** Ends every signed link, also those that are not listed. */
  endAllLinks(): Promise<ApiResult<void>>;
  contents(id: string): Promise<ApiResult<PersonContents>>;
  add(person: PersonToAdd): Promise<ApiResult<PersonAdded>>;
  setStatus(id: string, status: 'active' | 'disabled'): Promise<ApiResult<void>>;
  logOut(id: string): Promise<ApiResult<void>>;
  /** Makes a link to a new password; it is in the result unless it is mailed. */
  makePasswordLink(id: string, isMailed: boolean): Promise<ApiResult<string | undefined>>;
  /** Turns log-in in two steps off for a person. */
  removeSecondFactor(id: string): Promise<ApiResult<void>>;
  setRole(id: string, role: Role | 'none'): Promise<ApiResult<void>>;
  remove(id: string): Promise<ApiResult<void>>;
  /** Adds the people of some rows; the results are those of the first rows, in order. */
  importRows(
    headings: readonly string[],
    rows: readonly (readonly string[])[],
  ): Promise<ApiResult<readonly RowResult[]>>;
  /** All people as a table (CSV). */
  exportTable(): Promise<ApiResult<string>>;
}
