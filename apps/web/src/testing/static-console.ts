import {
  type CallsAnswer,
  type ConsoleAccess,
  ERROR_CODES,
  type Person,
  type PersonSummary,
} from '@samtal/api-contract';
import type { ConsoleApi } from '../client/ports/console-api.ts';
import type { ApiFailure, ApiResult } from '../client/ports/user-api.ts';

/** What the console of a scene shows. */
export type StaticConsole = {
  /** Absent = the account has no role. */
  readonly access?: ConsoleAccess;
  readonly people?: readonly PersonSummary[];
  readonly person?: Person;
  readonly calls?: CallsAnswer;
  readonly answers?: Partial<ConsoleApi>;
};

const noCalls: CallsAnswer = { running: [], runningTotal: 0, calls: [] };

const refused: ApiFailure = { ok: false, status: 403, errorCode: ERROR_CODES.notAllowed };
const good = <T>(value: T) => Promise.resolve({ ok: true, value } as const);
const found = <T>(value: T | undefined): Promise<ApiResult<T>> =>
  Promise.resolve(value === undefined ? { ok: false, status: 404 } : { ok: true, value });

/** The requests of the console with fixed answers. */
export const createStaticConsole = ({
  access,
  people = [],
  person,
  calls = noCalls,
  answers,
}: StaticConsole): ConsoleApi => ({
  access: async () => (access === undefined ? refused : { ok: true, value: access }),
  confirm: () => good(undefined),
  people: () => good({ people: [...people], total: people.length }),
  person: () => found(person),
  calls: () => good(calls),
  contents: () => good({ contacts: 12, calls: 345, messages: 2, pictures: 1, phones: 1 }),
  add: () =>
    good({ id: 'id', link: 'https://calls.example/newpassword?key=a-random-text&uid=id&uname=anna.berg' }),
  setStatus: () => good(undefined),
  logOut: () => good(undefined),
  makePasswordLink: (_id, isMailed) =>
    good(isMailed ? undefined : 'https://calls.example/newpassword?key=a-random-text&uid=id&uname=anna.berg'),
  removeSecondFactor: () => good(undefined),
  setRole: () => good(undefined),
  remove: () => good(undefined),
  importRows: (_headings, rows) =>
    good(rows.map(([username = '']) => ({ username, outcome: 'added' as const }))),
  exportTable: () => good('username\r\n'),
  ...answers,
});
