import type {
  CallsAnswer,
  ConsoleAccess,
  PeopleAnswer,
  Person,
  PersonAdded,
  PersonContents,
  PersonToAdd,
  Role,
  RowResult,
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

/** The requests of the console (decision D98). No function throws, no promise rejects. */
export interface ConsoleApi {
  access(): Promise<ApiResult<ConsoleAccess>>;
  /** Shows the own password and the second step, so that this session may change something for some minutes. */
  confirm(proof: StrongProof): Promise<ApiResult<void>>;
  people(query: PeopleQuery): Promise<ApiResult<PeopleAnswer>>;
  person(id: string): Promise<ApiResult<Person>>;
  /** The calls that go on now, and a page of the last calls. */
  calls(before?: string): Promise<ApiResult<CallsAnswer>>;
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
