import { CAPABILITY_KEYS, ERROR_CODES, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProviderSettings } from '../../oidc/provider-settings.ts';
import { startTestProvider, type TestProvider } from '../../oidc/testing/test-provider.ts';
import { withoutPasswords } from '../plumbing/brand-folder.ts';
import { createProviderBrowser, type ProviderBrowser } from '../testing/provider-browser.ts';
import { providerSettings } from '../testing/provider-settings.ts';
import { BASE, createTestApp, openBrand, type TestApp } from '../testing/test-app.ts';
import { codeOf } from '../testing/test-authenticator.ts';
import { signIn } from '../testing/visitor.ts';

const anna = {
  sub: 'p-1',
  preferred_username: 'Anna.Berg@staff.example',
  given_name: 'Anna',
  family_name: 'Berg',
  email: 'anna@staff.example',
  email_verified: true,
};
const brand = { ...openBrand, features: { ownData: true, changePassword: true } };

let provider: TestProvider;
let bed: TestApp;
let browser: ProviderBrowser;

async function start(
  more: Partial<ProviderSettings> = {},
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<void> {
  bed = await createTestApp({ brand, provider: providerSettings(provider.issuer, more), ...options });
  browser = createProviderBrowser(bed.app, provider);
}
beforeEach(async () => {
  provider = await startTestProvider();
  provider.setPerson(anna);
});
afterEach(async () => {
  await bed.close();
  await provider.close();
});

const accountOf = (username: string) => bed.repositories.accounts.findByUsername(username);
const person = async (username: string) => (await accountOf(username)) ?? expect.fail(username);
const audited = () =>
  bed.events.map(({ event, account = '', detail = '' }) => `${event} ${account} ${detail}`.trim());
const askAs = (token: string, path: string, payload?: object) =>
  browser.ask({
    method: payload === undefined ? 'GET' : 'POST',
    url: `${BASE}${path}`,
    query: { securityToken: token },
    ...(payload !== undefined && { payload }),
  });

/** Alice connects her account, with her password, with the person of the provider. */
async function connectAlice(): Promise<string> {
  const { securityToken } = await signIn(bed, 'alice');
  const wish = { purpose: 'connect', password: 'demo1234', returnPath: '/userinformation' };
  const { ticket } = (await askAs(securityToken, 'user/provider/ticket', wish)).json();
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/userinformation#signin=connected');
  return securityToken;
}

test('D99 a person without an account gets one where the operator allows it, and a session like any other', async () => {
  await start({ makesAccounts: true });
  expect(await browser.passBy({ to: '/contacts?x=1' })).toBe(
    'https://calls.example/contacts?x=1#signin=done',
  );
  const answer = await browser.enter();
  expect(answer.statusCode).toBe(200);
  const login = answer.json();
  expect(login.uri).toBe('sip:anna.berg@demo.example');
  expect(login.sipPassword).not.toBe('');
  const properties = login.properties.propertySet;
  expect(['FORENAME', 'SURNAME', 'EMAIL'].map((key) => valueOf(properties, key))).toEqual([
    'Anna',
    'Berg',
    'anna@staff.example',
  ]);
  expect(valueOf(login.capabilities, `${CAPABILITY_KEYS.featurePrefix}CHANGEPASSWORD`)).toBe('false');
  expect((await askAs(login.securityToken, 'user/getProperties')).statusCode).toBe(200);
  expect((await accountOf('anna.berg'))?.passwordHash).toBeUndefined();
  expect(audited()).toEqual(['account_created anna.berg provider', 'logged_in anna.berg']);
});

test('D99 the same person finds the same account, whatever they are called now', async () => {
  await start({ makesAccounts: true });
  await browser.logIn();
  const count = await bed.repositories.accounts.count();
  provider.setPerson({ ...anna, preferred_username: 'anna.svensson', email: 'other@staff.example' });
  await browser.passBy();
  expect((await browser.enter()).json().uri).toBe('sip:anna.berg@demo.example');
  expect(await bed.repositories.accounts.count()).toBe(count);
});

test.each([
  ['alice', ['anna.berg', 'alice2']],
  ['Åsa Öberg', ['asa-oberg', 'anna.berg']],
  ['112', ['anna.berg', 'anna.berg2']],
  ['admin@staff.example', ['anna.berg', 'anna.berg2']],
])('D99 from the name %j the usernames %j are made', async (name, usernames) => {
  await start({ makesAccounts: true });
  for (const [index, username] of usernames.entries()) {
    provider.setPerson({ ...anna, sub: `p-${index}`, email: '', preferred_username: name });
    await browser.passBy();
    expect((await browser.enter()).json().uri).toBe(`sip:${username}@demo.example`);
  }
});

test('D99 names that cannot be usernames lead to a random one, and the account has no unverified address', async () => {
  await start({ makesAccounts: true });
  provider.setPerson({
    sub: 'p-1',
    preferred_username: '??',
    email: 'x@staff.example',
    email_verified: false,
  });
  await browser.passBy();
  const login = (await browser.enter()).json();
  expect(login.uri).toMatch(/^sip:user-[a-z0-9]+@demo\.example$/);
  expect(valueOf(login.properties.propertySet, PROPERTY_KEYS.email)).toBeUndefined();
});

test('D99 two requests of a new person at the same time make one account', async () => {
  await start({ makesAccounts: true });
  const others = [browser, createProviderBrowser(bed.app, provider)];
  const count = await bed.repositories.accounts.count();
  await Promise.all(others.map((each) => each.passBy()));
  const uris = await Promise.all(others.map(async (each) => (await each.enter()).json().uri));
  expect(uris[0]).toBe(uris[1]);
  expect(await bed.repositories.accounts.count()).toBe(count + 1);
});

test('D99 without new accounts a person who is not connected is refused, and asked for again at the next try', async () => {
  await start();
  expect(await browser.passBy()).toBe('https://calls.example/login#signin=noAccount');
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  const again = new URL(String((await browser.begin()).headers['location']));
  expect(again.searchParams.get('prompt')).toBe('login');
});

test('D99 an account is not found by its e-mail address: its user connects it with the password', async () => {
  await start({ makesAccounts: true });
  const alice = await accountOf('alice');
  await bed.repositories.accounts.setProperty(alice?.id ?? '', { key: 'EMAIL', value: 'Anna@staff.example' });
  expect(await browser.passBy()).toBe('https://calls.example/login#signin=connectFirst');
  await connectAlice();
  expect(bed.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['Anna@staff.example', 'Your account at Samtal is connected with Staff'],
  ]);
  await browser.passBy();
  expect((await browser.enter()).json().uri).toBe('sip:alice@demo.example');
  expect(audited()).toContain('identity_connected alice password');
});

