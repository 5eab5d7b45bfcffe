import {
  API_BASE,
  auditAnswerSchema,
  callNumbersAnswerSchema,
  callsAnswerSchema,
  consoleAccessAnswerSchema,
  consoleSettingsAnswerSchema,
  directoryReplacedSchema,
  ERROR_CODES,
  entryGroupsSchema,
  errorAnswerSchema,
  kioskLinkAddressSchema,
  kioskLinkMadeSchema,
  kioskLinksSchema,
  listedAddedSchema,
  listedEntriesSchema,
  listedEntrySchema,
  listedLinkSchema,
  listedServiceSchema,
  listedServicesSchema,
  okAnswerSchema,
  PATHS,
  passwordLinkAnswerSchema,
  peopleAnswerSchema,
  personAddedSchema,
  personAnswerSchema,
  personContentsSchema,
  providerTicketSchema,
  SECURITY_TOKEN,
  tableAnswerSchema,
} from '@samtal/api-contract';
import type { ConsoleApi } from '../../client/ports/console-api.ts';
import type { ApiResult } from '../../client/ports/user-api.ts';
import { type ApiRequest, jsonPost, type RequestOptions, type Schema, withoutValue } from './api-request.ts';
import { providerAddress } from './provider-address.ts';

export type ConsoleApiOptions = {
  /** A request function without observer: a refusal of the console does not end the session. */
  readonly ask: ApiRequest;
  /** Base of the user API, as in `ApiRequestOptions`. */
  readonly server: string;
  readonly fetch: typeof globalThis.fetch;
  /** The token of the session; undefined = there is none. */
  readonly token: () => string | undefined;
  /** Called when the server does not know the session any more, or the account is disabled. */
  readonly onSessionRefused: () => void;
};

/** A file takes longer than an answer. */
const FILE_TIMEOUT_MS = 120_000;

