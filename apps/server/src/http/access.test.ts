import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test } from 'vitest';
import { requestsTo } from './testing/requests.ts';
import type { TestApp } from './testing/test-app.ts';
import { BASE, createTestApp, openBrand } from './testing/test-app.ts';
import { signIn } from './testing/visitor.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

async function start(options: Parameters<typeof createTestApp>[0]): Promise<void> {
  bed = await createTestApp({ brand: openBrand, ...options });
  api = requestsTo(bed.app);
}
afterEach(() => bed.close());

const person = { username: 'bo.ek', email1: 'bo@mail.example', password: 'secret7', fname: 'Bo' };

test('A-014 each computed answer of the built-in captcha allows one registration or reset; without a right one both fail', async () => {
  await start({ brand: { ...openBrand, captcha: { provider: 'builtin' } } });
  const solve = async () => {
    const challenge = (await api.get('captcha/new')).json();
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };
  for (const captcha of ['', 'nonsense', Buffer.from('{"challenge":{}}').toString('base64')]) {
    const refused = await api.post('signUp/create', person, captcha === '' ? {} : { captcha });
    expect([refused.statusCode, refused.json().errorCode]).toEqual([400, 3003]);
    expect(
      (await api.get('user/requestResetPassword', { username: 'alice', captcha })).json().errorCode,
    ).toBe(3003);
  }
  const captcha = await solve();
  expect((await api.post('signUp/create', person, { captcha })).statusCode).toBe(200);
  const again = await api.get('user/requestResetPassword', { username: 'alice', captcha });
  expect(again.json().errorCode).toBe(3003);
  expect(
    (await api.get('user/requestResetPassword', { username: 'alice', captcha: await solve() })).statusCode,
  ).toBe(200);
});

test('CORS is closed by default: pages of other origins may not read answers', async () => {
  await start({});
  const answer = await bed.app.inject({
    url: `${BASE}captcha/new`,
    headers: { origin: 'https://evil.example' },
  });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  const preflight = await bed.app.inject({
    method: 'OPTIONS',
    url: `${BASE}user/login`,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(404);
});

test('CORS is open for the listed origins only', async () => {
  await start({ allowedOrigins: ['https://portal.example'] });
  const ask = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    bed.app.inject({
      method,
      url: `${BASE}${method === 'GET' ? 'captcha/new' : 'user/login'}`,
      headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'POST' }) },
    });
  const answer = await ask('https://portal.example');
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': 'https://portal.example',
    vary: 'Origin',
  });
  const preflight = await ask('https://portal.example', 'OPTIONS');
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'content-type',
  ]);
  for (const origin of ['https://portal.example.evil.example', 'null', 'http://portal.example'])
    expect((await ask(origin)).headers).not.toHaveProperty('access-control-allow-origin');
  expect(
    (await bed.app.inject({ url: '/', headers: { origin: 'https://portal.example' } })).headers,
  ).not.toHaveProperty('access-control-allow-origin');
});

test('D25 A-019 A-020 in demo mode /dev shows the outbox and approves waiting accounts', async () => {
  await start({ hasDevApi: true });
  await api.post('signUp/create', { ...person, orgID: '2' });
  const [mail] = (await bed.app.inject('/dev/outbox')).json();
  expect(mail).toMatchObject({ to: 'bo@mail.example', subject: 'Your account at Samtal' });
  const [, path = ''] = /registration\/(verify\/\S+)/.exec(mail.text) ?? [];
  await api.post(`signUp/${path}`, {});
  expect((await api.logIn('bo.ek', 'secret7')).json()).toEqual({ errorCode: 1005 });
  const approve = (name: string) => bed.app.inject({ method: 'POST', url: `/dev/approve/${name}` });
  expect((await approve('bo.ek')).statusCode).toBe(200);
  expect((await api.logIn('bo.ek', 'secret7')).statusCode).toBe(200);
  expect((await bed.app.inject('/dev/outbox')).json()[0].subject).toBe(
    'Your account at Samtal has been approved',
  );
  for (const name of ['nobody', 'echo', '__proto__']) expect((await approve(name)).statusCode).toBe(404);
});

