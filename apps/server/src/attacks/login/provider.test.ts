import type { ServerResponse } from 'node:http';
import { ERROR_CODES } from '@samtal/api-contract';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProviderBrowser, type ProviderBrowser } from '../../http/testing/provider-browser.ts';
import { providerSettings, unreachableProvider } from '../../http/testing/provider-settings.ts';
import { BASE, createTestApp, openBrand, type TestApp } from '../../http/testing/test-app.ts';
import { signIn, type Visitor } from '../../http/testing/visitor.ts';
import {
  type Changes,
  startTestProvider,
  type TestProvider,
  unsigned,
} from '../../oidc/testing/test-provider.ts';

let provider: TestProvider;
let bed: TestApp;
let browser: ProviderBrowser;

async function start(more: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  bed = await createTestApp({
    brand: openBrand,
    provider: providerSettings(provider.issuer, { makesAccounts: true }),
    ...more,
  });
  browser = createProviderBrowser(bed.app, provider);
}
beforeEach(async () => {
  provider = await startTestProvider();
  provider.setPerson({ sub: 'p-1', preferred_username: 'anna.berg' });
});
afterEach(async () => {
  await bed.close();
  await provider.close();
});

const LOGIN = 'https://calls.example/login';
const begun = async (by = browser) => String((await by.begin()).headers['location']);
const pageAfter = async (returned: URL, by = browser) =>
  String((await by.comeBack(returned)).headers['location']);
const hasSession = async (by = browser): Promise<boolean> => (await by.enter()).statusCode === 200;

test('D99 a callback that nothing began asks the provider nothing', async () => {
  await start();
  const address = await begun();
  provider.asked.splice(0);
  const stranger = createProviderBrowser(bed.app, provider);
  expect(await pageAfter(provider.authorize(address), stranger)).toBe(`${LOGIN}#signin=expired`);
  for (const search of [
    '',
    '?code=x',
    '?code=x&state=y',
    '?error=access_denied',
    `?${'x'.repeat(9000)}`,
    '?state=%E0%A4%A',
  ])
    expect(await pageAfter(new URL(`https://calls.example/oidc/callback${search}`), stranger)).toBe(
      `${LOGIN}#signin=expired`,
    );
  expect([provider.asked, await hasSession(stranger)]).toEqual([[], false]);
});

test('D99 a forged state, and that of another sign-in of the same browser, are refused', async () => {
  await start();
  for (const state of ['forged', '', undefined]) {
    const returned = provider.authorize(await begun());
    if (state === undefined) returned.searchParams.delete('state');
    else returned.searchParams.set('state', state);
    expect(await pageAfter(returned)).toBe(`${LOGIN}#signin=expired`);
  }
  const first = provider.authorize(await begun());
  await begun();
  expect(await pageAfter(first)).toBe(`${LOGIN}#signin=expired`);
  const doubled = provider.authorize(await begun());
  doubled.searchParams.append('state', doubled.searchParams.get('state') ?? '');
  expect(await pageAfter(doubled)).toBe(`${LOGIN}#signin=failed`);
  expect(await hasSession()).toBe(false);
});

test('D99 a callback counts once', async () => {
  await start();
  const returned = provider.authorize(await begun());
  const copy = new Map(browser.cookies);
  expect(await pageAfter(returned)).toBe('https://calls.example/#signin=done');
  expect(await pageAfter(returned)).toBe(`${LOGIN}#signin=expired`);
  // With the cookie from before, the provider refuses the code.
  for (const [name, value] of copy) browser.cookies.set(name, value);
  browser.cookies.delete('__Host-samtal-entrant');
  expect(await pageAfter(returned)).toBe(`${LOGIN}#signin=failed`);
});