export function createConsoleApi(options: ConsoleApiOptions): ConsoleApi {
  const { server, fetch, token, onSessionRefused } = options;

  function watch<T>(result: ApiResult<T>): ApiResult<T> {
    const isRefused =
      !result.ok && (result.status === 401 || result.errorCode === ERROR_CODES.accountDisabled);
    if (isRefused) onSessionRefused();
    return result;
  }
  const ask = async <T>(path: string, schema: Schema<T>, more: RequestOptions = {}): Promise<ApiResult<T>> =>
    watch(await options.ask(path, schema, { ...more, securityToken: token() ?? '' }));
  const person = (id: string, action = ''): string =>
    `${PATHS.consolePeople}/${encodeURIComponent(id)}${action}`;
  const entry = (list: string, id: string): string => `${list}/${encodeURIComponent(id)}`;
  const change = async (path: string, body?: unknown): Promise<ApiResult<void>> =>
    withoutValue(
      await ask(path, okAnswerSchema, { init: body === undefined ? { method: 'POST' } : jsonPost(body) }),
    );

  const removed = async (path: string): Promise<ApiResult<void>> =>
    withoutValue(await ask(path, okAnswerSchema, { init: { method: 'DELETE' } }));

  /** Changes an entry of a list; without an id, adds it. */
  const saved = async (list: string, id: string | undefined, body: unknown): Promise<ApiResult<void>> =>
    id === undefined
      ? withoutValue(await ask(list, listedAddedSchema, { init: jsonPost(body) }))
      : change(entry(list, id), body);

  async function readFile(
    path: string,
    query: Readonly<Record<string, string | undefined>> = {},
  ): Promise<ApiResult<string>> {
    const base = `${server.replace(/\/$/, '')}${API_BASE}`;
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const words = new URLSearchParams([[SECURITY_TOKEN, token() ?? ''], ...given]);
    try {
      const response = await fetch(`${base}${path}?${words}`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) return { ok: true, value: text };
      const error = errorAnswerSchema.safeParse(JSON.parse(text));
      const { status } = response;
      return error.success ? { ok: false, status, errorCode: error.data.errorCode } : { ok: false, status };
    } catch {
      return { ok: false, status: 0 };
    }
  }

  return {
    access: () => ask(PATHS.consoleAccess, consoleAccessAnswerSchema),
    confirm: (proof) => change(PATHS.consoleConfirmation, proof),
    async startAtProvider(returnPath) {
      const init = jsonPost({ purpose: 'prove', returnPath });
      const result = await ask(PATHS.providerTicket, providerTicketSchema, { init });
      return result.ok ? { ok: true, value: providerAddress(server, result.value.ticket) } : result;
    },
    people: ({ search, organisation, status, isRegistered, after }) =>
      ask(PATHS.consolePeople, peopleAnswerSchema, {
        query: {
          search,
          organisation,
          status,
          registered: isRegistered === true ? 'true' : undefined,
          after,
        },
      }),
    person: (id) => ask(person(id), personAnswerSchema),
    calls: (filter, before) => ask(PATHS.consoleCalls, callsAnswerSchema, { query: { ...filter, before } }),
    exportCalls: async (filter) => watch(await readFile(PATHS.consoleCallTable, filter)),
    callNumbers: (days) => ask(PATHS.consoleCallNumbers, callNumbersAnswerSchema, { query: days }),
    audit: (filter, before) => ask(PATHS.consoleAudit, auditAnswerSchema, { query: { ...filter, before } }),
    exportAudit: async (filter) => watch(await readFile(PATHS.consoleAuditTable, filter)),
    settings: (organisation) =>
      ask(PATHS.consoleSettings, consoleSettingsAnswerSchema, {
        query: { organisation: String(organisation) },
      }),
    changeSetting: (organisation, key, value) => change(PATHS.consoleSettings, { organisation, key, value }),
    services: (query) => ask(PATHS.consoleServices, listedServicesSchema, { query }),
    service: (id) => ask(entry(PATHS.consoleServices, id), listedServiceSchema),
    saveService: (id, service) => saved(PATHS.consoleServices, id, service),
    removeService: (id) => removed(entry(PATHS.consoleServices, id)),
    entries: (query) => ask(PATHS.consoleDirectory, listedEntriesSchema, { query }),
    entry: (id) => ask(entry(PATHS.consoleDirectory, id), listedEntrySchema),
    entryGroups: () => ask(PATHS.consoleDirectoryGroups, entryGroupsSchema),
    saveEntry: (id, saving) => saved(PATHS.consoleDirectory, id, saving),
    removeEntry: (id) => removed(entry(PATHS.consoleDirectory, id)),
    exportDirectory: async () => watch(await readFile(PATHS.consoleDirectoryTable)),
    async replaceDirectory(table) {
      const init = jsonPost({ table });
      const result = await ask(PATHS.consoleDirectoryTable, directoryReplacedSchema, { init });
      return result.ok ? { ok: true, value: result.value.entries } : result;
    },
    links: (query) => ask(PATHS.consoleLinks, kioskLinksSchema, { query }),
    link: (id) => ask(entry(PATHS.consoleLinks, id), listedLinkSchema),
    async linkAddress(id) {
      const result = await ask(`${entry(PATHS.consoleLinks, id)}/address`, kioskLinkAddressSchema);
      return result.ok ? { ok: true, value: result.value.address } : result;
    },
    makeLink: (link) => ask(PATHS.consoleLinks, kioskLinkMadeSchema, { init: jsonPost(link) }),
    endLink: (id) => removed(entry(PATHS.consoleLinks, id)),
    endAllLinks: () => removed(PATHS.consoleLinks),
    contents: (id) => ask(person(id, '/contents'), personContentsSchema),
    add: (added) => ask(PATHS.consolePeople, personAddedSchema, { init: jsonPost(added) }),
    setStatus: (id, status) => change(person(id, '/status'), { status }),
    logOut: (id) => change(person(id, '/logOut')),
    async makePasswordLink(id, isMailed) {
      const result = await ask(person(id, '/passwordLink'), passwordLinkAnswerSchema, {
        init: jsonPost({ isMailed }),
      });
      return result.ok ? { ok: true, value: result.value.link } : result;
    },
    setRole: (id, role) => change(person(id, '/role'), { role }),
    removeSecondFactor: (id) => removed(person(id, '/secondFactor')),
    remove: (id) => removed(person(id)),
    async importRows(headings, rows) {
      const result = await ask(PATHS.consoleTable, tableAnswerSchema, { init: jsonPost({ headings, rows }) });
      return result.ok ? { ok: true, value: result.value.results } : result;
    },
    exportTable: async () => watch(await readFile(PATHS.consoleTable)),
  };
}
