import { FIELD_NAMES, type FieldValues, registrationPayload } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import type { AccountsApi } from '../../client/ports/accounts-api.ts';
import type { HistoryApi } from '../../client/ports/history-api.ts';
import type { MessagesApi } from '../../client/ports/messages-api.ts';
import type { PeopleApi } from '../../client/ports/people-api.ts';
import type { ApiResult, UserApi } from '../../client/ports/user-api.ts';
import { call, message } from '../../testing/records.ts';
import { createAccountsApi } from './accounts-api.ts';
import { type ApiRequest, createApiRequest } from './api-request.ts';
import { createHistoryApi } from './history-api.ts';
import { createMessagesApi } from './messages-api.ts';
import { createPeopleApi } from './people-api.ts';
import { createUserApi } from './user-api.ts';

type Case = {
  readonly ask: (request: ApiRequest) => Promise<ApiResult<unknown>>;
  /** The body of a success. */
  readonly body?: unknown;
  /** `session`: a refusal ends the session. `form`: a 5xx counts as no answer. */
  readonly kind: 'session' | 'form' | 'other';
};

const ok = { status: 'OK' };
const list = [{ key: 'WEB_AUDIO', value: 'false' }];
const login = { username: 'alice', password: 'pw', force: true, willUseSipRegistration: true };
const contact = {
  fname: 'Bo',
  sname: '',
  sipaddress: 'bo@demo.example',
  email: '',
  address: '',
  postNr: '',
  city: '',
};
const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as FieldValues;
const registration = {
  payload: registrationPayload(fields, 1),
  isPasswordGenerated: false,
  isMailWanted: false,
  language: 'en',
  captcha: undefined,
};
const reset = { identifier: { username: 'alice' }, organisationId: '1', language: 'en', captcha: undefined };
const parameters = { algorithm: 'x', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' };
const { transcript: _transcript, ...entry } = call({ id: 'one' });

const userApi: Readonly<Record<keyof UserApi, Case>> = {
  login: {
    ask: (request) => createUserApi(request).login(login),
    body: {
      remoteAddress: '192.0.2.7',
      sipPassword: '',
      properties: { propertySet: [] },
      capabilities: [],
      securityToken: 'token',
      uri: 'sip:alice@demo.example',
    },
    kind: 'other',
  },
  logout: { ask: (request) => createUserApi(request).logout('token'), body: ok, kind: 'other' },
  getProperties: {
    ask: (request) => createUserApi(request).getProperties('token'),
    body: { propertySet: list },
    kind: 'session',
  },
  getSystemSettings: {
    ask: (request) => createUserApi(request).getSystemSettings('token'),
    body: list,
    kind: 'session',
  },
  getWebSettings: {
    ask: (request) => createUserApi(request).getWebSettings('token'),
    body: list,
    kind: 'session',
  },
  setWebSetting: {
    ask: (request) => createUserApi(request).setWebSetting('token', { key: 'WEB_AUDIO', value: 'false' }),
    body: ok,
    kind: 'session',
  },
};

const accountsApiOf = (request: ApiRequest): AccountsApi =>
  createAccountsApi(request, 'https://calls.example');

const accountsApi: Readonly<Record<keyof AccountsApi | 'checkIsFree of a user', Case>> = {
  getOrganisationSettings: {
    ask: (request) => accountsApiOf(request).getOrganisationSettings('1'),
    body: { settings: list },
    kind: 'form',
  },
  checkIsFree: {
    ask: (request) => accountsApiOf(request).checkIsFree({ key: 'email', value: 'a@b.example' }),
    body: { valid: true },
    kind: 'form',
  },
  'checkIsFree of a user': {
    ask: (request) => accountsApiOf(request).checkIsFree({ key: 'email', value: 'a@b.example' }, 'token'),
    body: { valid: true },
    kind: 'session',
  },
  register: {
    ask: (request) => accountsApiOf(request).register(registration),
    body: { userId: '7', status: 'ACTIVE' },
    kind: 'form',
  },
  verify: {
    ask: (request) => accountsApiOf(request).verify('7', 'key'),
    body: { user: { properties: { propertySet: list } } },
    kind: 'other',
  },
  requestPasswordReset: {
    ask: (request) => accountsApiOf(request).requestPasswordReset(reset),
    body: ok,
    kind: 'form',
  },
  setNewPassword: {
    ask: (request) =>
      accountsApiOf(request).setNewPassword({ key: 'k', uid: '7', password: 'secret1' }, { isPosted: true }),
    body: ok,
    kind: 'form',
  },
  setProperty: {
    ask: (request) =>
      accountsApiOf(request).setProperty('token', { key: 'CITY', value: 'Umeå' }, { isPosted: true }),
    body: ok,
    kind: 'session',
  },
  exportData: {
    ask: (request) => accountsApiOf(request).exportData('token', 'secret1'),
    body: { ticket: 't' },
    kind: 'session',
  },
  deleteAccount: {
    ask: (request) => accountsApiOf(request).deleteAccount('token', 'secret1'),
    body: { deletionAt: 1 },
    kind: 'session',
  },
  providerState: {
    ask: (request) => accountsApiOf(request).providerState('token'),
    body: { label: 'Staff', hasPassword: true, isConnected: false, isProved: false, needsSecondStep: false },
    kind: 'session',
  },
  startAtProvider: {
    ask: (request) => accountsApiOf(request).startAtProvider('token', { purpose: 'prove', returnPath: '/' }),
    body: { ticket: 't' },
    kind: 'session',
  },
  disconnectProvider: {
    ask: (request) => accountsApiOf(request).disconnectProvider('token', 'password'),
    body: ok,
    kind: 'session',
  },
  newCaptcha: {
    ask: (request) => accountsApiOf(request).newCaptcha(),
    body: { parameters },
    kind: 'form',
  },
};

const peopleApi: Readonly<Record<keyof PeopleApi, Case>> = {
  getServices: {
    ask: (request) => createPeopleApi(request).getServices('token'),
    body: { contactList: [] },
    kind: 'session',
  },
  searchContacts: {
    ask: (request) => createPeopleApi(request).searchContacts('token', '%'),
    body: { contactList: [] },
    kind: 'session',
  },
  addContact: { ask: (request) => createPeopleApi(request).addContact('token', contact), kind: 'session' },
  updateContact: {
    ask: (request) => createPeopleApi(request).updateContact('token', '7', contact),
    kind: 'session',
  },
  deleteContact: { ask: (request) => createPeopleApi(request).deleteContact('token', '7'), kind: 'session' },
  setPicture: {
    ask: (request) => createPeopleApi(request).setPicture('token', 'AAAA', undefined),
    kind: 'session',
  },
  getNames: {
    ask: (request) => createPeopleApi(request).getNames('token', ['bobby@demo.example']),
    body: { names: [] },
    kind: 'session',
  },
  getDirectory: {
    ask: (request) => createPeopleApi(request).getDirectory('token'),
    body: { directory: [] },
    kind: 'session',
  },
  getDirectoryTypes: {
    ask: (request) => createPeopleApi(request).getDirectoryTypes('token'),
    body: { types: [] },
    kind: 'session',
  },
  getDirectoryCategories: {
    ask: (request) => createPeopleApi(request).getDirectoryCategories('token'),
    body: { categories: [] },
    kind: 'session',
  },
};

const recordApis: Readonly<Record<keyof HistoryApi | keyof MessagesApi, Case>> = {
  listHistory: {
    ask: (request) => createHistoryApi(request).listHistory('token', { limit: 50, isMissedOnly: false }),
    body: { entries: [entry], next: null },
    kind: 'session',
  },
  findHistory: {
    ask: (request) => createHistoryApi(request).findHistory('token', 'one'),
    body: call({ id: 'one' }),
    kind: 'session',
  },
  addHistory: {
    ask: (request) => createHistoryApi(request).addHistory('token', call({ id: 'one' })),
    kind: 'session',
  },
  deleteHistory: {
    ask: (request) => createHistoryApi(request).deleteHistory('token', 'one'),
    kind: 'session',
  },
  clearHistory: { ask: (request) => createHistoryApi(request).clearHistory('token'), kind: 'session' },
  listMessages: {
    ask: (request) => createMessagesApi(request).listMessages('token'),
    body: [message({ messageNumber: 7 })],
    kind: 'session',
  },
  markAsRead: { ask: (request) => createMessagesApi(request).markAsRead('token', 7), kind: 'session' },
  deleteMessage: { ask: (request) => createMessagesApi(request).deleteMessage('token', 7), kind: 'session' },
  deleteReadMessages: {
    ask: (request) => createMessagesApi(request).deleteReadMessages('token'),
    kind: 'session',
  },
};

const cases = Object.entries({ ...userApi, ...accountsApi, ...peopleApi, ...recordApis }).map(
  ([name, one]) => ({ name, ...one }),
);

/** A server that gives every request the same answer; status 0 = none. */
function setUp(status: number, body?: unknown) {
  const seen: string[] = [];
  const request = createApiRequest({
    server: '',
    log: { debug: () => {}, info: () => {}, warn: () => {} },
    async fetch() {
      if (status === 0) throw new TypeError('failed');
      return new Response(body === undefined ? '' : JSON.stringify(body), { status });
    },
    observer: {
      onSuccess: () => seen.push('success'),
      onNoAnswer: () => seen.push('no answer'),
      onServerState: (isWell) => seen.push(isWell ? 'well' : 'unwell'),
      onSessionRefused: () => seen.push('session refused'),
    },
  });
  return { request, seen };
}

test.each(cases)('ERR-01 a successful $name is reported as a success', async ({ ask, body }) => {
  const { request, seen } = setUp(200, body);
  expect(await ask(request)).toMatchObject({ ok: true });
  expect(seen).toEqual(['success', 'well']);
});

test.each([0, 401, 403, 404, 500].flatMap((status) => cases.map((one) => ({ ...one, status }))))(
  'LOGIN-14 ERR-01 ERR-09 A-073 STATE-35 $name that fails with $status is reported',
  async ({ ask, kind, status }) => {
    const { request, seen } = setUp(status);
    expect(await ask(request)).toEqual({ ok: false, status });
    const isUnwell = status === 0 || status >= 500;
    expect(seen).toEqual([
      ...(status === 0 || (kind === 'form' && isUnwell) ? ['no answer'] : []),
      isUnwell ? 'unwell' : 'well',
      ...(kind === 'session' && (status === 401 || status === 403) ? ['session refused'] : []),
    ]);
  },
);
