import {
  type AuditAnswer,
  type CallNumbers,
  type CallsAnswer,
  type ConsoleAccess,
  type ConsoleSettings,
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
  readonly numbers?: CallNumbers;
  readonly audit?: AuditAnswer;
  readonly settings?: ConsoleSettings;
  readonly answers?: Partial<ConsoleApi>;
};

const noCalls: CallsAnswer = { running: [], runningTotal: 0, calls: [] };

const noNumbers: CallNumbers = { from: '2026-11-01', to: '2026-11-30', calls: [], days: [], minutes: [] };

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
  numbers = noNumbers,
  audit = { entries: [] },
  settings = { settings: [], limits: [] },
  answers,
}: StaticConsole): ConsoleApi => ({
  access: async () => (access === undefined ? refused : { ok: true, value: access }),
  confirm: () => good(undefined),
  startAtProvider: () => good('https://calls.example/oidc/start?ticket=t'),
  people: () => good({ people: [...people], total: people.length }),
  person: () => found(person),
  calls: () => good(calls),
  exportCalls: () => good('began\r\n'),
  callNumbers: () => good(numbers),
  audit: () => good(audit),
  settings: () => good(settings),
  changeSetting: () => good(undefined),
  exportAudit: () => good('time\r\n'),
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