test('D99 a code of another browser is worthless here: it belongs to another verifier', async () => {
  await start();
  const victim = createProviderBrowser(bed.app, provider);
  const stolen = provider.authorize(await begun(victim)).searchParams.get('code') ?? '';
  const returned = provider.authorize(await begun());
  returned.searchParams.set('code', stolen);
  expect(await pageAfter(returned)).toBe(`${LOGIN}#signin=failed`);
});

test('D99 login CSRF: no address logs a visitor in as another person', async () => {
  await start();
  const attacker = createProviderBrowser(bed.app, provider);
  const returned = provider.authorize(await begun(attacker));
  // The attacker does not open the address but sends it to the victim, who may even have begun a sign-in of their own.
  expect(await pageAfter(returned)).toBe(`${LOGIN}#signin=expired`);
  await begun();
  expect(await pageAfter(returned)).toBe(`${LOGIN}#signin=expired`);
  expect(await hasSession()).toBe(false);
  // A fragment alone begins nothing.
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
});

test('D99 the cookies are of this host alone, and no script reads them', async () => {
  await start();
  const started = await browser.begin();
  const came = await browser.comeBack(provider.authorize(String(started.headers['location'])));
  const set = [started, came].flatMap(({ cookies }) => cookies).filter(({ maxAge }) => maxAge !== 0);
  expect(
    set.map(({ name, path, httpOnly, secure, sameSite, domain }) => ({
      name,
      path,
      httpOnly,
      secure,
      sameSite,
      domain,
    })),
  ).toEqual([
    {
      name: '__Host-samtal-begun',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      domain: undefined,
    },
    {
      name: '__Host-samtal-entrant',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      domain: undefined,
    },
  ]);
  expect((await browser.enter()).statusCode).toBe(200);
  for (const [name, value] of Object.entries({
    '__Host-samtal-begun': 'e30.x.y.z.a',
    '__Host-samtal-entrant': 'guess',
  }))
    browser.cookies.set(name, value);
  expect(await hasSession()).toBe(false);
});

const forged: readonly (readonly [string, (of: TestProvider) => Changes])[] = [
  ['another nonce', () => ({ claims: (claims) => ({ ...claims, nonce: 'other' }) })],
  ['no nonce', () => ({ claims: ({ nonce: _nonce, ...claims }) => claims })],
  ['another audience', () => ({ claims: (claims) => ({ ...claims, aud: 'another-client' }) })],
  [
    'several audiences and another party',
    () => ({ claims: (claims) => ({ ...claims, aud: ['samtal', 'x'], azp: 'x' }) }),
  ],
  ['another issuer', () => ({ claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) })],
  ['another issuer in the address (RFC 9207)', () => ({ returned: { iss: 'https://evil.example' } })],
  ['no signature', () => ({ idToken: (claims) => unsigned(claims) })],
  ['the signature of a stranger', (of) => ({ idToken: (claims) => of.sign(claims, of.strangersKey) })],
  [
    'a signature with the secret of the client',
    () => ({
      idToken: (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('client-secret-of-the-tests')),
    }),
  ],
  [
    'an end in the past',
    (of) => ({ claims: (claims) => ({ ...claims, exp: of.now() - 3600, iat: of.now() - 7200 }) }),
  ],
  ['no subject', () => ({ claims: ({ sub: _sub, ...claims }) => claims })],
  [
    'the UserInfo of another person',
    () => ({ userInfo: () => ({ sub: 'p-2', preferred_username: 'admin' }) }),
  ],
  [
    'claims that are no text',
    () => ({ claims: (claims) => ({ ...claims, sub: { toString: 'x' } as unknown as string }) }),
  ],
];

test.each(forged)('D99 an ID token with %s gives no session', async (_what, changes) => {
  await start();
  const count = await bed.repositories.accounts.count();
  provider.change(changes(provider));
  expect(await browser.passBy()).toBe(`${LOGIN}#signin=failed`);
  expect([await hasSession(), await bed.repositories.accounts.count()]).toEqual([false, count]);
  expect(bed.logged()).not.toMatch(/eyJ[\w-]+\./);
});

