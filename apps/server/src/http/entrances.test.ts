import { readKioskToken } from '@samtal/api-contract';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKioskTokens } from '../crypto/kiosk-tokens.ts';
import { requestsTo } from './testing/requests.ts';
import type { TestApp } from './testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from './testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

async function start(brand: object = openBrand): Promise<void> {
  bed = await createTestApp({ brand });
  api = requestsTo(bed.app);
}
beforeEach(() => start());
afterEach(() => bed.close());

const mint = (claims: object = {}, days = 1) =>
  bed.context.kioskTokens.mint({ to: 'echo@demo.example', ...claims }, days * DAY_MS);
const plain = (query: string) => Buffer.from(query).toString('base64');
const propertyIn = (answer: { properties: { propertySet: { key: string; value: string }[] } }, key: string) =>
  answer.properties.propertySet.find((entry) => entry.key === key)?.value;

test('ANON-01 A-035 D48 anonymous callers share a name; each has its own address and SIP secret', async () => {
  const [one, two] = [(await api.logIn('anonymous', '')).json(), (await api.logIn('anonymous', '')).json()];
  expect([propertyIn(one, 'USERNAME'), propertyIn(two, 'USERNAME')]).toEqual(['anonymous', 'anonymous']);
  expect(propertyIn(one, 'SIP_ADDRESS')).toMatch(/^anonymous-[a-z0-9]+@demo\.example$/);
  expect(propertyIn(one, 'SIP_ADDRESS')).not.toBe(propertyIn(two, 'SIP_ADDRESS'));
  expect(one.uri).toBe(`sip:${propertyIn(one, 'SIP_ADDRESS')}`);
  expect(one.sipPassword).not.toBe(two.sipPassword);
});

test('A-035 an anonymous account ends with its session', async () => {
  const { securityToken, uri } = (await api.logIn('anonymous', '')).json();
  const address = uri.replace('sip:', '');
  expect(await bed.repositories.accounts.findByAddress(address)).toMatchObject({ kind: 'anonymous' });
  await api.get('user/logout', { securityToken });
  expect(await bed.repositories.accounts.findByAddress(address)).toBeUndefined();
  expect(await bed.repositories.revocations.take()).toEqual([
    { username: address.split('@')[0] },
    { sessionId: expect.any(String) },
  ]);

  await api.logIn('anonymous', '');
  const before = await bed.repositories.accounts.count();
  bed.pass(DAY_MS);
  await api.logIn('anonymous', '');
  expect(await bed.repositories.accounts.count()).toBe(before);
});

test('ANON-03 an anonymous caller cannot change a property', async () => {
  const { securityToken } = (await api.logIn('anonymous', '')).json();
  for (const key of ['EMAIL', 'PASSWORD', 'FORENAME', 'USERNAME']) {
    const answer = await api.get('user/setProperty', { securityToken, key, value: 'someone@mail.example' });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([400, 2004]);
  }
});

test('anonymous login is refused when it is off, or when its password is wrong', async () => {
  await bed.close();
  await start({ anonymous: { enabled: false } });
  expect((await api.logIn('anonymous', '')).json()).toEqual({ errorCode: 1001 });
  await bed.close();
  await start({ anonymous: { enabled: true, username: 'guest', password: 'open sesame' } });
  expect((await api.logIn('guest', '')).json()).toEqual({ errorCode: 1001 });
  expect(propertyIn((await api.logIn('guest', 'open sesame')).json(), 'USERNAME')).toBe('guest');
});

test('KIOSK-13 API-04 A-112 a signed token logs in the user that it names, without a password', async () => {
  const token = await mint({ username: 'bobby', ivr: '1,2', ref: 'desk 7' });
  expect((await api.enter(token)).json()).toMatchObject({ uri: 'sip:bobby@demo.example' });
  expect(readKioskToken(token)).toMatchObject({
    kind: 'readable',
    call: { to: 'echo@demo.example', ref: 'desk 7' },
  });
});

test('KIOSK-05 a signed token without a name logs in an anonymous caller', async () => {
  expect((await api.enter(await mint())).json().uri).toMatch(/^sip:anonymous-/);
});

test('KIOSK-06 A-112 the base64 form logs in with a name and a password, or as an anonymous caller', async () => {
  expect((await api.enter(plain('t=echo&u=bobby&p=demo1234'))).json()).toMatchObject({
    uri: 'sip:bobby@demo.example',
  });
  expect((await api.enter(plain('t=echo'))).json().uri).toMatch(/^sip:anonymous-/);
  expect((await api.enter(plain('t=echo&u=bobby&p=wrong'))).json()).toEqual({ errorCode: 1001 });
  expect((await api.enter(plain('t=echo&u=bobby'))).json()).toEqual({ errorCode: 1001 });
});

test('KIOSK-08 KIOSK-09 tampered, unsigned, foreign, endless and malformed tokens are refused with 1003', async () => {
  const good = await mint({ username: 'bobby' });
  const [head = '', body = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const swapped = Buffer.from(JSON.stringify({ ...claims, username: 'alice' })).toString('base64url');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const secret = { read: async () => new Uint8Array(32).fill(8), renew: async () => undefined };
  const otherKey = createKioskTokens(secret, Date.now);
  const endless = await new SignJWT({ to: 'echo', username: 'bobby' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new Uint8Array(32).fill(7));
  const bad = [
    `${head}.${swapped}.${signature}`,
    `${none}.${body}.`,
    `${none}.${body}.${signature}`,
    await otherKey.mint({ to: 'echo', username: 'bobby' }, DAY_MS),
    endless,
    await mint({ username: 'echo' }),
    await mint({ username: 'nobody' }),
    plain('u=bobby&p=demo1234'),
    'a.b.c',
    '%',
  ];
  for (const token of bad) {
    const answer = await api.enter(token);
    expect(answer.statusCode).toBe(400);
    expect([1001, 1003]).toContain(answer.json().errorCode);
  }
  expect(bed.events.filter(({ event }) => event === 'logged_in')).toEqual([]);
});

test('KIOSK-09 an expired token is refused with 1004, a disabled account with 1006', async () => {
  const token = await mint({ username: 'bobby' });
  bed.pass(2 * DAY_MS);
  expect((await api.enter(token)).json()).toEqual({ errorCode: 1004 });
  const bobby = await bed.repositories.accounts.findByUsername('bobby');
  if (bobby) await bed.context.accountService.changeStatus(bobby, 'disabled');
  expect((await api.enter(await mint({ username: 'bobby' }))).json()).toEqual({ errorCode: 1006 });
});

test('no token logs in where one-click calls are off', async () => {
  await bed.close();
  await start({ anonymous: { enabled: true } });
  expect((await api.enter(await mint())).json()).toEqual({ errorCode: 1003 });
});

test('LOGIN-08 many addresses together are slowed, except an address from which the account has logged in', async () => {
  const from = (address: string, password: string) =>
    bed.app.inject({
      method: 'POST',
      url: '/userApi/user/api/user/login',
      headers: { 'x-forwarded-for': address },
      payload: { username: 'alice', password, force: true, willUseSipRegistration: true },
    });
  expect((await from('192.0.2.1', 'demo1234')).statusCode).toBe(200);
  for (let tries = 0; tries < 100; tries++) await from(`198.51.100.${tries}`, 'wrong');
  const stranger = await from('203.0.113.1', 'demo1234');
  expect(stranger.statusCode).toBe(429);
  expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('192.0.2.1', 'demo1234')).statusCode).toBe(200);
  expect((await api.logIn('bobby')).statusCode).toBe(200);
});
