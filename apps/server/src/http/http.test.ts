import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brandForBrowsers, missingBrandFiles, readBrandFolder } from './plumbing/brand-folder.ts';
import type { TestApp } from './testing/test-app.ts';
import { BASE, createTestApp } from './testing/test-app.ts';

let bed: TestApp;
let app: FastifyInstance;

beforeEach(async () => {
  bed = await createTestApp();
  app = bed.app;
});
afterEach(() => bed.close());

const logIn = (username = 'alice', password = 'demo1234', more = {}) =>
  app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    payload: { username, password, force: true, willUseSipRegistration: true, ...more },
  });
const get = (path: string, token: string) => app.inject({ url: `${BASE}${path}?securityToken=${token}` });

async function tokenOf(username: string): Promise<string> {
  return (await logIn(username)).json<{ securityToken: string }>().securityToken;
}

test('API-05 LOGIN-16 a login returns address, SIP secret, properties, capabilities, token and uri', async () => {
  const answer = await logIn();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const body = answer.json();
  expect(body).toMatchObject({ remoteAddress: '127.0.0.1', uri: 'sip:alice@demo.example' });
  expect(body.sipPassword).toMatch(/^[\w-]{22}$/);
  expect(body.securityToken).toMatch(/^[\w-]{22}$/);
  expect(body.properties.propertySet).toContainEqual({ key: 'USERNAME', value: 'alice' });
  expect(body.capabilities).toContainEqual({ key: 'SYS_WEBRTC_SERVER_URI', value: 'ws://localhost:80/sip' });
});

test('D48 each login gets its own SIP secret, and none when it does not ask for one', async () => {
  const [one, two] = [await logIn(), await logIn()];
  expect(one.json().sipPassword).not.toBe(two.json().sipPassword);
  expect(one.json().securityToken).not.toBe(two.json().securityToken);
  expect((await logIn('alice', 'demo1234', { willUseSipRegistration: false })).json().sipPassword).toBe('');
});

const sipSecrets = async (): Promise<string[]> =>
  (await bed.repositories.accounts.listSipAccounts())
    .filter(({ username }) => username === 'alice')
    .map(({ password }) => password);

test('API-06 D48 a log-out ends the SIP secret of its session and no other', async () => {
  const [one, two] = [(await logIn()).json(), (await logIn()).json()];
  expect(new Set(await sipSecrets())).toEqual(new Set([one.sipPassword, two.sipPassword]));
  await get('user/logout', one.securityToken);
  expect(await sipSecrets()).toEqual([two.sipPassword]);
  expect(await bed.repositories.revocations.take()).toHaveLength(1);
  expect((await get('user/getProperties', two.securityToken)).statusCode).toBe(200);
});

test('A-007 D48 the eleventh login ends the oldest session with its SIP secret, and the account is notified', async () => {
  const alice = await bed.repositories.accounts.findByUsername('alice');
  const heard: string[] = [];
  const oldest = (await logIn()).json();
  bed.pass(1000);
  for (let login = 2; login <= 10; login += 1) await logIn();
  const stop = bed.context.changes.subscribe(alice?.id ?? '', (change) => void heard.push(change));
  expect(await sipSecrets()).toContain(oldest.sipPassword);
  await logIn();
  expect(await sipSecrets()).toHaveLength(10);
  expect(await sipSecrets()).not.toContain(oldest.sipPassword);
  expect(await bed.repositories.revocations.take()).toHaveLength(1);
  expect(heard).toEqual(['sessions']);
  stop();
});

test.each([
  ['alice', 'wrong'],
  ['nobody', 'demo1234'],
  ['echo', 'demo1234'],
])('LOGIN-08 A-005 %s with %s is 400 with code 1001', async (username, password) => {
  const answer = await logIn(username, password);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ errorCode: 1001 });
});

test.each([[{}], [{ username: '', password: 'x', force: true, willUseSipRegistration: true }], ['{"broken']])(
  'a malformed login is refused with 2004: %j',
  async (payload) => {
    const answer = await app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errorCode: 2004 });
  },
);

test('A-012 a login may also come as a form', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=alice&password=demo1234&force=true&willUseSipRegistration=true',
  });
  expect(answer.statusCode).toBe(200);
});

test('ten wrong attempts in a minute block one name, but not other names', async () => {
  for (let tries = 0; tries < 10; tries++) expect((await logIn('alice', 'wrong')).statusCode).toBe(400);
  const refused = await logIn('alice');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await logIn('bobby')).statusCode).toBe(200);
  bed.pass(60_000);
  expect((await logIn('alice')).statusCode).toBe(200);
});

test('API-06 after logout the token is invalid', async () => {
  const token = await tokenOf('alice');
  expect((await get('user/logout', token)).json()).toEqual({ status: 'OK' });
  const answer = await get('user/getProperties', token);
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toEqual({ errorCode: 1003 });
});