test.each([
  ['//evil.example'],
  ['/\\evil.example'],
  ['https://evil.example'],
  ['/\t/evil.example'],
  ['/%2F/../../oidc/start'],
  ['/x/../oidc/start'],
  ['/userApi/user/api/user/logout'],
  ['/login'],
  ['javascript:alert(1)'],
  [`/${'a'.repeat(2000)}`],
  ['/a#signin=done'],
  ['@evil.example'],
  ['.evil.example'],
  [''],
])('D99 the way back %j leads to the own start page', async (to) => {
  await start();
  expect(await browser.passBy({ to })).toBe('https://calls.example/#signin=done');
});

const never = (_path: string, _request: unknown, _response: ServerResponse): boolean => true;
const endless = (_path: string, _request: unknown, response: ServerResponse): boolean => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  write();
  return true;
};
const nonsense =
  (text: string, status = 200) =>
  (_path: string, _request: unknown, response: ServerResponse): boolean => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
    return true;
  };

test.each([
  ['is down', undefined],
  ['never answers', never],
  ['answers without end', endless],
  ['answers with no JSON', nonsense('<html>')],
  ['answers with something else', nonsense('[]')],
  ['has a fault', nonsense('{}', 500)],
  [
    'leads to another server',
    (_path: string, _request: unknown, response: ServerResponse) => {
      response.writeHead(302, { location: 'https://evil.example/' });
      response.end();
      return true;
    },
  ],
])(
  'D99 when the provider %s, users read that, and passwords work',
  { timeout: 20_000 },
  async (_what, answer) => {
    await start(answer === undefined ? { provider: unreachableProvider } : {});
    if (answer !== undefined) provider.change({ answer });
    expect(await browser.passBy()).toBe(`${LOGIN}#signin=unreachable`);
    expect(bed.logged()).toContain('provider_unreachable');
    expect((await signIn(bed, 'alice')).securityToken).toMatch(/./);
  },
);

test.each([
  ['names no keys', ({ jwks_uri: _keys, ...rest }: Record<string, unknown>) => rest],
  [
    'is another one',
    (metadata: Record<string, unknown>) => ({ ...metadata, issuer: 'https://evil.example' }),
  ],
  ['names no token endpoint', ({ token_endpoint: _token, ...rest }: Record<string, unknown>) => rest],
])('D99 a provider that says that it %s is not used', async (_what, metadata) => {
  await start();
  provider.change({ metadata });
  expect(await browser.passBy()).toBe(`${LOGIN}#signin=unreachable`);
});

test.each([
  ['/token', never, 'unreachable'],
  ['/token', endless, 'unreachable'],
  ['/token', nonsense('{"access_token":1}'), 'failed'],
  ['/token', nonsense('{}', 503), 'unreachable'],
  ['/me', nonsense('"x"'), 'failed'],
  ['/jwks', nonsense('[]'), 'failed'],
])(
  'D99 a wrong answer at %s ends the sign-in and nothing else',
  { timeout: 20_000 },
  async (path, answer, outcome) => {
    await start();
    const address = await begun();
    provider.change({
      answer: (asked, request, response) => asked === path && answer(asked, request, response),
    });
    expect(await pageAfter(provider.authorize(address))).toBe(`${LOGIN}#signin=${outcome}`);
    provider.change({});
    expect(await browser.passBy()).toBe('https://calls.example/#signin=done');
  },
);

test('D99 hostile claims become no username, no mail and no fault', async () => {
  await start();
  const hostile = [
    '<script>',
    '../../etc',
    'a'.repeat(5000),
    '\u0000\r\nSet-Cookie: x',
    '_proto_',
    '٣٤٥',
    '-----',
    "'; drop table account",
  ];
  for (const [index, name] of hostile.entries()) {
    provider.setPerson({
      sub: `h-${index}`,
      preferred_username: name,
      given_name: name,
      family_name: { a: 1 },
      email: name,
      email_verified: true,
      __proto__: { polluted: true },
    });
    await browser.passBy();
    const answer = await browser.enter();
    expect(answer.statusCode, name).toBe(200);
    expect(answer.json().uri).toMatch(/^sip:[a-z0-9.-]{5,100}@demo\.example$/);
  }
});