/** Alice opens the link to a new e-mail address. */
async function verifyAlice(email: string): Promise<void> {
  const { id } = await person('alice');
  const key = {
    keyHash: 'link',
    accountId: id,
    purpose: 'email',
    expiresAt: Number.MAX_SAFE_INTEGER,
  } as const;
  await bed.repositories.oneTimeKeys.add({ ...key, email });
  expect(await bed.context.accountService.changeEmail(await person('alice'), email, 'link')).toBe('changed');
}

test.each([
  [{ matchesEmail: true }, anna, 'done'],
  [{ matchesEmail: true }, { ...anna, email_verified: false }, 'noAccount'],
  [{ matchesEmail: true, trustsEmail: true }, { ...anna, email_verified: undefined }, 'done'],
])(
  'D99 with %j an account with the same address is found only if both are proved',
  async (more, claims, outcome) => {
    await start(more);
    await verifyAlice('Anna@staff.example');
    provider.setPerson(claims);
    const page = await browser.passBy();
    expect(page.endsWith(`#signin=${outcome}`), page).toBe(true);
    if (outcome === 'done') expect((await browser.enter()).json().uri).toBe('sip:alice@demo.example');
  },
);

test('D99 an address that an administrator, the tool or an import has written, or that changed since, matches no account', async () => {
  await start({ matchesEmail: true });
  const { accounts } = bed.repositories;
  const { id } = await person('alice');
  const page = 'https://calls.example/login#signin=connectFirst';
  await accounts.setProperty(id, { key: 'EMAIL', value: anna.email });
  expect(await browser.passBy()).toBe(page);
  await verifyAlice('alice@mail.example');
  await accounts.setProperty(id, { key: 'EMAIL', value: anna.email });
  expect(await browser.passBy()).toBe(page);
  await accounts.noteEmailVerified(id);
  expect(await browser.passBy()).toBe('https://calls.example/#signin=done');
});