test.each(['user/getProperties', 'user/getSystemSettingsForUser', 'user/webSettings', 'user/logout'])(
  'API-28 %s without, or with a wrong, securityToken answers 401',
  async (path) => {
    expect((await app.inject({ url: `${BASE}${path}` })).statusCode).toBe(401);
    expect((await get(path, 'made-up')).statusCode).toBe(401);
  },
);

test('A-011 a session ends 12 h after its last use', async () => {
  const token = await tokenOf('alice');
  bed.pass(11 * 3_600_000);
  expect((await get('user/getProperties', token)).statusCode).toBe(200);
  bed.pass(11 * 3_600_000);
  expect((await get('user/getProperties', token)).statusCode).toBe(200);
  bed.pass(12 * 3_600_000);
  expect((await get('user/getProperties', token)).json()).toEqual({ errorCode: 1004 });
});

test('A-005 an account that is disabled while signed in gets 403 once, and its session is removed', async () => {
  const token = await tokenOf('alice');
  const alice = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.changeStatus(alice?.id ?? '', 'disabled');
  const answer = await get('user/getProperties', token);
  expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 1006]);
  expect((await get('user/getProperties', token)).statusCode).toBe(401);
  expect((await logIn()).json()).toEqual({ errorCode: 1006 });
});

test('A-005 a session that was not used while its account was disabled does not come back when it is enabled', async () => {
  const token = await tokenOf('alice');
  const account = async () => (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail();
  await bed.context.accountService.changeStatus(await account(), 'disabled');
  await bed.context.accountService.changeStatus(await account(), 'active');
  expect((await get('user/getProperties', token)).statusCode).toBe(401);
  const next = await tokenOf('alice');
  await bed.context.accountService.changeStatus(await account(), 'active');
  expect((await get('user/getProperties', next)).statusCode).toBe(200);
});

test('API-09 system settings are the built-in ones for alice, and her own for carol', async () => {
  const ofAlice = (await get('user/getSystemSettingsForUser', await tokenOf('alice'))).json();
  expect(ofAlice).toContainEqual({ key: 'GEO_UPDATE_LIMIT', value: '0' });
  const ofCarol = (await get('user/getSystemSettingsForUser', await tokenOf('carol'))).json();
  expect(ofCarol).toContainEqual({ key: 'GEO_UPDATE_LIMIT', value: '10' });
  expect(ofCarol).toContainEqual({ key: 'GEO_EMERGENCY_NUMBERS', value: '112,911' });
});

test('API-16 API-17 a web setting is stored as text and returned; unknown ones are refused', async () => {
  const token = await tokenOf('alice');
  const set = (key: string, value: string) =>
    app.inject({
      method: 'POST',
      url: `${BASE}user/webSettings/${key}?securityToken=${token}`,
      headers: { 'content-type': 'text/plain' },
      payload: value,
    });
  expect((await set('WEB_BANDWIDTH', 'low')).json()).toEqual({ status: 'OK' });
  expect((await get('user/webSettings', token)).json()).toEqual([{ key: 'WEB_BANDWIDTH', value: 'low' }]);
  for (const [key, value] of [
    ['WEB_BANDWIDTH', 'vast'],
    ['GEO_UPDATE_LIMIT', '1'],
    ['__proto__', 'x'],
  ] as const) {
    const answer = await set(key, value);
    expect([answer.statusCode, answer.json().errorCode]).toEqual([400, 2004]);
  }
});

test('D89 an address for emergency calls is stored and deleted; one that is too large or hostile is refused', async () => {
  const token = await tokenOf('alice');
  const set = async (value: string): Promise<number> =>
    (
      await app.inject({
        method: 'POST',
        url: `${BASE}user/webSettings/WEB_EMERGENCY_ADDRESS?securityToken=${token}`,
        headers: { 'content-type': 'text/plain' },
        payload: value,
      })
    ).statusCode;
  const stored = async () => (await get('user/webSettings', token)).json();
  const home = 'شارع <&"\'>\n12 B\n111 23\nStockholm\nSE\nfloor 3';
  expect(await set(home)).toBe(200);
  expect(await stored()).toContainEqual({ key: 'WEB_EMERGENCY_ADDRESS', value: home });
  for (const hostile of ['x'.repeat(2000), home.replace('SE', 'Sweden'), home.replace('12', '\u0000')])
    expect(await set(hostile)).toBe(400);
  // The server refuses bodies of this size before it reads them as a setting.
  expect([400, 413]).toContain(await set('x'.repeat(2_000_000)));
  expect(await stored()).toContainEqual({ key: 'WEB_EMERGENCY_ADDRESS', value: home });
  expect(await set('')).toBe(200);
  expect(await stored()).toContainEqual({ key: 'WEB_EMERGENCY_ADDRESS', value: '' });
});

test('BRAND-01 BRAND-02 only files of the branding folder are served, and browsers revalidate them', async () => {
  expect((await app.inject('/branding/brand.json?x=1')).json()).toMatchObject({
    name: 'Samtal',
    sip: { stunPort: 41234 },
  });
  expect(brandForBrowsers({ sip: { stunPort: 3478 } }, 41234)).toEqual({ sip: { stunPort: 3478 } });
  const demo = { password: 'demo1234', accounts: ['alice'] };
  expect(brandForBrowsers({ demo }, 41234)).not.toHaveProperty('demo');
  expect(brandForBrowsers({ demo: {} }, 41234, { demo })).toMatchObject({ demo });
  expect((await app.inject('/branding/branding.css')).headers['cache-control']).toBe('no-cache');
  for (const path of [
    '/branding/../data/samtal.db',
    '/branding/%2e%2e/data/samtal.db',
    '/branding/..%2fdata%2fsamtal.db',
  ]) {
    expect((await app.inject(path)).body).not.toContain('SQLite');
  }
});

test('hashed assets are cached without limit, routes get the page of the web app, and other paths get 404', async () => {
  const asset = await app.inject('/assets/app-1a2b.js');
  expect(asset.headers['cache-control']).toContain('immutable');
  for (const path of ['/', '/login', '/call?x=1']) {
    const page = await app.inject(path);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.body).toContain('web app');
  }
  for (const path of [
    '/assets/gone.js',
    '/userApi/user/api/user/none',
    '/branding/none.png',
    '/favicon.ico',
  ]) {
    expect((await app.inject(path)).statusCode).toBe(404);
  }
});

