import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, DAY_MS, openBrand } from '../../http/testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand });
  api = requestsTo(bed.app);
});
afterEach(() => bed.close());

type Try = { readonly address?: string; readonly claimed?: string; readonly body: object };

const attempt = ({ address = '203.0.113.9', claimed, body }: Try) =>
  bed.app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    remoteAddress: address,
    ...(claimed !== undefined && { headers: { 'x-forwarded-for': claimed, forwarded: `for=${claimed}` } }),
    payload: { force: true, willUseSipRegistration: true, ...body },
  });

test('guessing is blocked with Retry-After, also with other spellings of the name and a claimed address', async () => {
  const spellings = ['alice', 'ALICE', ' alice', 'Alice '];
  for (let tries = 0; tries < 10; tries++)
    await attempt({
      claimed: `198.51.100.${tries}`,
      body: { username: spellings[tries % spellings.length], password: `guess${tries}` },
    });
  const held = await attempt({ claimed: '198.51.100.77', body: { username: 'alice', password: 'demo1234' } });
  expect(held.statusCode).toBe(429);
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  expect(held.json()).not.toHaveProperty('securityToken');
  expect(bed.events).toContainEqual(
    expect.objectContaining({ event: 'login_held_up', address: '203.0.113.9' }),
  );
  // The user logs in from another address.
  const own = await attempt({ address: '192.0.2.1', body: { username: 'alice', password: 'demo1234' } });
  expect(own.statusCode).toBe(200);
});

test('guesses that are held up are in the audit once a minute for each account and network, so they do not fill it', async () => {
  async function guessOften(username: string): Promise<void> {
    for (let tries = 0; tries < 30; tries++) await attempt({ body: { username, password: 'a guess' } });
  }
  const heldUp = () =>
    bed.events.filter(({ event }) => event === 'login_held_up').map(({ account }) => account);
  await guessOften('alice');
  await guessOften('bobby');
  expect(heldUp()).toEqual(['alice', 'bobby']);
  bed.pass(HTTP_LIMITS.windowMs);
  await guessOften('alice');
  expect(heldUp()).toEqual(['alice', 'bobby', 'alice']);
});

test('a one-click link with a name and a password does not bypass the block', async () => {
  const link = (password: string) => ({
    token: Buffer.from(`t=echo&u=alice&p=${password}`).toString('base64'),
  });
  for (let tries = 0; tries < 10; tries++)
    expect((await attempt({ body: link(`guess${tries}`) })).statusCode).toBe(400);
  expect((await attempt({ body: link('demo1234') })).statusCode).toBe(429);
  expect((await attempt({ body: { username: 'alice', password: 'demo1234' } })).statusCode).toBe(429);
});

test('a failed login does not reveal whether a name exists', async () => {
  const [known, unknown, agent] = [
    await api.logIn('alice', 'wrong'),
    await api.logIn('nobody-at-all', 'wrong'),
    await api.logIn('echo', 'wrong'),
  ];
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  expect([agent.statusCode, agent.body]).toEqual([known.statusCode, known.body]);
});

/** The key with which the test application signs links. */
const key = new Uint8Array(32).fill(7);
const seconds = (ms: number): number => Math.floor(ms / 1000);
const claims = { to: 'echo@demo.example', username: 'bobby' };

test('KIOSK-08 a link for another time, of another kind or with another algorithm does not log in', async () => {
  const end = seconds(Date.now() + DAY_MS);
  const signed = (more: object, alg: string, secret = key) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg }).setExpirationTime(end).sign(secret);
  const bad = [
    await signed({ nbf: seconds(Date.now() + 60_000) }, 'HS256'),
    await signed({}, 'HS384', new Uint8Array(48).fill(7)),
    await signed({}, 'HS512', new Uint8Array(64).fill(7)),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(1).sign(key),
    await new SignJWT({ username: 'bobby' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(end)
      .sign(key),
  ];
  for (const token of bad) {
    const answer = await api.enter(token);
    expect(answer.statusCode).toBe(400);
    expect([1003, 1004]).toContain(answer.json().errorCode);
  }
  for (const spelling of ['none', 'None', 'nOnE', 'NONE']) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = `${part({ alg: spelling, typ: 'JWT' })}.${part({ ...claims, exp: end })}.`;
    expect((await api.enter(forged)).json()).toEqual({ errorCode: 1003 });
  }
  // A password in unsigned claims is ignored: only a link of the form `t=…&p=…` can contain one.
  const plain = Buffer.from(JSON.stringify({ ...claims, password: 'demo1234' })).toString('base64');
  expect((await api.enter(plain)).json()).toEqual({ errorCode: 1001 });
});

test('KIOSK-09 a link works until its expiry and not after, also when it was used before', async () => {
  const token = await bed.context.kioskTokens.mint(claims, DAY_MS);
  expect((await api.enter(token)).statusCode).toBe(200);
  expect((await api.enter(token)).statusCode).toBe(200);
  bed.pass(DAY_MS);
  expect((await api.enter(token)).json()).toEqual({ errorCode: 1004 });
});