test.each([
  [{ mailDomains: ['staff.example'] }, {}, true],
  [{ mailDomains: ['other.example'] }, {}, false],
  [{ mailDomains: ['staff.example'] }, { email_verified: false }, false],
  [{ mailDomains: ['staff.example'] }, { email: 'anna@staff.example.evil.example' }, false],
  [{ requiredClaim: { name: 'groups', value: 'calls' } }, { groups: ['staff', 'calls'] }, true],
  [{ requiredClaim: { name: 'groups', value: 'calls' } }, { groups: 'calls-not' }, false],
  [{ requiredClaim: { name: 'groups', value: 'calls' } }, {}, false],
  [
    { requiredClaim: { name: 'realm_access.roles', value: 'calls' } },
    { realm_access: { roles: ['calls'] } },
    true,
  ],
])('D99 %j admits a person with %j: %s', async (more, claims, isAdmitted) => {
  await start({ makesAccounts: true, ...more });
  provider.setPerson({ ...anna, ...claims });
  expect(await browser.passBy()).toBe(
    isAdmitted ? 'https://calls.example/#signin=done' : 'https://calls.example/login#signin=notAdmitted',
  );
});

test('D99 a person who has lost the claim is refused, though the account is connected', async () => {
  await start({ makesAccounts: true, requiredClaim: { name: 'groups', value: 'calls' } });
  provider.setPerson({ ...anna, groups: ['calls'] });
  await browser.logIn();
  provider.setPerson(anna);
  expect(await browser.passBy()).toBe('https://calls.example/login#signin=notAdmitted');
});

test('D99 a disabled account stays out', async () => {
  await start({ makesAccounts: true });
  await browser.logIn();
  const account = await accountOf('anna.berg');
  if (account === undefined) throw new Error('no account');
  await bed.context.accountService.changeStatus(account, 'disabled');
  await browser.passBy();
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.accountDisabled });
});

test('D99 D96 without a password a sign-in just before lets a user download and delete, once each', async () => {
  await start({ makesAccounts: true });
  const token = await browser.logIn();
  expect((await askAs(token, 'user/export', {})).json()).toEqual({ errorCode: ERROR_CODES.signInNeeded });
  expect((await askAs(token, 'user/export', { password: '' })).statusCode).toBe(400);
  const prove = async () => {
    const wish = { purpose: 'prove', returnPath: '/userinformation/data' };
    const { ticket } = (await askAs(token, 'user/provider/ticket', wish)).json();
    const started = new URL(String((await browser.begin({ ticket })).headers['location']));
    expect([started.searchParams.get('prompt'), started.searchParams.get('max_age')]).toEqual(['login', '0']);
    return String((await browser.comeBack(provider.authorize(started.href))).headers['location']);
  };
  expect(await prove()).toBe('https://calls.example/userinformation/data#signin=proved');
  expect((await askAs(token, 'user/provider')).json()).toEqual({
    label: 'Staff',
    hasPassword: false,
    isConnected: true,
    isProved: true,
    needsSecondStep: false,
  });
  // A password that the account does not have is refused, and does not use up the proof.
  expect((await askAs(token, 'user/export', { password: 'any text' })).json()).toEqual({
    errorCode: ERROR_CODES.wrongCredentials,
  });
  const { ticket } = (await askAs(token, 'user/export', {})).json();
  const file = (await browser.ask({ url: `${BASE}user/export`, query: { ticket } })).json();
  expect(file.identitiesAtProviders).toEqual([
    { issuer: provider.issuer, subject: 'p-1', connectedAt: expect.any(String) },
  ]);
  expect((await askAs(token, 'user/deletion', {})).statusCode).toBe(400);

  // Another person, a person who signed in long ago, and one without a time.
  for (const claims of [{ sub: 'p-2' }, { auth_time: provider.now() - 600 }, { auth_time: undefined }]) {
    provider.setPerson({ ...anna, ...claims });
    await prove();
    expect((await askAs(token, 'user/deletion', {})).statusCode, JSON.stringify(claims)).toBe(400);
  }
  provider.setPerson(anna);
  await prove();
  bed.pass(300_000);
  // The clock of the provider goes on too.
  provider.setPerson({ ...anna, auth_time: provider.now() + 300 });
  expect((await askAs(token, 'user/deletion', {})).statusCode).toBe(400);
  await prove();
  expect((await askAs(token, 'user/deletion', {})).statusCode).toBe(200);

  await browser.passBy();
  const pending = await browser.enter();
  expect(pending.json()).toMatchObject({ errorCode: ERROR_CODES.deletionPending });
  expect((await browser.enter({ keepAccount: true })).statusCode).toBe(200);
  expect((await accountOf('anna.berg'))?.status).toBe('active');
});