test('D25 /dev does not exist in other modes', async () => {
  await start({});
  expect((await bed.app.inject('/dev/outbox')).statusCode).toBe(404);
  expect((await bed.app.inject({ method: 'POST', url: '/dev/approve/alice' })).statusCode).toBe(404);
});

const forwardedBy = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-real-ip': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { 'true-client-ip': '203.0.113.7' },
];

test.each(forwardedBy)('D43 /dev does not exist for a request that a proxy forwards: %j', async (headers) => {
  await start({ hasDevApi: true });
  await api.post('signUp/create', { ...person, orgID: '2' });
  const outbox = await bed.app.inject({ url: '/dev/outbox', headers });
  const approval = await bed.app.inject({ method: 'POST', url: '/dev/approve/bo.ek', headers });
  expect([outbox.statusCode, approval.statusCode]).toEqual([404, 404]);
  expect(outbox.json()).toEqual((await bed.app.inject({ url: '/dev/none', headers })).json());
  expect((await bed.app.inject('/dev/outbox')).json()).toHaveLength(1);
});

test.each([
  ['127.0.0.1', 'localhost:8080', 200],
  ['127.0.0.1', '127.0.0.1:8080', 200],
  ['::1', '[::1]:8080', 200],
  ['::ffff:127.0.0.1', 'demo.localhost', 200],
  ['192.0.2.7', 'localhost:8080', 404],
  ['::ffff:192.0.2.7', '127.0.0.1', 404],
  ['2001:db8::7', '[::1]:8080', 404],
  // A request by a proxy that adds no field of its own, and one by a page that uses DNS rebinding.
  ['127.0.0.1', 'calls.example', 404],
  ['127.0.0.1', '127.0.0.1.calls.example', 404],
])('D43 a request from %s with Host %s gets %i at /dev', async (remoteAddress, host, status) => {
  await start({ hasDevApi: true });
  const answer = await bed.app.inject({ url: '/dev/outbox', remoteAddress, headers: { host } });
  expect(answer.statusCode).toBe(status);
});

test('too many requests from one address get 429 with Retry-After and are audited; other addresses are not affected', async () => {
  await start({ hasRequestLimits: true });
  const ask = (address: string) =>
    bed.app.inject({
      method: 'POST',
      url: `${BASE}signUp/validateByKey`,
      headers: { 'x-forwarded-for': address },
      payload: { key: 'username', value: 'somebody' },
    });
  for (let request = 0; request < 240; request++) expect((await ask('192.0.2.1')).statusCode).toBe(200);
  const refused = await ask('192.0.2.1');
  expect([refused.statusCode, refused.json().failureText]).toEqual([429, 'Too many attempts']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
  expect(bed.events).toContainEqual({
    event: 'too_many_requests',
    address: '192.0.2.1',
    detail: `${BASE}signUp/validateByKey`,
  });
});

test('of one network the audit notes refused requests once a minute, whatever it asks and from which of its addresses', async () => {
  await start({ hasRequestLimits: true });
  const ask = (address: string, path: string, payload?: object) =>
    bed.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `${BASE}${path}`,
      headers: { 'x-forwarded-for': address },
      ...(payload && { payload }),
    });
  const noted = () => bed.events.filter(({ event }) => event === 'too_many_requests');
  async function flood(): Promise<void> {
    for (let request = 0; request < 1300; request++)
      await ask(`2001:db8::${request.toString(16)}`, 'user/getProperties');
    for (let request = 0; request < 250; request++)
      await ask('2001:db8::1', 'signUp/validateByKey', { key: 'username', value: 'somebody' });
  }
  await flood();
  expect(noted()).toHaveLength(1);
  bed.pass(60_000);
  await flood();
  expect(noted()).toHaveLength(2);
});

