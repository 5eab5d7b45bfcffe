import { PATHS } from '@samtal/api-contract';
import type { SipRequest } from '@samtal/sip';
import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS, WEB_PUSH_LIMITS } from '../../domain/limits/limits.ts';
import { requestsTo } from '../../http/testing/requests.ts';
import { BASE, createTestApp, type TestApp } from '../../http/testing/test-app.ts';
import { signIn, type Visitor } from '../../http/testing/visitor.ts';
import { createAccountDirectory } from '../../sip/account-directory.ts';
import { createSipServer, type SipServer } from '../../sip/sip-server.ts';
import { connectPhone, type ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import { register } from '../../sip/testing/test-bed.ts';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../../web-push/testing/push-service.ts';

const PHONE = '11111111-1111-4111-8111-111111111111';
const ALICE = 'alice@demo.example';
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

let service: TestPushService;
let bed: TestApp;
let clock: FakeClock;
let server: SipServer;
let alice: Visitor;

beforeEach(async () => {
  service = await startPushService();
  bed = await createTestApp({ pushServices: [service.origin] });
  clock = createFakeClock(Date.now());
  server = createSipServer({
    domain: 'demo.example',
    directory: createAccountDirectory(bed.repositories, () => clock.now()),
    clock,
    elapsedMs: () => clock.now(),
    log: silent,
    missed: () => undefined,
    pushCall: bed.context.webPush?.pushCall,
  });
  alice = await signIn(bed, 'alice');
});
afterEach(async () => {
  server.shutDown();
  await bed.context.webPush?.settled();
  await bed.close();
  await service.close();
});

const put = (visitor: Visitor, endpoint: string, { p256dh, auth }: TestBrowser, instance = PHONE) =>
  bed.app.inject({
    method: 'PUT',
    url: `${BASE}${PATHS.pushSubscription}`,
    query: { securityToken: visitor.securityToken },
    payload: { endpoint, keys: { p256dh, auth }, instance, staysLoggedIn: false, language: 'en' },
  });
async function subscribe(): Promise<TestBrowser> {
  const browser = service.subscribe();
  expect((await put(alice, browser.endpoint, browser)).statusCode).toBe(200);
  return browser;
}
async function phoneOf(username: string, instance?: string): Promise<ScriptedPhone> {
  const login = await requestsTo(bed.app).logIn(username);
  const { sipPassword: password } = login.json<{ sipPassword: string }>();
  const phone = connectPhone(server, { name: username, password, device: `${username}phone` });
  const address = `${username}@demo.example`;
  const options = instance === undefined ? {} : { instance };
  // The lookup of secrets in the database takes several turns of the event loop.
  phone.request('REGISTER', address, { uri: 'sip:demo.example', ...options });
  await expect.poll(() => phone.statuses('REGISTER')).toContain(401);
  await register(phone, address, options);
  await expect.poll(() => phone.statuses('REGISTER')).toContain(200);
  return phone;
}
const act = (path: string, secret: string) =>
  bed.app.inject({ method: 'POST', url: `${BASE}${path}`, payload: { secret } });
const secretIn = (browser: TestBrowser): string => {
  const [pushed] = browser.pushed();
  return pushed?.type === 'call' ? pushed.secret : expect.fail('no call was pushed');
};
const inviteOf = (phone: ScriptedPhone): SipRequest =>
  phone.requests('INVITE')[0] ?? expect.fail('no INVITE came');

test('D78 a call reaches a closed page: pushed, ringing, registered, answered', async () => {
  const browser = await subscribe();
  const bobby = await phoneOf('bobby');
  bobby.request('INVITE', ALICE, { body: 'v=0\r\nm=video 9 X\r\n' });
  await expect.poll(() => browser.pushed()).toHaveLength(1);
  await act(PATHS.pushedCallRinging, secretIn(browser));
  expect(bobby.statuses('INVITE')).toEqual([100, 180]);
  const page = await phoneOf('alice', PHONE);
  page.respond(inviteOf(page), 200);
  expect(bobby.statuses('INVITE')).toEqual([100, 180, 200]);
  expect((await act(PATHS.pushedCallReject, secretIn(browser))).statusCode).toBe(404);
});

test('D78 a forged, changed or used secret has no effect on a call', async () => {
  const browser = await subscribe();
  const bobby = await phoneOf('bobby');
  bobby.request('INVITE', ALICE);
  await expect.poll(() => browser.pushed()).toHaveLength(1);
  const secret = secretIn(browser);
  const forged = [
    'A'.repeat(22),
    `${secret}A`,
    secret.toLowerCase().replaceAll('_', 'x'),
    '__proto__'.padEnd(22, '_'),
  ];
  for (const path of [PATHS.pushedCallRinging, PATHS.pushedCallReject])
    for (const each of forged) expect((await act(path, each)).statusCode).toBe(404);
  for (const broken of ['', 'short', `${secret}\r\n`, 'x'.repeat(65)])
    expect((await act(PATHS.pushedCallReject, broken)).statusCode).toBe(400);
  expect(bobby.statuses('INVITE')).toEqual([100]);
  expect((await act(PATHS.pushedCallReject, secret)).statusCode).toBe(200);
  expect(bobby.statuses('INVITE')).toEqual([100, 403]);
  expect((await act(PATHS.pushedCallReject, secret)).statusCode).toBe(404);
});

test('D78 the secrets and endpoints of pushed calls are in no log', async () => {
  const browser = await subscribe();
  const bobby = await phoneOf('bobby');
  bobby.request('INVITE', ALICE);
  await expect.poll(() => browser.pushed()).toHaveLength(1);
  service.answer((response) => response.writeHead(500).end());
  await act(PATHS.pushedCallRinging, secretIn(browser));
  await act(PATHS.pushedCallReject, secretIn(browser));
  bobby.request('INVITE', ALICE);
  await expect.poll(() => bed.logged()).toContain('push_refused');
  for (const secret of [secretIn(browser), browser.endpoint, browser.auth, browser.p256dh])
    expect(bed.logged()).not.toContain(secret);
});

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://localhost/',
  'http://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://0x7f000001/',
  'https://10.0.0.1/',
  'https://fcm.googleapis.com@127.0.0.1/',
  'https://fcm.googleapis.com:22/',
  'https://fcm.googleapis.com.evil.example/',
  'https://evil.example/?https://fcm.googleapis.com/',
])('D78 a user cannot make this server send to %s', async (endpoint) => {
  expect((await put(alice, endpoint, service.subscribe())).statusCode).toBe(400);
});