test('D99 D96 the identity goes with the account', async () => {
  await start({ makesAccounts: true });
  await browser.logIn();
  const account = await accountOf('anna.berg');
  if (account === undefined) throw new Error('no account');
  await bed.context.accountService.remove(account);
  expect(await bed.repositories.identities.find({ issuer: provider.issuer, subject: 'p-1' })).toBeUndefined();
});

test('D99 who has no password cannot set one with the session alone, and cannot disconnect', async () => {
  await start({ makesAccounts: true });
  const token = await browser.logIn();
  const change = { key: 'PASSWORD', value: 'Winter1glove' };
  expect((await askAs(token, 'user/setProperty', change)).statusCode).toBe(400);
  expect((await askAs(token, 'user/provider/disconnect', {})).statusCode).toBe(409);
});

test('D99 connecting needs the password, and an account or a person that is connected stays so', async () => {
  await start();
  const { securityToken } = await signIn(bed, 'alice');
  const wish = { purpose: 'connect', returnPath: '/' };
  for (const password of [undefined, 'wrong'])
    expect((await askAs(securityToken, 'user/provider/ticket', { ...wish, password })).statusCode).toBe(400);
  await connectAlice();
  expect(
    (await askAs(securityToken, 'user/provider/ticket', { ...wish, password: 'demo1234' })).statusCode,
  ).toBe(409);
  const bobby = await signIn(bed, 'bobby');
  const { ticket } = (
    await askAs(bobby.securityToken, 'user/provider/ticket', { ...wish, password: 'demo1234' })
  ).json();
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/#signin=taken');
  expect((await askAs(securityToken, 'user/provider/disconnect', { password: 'demo1234' })).statusCode).toBe(
    200,
  );
  expect(await browser.passBy()).toBe('https://calls.example/login#signin=noAccount');
});

test.each([
  [
    'a new password',
    async () => bed.context.accountService.changePassword(await person('alice'), 'Winter1glove'),
  ],
  ['disconnecting', async () => bed.repositories.identities.disconnect((await person('alice')).id)],
  [
    'disconnecting and connecting again',
    async () => {
      const { id } = await person('alice');
      const [identity] = await bed.repositories.identities.list(id);
      await bed.repositories.identities.disconnect(id);
      await bed.repositories.identities.connect({
        ...(identity ?? expect.fail()),
        connectedAt: (identity?.connectedAt ?? 0) + 1,
      });
    },
  ],
  [
    'a log-out everywhere in the console',
    async () => {
      const bobby = await signIn(bed, 'bobby');
      await bed.repositories.accounts.changeRole((await person('bobby')).id, 'operator');
      await bobby.post('console/confirmation', { password: 'demo1234' });
      expect((await bobby.post(`console/people/${(await person('alice')).id}/logOut`)).statusCode).toBe(200);
    },
  ],
  [
    'a log-out everywhere by the operator’s tool',
    async () => bed.context.accountService.endSessions(await person('alice')),
  ],
])('D99 %s ends the tickets of log-ins that the provider has ended before', async (_what, change) => {
  await start({}, { brand: { ...brand, features: { ...brand.features, console: true } } });
  await connectAlice();
  await browser.passBy();
  const thief = new Map(browser.cookies);
  await change();
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  bed.pass(1000);
  for (const [name, value] of thief) browser.cookies.set(name, value);
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
});