const browserAccepts = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  '/livez',
  '/ready',
  '/metrics',
  '/actuator/health',
  '/admin',
  '/nonsense',
  '/login.bak/x',
  '/callback',
])('D92 a program that requests the unknown path %s, also of a probe, gets 404', async (path) => {
  for (const accept of [undefined, '*/*', 'application/json', 'text/plain;version=0.0.4']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({
        method,
        url: path,
        headers: accept === undefined ? {} : { accept },
      });
      expect([accept, method, answer.statusCode]).toEqual([accept, method, 404]);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  }
});

test.each(['', '/call'])(
  'in a folder of the site a proxy may pass requests on with %j, and the page names the folder',
  async (passedOn) => {
    const bed = await createTestApp({ publicUrl: 'https://example.org/call' });
    for (const path of ['/', '/settings/about', '/registration/verify/7/key']) {
      const page = await bed.app.inject({ url: `${passedOn}${path}`, headers: { accept: 'text/html' } });
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(page.body).toContain('<base href="/call/"><title>web app</title>');
    }
    const asset = await bed.app.inject(`${passedOn}/assets/app-1a2b.js`);
    expect(asset.headers['cache-control']).toContain('immutable');
    expect((await bed.app.inject(`${passedOn}/branding/brand.json`)).json()).toMatchObject({
      name: 'Samtal',
    });
    const login = await bed.app.inject({
      method: 'POST',
      url: `${passedOn}${BASE}user/login`,
      payload: { username: 'alice', password: 'demo1234', force: true, willUseSipRegistration: true },
    });
    expect(login.json()).toMatchObject({ uri: 'sip:alice@demo.example' });
    await bed.close();
  },
);

test('ROUTE-11 a browser that opens an unknown path gets the page of the web app, which redirects to /', async () => {
  for (const path of ['/nonsense', '/admin', '/settings/none/none']) {
    const page = await app.inject({ url: path, headers: { accept: browserAccepts } });
    expect([page.statusCode, page.headers['vary']]).toEqual([200, expect.stringMatching(/^Accept\b/)]);
    expect(page.body).toContain('web app');
  }
});

test.each([
  '/livez',
  '/live',
  '/ready',
  '/health/live',
  '/metrics',
  '/metrics/',
  '/status',
  '/ping',
  '/-/healthy',
  '/actuator/health',
])('D92 the probe path %s is 404 for a monitor that sends the Accept field of a browser', async (path) => {
  const answer = await app.inject({ url: path, headers: { accept: browserAccepts } });
  expect(answer.statusCode).toBe(404);
});

