import { type Brand, parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { clientSettingsOf } from './client-settings.ts';
import type { ApiFailure, UserApi } from './ports.ts';
import { createSession } from './session.ts';
import { createSessionMemory } from './session-memory.ts';
import { createFakeUserApi, loginAnswer } from './testing/fake-user-api.ts';
import { createMemoryStore } from './testing/memory-store.ts';

function brandOf(json: unknown): Brand {
  const result = parseBrand(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.brand;
}

const brand = brandOf({
  features: { audio: true, video: true, text: [2], call: [1] },
  defaultSettings: { WEB_BANDWIDTH: 'medium', WEB_VIDEO: 'false' },
});

function setUp(answers: Partial<UserApi> = {}, sessionStore = createMemoryStore()) {
  const api = createFakeUserApi(answers);
  const localStore = createMemoryStore();
  const events: string[] = [];
  const session = createSession({
    api,
    brand,
    memory: createSessionMemory(sessionStore),
    localStore,
    now: () => 1234,
    stopCalling: async () => void events.push('stopped'),
  });
  session.state.subscribe(() => events.push(session.state.get().phase));
  return { api, session, sessionStore, localStore, events };
}

const failing = (failure: Omit<ApiFailure, 'ok'>) => async (): Promise<ApiFailure> => ({
  ok: false,
  ...failure,
});

function signedIn({ session }: Pick<ReturnType<typeof setUp>, 'session'>) {
  const state = session.state.get();
  if (state.phase !== 'signedIn') throw new Error(`is ${state.phase}`);
  return state;
}

test('LOGIN-16 a login asks for a SIP secret, then for both kinds of settings', async () => {
  const { api, session, events } = setUp();
  await session.login('alice', 'pw');
  expect(api.calls).toEqual([
    'login {"username":"alice","password":"pw","force":true,"willUseSipRegistration":true}',
    'getSystemSettings "token-1"',
    'getWebSettings "token-1"',
  ]);
  expect(events).toEqual(['signingIn', 'signedIn']);
});

test('A-010 settings are merged, later sources win', async () => {
  const world = setUp({
    getSystemSettings: async () => ({ ok: true, value: [{ key: 'WEB_BANDWIDTH', value: 'low' }] }),
    getWebSettings: async () => ({ ok: true, value: [{ key: 'WEB_VIDEO', value: 'true' }] }),
  });
  await world.session.login('alice', 'pw');
  expect(signedIn(world).settings).toMatchObject({
    WEB_BANDWIDTH: 'low',
    WEB_VIDEO: 'true',
    WEB_AUDIO: 'true',
  });
});

test('BRAND-04 features follow the organisation of the person', async () => {
  const world = setUp();
  await world.session.login('alice', 'pw');
  expect(signedIn(world).features).toMatchObject({ call: true, text: false, audio: true, history: false });
});

test('LOGIN-17 A-052 MEDIA-05 the calling core gets account, servers, media and limits', async () => {
  const world = setUp();
  await world.session.login('alice', 'pw');
  expect(clientSettingsOf(signedIn(world), brand)).toEqual({
    account: { address: 'alice@demo.example', username: 'alice', password: 'sip-secret' },
    servers: ['wss://one.example/sip', 'wss://two.example/sip'],
    audio: true,
    video: false,
    text: false,
    bandwidth: { audioKbps: 256, videoKbps: 768 },
    callInfo: '<sip:192.0.2.7>;purpose=x-local-ip',
    reconnectionAttempts: 10,
    reconnectionDelayMs: 4000,
    registerExpirySeconds: 600,
  });
});

test.each([
  ['2001:db8::7', '<sip:[2001:db8::7]>;purpose=x-local-ip'],
  ['', undefined],
])('A-052 Call-Info for %j', async (remoteAddress, callInfo) => {
  const world = setUp({ login: async () => ({ ok: true, value: { ...loginAnswer, remoteAddress } }) });
  await world.session.login('alice', 'pw');
  expect(clientSettingsOf(signedIn(world), brand).callInfo).toBe(callInfo);
  expect(clientSettingsOf(signedIn(world), brand, '192.0.2.77').callInfo).toBe(
    '<sip:192.0.2.77>;purpose=x-local-ip',
  );
});

test('A-040 without a SIP secret the login password registers', async () => {
  const world = setUp({ login: async () => ({ ok: true, value: { ...loginAnswer, sipPassword: '' } }) });
  await world.session.login('alice', 'pw');
  expect(clientSettingsOf(signedIn(world), brand).account.password).toBe('pw');
});

test('LOGIN-05 a reload takes the session up again without asking the server', async () => {
  const before = setUp({
    getWebSettings: async () => ({ ok: true, value: [{ key: 'WEB_FONT', value: 'arial' }] }),
  });
  await before.session.login('alice', 'pw');
  const after = setUp({}, before.sessionStore);
  expect(signedIn(after)).toEqual(signedIn(before));
  expect(after.api.calls).toEqual([]);
});

test.each([
  ['no JSON', { user: '{', systemConfig: '{}' }],
  ['something else', { user: '"alice"', systemConfig: '[]' }],
  ['half of it', { user: JSON.stringify({ ...loginAnswer, username: 'alice', password: 'pw' }) }],
  [
    'no password',
    {
      user: JSON.stringify({ ...loginAnswer, username: 'alice' }),
      systemConfig: '{"systemSettings":[],"webSettings":[]}',
    },
  ],
])('a memory that holds %s is no session', (_what, entries) => {
  expect(setUp({}, createMemoryStore(entries)).session.state.get()).toEqual({ phase: 'signedOut' });
});

test.each([
  ['LOGIN-08', { status: 400, errorCode: 1001 }, { key: 'error.usernameorpassword' }],
  ['LOGIN-08', { status: 400, errorCode: -1 }, { key: 'error.usernameorpassword' }],
  ['LOGIN-09', { status: 0 }, { key: 'error.noservercontact' }],
  ['LOGIN-09', { status: 400, errorCode: -2 }, { key: 'error.noservercontact' }],
  ['LOGIN-10', { status: 400, errorCode: 1006 }, { key: 'error.unknown', detail: '1006' }],
  ['LOGIN-10', { status: 502 }, { key: 'error.unknown', detail: '502' }],
  ['LOGIN-08', { status: 429, errorCode: 1001 }, { key: 'error.toomanytries' }],
] as const)('%s a login refused with %j is told as %j', async (_id, failure, loginFailure) => {
  const { session, sessionStore } = setUp({ login: failing(failure) });
  await session.login('alice', 'pw');
  expect(session.state.get()).toEqual({ phase: 'signedOut', loginFailure });
  expect([...sessionStore.entries]).toEqual([]);
});

test('a login whose settings cannot be had is a failed login', async () => {
  const { session, sessionStore } = setUp({ getWebSettings: failing({ status: 0 }) });
  await session.login('alice', 'pw');
  expect(session.state.get()).toMatchObject({ loginFailure: { key: 'error.noservercontact' } });
  expect([...sessionStore.entries]).toEqual([]);
});

test('a second login while the first is on its way does nothing', async () => {
  const { api, session } = setUp();
  await Promise.all([session.login('alice', 'pw'), session.login('bobby', 'pw')]);
  expect(api.calls.filter((call) => call.startsWith('login'))).toHaveLength(1);
});

test('LOGIN-12 REG-12 A-031 logging out stops calling first, tells server and tabs, and leaves nothing', async () => {
  const { api, session, sessionStore, localStore, events } = setUp();
  await session.login('alice', 'pw');
  createSessionMemory(sessionStore).instanceId(() => 'uuid');
  events.splice(0);
  await session.logout();
  expect(events).toEqual(['signingOut', 'stopped', 'signedOut']);
  expect(api.calls.at(-1)).toBe('logout "token-1"');
  expect([...sessionStore.entries]).toEqual([]);
  expect([...localStore.entries]).toEqual([['logout', '1234']]);
  expect(session.state.get()).toEqual({ phase: 'signedOut' });
});

test('LOGIN-12 logging out works when the server is gone', async () => {
  const { session } = setUp({ logout: failing({ status: 0 }) });
  await session.login('alice', 'pw');
  await session.logout();
  expect(session.state.get()).toEqual({ phase: 'signedOut' });
});

test('LOGIN-14 LOGIN-19 a session that the server ended says so and stops calling', async () => {
  const { session, sessionStore, events } = setUp();
  await session.login('alice', 'pw');
  session.end();
  expect(session.state.get()).toEqual({ phase: 'signedOut', wasEnded: true });
  expect(events.at(-1)).toBe('stopped');
  expect([...sessionStore.entries]).toEqual([]);
});

test('a session that is not there cannot end', () => {
  const { session, events } = setUp();
  session.end();
  expect(events).toEqual([]);
});