test('the audit names existing accounts, never typed text, and holds no secret', async () => {
  await start({});
  await api.logIn('alice', 'my-wrong-password');
  await api.logIn('my-password-in-the-wrong-field', 'x');
  const securityToken = await api.tokenOf('alice');
  await api.get('user/setProperty', { securityToken, key: 'PASSWORD', value: 'fresh123' });
  await api.get('user/logout', { securityToken });
  expect(bed.events.map(({ event, account, detail }) => [event, account, detail])).toEqual([
    ['login_refused', 'alice', '1001'],
    ['login_refused', undefined, '1001'],
    ['logged_in', 'alice', undefined],
    ['password_changed', 'alice', undefined],
    ['logged_out', 'alice', undefined],
  ]);
  for (const secret of ['my-wrong-password', 'wrong-field', 'fresh123', securityToken])
    expect(JSON.stringify(bed.events) + bed.logged()).not.toContain(secret);
});

test('A-110 D23 the brand decides whether other sites may embed the app', async () => {
  await start({});
  expect((await bed.app.inject('/')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  await bed.close();
  await start({ brand: { iframe: { allow: true } } });
  expect((await bed.app.inject('/')).headers['content-security-policy']).toContain('frame-ancestors *');
});

test('REG-10 D43 a forwarded or malformed host enters neither the policy of the page nor the SIP address', async () => {
  await start({});
  for (const headers of [
    { host: 'localhost:8080', 'x-forwarded-host': 'evil.example' },
    { host: 'localhost:8080', 'x-forwarded-host': 'evil.example, localhost', forwarded: 'host=evil.example' },
    { host: 'evil.example/path' },
    { host: 'user@evil.example' },
    { host: 'evil.example:port' },
    { host: 'evil.example;script-src *' },
    { host: '[evil.example]' },
  ]) {
    const page = await bed.app.inject({ url: '/', headers });
    expect(page.headers['content-security-policy']).not.toContain('evil');
    const login = await bed.app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      headers,
      payload: { username: 'alice', password: 'demo1234', force: true, willUseSipRegistration: true },
    });
    expect(login.statusCode).toBe(200);
    expect(login.body).not.toContain('evil');
    const server = login
      .json<{ capabilities: { key: string; value: string }[] }>()
      .capabilities.find(({ key }) => key === 'SYS_WEBRTC_SERVER_URI');
    expect(server?.value).toMatch(/^(ws:\/\/localhost:8080|wss:\/\/calls\.example)\/sip$/);
  }
});

test('REG-10 REG-13 D23 a page may connect to each of several SIP servers, and the login answer lists all', async () => {
  const sipWsUri = 'wss://a.example:8443/ws,wss://b.example';
  await start({ sipWsUri });
  const answer = await bed.app.inject('/');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-security-policy']).toContain("'self' wss://a.example:8443 wss://b.example;");
  const { capabilities } = await signIn(bed, 'alice');
  expect(capabilities).toContainEqual({ key: 'SYS_WEBRTC_SERVER_URI', value: sipWsUri });
});

test('D23 the policy allows a third party only when the operator chooses its captcha', async () => {
  await start({ brand: { captcha: { provider: 'recaptcha', siteKey: 'x' } } });
  expect((await bed.app.inject('/')).headers['content-security-policy']).toContain(
    'https://www.google.com/recaptcha/',
  );
  await bed.close();
  await start({});
  expect((await bed.app.inject('/')).headers['content-security-policy']).not.toContain('google');
});

test.each([
  ['a doubled token', 'user/getProperties?securityToken=x&securityToken=TOKEN', 200],
  ['names of JavaScript', 'user/getProperties?securityToken=TOKEN&__proto__=x&constructor=y', 200],
  ['a token as a list', 'user/getProperties?securityToken[]=TOKEN', 401],
])('%s does no harm', async (_what, path, status) => {
  await start({});
  const token = await api.tokenOf('alice');
  const answer = await bed.app.inject(`${BASE}${path.replace('TOKEN', token)}`);
  expect(answer.statusCode).toBe(status);
});

test('a body that is too large is refused before it is read', async () => {
  await start({});
  const answer = await api.post('signUp/create', { ...person, fname: 'x'.repeat(100_000) });
  expect([answer.statusCode, answer.json().errorCode]).toEqual([413, 2004]);
});