test('ROUTE-01 … ROUTE-26 programs get the page of the web app for every path of it, too', async () => {
  const folder = new URL('../../../web/src/app/', import.meta.url);
  const sources = ['routes/pages.ts', 'routes/Routes.tsx', 'entry/EntryRoutes.tsx', 'entry/SignedOutApp.tsx']
    .concat('App.tsx', 'entry/KioskApp.tsx')
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const paths = [...sources.matchAll(/\b(?:path|to)(?:=|: )["'](\/[a-z]*)/g)].map(([, path]) => path ?? '');
  expect(new Set(paths).size).toBeGreaterThan(12);
  for (const url of paths) {
    const page = await app.inject({ url, headers: { accept: '*/*' } });
    expect([url, page.statusCode]).toEqual([url, 200]);
  }
});

test('D23 every answer carries the strict headers', async () => {
  const { headers } = await app.inject({ url: '/', headers: { host: 'calls.example:8443' } });
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).toContain('wss://calls.example:8443');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['permissions-policy']).toContain('camera=(self)');
  const odd = await app.inject({ url: '/', headers: { host: 'x; script-src *' } });
  expect(odd.headers['content-security-policy']).not.toContain('script-src *');
});

test('D22 no secret reaches the log', async () => {
  const answer = (await logIn()).json<{ securityToken: string; sipPassword: string }>();
  await get('user/getProperties', answer.securityToken);
  await logIn('alice', 'my-wrong-password');
  expect(bed.logged()).toContain('user/login');
  for (const secret of [
    answer.securityToken,
    answer.sipPassword,
    'demo1234',
    'my-wrong-password',
    'securityToken',
  ]) {
    expect(bed.logged()).not.toContain(secret);
  }
});

test('a brand.json with an error is refused with file and field', () => {
  writeFileSync(join(bed.folder, 'branding', 'brand.json'), '{"sip":{"stunPort":"many"}}');
  const result = readBrandFolder(join(bed.folder, 'branding'));
  expect(!result.ok && result.problems.join()).toMatch(/brand\.json: sip\.stunPort: /);
  writeFileSync(join(bed.folder, 'branding', 'brand.json'), '{');
  expect(readBrandFolder(join(bed.folder, 'branding')).ok).toBe(false);
});

test('D42 default settings of the brand with a wrong key or value are refused with file, key and allowed values', () => {
  const folder = join(bed.folder, 'branding');
  const read = (defaultSettings: object) => {
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ defaultSettings }));
    const result = readBrandFolder(folder);
    return result.ok ? [] : result.problems.map((line) => line.slice(line.indexOf('defaultSettings')));
  };
  expect(read({ WEB_TEXT_SIZ: '24', WEB_TEXT_SIZE: 'huge', GEO_UPDATE_LIMIT: 'far' })).toEqual([
    'defaultSettings.WEB_TEXT_SIZ: there is no such setting',
    expect.stringMatching(/^defaultSettings\.WEB_TEXT_SIZE: must be one of 8, 10, .*, 140$/),
    'defaultSettings.GEO_UPDATE_LIMIT: must be a whole number of metres',
  ]);
  expect(read({ WEB_EMERGENCY_ADDRESS: '', GEO_EMERGENCY_TEST_NUMBER: 'a b' })).toEqual([
    'defaultSettings.WEB_EMERGENCY_ADDRESS: there is no such setting',
    'defaultSettings.GEO_EMERGENCY_TEST_NUMBER: must be one number or address, such as 555100',
  ]);
  expect(read({ AM_MESSAGE: 'x'.repeat(1001) })).toEqual([
    'defaultSettings.AM_MESSAGE: must be at most 1000 characters',
  ]);
  expect(read({ WEB_TEXT_SIZE: '24', GEO_EMERGENCY_NUMBERS: '112', AM_MESSAGE: 'Hello' })).toEqual([]);
});

test('a missing brand.json is explained in one line that names the variable and the file', () => {
  expect(readBrandFolder('/nope')).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^BRANDING_DIR: there is no file \/nope\/brand\.json\. Copy [^\n]*$/)],
  });
});

test('files that brand.json names and that are missing are found, and default files are optional', () => {
  const folder = join(bed.folder, 'branding');
  const named = { logo: 'logo-of-nobody.svg', icon: 'https://cdn.example/icon.png', css: 'branding.css' };
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(named));
  const result = readBrandFolder(folder);
  if (!result.ok) throw new Error(result.problems.join());
  expect(missingBrandFiles(folder, result.brand, result.source)).toEqual(['logo-of-nobody.svg']);
});

test('/health answers ok', async () => {
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok' });
});

test.each([
  ['GET', 'sip/wire'],
  ['GET', 'sip/counters'],
  ['POST', 'sip/register-answer'],
  ['POST', 'sip/answer'],
  ['POST', 'sip/delay'],
  ['POST', 'sip/drop'],
  ['POST', 'http/answer'],
  ['POST', 'reset'],
] as const)('D25 %s /test/%s does not exist unless an extension adds it', async (method, path) => {
  const answer = await app.inject({
    method,
    url: `/test/${path}`,
    ...(method === 'POST' && { payload: {} }),
  });
  expect([answer.statusCode, answer.json().errorCode]).toEqual([404, 404]);
});