test('D99 disconnecting ends the sessions that began at the provider, and those alone', async () => {
  await start();
  const mine = await connectAlice();
  const atProvider = await browser.logIn();
  const other = (await signIn(bed, 'alice')).securityToken;
  expect((await askAs(mine, 'user/provider/disconnect', { password: 'demo1234' })).statusCode).toBe(200);
  const valid = async (token: string) => (await askAs(token, 'user/getProperties')).statusCode;
  expect([await valid(mine), await valid(atProvider), await valid(other)]).toEqual([200, 401, 200]);
  expect(await bed.repositories.revocations.take()).toContainEqual({ sessionId: expect.any(String) });
});

test('D99 the log-out leads to that of the provider, only for sessions that began there', async () => {
  await start({ makesAccounts: true });
  const token = await browser.logIn();
  const { signOutAt } = (await askAs(token, 'user/logout')).json();
  const address = new URL(signOutAt);
  expect(address.origin + address.pathname).toBe(`${provider.issuer}/end`);
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe('https://calls.example/login');
  expect(address.searchParams.get('client_id')).toBe('samtal');
  expect(address.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const alice = await signIn(bed, 'alice');
  expect((await askAs(alice.securityToken, 'user/logout')).json()).toEqual({ status: 'OK' });
});

const logOutAtProvider = async (token: string) =>
  browser.ask({
    method: 'POST',
    url: '/oidc/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });

test('D99 a log-out at the provider ends the sessions that began there, and those alone', async () => {
  await start({ makesAccounts: true });
  const first = await browser.logIn();
  const told: string[] = [];
  const account = await accountOf('anna.berg');
  bed.context.changes.subscribe(account?.id ?? '', (kind) => told.push(kind));
  provider.setPerson({ ...anna, sid: 's-2' });
  const second = await browser.logIn();
  const alice = await signIn(bed, 'alice');
  const answer = await logOutAtProvider(await provider.logoutToken());
  expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([200, 'no-store', '']);
  const valid = async (token: string) => (await askAs(token, 'user/getProperties')).statusCode;
  expect([await valid(first), await valid(second), await valid(alice.securityToken)]).toEqual([
    401, 200, 200,
  ]);
  expect(told).toEqual(['sessions']);
  expect(await bed.repositories.revocations.take()).toEqual([{ sessionId: expect.any(String) }]);
  await logOutAtProvider(await provider.logoutToken({ sid: undefined }));
  expect(await valid(second)).toBe(401);
});

test('D99 a log-out at the provider that the database did not take is taken when the provider sends it again', async () => {
  let isDown = false;
  await start(
    { makesAccounts: true },
    {
      around: (repositories) => ({
        ...repositories,
        sessions: {
          ...repositories.sessions,
          endAtProvider: async (ended) =>
            isDown ? Promise.reject(new Error('down')) : repositories.sessions.endAtProvider(ended),
        },
      }),
    },
  );
  const session = await browser.logIn();
  const token = await provider.logoutToken();
  isDown = true;
  expect((await logOutAtProvider(token)).statusCode).toBe(500);
  isDown = false;
  expect((await logOutAtProvider(token)).statusCode).toBe(200);
  expect((await askAs(session, 'user/getProperties')).statusCode).toBe(401);
  expect((await logOutAtProvider(token)).statusCode).toBe(400);
});

test('D99 a log-out at the provider before the page has its session ends the sign-in too', async () => {
  await start({ makesAccounts: true });
  await browser.passBy();
  await logOutAtProvider(await provider.logoutToken());
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
});

test('D99 a log-out at the provider while the session begins ends it too', async () => {
  let token: string | undefined;
  await start(
    { makesAccounts: true },
    {
      around: (repositories) => ({
        ...repositories,
        sessions: {
          ...repositories.sessions,
          async add(...given) {
            if (token !== undefined) expect((await logOutAtProvider(token)).statusCode).toBe(200);
            return repositories.sessions.add(...given);
          },
        },
      }),
    },
  );
  await browser.passBy();
  token = await provider.logoutToken();
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  expect(await bed.repositories.ownData.sessions((await accountOf('anna.berg'))?.id ?? '')).toEqual([]);
});

test.each([1, 2, 3])(
  'D99 D100 a log-out everywhere before the log-in looks at the account for the %i. time ends it',
  async (at) => {
    let looks = Number.NEGATIVE_INFINITY;
    await start(
      { makesAccounts: true },
      {
        around: (repositories) => ({
          ...repositories,
          accounts: {
            ...repositories.accounts,
            async findById(id) {
              looks += 1;
              if (looks === at) await bed.context.accountService.endSessions(await person('alice'));
              return repositories.accounts.findById(id);
            },
          },
        }),
      },
    );
    await connectAlice();
    await browser.passBy();
    looks = 0;
    expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
    expect(looks).toBeGreaterThanOrEqual(at);
  },
);

test('D99 where passwords are off there is no log-in, registration or new password by them', async () => {
  await start({ hasPasswords: false, makesAccounts: true }, { brand: withoutPasswords(openBrand) });
  const post = async (path: string, payload: object) =>
    (await browser.ask({ method: 'POST', url: `${BASE}${path}`, payload })).json<{ errorCode: number }>();
  const credentials = { username: 'alice', password: 'demo1234' };
  expect(await post('user/login', { ...credentials, force: true, willUseSipRegistration: true })).toEqual({
    errorCode: ERROR_CODES.passwordsOff,
  });
  const applicant = {
    username: 'asa.new',
    password: 'Winter1glove',
    email1: 'asa@mail.example',
    fname: 'Asa',
    sname: 'New',
    sipaddress: 'asa.new',
    orgID: 1,
  };
  expect(await post('signUp/create', applicant)).toMatchObject({
    errorCode: ERROR_CODES.registrationNotEnabled,
  });
  expect(await post('user/requestResetPassword', { username: 'alice' })).toMatchObject({
    errorCode: ERROR_CODES.resetNotEnabled,
  });
  expect(await browser.passBy()).toBe('https://calls.example/#signin=done');
});

test('D99 a user who declines at the provider is told so', async () => {
  await start();
  const started = String((await browser.begin()).headers['location']);
  const returned = provider.authorize(started);
  returned.searchParams.delete('code');
  returned.searchParams.set('error', 'access_denied');
  expect((await browser.comeBack(returned)).headers['location']).toBe(
    'https://calls.example/login#signin=cancelled',
  );
});

const roles = {
  claim: 'realm_access.roles',
  values: [
    { role: 'support', value: 'samtal-help' },
    { role: 'operator', value: 'samtal-admins' },
  ],
} as const;
const withGroups = (...groups: unknown[]) => provider.setPerson({ ...anna, realm_access: { roles: groups } });

test('D107 a role comes by a claim at the log-in, the most powerful of several, and goes with the claim', async () => {
  await start({ makesAccounts: true, roles });
  const role = async () => (await accountOf('anna.berg'))?.role;
  const logIn = async (...groups: unknown[]) => {
    withGroups(...groups);
    await browser.logIn();
    return role();
  };
  expect(await logIn('staff', 'samtal-help', 'samtal-admins')).toBe('operator');
  expect(await logIn('samtal-help')).toBe('support');
  expect(
    await logIn('samtal-help-not', 'SAMTAL-ADMINS', ['samtal-admins'], { role: 'operator' }),
  ).toBeUndefined();
  expect(await logIn()).toBeUndefined();
  expect(audited().filter((line) => line.startsWith('role_changed'))).toEqual([
    'role_changed anna.berg operator (provider)',
    'role_changed anna.berg support (provider)',
    'role_changed anna.berg none (provider)',
  ]);
});

test('D107 a role that was given by hand is neither changed nor taken by the claims; one that is taken by hand comes again', async () => {
  await start({ makesAccounts: true, roles });
  withGroups('samtal-help');
  await browser.logIn();
  const { id } = (await accountOf('anna.berg')) ?? expect.fail();
  const role = async () => (await accountOf('anna.berg'))?.role;
  await bed.repositories.accounts.changeRole(id, undefined);
  await browser.logIn();
  expect(await role()).toBe('support');
  // By hand from now on, although it is the same role.
  await bed.repositories.accounts.changeRole(id, 'support');
  withGroups('samtal-admins');
  await browser.logIn();
  expect(await role()).toBe('support');
  withGroups();
  await browser.logIn();
  expect(await role()).toBe('support');
});

test('D107 the last operator loses a role that came by a claim, and without OIDC_ROLES no claim gives or takes one', async () => {
  await start({ makesAccounts: true, roles });
  withGroups('samtal-admins');
  await browser.logIn();
  withGroups();
  await browser.logIn();
  expect(await bed.repositories.persons.withRole()).toEqual([]);
  await bed.close();
  await start({ makesAccounts: true });
  withGroups('samtal-admins', 'operator');
  await browser.logIn();
  expect((await accountOf('anna.berg'))?.role).toBeUndefined();
});

test('D107 a person who is not admitted gets no role', async () => {
  await start({ makesAccounts: true, roles, requiredClaim: { name: 'groups', value: 'calls' } });
  withGroups('samtal-admins');
  await browser.passBy();
  expect(await bed.repositories.persons.withRole()).toEqual([]);
});

test('D107 a user without a password confirms changes of the console by a log-in at the provider just before', async () => {
  await start({ makesAccounts: true, roles }, { brand: { ...brand, features: { console: true } } });
  withGroups('samtal-admins');
  const token = await browser.logIn();
  const bobby = (await accountOf('bobby'))?.id ?? '';
  expect((await askAs(token, 'console/access')).json()).toMatchObject({ confirmsAt: 'Staff' });
  const change = async () =>
    (await askAs(token, `console/people/${bobby}/status`, { status: 'disabled' })).statusCode;
  const confirm = async () => (await askAs(token, 'console/confirmation', { password: '' })).json();
  expect(await change()).toBe(403);
  expect(await confirm()).toEqual({ errorCode: ERROR_CODES.signInNeeded });
  const wish = { purpose: 'prove', returnPath: '/admin/people/x' };
  const { ticket } = (await askAs(token, 'user/provider/ticket', wish)).json();
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/admin/people/x#signin=proved');
  expect(await confirm()).toEqual({ status: 'OK' });
  expect(await change()).toBe(200);
  // The proof is used up.
  bed.pass(15 * 60_000);
  expect(await change()).toBe(403);
  expect(await confirm()).toEqual({ errorCode: ERROR_CODES.signInNeeded });
});

/** Alice has an authenticator app from now on. @returns the code that it shows next */
async function addApp(token: string): Promise<() => string> {
  const { secret } = (await askAs(token, 'user/secondFactor/app', { password: 'demo1234' })).json();
  const code = () => codeOf(secret, bed.context.now());
  const confirmed = await askAs(token, 'user/secondFactor/app/confirmation', { code: code() });
  expect(confirmed.statusCode).toBe(200);
  return () => {
    bed.pass(30_000);
    return code();
  };
}
const withFactors = {
  brand: { ...brand, features: { ...brand.features, secondFactor: true, console: true } },
};

test('D100 connecting with a person of the provider needs the second step too', async () => {
  await start({}, withFactors);
  const { securityToken } = await signIn(bed, 'alice');
  const connect = async (more: object) =>
    (
      await askAs(securityToken, 'user/provider/ticket', {
        purpose: 'connect',
        password: 'demo1234',
        returnPath: '/',
        ...more,
      })
    ).json();
  const state = async () => (await askAs(securityToken, 'user/provider')).json();
  expect(await state()).toMatchObject({ needsSecondStep: false });
  // Begun before the account has a second factor.
  const early = await connect({});
  const nextCode = await addApp(securityToken);
  expect(await browser.passBy({ ticket: early.ticket })).toBe('https://calls.example/#signin=expired');
  expect(await state()).toMatchObject({ needsSecondStep: true, isConnected: false });
  expect(await connect({})).toEqual({ errorCode: ERROR_CODES.secondFactorNeeded });
  expect(await connect({ code: '000000' })).toEqual({ errorCode: ERROR_CODES.secondFactorWrong });
  const { ticket } = await connect({ code: nextCode() });
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/#signin=connected');
});

test('D100 an account with a second factor or a role is not found by its e-mail address', async () => {
  await start({ matchesEmail: true }, withFactors);
  const { securityToken } = await signIn(bed, 'alice');
  await verifyAlice(anna.email);
  const page = 'https://calls.example/login#signin=connectFirst';
  const { id } = await person('alice');
  await addApp(securityToken);
  expect(await browser.passBy()).toBe(page);
  await bed.repositories.secondFactors.remove(id, 'all');
  await bed.repositories.accounts.changeRole(id, 'operator');
  expect(await browser.passBy()).toBe(page);
  await bed.repositories.accounts.changeRole(id, undefined);
  expect(await browser.passBy()).toBe('https://calls.example/#signin=done');
});

test('D107 a role of the provider goes when the account is disconnected, and does not come by the password', async () => {
  await start({ roles }, withFactors);
  const byPassword = await connectAlice();
  withGroups('samtal-admins');
  const atProvider = await browser.logIn();
  const access = async (token: string) => (await askAs(token, 'console/access')).statusCode;
  expect([await access(atProvider), await access(byPassword)]).toEqual([200, 403]);
  const { capabilities } = await signIn(bed, 'alice');
  expect(valueOf(capabilities, CAPABILITY_KEYS.consoleRole)).toBeUndefined();
  const disconnected = await askAs(atProvider, 'user/provider/disconnect', { password: 'demo1234' });
  expect(disconnected.statusCode).toBe(200);
  expect((await person('alice')).role).toBeUndefined();
  expect(audited()).toContain('role_changed alice none (provider)');
  // The session in which the password was typed stays, but no longer counts as one of the provider.
  await bed.repositories.accounts.changeRole((await person('alice')).id, 'operator', 'provider');
  expect(await access(atProvider)).toBe(403);
});

test('D107 a person who is not admitted any more, or confirms without the claim, loses the role of the provider', async () => {
  await start(
    { roles, requiredClaim: { name: 'groups', value: 'calls' }, makesAccounts: true },
    { ...withFactors, consoleNeedsSecondFactor: true },
  );
  const admitted = { ...anna, groups: ['calls'] };
  const operator = { ...admitted, realm_access: { roles: ['samtal-admins'] } };
  const role = async () => (await person('anna.berg')).role;
  provider.setPerson(operator);
  const token = await browser.logIn();
  expect(await role()).toBe('operator');
  // The session began at the provider, so the account needs no second factor here.
  expect((await askAs(token, 'console/access')).statusCode).toBe(200);
  provider.setPerson(admitted);
  const wish = { purpose: 'prove', returnPath: '/' };
  const { ticket } = (await askAs(token, 'user/provider/ticket', wish)).json();
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/#signin=proved');
  expect(await role()).toBeUndefined();
  provider.setPerson(operator);
  await browser.logIn();
  expect(await role()).toBe('operator');
  provider.setPerson({ ...operator, groups: [] });
  await browser.passBy();
  expect(await role()).toBeUndefined();
});

test('D107 a role that is given by hand while the claims are judged stays', async () => {
  let byHand = async (): Promise<unknown> => undefined;
  await start(
    { roles },
    {
      around: (repositories) => ({
        ...repositories,
        accounts: {
          ...repositories.accounts,
          async changeRole(id, role, origin) {
            if (origin === 'provider') await byHand();
            return repositories.accounts.changeRole(id, role, origin);
          },
        },
      }),
    },
  );
  await connectAlice();
  withGroups('samtal-help');
  await browser.logIn();
  const { id } = await person('alice');
  byHand = () => bed.repositories.accounts.changeRole(id, 'operator');
  withGroups();
  await browser.logIn();
  expect(await person('alice')).toMatchObject({ role: 'operator' });
});
