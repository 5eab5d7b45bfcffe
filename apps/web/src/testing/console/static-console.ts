import {
  type AuditAnswer,
  type CallNumbers,
  type CallsAnswer,
  type ConsoleAccess,
  type ConsoleSettings,
  type EntryGroups,
  ERROR_CODES,
  type KioskLinks,
  type ListedEntry,
  type ListedService,
  type Person,
  type PersonSummary,
} from '@samtal/api-contract';
import type { ConsoleApi } from '../../client/ports/console-api.ts';
import type { ApiFailure, ApiResult } from '../../client/ports/user-api.ts';

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
  readonly entries?: readonly ListedEntry[];
  readonly entryGroups?: EntryGroups;
  readonly links?: KioskLinks;
  readonly services?: readonly ListedService[];
  readonly answers?: Partial<ConsoleApi>;
};

const noCalls: CallsAnswer = { running: [], runningTotal: 0, calls: [] };

const noNumbers: CallNumbers = { from: '2026-11-01', to: '2026-11-30', calls: [], days: [], minutes: [] };

const refused: ApiFailure = { ok: false, status: 403, errorCode: ERROR_CODES.notAllowed };
const good = <T>(value: T) => Promise.resolve({ ok: true, value } as const);
const found = <T>(value: T | undefined): Promise<ApiResult<T>> =>
  Promise.resolve(value === undefined ? { ok: false, status: 404 } : { ok: true, value });

const KIOSK_ADDRESS = `https://calls.example/oneclickcall?token=${'eyJhbGciOiJIUzI1NiJ9'.repeat(8)}`;

/** The requests of the console with fixed answers. */
export const createStaticConsole = ({
  access,
  people = [],
  person,
  calls = noCalls,
  numbers = noNumbers,
  audit = { entries: [] },
  settings = { settings: [], limits: [] },
  services = [],
  entries = [],
  entryGroups = { types: [], categories: [] },
  links = { links: [], isOn: true, mayMake: true },
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
  services: () => good({ services: [...services] }),
  service: (id) => found(services.find((each) => each.id === id)),
  entries: () => good({ entries: [...entries] }),
  entry: (id) => found(entries.find((each) => each.id === id)),
  entryGroups: () => good(entryGroups),
  saveEntry: () => good(undefined),
  removeEntry: () => good(undefined),
  exportDirectory: () => good('name\r\n'),
  replaceDirectory: () => good(2),
  links: () => good(links),
  link: (id) => found(links.links.find((each) => each.id === id)),
  linkAddress: () => good(KIOSK_ADDRESS),
  makeLink: ({ to }) => good({ id: 'made', address: KIOSK_ADDRESS, isKnown: to !== 'alise' }),
  endLink: () => good(undefined),
  endAllLinks: () => good(undefined),
  saveService: () => good(undefined),
  removeService: () => good(undefined),
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