test('D78 no device of another account is read, replaced or removed by its instance', async () => {
  const browser = await subscribe();
  const bobby = await signIn(bed, 'bobby');
  const other = service.subscribe();
  await put(bobby, other.endpoint, other);
  await bed.app.inject({
    method: 'DELETE',
    url: `${BASE}${PATHS.pushSubscription}`,
    query: { securityToken: bobby.securityToken, instance: PHONE },
  });
  (await phoneOf('carol')).request('INVITE', ALICE);
  await expect.poll(() => browser.pushed()).toHaveLength(1);
  expect(other.received()).toEqual([]);
});

test('D78 of a thousand subscriptions an account keeps ten', async () => {
  const { id } = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail('no alice');
  let accepted = 0;
  for (let index = 0; index < 1000; index++) {
    const instance = `${String(index).padStart(8, '0')}-1111-4111-8111-111111111111`;
    if (index % 100 === 0) bed.pass(60_000);
    const browser = service.subscribe();
    if ((await put(alice, browser.endpoint, browser, instance)).statusCode === 200) accepted += 1;
  }
  expect(accepted).toBeLessThan(200);
  expect(await bed.repositories.pushSubscriptions.list(id)).toHaveLength(WEB_PUSH_LIMITS.devicesPerAccount);
});

test.each([
  ['is disabled', 'disabled'],
  ['has logged out on the only device', undefined],
  ['has a new password', 'password'],
] as const)('D78 a caller does not wait for a callee who %s while the call is kept', async (_how, change) => {
  const browser = await subscribe();
  const bobby = await phoneOf('bobby');
  bobby.request('INVITE', ALICE);
  await expect.poll(() => browser.pushed()).toHaveLength(1);
  const account = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail('no alice');
  const { accountService } = bed.context;
  if (change === 'disabled') await accountService.changeStatus(account, 'disabled');
  else if (change === 'password') await accountService.changePassword(account, 'new1234');
  else await alice.get('user/logout');
  await expect.poll(() => bobby.statuses('INVITE')).toEqual([100, 480]);
  await bed.context.webPush?.settled();
  expect(browser.pushed()).toHaveLength(1);
});

test('D78 a page that is disabled while it rings is not pushed instead', async () => {
  const browser = await subscribe();
  const page = await phoneOf('alice', PHONE);
  const bobby = await phoneOf('bobby');
  bobby.request('INVITE', ALICE);
  await expect.poll(() => page.requests('INVITE')).toHaveLength(1);
  page.respond(inviteOf(page), 180);
  const account = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail('no alice');
  await bed.context.accountService.changeStatus(account, 'disabled');
  server.revoke({ username: 'alice' });
  await expect.poll(() => bobby.statuses('INVITE')).toEqual([100, 180, 480]);
  expect(browser.received()).toEqual([]);
});

test('D78 a caller who calls without end causes few pushes', async () => {
  const browser = await subscribe();
  const bobby = await phoneOf('bobby');
  for (let count = 0; count < 40; count++) bobby.request('INVITE', ALICE);
  // Calls that are not pushed end immediately, because no device can come; few calls without an answer may ring.
  const { burst } = WEB_PUSH_LIMITS.callsOfCaller;
  const { tries } = SIP_LIMITS.unansweredCalls;
  const countOf = (status: number) => bobby.statuses('INVITE').filter((each) => each === status).length;
  await expect.poll(() => [countOf(480), countOf(503)]).toEqual([tries - burst, 40 - tries]);
  await bed.context.webPush?.settled();
  const calls = browser.pushed().filter(({ type }) => type === 'call');
  expect(calls).toHaveLength(burst);
});

test('D78 a push service that hangs delays no call to registered devices, and the pushed call ends in time', async () => {
  service.answer(() => undefined);
  await subscribe();
  const page = await phoneOf('alice', '22222222-2222-4222-8222-222222222222');
  const bobby = await phoneOf('bobby');
  bobby.request('INVITE', ALICE);
  await expect.poll(() => page.requests('INVITE')).toHaveLength(1);
  page.respond(inviteOf(page), 180);
  expect(bobby.statuses('INVITE')).toEqual([100, 180]);
  clock.advance(SIP_LIMITS.ringMs);
  expect(bobby.statuses('INVITE')).toEqual([100, 180, 408]);
});
