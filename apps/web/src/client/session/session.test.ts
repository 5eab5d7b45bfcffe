import { type Brand, parseBrand, valueOf } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { createFakeUserApi, loginAnswer } from '../../testing/fake-user-api.ts';
import { createMemoryStore, type MemoryStore } from '../../testing/memory-store.ts';
import { clientSettingsOf } from '../calling/client-settings.ts';
import type { ApiFailure, UserApi } from '../ports/user-api.ts';
import type { SecretBox } from '../store/secret-box.ts';
import { createAutoLogin } from './auto-login.ts';
import { createSession } from './session.ts';
import { createSessionMemory } from './session-memory.ts';

function brandOf(json: unknown): Brand {
  const result = parseBrand(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.brand;
}

const brand = brandOf({
  features: { audio: true, video: true, text: [2], call: [1] },
  defaultSettings: { WEB_BANDWIDTH: 'medium', WEB_VIDEO: 'false' },
});

/** A secret box that encrypts by reversing the text, or always fails. */
const mirror = (isPossible = true): SecretBox => {
  const turn = (text: string) => Array.from(text).toReversed().join('');
  return {
    seal: async (secret) => (isPossible ? turn(secret) : undefined),
    open: async (sealed) =>
      isPossible ? { ok: true, secret: turn(sealed) } : { ok: false, isForGood: true },
  };
};

type More = {
  readonly sessionStore?: MemoryStore;
  readonly localStore?: MemoryStore;
  readonly brand?: Brand;
  readonly secrets?: SecretBox;
  readonly isForVisitor?: boolean;
  readonly mayEnterUnasked?: boolean;
  readonly random?: () => number;
  readonly leavePage?: (address: string) => void;
};

function setUp(answers: Partial<UserApi> = {}, more: More = {}) {
  const {
    sessionStore = createMemoryStore(),
    localStore = createMemoryStore(),
    brand: usedBrand = brand,
    secrets = mirror(),
    isForVisitor = false,
    mayEnterUnasked = true,
    random = () => 0,
    leavePage = () => undefined,
  } = more;
  const api = createFakeUserApi(answers);
  const events: string[] = [];
  let now = 1234;
  const session = createSession({
    api,
    brand: usedBrand,
    memory: createSessionMemory(sessionStore, localStore),
    localStore,
    now: () => now,
    random,
    stopCalling: async () => void events.push('stopped'),
    autoLogin: createAutoLogin(localStore, secrets),
    isForVisitor,
    mayEnterUnasked,
    leavePage,
  });
  session.state.subscribe(() => events.push(session.state.get().phase));
  const pass = (ms: number): void => void (now += ms);
  return { api, session, sessionStore, localStore, events, pass };
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

test('LOGIN-16 a login requests a SIP secret, then both kinds of settings', async () => {
  const { api, session, events } = setUp();
  await session.login('alice', 'pw');
  expect(api.calls).toEqual([
    'login {"username":"alice","password":"pw","force":true,"willUseSipRegistration":true}',
    'getSystemSettings "token-1"',
    'getWebSettings "token-1"',
  ]);
  expect(events).toEqual(['signingIn', 'signedIn']);
});

test('A-010 settings are merged, later sources take precedence', async () => {
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

test('REG-13 BRAND-08 STORE-03 the tab keeps the SIP server chosen at the login, and the others after it', async () => {
  const servers = ['wss://a/sip', 'wss://b/sip', 'wss://c/sip'];
  const capabilities = [{ key: 'SYS_WEBRTC_SERVER_URI', value: servers.join(', ') }];
  const counts = new Map<string, number>();
  for (let tick = 0; tick < 300; tick += 1) {
    const login = async () => ({ ok: true, value: { ...loginAnswer, capabilities } }) as const;
    const world = setUp({ login }, { random: () => tick / 300 });
    await world.session.login('alice', 'pw');
    const { systemSettings } = JSON.parse(world.sessionStore.get('systemConfig') ?? '');
    const picked = valueOf(systemSettings, 'SYS_WEBRTC_SERVER_URI') ?? '';
    const at = servers.indexOf(picked);
    const rest = [servers[(at + 1) % 3], servers[(at + 2) % 3]];
    expect(valueOf(systemSettings, 'SYS_ALL_WEBRTC_SERVER_URI')).toBe(rest.join());
    expect(clientSettingsOf(signedIn(world), brand).servers).toEqual([picked, ...rest]);
    const reloaded = setUp({}, { sessionStore: world.sessionStore, random: () => 0.99 });
    expect(clientSettingsOf(signedIn(reloaded), brand).servers).toEqual([picked, ...rest]);
    counts.set(picked, (counts.get(picked) ?? 0) + 1);
  }
  expect([...counts]).toEqual(servers.map((server) => [server, 100]));
});

test('BRAND-04 features depend on the user’s organisation', async () => {
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
    emergencyNumbers: ['112', '911'],
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

test('LOGIN-05 after a reload the session continues without a request to the server', async () => {
  const before = setUp({
    getWebSettings: async () => ({ ok: true, value: [{ key: 'WEB_FONT', value: 'arial' }] }),
  });
  await before.session.login('alice', 'pw');
  const after = setUp({}, { sessionStore: before.sessionStore });
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
])('stored data with %s is not a session', (_what, entries) => {
  expect(setUp({}, { sessionStore: createMemoryStore(entries) }).session.state.get()).toEqual({
    phase: 'signedOut',
  });
});

test.each([
  ['LOGIN-08', { status: 400, errorCode: 1001 }, { key: 'error.usernameorpassword' }],
  ['LOGIN-08', { status: 400, errorCode: -1 }, { key: 'error.usernameorpassword' }],
  ['LOGIN-09', { status: 0 }, { key: 'error.noservercontact' }],
  ['LOGIN-09', { status: 400, errorCode: -2 }, { key: 'error.noservercontact' }],
  [
    'LOGIN-10 A-021',
    { status: 400, errorCode: 1005 },
    { key: 'error.unknown', detail: '1005', hint: 'error.awaitingApproval' },
  ],
  [
    'LOGIN-10 A-021',
    { status: 400, errorCode: 1002 },
    { key: 'error.unknown', detail: '1002', hint: 'error.emailNotVerified' },
  ],
  ['LOGIN-10', { status: 400, errorCode: 1006 }, { key: 'error.unknown', detail: '1006' }],
  ['LOGIN-10', { status: 500, errorCode: 5000 }, { key: 'error.unknown', detail: '5000' }],
  ['LOGIN-20 ERR-04', { status: 502 }, { key: 'error.serviceUnavailable' }],
  ['LOGIN-20 ERR-04', { status: 503 }, { key: 'error.serviceUnavailable' }],
  ['LOGIN-20 ERR-04', { status: 503, errorCode: 5000 }, { key: 'error.serviceUnavailable' }],
  ['LOGIN-08', { status: 429, errorCode: 1001 }, { key: 'error.toomanytries' }],
] as const)('%s a login refused with %j is told as %j', async (_id, failure, loginFailure) => {
  const { session, sessionStore } = setUp({ login: failing(failure) });
  await session.login('alice', 'pw');
  expect(session.state.get()).toEqual({ phase: 'signedOut', loginFailure });
  expect([...sessionStore.entries]).toEqual([]);
});

test('a login whose settings cannot be loaded fails', async () => {
  const { session, sessionStore } = setUp({ getWebSettings: failing({ status: 0 }) });
  await session.login('alice', 'pw');
  expect(session.state.get()).toMatchObject({ loginFailure: { key: 'error.noservercontact' } });
  expect([...sessionStore.entries]).toEqual([]);
});

test('a second login during the first does nothing', async () => {
  const { api, session } = setUp();
  await Promise.all([session.login('alice', 'pw'), session.login('bobby', 'pw')]);
  expect(api.calls.filter((call) => call.startsWith('login'))).toHaveLength(1);
});

test('LOGIN-12 REG-12 A-031 a logout stops calling, informs server and tabs, leaves no data', async () => {
  const { api, session, sessionStore, localStore, events } = setUp();
  await session.login('alice', 'pw');
  events.splice(0);
  await session.logout();
  expect(events).toEqual(['signingOut', 'stopped', 'signedOut']);
  expect(api.calls.at(-1)).toBe('logout "token-1"');
  expect([...sessionStore.entries]).toEqual([]);
  expect([...localStore.entries]).toEqual([['logout', '1234']]);
  expect(session.state.get()).toEqual({ phase: 'signedOut' });
});

test('LOGIN-12 logging out works when the server does not answer', async () => {
  const { session } = setUp({ logout: failing({ status: 0 }) });
  await session.login('alice', 'pw');
  await session.logout();
  expect(session.state.get()).toEqual({ phase: 'signedOut' });
});

test('LOGIN-14 LOGIN-19 a session ended by the server reports this and stops calling', async () => {
  const { session, sessionStore, events } = setUp();
  await session.login('alice', 'pw');
  session.end();
  expect(session.state.get()).toEqual({ phase: 'signedOut', wasEnded: true });
  expect(events.at(-1)).toBe('stopped');
  expect([...sessionStore.entries]).toEqual([]);
});

test('a session that does not exist cannot end', () => {
  const { session, events } = setUp();
  session.end();
  expect(events).toEqual([]);
});

const saved = ({ sessionStore }: Pick<ReturnType<typeof setUp>, 'sessionStore'>): unknown =>
  JSON.parse(sessionStore.get('user') ?? 'null');

test('LOGIN-15 STORE-03 the tab keeps the signed-in user and the server’s client settings', async () => {
  const world = setUp();
  await world.session.login('alice', 'pw');
  expect(saved(world)).toEqual({
    ...loginAnswer,
    username: 'alice',
    password: 'pw',
    authenticated: true,
    anonymous: false,
  });
  expect([...world.sessionStore.entries.keys()].toSorted()).toEqual(['lastLogout', 'systemConfig', 'user']);
});

test('STORE-04 logging out empties the tab; permanently hidden items and the theme stay', async () => {
  const localStore = createMemoryStore({
    hideAppDownload: 'true',
    hideBrowserWarning: 'true',
    darkTheme: 'true',
  });
  const { session, sessionStore } = setUp({}, { localStore });
  sessionStore.set('browserInfoShown', 'true');
  await session.login('alice', 'pw', true);
  await session.logout();
  expect([...sessionStore.entries]).toEqual([]);
  expect(Object.fromEntries(localStore.entries)).toEqual({
    hideAppDownload: 'true',
    hideBrowserWarning: 'true',
    darkTheme: 'true',
    logout: '1234',
  });
});

test('LOGIN-07 A-038 a failed login removes only the user from the tab', async () => {
  const sessionStore = createMemoryStore({ debugMode: 'true', browserInfoShown: 'true' });
  const { session } = setUp({ login: failing({ status: 400, errorCode: 1001 }) }, { sessionStore });
  await session.login('alice', 'wrong');
  expect([...sessionStore.entries.keys()]).toEqual(['debugMode', 'browserInfoShown']);
});

const open = brandOf({ anonymous: { enabled: true, password: 'all' } });
const openAtOnce = brandOf({ anonymous: { enabled: true, autoLogin: true, username: 'guest' } });

/** Lets all pending work finish. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const remembered = { autoLogin: 'true', username: 'alice', password: 'wp' };
const logins = ({ calls }: { readonly calls: readonly string[] }) =>
  calls.filter((call) => call.startsWith('login'));
const askedAs = (username: string, password: string) =>
  `login ${JSON.stringify({ username, password, force: true, willUseSipRegistration: true })}`;

test('LOGIN-11 STORE-01 the box stores the encrypted password and logs the user in next time', async () => {
  const first = setUp();
  await first.session.login('alice', 'pw', true);
  expect(Object.fromEntries(first.localStore.entries)).toEqual(remembered);
  const next = setUp({}, { localStore: first.localStore });
  next.session.begin();
  expect(next.session.state.get()).toEqual({ phase: 'signingIn', isUnasked: true });
  await settled();
  expect(signedIn(next).user.username).toBe('alice');
  expect(logins(next.api)).toEqual([askedAs('alice', 'pw')]);
});

test('LOGIN-03 LOGIN-11 if calls are impossible, no automatic login skips the warning', async () => {
  const world = { brand: openAtOnce, mayEnterUnasked: false };
  for (const localStore of [createMemoryStore(), createMemoryStore(remembered)]) {
    const { api, session } = setUp({}, { ...world, localStore });
    session.begin();
    await settled();
    expect([session.state.get(), api.calls]).toEqual([{ phase: 'signedOut' }, []]);
    await session.login('alice', 'pw', true);
    expect(session.state.get().phase).toBe('signedIn');
    expect(Object.fromEntries(localStore.entries)).toEqual(remembered);
  }
});

test.each([
  [true, ['autoLogin', 'username', 'password']],
  [false, []],
])(
  'LOGIN-11 encryption runs in parallel, so that the user may leave right after the login; accepted: %s',
  async (isRight, kept) => {
    const order: string[] = [];
    const secrets: SecretBox = {
      ...mirror(),
      async seal(secret) {
        order.push('sealed');
        return secret;
      },
    };
    const refusal = failing({ status: 400, errorCode: 1001 });
    const { session, localStore } = setUp(
      {
        async login() {
          await settled();
          order.push('judged');
          return isRight ? { ok: true, value: loginAnswer } : refusal();
        },
      },
      { secrets },
    );
    await session.login('alice', 'pw', true);
    expect(order).toEqual(['sealed', 'judged']);
    expect([...localStore.entries.keys()].toSorted()).toEqual(kept.toSorted());
  },
);

test('LOGIN-11 a user who does not tick it is not remembered, and is forgotten if they were', async () => {
  const { session, localStore } = setUp({}, { localStore: createMemoryStore(remembered) });
  await session.login('alice', 'pw');
  expect([...localStore.entries]).toEqual([]);
});

test('A-030 after a logout there is no automatic login', async () => {
  const first = setUp();
  await first.session.login('alice', 'pw', true);
  await first.session.logout();
  const next = setUp({}, { localStore: first.localStore });
  next.session.begin();
  await settled();
  expect([next.session.state.get(), logins(next.api)]).toEqual([{ phase: 'signedOut' }, []]);
});

test.each([
  ['a login that is refused', { status: 400, errorCode: 1001 }, []],
  ['too many attempts', { status: 429, errorCode: 1001 }, Object.entries(remembered)],
  ['a server that does not answer', { status: 0 }, Object.entries(remembered)],
  ['a service that is down', { status: 503 }, Object.entries(remembered)],
])('A-030 LOGIN-07 after %s the browser remembers what it should', async (_what, failure, left) => {
  const { session, localStore } = setUp(
    { login: failing(failure) },
    { localStore: createMemoryStore(remembered) },
  );
  session.begin();
  await settled();
  expect(session.state.get()).toMatchObject({ phase: 'signedOut', loginFailure: {} });
  expect([...localStore.entries]).toEqual(left);
});

test('A-030 a session ended by the server is renewed once, not repeatedly', async () => {
  const { api, session, localStore } = setUp({}, { localStore: createMemoryStore(remembered) });
  session.begin();
  await settled();
  session.end();
  await settled();
  expect(session.state.get().phase).toBe('signedIn');
  session.end();
  await settled();
  expect(session.state.get()).toEqual({ phase: 'signedOut', wasEnded: true });
  expect(logins(api)).toHaveLength(2);
  expect(Object.fromEntries(localStore.entries)).toEqual(remembered);
});

test('A-030 A-011 a session that lasted for a while is renewed each time it ends', async () => {
  const { session, pass } = setUp({}, { localStore: createMemoryStore(remembered) });
  session.begin();
  await settled();
  for (let night = 0; night < 3; night++) {
    session.end();
    await settled();
    expect(session.state.get().phase).toBe('signedIn');
    pass(60 * 60 * 1000);
  }
});

test.each([
  ['remembered', createMemoryStore(remembered), askedAs('alice', 'pw')],
  ['anonymous', createMemoryStore(), askedAs('guest', '')],
])(
  'LOGIN-11 LOGIN-06 an automatic login (%s) without an answer is repeated when the network is back',
  async (_who, localStore, login) => {
    let isOnline = false;
    const offline = failing({ status: 0 });
    const { api, session } = setUp(
      { login: async () => (isOnline ? { ok: true, value: loginAnswer } : offline()) },
      { brand: openAtOnce, localStore },
    );
    session.begin();
    await settled();
    expect(session.state.get()).toMatchObject({
      phase: 'signedOut',
      loginFailure: { key: 'error.noservercontact' },
    });
    session.tryAgain();
    await settled();
    isOnline = true;
    session.tryAgain();
    await settled();
    expect([session.state.get().phase, logins(api)]).toEqual(['signedIn', [login, login, login]]);
  },
);

test('LOGIN-11 a login that the user started is not repeated automatically', async () => {
  const { api, session } = setUp({ login: failing({ status: 0 }) });
  await session.login('alice', 'pw');
  session.tryAgain();
  await settled();
  expect(logins(api)).toHaveLength(1);
});

test('LOGIN-11 D21 a password that cannot be decrypted now is kept, and used when it can be', async () => {
  let isThere = false;
  const box = mirror();
  const secrets: SecretBox = {
    seal: (secret) => box.seal(secret),
    open: async (sealed) => (isThere ? box.open(sealed) : { ok: false, isForGood: false }),
  };
  const localStore = createMemoryStore(remembered);
  const { session } = setUp({}, { secrets, localStore, brand: openAtOnce });
  session.begin();
  await settled();
  expect(session.state.get().phase).toBe('signedOut');
  expect(Object.fromEntries(localStore.entries)).toEqual(remembered);
  isThere = true;
  session.tryAgain();
  await settled();
  expect(session.state.get()).toMatchObject({ phase: 'signedIn', user: { username: 'alice' } });
});

test('D21 if encryption is impossible the login works, and nothing is stored', async () => {
  const { session, localStore } = setUp({}, { secrets: mirror(false) });
  await session.login('alice', 'pw', true);
  expect([session.state.get().phase, [...localStore.entries]]).toEqual(['signedIn', []]);
});

test('D21 a password that can never be decrypted is deleted, and the user must log in', async () => {
  const { api, session, localStore } = setUp(
    {},
    { secrets: mirror(false), localStore: createMemoryStore(remembered) },
  );
  session.begin();
  await settled();
  expect([session.state.get(), api.calls, [...localStore.entries]]).toEqual([{ phase: 'signedOut' }, [], []]);
});

test('LOGIN-11 a new password replaces the remembered one', async () => {
  const { session, localStore } = setUp();
  await session.login('alice', 'pw', true);
  session.passwordChanged({ password: 'new' });
  await settled();
  expect(localStore.get('password')).toBe('wen');
});

test('LOGIN-06 ANON-01 without a saved session the anonymous user logs in if the brand says so', async () => {
  const { api, session } = setUp({}, { brand: openAtOnce });
  session.begin();
  await settled();
  expect(logins(api)).toEqual([askedAs('guest', '')]);
  expect(session.state.get().phase).toBe('signedIn');
  const closed = setUp({}, { brand: open });
  closed.session.begin();
  await settled();
  expect([closed.api.calls, closed.session.state.get()]).toEqual([[], { phase: 'signedOut' }]);
});

test('LOGIN-06 there is no second automatic login', async () => {
  const { api, session } = setUp({}, { brand: openAtOnce });
  session.begin();
  await settled();
  await session.logout();
  session.begin();
  await settled();
  expect([session.state.get(), logins(api).length]).toEqual([{ phase: 'signedOut' }, 1]);
});

test('LOGIN-05 LOGIN-06 a saved session takes precedence over a remembered user', async () => {
  const before = setUp({}, { brand: openAtOnce });
  await before.session.login('alice', 'pw');
  const reloaded = setUp({}, { brand: openAtOnce, sessionStore: before.sessionStore });
  reloaded.session.begin();
  const restarted = setUp({}, { brand: openAtOnce, localStore: createMemoryStore(remembered) });
  restarted.session.begin();
  await settled();
  expect(reloaded.api.calls).toEqual([]);
  expect(logins(restarted.api)).toEqual([askedAs('alice', 'pw')]);
});

test.each([
  ['logs out', false, []],
  ['came by a one-click link and logs out', true, ['settings']],
])(
  'LOGIN-12 STORE-05 after an anonymous user %s, as a visitor %s, the browser keeps the settings %j',
  async (_what, isForVisitor, kept) => {
    const localStore = createMemoryStore({ settings: '{"WEB_TEXT_SIZE":"36"}' });
    const { session } = setUp({}, { brand: open, localStore, isForVisitor });
    await session.loginAnonymously();
    await session.logout();
    expect([...localStore.entries.keys()].filter((key) => key !== 'logout')).toEqual(kept);
  },
);

test('STORE-05 the settings of anonymous users outlive the logout of an account', async () => {
  const localStore = createMemoryStore({ settings: '{"WEB_TEXT_SIZE":"36"}' });
  const { session } = setUp({}, { brand: open, localStore });
  await session.login('alice', 'pw');
  await session.logout();
  expect(localStore.get('settings')).toBe('{"WEB_TEXT_SIZE":"36"}');
});

test('ANON-01 ANON-02 ANON-03 on request the anonymous user is logged in, without a profile', async () => {
  const world = setUp(
    {
      getSystemSettings: async () => ({
        ok: true,
        value: [{ key: 'FEATURE_USERINFORMATION', value: 'true' }],
      }),
    },
    { brand: open },
  );
  await world.session.loginAnonymously();
  expect(logins(world.api)).toEqual([askedAs('anonymous', 'all')]);
  expect(signedIn(world).features.userInformation).toBe(false);
  expect(saved(world)).toMatchObject({ anonymous: true, username: 'anonymous' });
});

test('LOGIN-13 a logout in another tab ends this session too, without informing other tabs', async () => {
  const { api, session, sessionStore, localStore, events } = setUp();
  await session.login('alice', 'pw');
  await session.followLogout();
  expect(events.slice(-3)).toEqual(['signingOut', 'stopped', 'signedOut']);
  expect(api.calls.at(-1)).toBe('logout "token-1"');
  expect([[...sessionStore.entries], [...localStore.entries]]).toEqual([[], []]);
});

test('LOGIN-13 A-031 a tab that was closed or discarded when another tab logged out does not continue its session', async () => {
  const localStore = createMemoryStore({ logout: 'earlier' });
  const closed = setUp({}, { localStore });
  await closed.session.login('alice', 'pw');
  const reloaded = setUp({}, { localStore, sessionStore: closed.sessionStore });
  expect(reloaded.session.state.get().phase).toBe('signedIn');
  const other = setUp({}, { localStore });
  await other.session.login('alice', 'pw');
  await other.session.logout();
  const opened = setUp({}, { localStore, sessionStore: closed.sessionStore });
  expect(opened.session.state.get()).toEqual({ phase: 'signedOut' });
  expect(opened.api.calls).toEqual(['logout "token-1"']);
  expect([...closed.sessionStore.entries]).toEqual([]);
  await opened.session.login('bobby', 'pw');
  const next = setUp({}, { localStore, sessionStore: closed.sessionStore });
  expect(next.session.state.get().phase).toBe('signedIn');
});

test('LOGIN-12 A-031 a page that is closed while the server answers no logout does not continue the session', async () => {
  const closed = setUp({ logout: () => new Promise(() => undefined) });
  await closed.session.login('alice', 'pw');
  void closed.session.logout();
  const { localStore, sessionStore } = closed;
  expect(setUp({}, { localStore, sessionStore }).session.state.get()).toEqual({ phase: 'signedOut' });
});

test('LOGIN-05 a session continues when the local storage has been cleared', async () => {
  const before = setUp({}, { localStore: createMemoryStore({ logout: 'earlier' }) });
  await before.session.login('alice', 'pw');
  const after = setUp({}, { sessionStore: before.sessionStore });
  expect(after.session.state.get().phase).toBe('signedIn');
});

test('A-119 KIOSK-13 a visitor replaces the signed-in user of this tab, using only the token', async () => {
  const before = setUp();
  await before.session.login('alice', 'pw');
  const world = setUp(
    {},
    {
      sessionStore: before.sessionStore,
      localStore: createMemoryStore(remembered),
      isForVisitor: true,
    },
  );
  world.session.begin();
  expect(world.session.state.get()).toEqual({ phase: 'signedOut' });
  expect(await world.session.loginVisitor({ token: 'a.b.c', ref: 'desk 7/å' })).toBeUndefined();
  expect(logins(world.api)).toEqual(['login {"token":"a.b.c","force":true,"willUseSipRegistration":true}']);
  expect(saved(world)).toMatchObject({ token: 'a.b.c', username: 'alice', password: '' });
  expect(clientSettingsOf(signedIn(world), brand, '192.0.2.77').callInfo).toBe(
    '<urn:x-user-ref:desk%207%2F%C3%A5>;purpose=x-user-ref',
  );
  await world.session.logout();
  expect(Object.fromEntries(world.localStore.entries)).toEqual({ ...remembered, logout: '1234' });
});

test('KIOSK-06 a visitor logs in with credentials; a refusal is reported and leaves no user', async () => {
  const credentials = { username: 'visitor', password: 'secret' };
  const { api, session, sessionStore } = setUp(
    { login: failing({ status: 400, errorCode: 1001 }) },
    { isForVisitor: true },
  );
  expect(await session.loginVisitor({ token: 'dD0x', credentials })).toMatchObject({ errorCode: 1001 });
  expect(logins(api)).toEqual([askedAs('visitor', 'secret')]);
  expect([...sessionStore.entries]).toEqual([]);
});

test('PROFILE-08 the user’s data is loaded again, and its changes outlive a reload', async () => {
  const properties = [{ key: 'FORENAME', value: 'Anna' }];
  const { session, sessionStore } = setUp({ getProperties: async () => ({ ok: true, value: properties }) });
  await session.login('alice', 'pw');
  await session.reloadUser();
  for (const state of [session.state.get(), setUp({}, { sessionStore }).session.state.get()])
    expect(state).toMatchObject({ phase: 'signedIn', user: { properties: { propertySet: properties } } });
});

test('PROFILE-08 without an answer about the user nothing changes', async () => {
  const { session } = setUp({ getProperties: failing({ status: 0 }) });
  await session.login('alice', 'pw');
  const before = session.state.get();
  await session.reloadUser();
  expect(session.state.get()).toBe(before);
});

test('SET-27 settings from another device apply, outlive a reload, and are then loaded again', async () => {
  let size = '16';
  const { session, sessionStore } = setUp({
    getWebSettings: async () => ({ ok: true, value: [{ key: 'WEB_TEXT_SIZE', value: size }] }),
  });
  await session.login('alice', 'pw');
  size = '24';
  await session.reloadSettings();
  for (const state of [session.state.get(), setUp({}, { sessionStore }).session.state.get()])
    expect(state).toMatchObject({ settings: { WEB_TEXT_SIZE: '24' } });
  const before = session.state.get();
  await session.reloadSettings();
  expect(session.state.get()).toBe(before);
});

test('SET-27 an answer older than a setting saved here, or for another user, changes nothing', async () => {
  let answer = (): void => {};
  let isHeldBack = false;
  const { session } = setUp({
    async getWebSettings() {
      if (isHeldBack) await new Promise<void>((resolve) => (answer = resolve));
      return { ok: true, value: [] };
    },
  });
  await session.login('alice', 'pw');
  isHeldBack = true;
  const overtaken = session.reloadSettings();
  await session.saveSettings([{ key: 'WEB_TEXT_SIZE', value: '24' }]);
  answer();
  await overtaken;
  expect(session.state.get()).toMatchObject({ settings: { WEB_TEXT_SIZE: '24' } });
  const late = session.reloadSettings();
  session.end();
  answer();
  await late;
  expect(session.state.get()).toEqual({ phase: 'signedOut', wasEnded: true });
});

test('PROFILE-12 D8 a new password comes with a new SIP secret', async () => {
  const { session, sessionStore } = setUp();
  await session.login('alice', 'pw');
  session.passwordChanged({ password: 'secret1', sipPassword: 'new-sip' });
  expect(setUp({}, { sessionStore }).session.state.get()).toMatchObject({
    user: { password: 'secret1', sipPassword: 'new-sip' },
  });
});

test('ROUTE-26 SET-25 without an account there is no profile, answering message or mailbox', async () => {
  const features = {
    userInformation: true,
    userInformationEdit: true,
    changePassword: true,
    changeMessage: true,
    messages: true,
    call: true,
  };
  const anonymousBrand = brandOf({ features, anonymous: { enabled: true, username: 'guest' } });
  const featuresOf = async (username: string) => {
    const world = setUp({}, { brand: anonymousBrand });
    await world.session.login(username, 'pw');
    return signedIn(world).features;
  };
  expect(await featuresOf('alice')).toMatchObject(features);
  expect(await featuresOf('guest')).toMatchObject({
    userInformation: false,
    userInformationEdit: false,
    changePassword: false,
    changeMessage: false,
    messages: false,
    call: true,
  });
});

test('D99 a user who comes back from the provider gets a session, and no password is kept', async () => {
  const { api, session, localStore, sessionStore } = setUp();
  await session.loginWithProvider(false);
  expect(api.calls[0]).toBe('login {"withProvider":true,"force":true,"willUseSipRegistration":true}');
  const state = session.state.get();
  expect(state).toMatchObject({ phase: 'signedIn', user: { username: 'alice', password: '' } });
  expect(state).not.toHaveProperty('isPassing');
  expect([...localStore.entries]).toEqual([]);
  expect(setUp({}, { sessionStore }).session.state.get().phase).toBe('signedIn');
});

test('D99 a refused log-in says so', async () => {
  const { session } = setUp({ login: failing({ status: 400, errorCode: 1008 }) });
  await session.loginWithProvider(false);
  expect(session.state.get()).toEqual({
    phase: 'signedOut',
    loginFailure: { key: 'signin.expired' },
    isFromProvider: true,
  });
});

test('D99 D96 a user from the provider keeps the account that is to be deleted', async () => {
  const failureText = '2026-12-10T12:00:00.000Z';
  const { api, session } = setUp({ login: failing({ status: 400, errorCode: 1007, failureText }) });
  await session.loginWithProvider(false);
  expect(session.state.get()).toMatchObject({ deletionAt: Date.parse(failureText), isFromProvider: true });
  await session.loginWithProvider(true);
  expect(api.calls.at(-1)).toContain('"keepAccount":true');
});

test('D99 after a log-out the page leads to that of the provider, but not in the other tabs', async () => {
  const left: string[] = [];
  const logout = async () => ({ ok: true, value: 'https://login.example/end' }) as const;
  const leavePage = (address: string): void => void left.push(address);
  const { session } = setUp({ logout }, { leavePage });
  await session.loginWithProvider(false);
  await session.followLogout();
  expect(left).toEqual([]);
  await session.loginWithProvider(false);
  await session.logout();
  expect([left, session.state.get()]).toEqual([['https://login.example/end'], { phase: 'signedOut' }]);
});

const stepText = 'Second step: ticket app,recovery';
const stepNeeded = { status: 400, errorCode: 1011, failureText: stepText };

test('D100 a right password leads to the second step, which begins the session with what was typed', async () => {
  const answers = [failing(stepNeeded), failing({ ...stepNeeded, errorCode: 1012 }), undefined];
  const { api, session } = setUp({
    login: async () => (await answers.shift()?.()) ?? { ok: true, value: loginAnswer },
  });
  await session.login('alice', 'secret1');
  expect(session.state.get()).toEqual({
    phase: 'signedOut',
    secondStep: { text: stepText, as: { username: 'alice', password: 'secret1' } },
  });
  await session.answerSecondStep({ ticket: 'ticket', code: '000000' });
  expect(session.state.get()).toMatchObject({
    phase: 'signedOut',
    secondStep: { text: stepText },
    loginFailure: { key: 'secondfactor.code_wrong' },
  });
  await session.answerSecondStep({ ticket: 'ticket', code: '123456' });
  expect(session.state.get()).toMatchObject({ phase: 'signedIn', user: { password: 'secret1' } });
  expect(api.calls).toContain(
    'login {"ticket":"ticket","code":"123456","force":true,"willUseSipRegistration":true}',
  );
});

test('D100 an expired second step leads back to the login, and so does a user who cancels it', async () => {
  const answers = [failing(stepNeeded), failing({ status: 400, errorCode: 1008 }), failing(stepNeeded)];
  const { session } = setUp({ login: async () => (await answers.shift()?.()) ?? expect.fail() });
  await session.login('alice', 'secret1');
  await session.answerSecondStep({ ticket: 'ticket', code: '000000' });
  expect(session.state.get()).toEqual({ phase: 'signedOut', loginFailure: { key: 'signin.expired' } });
  await session.login('alice', 'secret1');
  await session.answerSecondStep(undefined);
  expect(session.state.get()).toEqual({ phase: 'signedOut' });
});