test('D99 an account is made of hostile claims, but they are not stored', async () => {
  await start();
  provider.setPerson({
    sub: 'h-names',
    preferred_username: 'hanna',
    given_name: '<script>x</script>',
    family_name: 'Be\u202Erg',
    email: 'a@evil.example@demo.example',
    email_verified: true,
  });
  await browser.passBy();
  expect((await browser.enter()).statusCode).toBe(200);
  const account = await bed.repositories.accounts.findByUsername('hanna');
  expect(account?.properties).toEqual([]);
});

const logOut = (payload: string, headers = {}) =>
  bed.app.inject({
    method: 'POST',
    url: '/oidc/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });
const withToken = (token: string) => logOut(new URLSearchParams({ logout_token: token }).toString());

test('D99 a logout token that is forged, old or of another kind ends no session', async () => {
  await start();
  const securityToken = await browser.logIn();
  const { now } = provider;
  const refused = [
    unsigned({ iss: provider.issuer, aud: 'samtal', sid: 's-1' }),
    await provider.logoutToken({}, provider.strangersKey),
    await provider.logoutToken({ aud: 'another-client' }),
    await provider.logoutToken({ iss: 'https://evil.example' }),
    await provider.logoutToken({ iat: now() - 900, exp: now() + 900 }),
    await provider.logoutToken({ exp: now() - 300 }),
    await provider.logoutToken({ nonce: 'x' }),
    await provider.logoutToken({ events: {} }),
    await provider.logoutToken({ events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } }),
    await provider.logoutToken({ events: undefined }),
    await provider.logoutToken({ jti: undefined }),
    await provider.logoutToken({ sub: undefined, sid: undefined }),
    await provider.sign({ iss: provider.issuer, aud: 'samtal', iat: now(), exp: now() + 60, sub: 'p-1' }),
    await new SignJWT({ sid: 's-1' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('client-secret-of-the-tests')),
    'x'.repeat(16_000),
    '',
  ];
  for (const [index, token] of refused.entries())
    expect([index, (await withToken(token)).statusCode]).toEqual([index, 400]);
  expect((await logOut('{"logout_token":1}', { 'content-type': 'application/json' })).statusCode).toBe(400);
  expect((await withToken('x'.repeat(20_000))).statusCode).toBe(413);
  const mine = await bed.app.inject({ url: `${BASE}user/getProperties`, query: { securityToken } });
  expect(mine.statusCode).toBe(200);
  expect(bed.events.filter(({ event }) => event === 'logout_token_refused')).toHaveLength(refused.length + 1);
});

test('D99 a logout token that is sent again does not end the next session', async () => {
  await start();
  await browser.logIn();
  const token = await provider.logoutToken();
  expect((await withToken(token)).statusCode).toBe(200);
  const next = await browser.logIn();
  expect((await withToken(token)).statusCode).toBe(400);
  expect(
    (await bed.app.inject({ url: `${BASE}user/getProperties`, query: { securityToken: next } })).statusCode,
  ).toBe(200);
});

/** Asks in this browser for a ticket that connects the account. */
const ticketOf = async ({ securityToken }: Visitor): Promise<string> =>
  (
    await browser.ask({
      method: 'POST',
      url: `${BASE}user/provider/ticket`,
      query: { securityToken },
      payload: { purpose: 'connect', password: 'demo1234', returnPath: '/' },
    })
  ).json().ticket;

test('D99 a ticket of another session proves and connects nothing for this one', async () => {
  await start();
  const alice = await signIn(bed, 'alice');
  const bobby = await signIn(bed, 'bobby');
  const ticket = await ticketOf(alice);
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/#signin=connected');
  expect(await browser.passBy({ ticket })).toBe('https://calls.example/#signin=expired');
  expect((await bobby.post('user/export', {})).statusCode).toBe(404);
  expect((await bobby.get('user/provider')).json()).toMatchObject({ isConnected: false, isProved: false });
  const anonymous = await signIn(bed, 'anonymous').catch(() => undefined);
  expect(anonymous?.securityToken).toBeUndefined();
});

test('D99 a link to a sign-in that another browser has asked for connects and proves nothing', async () => {
  await start();
  const thief = createProviderBrowser(bed.app, provider);
  const askAs = (by: ProviderBrowser, securityToken: string, wish: object) =>
    by.ask({
      method: 'POST',
      url: `${BASE}user/provider/ticket`,
      query: { securityToken },
      payload: { returnPath: '/', ...wish },
    });
  const bobby = await signIn(bed, 'bobby');
  const connect = { purpose: 'connect', password: 'demo1234' };
  const asked = await askAs(thief, bobby.securityToken, connect);
  expect(asked.cookies).toMatchObject([
    { name: '__Host-samtal-asker', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
  ]);
  const page = 'https://calls.example/#signin=expired';
  expect(await browser.passBy({ ticket: asked.json().ticket })).toBe(page);
  // The victim has asked for a sign-in of their own.
  const alice = await signIn(bed, 'alice');
  await askAs(browser, alice.securityToken, connect);
  const { ticket } = (await askAs(thief, bobby.securityToken, connect)).json();
  expect(await browser.passBy({ ticket })).toBe(page);
  // The thief begins, and gives the victim the cookie of the sign-in, but not the one of who asked.
  const again = (await askAs(thief, bobby.securityToken, connect)).json();
  const address = String((await thief.begin(again)).headers['location']);
  browser.cookies.set('__Host-samtal-begun', thief.cookies.get('__Host-samtal-begun') ?? '');
  expect(await pageAfter(provider.authorize(address))).toBe(page);
  expect((await bobby.get('user/provider')).json()).toMatchObject({ isConnected: false });

  // A session that was stolen is not proved by the browser of its user.
  const token = await browser.logIn();
  const proof = (await askAs(thief, token, { purpose: 'prove' })).json();
  expect(await browser.passBy(proof)).toBe(page);
  const mine = (await askAs(browser, token, { purpose: 'prove' })).json();
  expect(await browser.passBy(mine)).toBe('https://calls.example/#signin=proved');
});

test('D99 a session that has ended meanwhile connects nothing', async () => {
  await start();
  const alice = await signIn(bed, 'alice');
  const ticket = await ticketOf(alice);
  const address = String((await browser.begin({ ticket })).headers['location']);
  await alice.get('user/logout');
  expect(await pageAfter(provider.authorize(address))).toBe('https://calls.example/#signin=expired');
});

test('D99 too many sign-ins from one address lead to a page that says so', async () => {
  await start({ hasRequestLimits: true });
  const pages = new Set<string>();
  for (let index = 0; index < 300; index += 1)
    pages.add(String((await bed.app.inject('/oidc/callback')).headers['location']));
  expect([...pages]).toEqual([`${LOGIN}#signin=expired`, `${LOGIN}#signin=tooManyTries`]);
});

test('D99 without a provider there is none of it', async () => {
  await start({ provider: undefined as never });
  expect((await bed.app.inject('/oidc/start')).statusCode).toBe(404);
  expect((await bed.app.inject({ method: 'POST', url: '/oidc/backchannel-logout' })).statusCode).toBe(404);
  const alice = await signIn(bed, 'alice');
  expect((await alice.get('user/provider')).statusCode).toBe(404);
  expect((await browser.enter()).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
});
