import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANONYMOUS_LIMITS, HISTORY_LIMITS } from '../domain/limits/limits.ts';
import { BASE, createTestApp, DAY_MS, openBrand, type TestApp } from './testing/test-app.ts';

let bed: TestApp;
const refusals: string[] = [];
const turn = {
  urls: ['turn:turn.example'],
  secret: 'a-secret-that-nobody-would-guess-soon',
  lifetimeSeconds: 600,
};

beforeEach(async () => {
  refusals.length = 0;
  bed = await createTestApp({
    brand: openBrand,
    turn,
    meter: { refused: (limit) => void refusals.push(limit), httpAnswered: () => undefined },
    limits: { anonymousSessionsPerAddress: 3, anonymousSessions: 5 },
  });
});
afterEach(() => bed.close());

const enter = (remoteAddress: string, username = 'anonymous', password = '') =>
  bed.app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    remoteAddress,
    payload: { username, password, force: true, willUseSipRegistration: true },
  });
const tokenFrom = async (address: string): Promise<string> =>
  (await enter(address)).json<{ securityToken: string }>().securityToken;
const ask = (securityToken: string, path: string, payload?: object, remoteAddress = '192.0.2.1') =>
  bed.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `${BASE}${path}`,
    query: { securityToken },
    remoteAddress,
    ...(payload !== undefined && { payload }),
  });

test('A-035 callers without an account are limited per address and in all; users with an account still log in', async () => {
  for (const last of [1, 2, 3]) expect((await enter(`2001:db8::${last}`)).statusCode).toBe(200);
  const { statusCode, headers } = await enter('2001:db8::4');
  expect([statusCode, headers['retry-after'], refusals]).toEqual([429, '300', ['anonymous_sessions']]);
  expect(bed.events).toContainEqual({
    event: 'anonymous_refused',
    address: '2001:db8::4',
    detail: 'tooManyOfSubnet',
  });
  for (const address of ['192.0.2.1', '192.0.2.2']) expect((await enter(address)).statusCode).toBe(200);
  expect((await enter('192.0.2.3')).statusCode).toBe(503);
  expect(refusals).toEqual(['anonymous_sessions', 'anonymous_sessions']);
  expect((await enter('2001:db8::4', 'alice', 'demo1234')).statusCode).toBe(200);
});

test('A-035 eighty logins at the same time stay within the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, () => enter('192.0.2.1')));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(77);
});

test('A-035 a caller whose page is closed makes room for another, one whose page is open does not', async () => {
  const [away, here] = [await tokenFrom('192.0.2.1'), await tokenFrom('192.0.2.1')];
  bed.pass(ANONYMOUS_LIMITS.idleMs + 1);
  await tokenFrom('192.0.2.1');
  expect((await ask(here, 'user/getProperties')).statusCode).toBe(200);
  expect((await enter('192.0.2.1')).statusCode).toBe(200);
  expect((await ask(away, 'user/getProperties')).statusCode).toBe(401);
  expect((await ask(here, 'user/getProperties')).statusCode).toBe(200);
  expect((await enter('192.0.2.1')).statusCode).toBe(429);
});

const call = (id: string, receivedText = '') => ({
  id,
  type: 'outgoing',
  answered: true,
  outcome: 'terminatedLocal',
  sipAddress: 'bobby@demo.example',
  contactName: '',
  receivedText,
  sentText: '',
  transcript: [],
  timestamp: Date.now(),
  duration: 1,
});
const callerCount = async () => {
  const accounts = await bed.repositories.accounts.list();
  return accounts.filter(({ kind }) => kind === 'anonymous').length;
};

test('A-035 D14 the calls and contacts of a caller without an account are limited and end with the session', async () => {
  await bed.close();
  bed = await createTestApp({ brand: { ...openBrand, features: { history: true, transcripts: true } } });
  const token = await tokenFrom('192.0.2.1');
  const id = (await bed.repositories.accounts.list()).find(({ kind }) => kind === 'anonymous')?.id ?? '';
  for (let index = 0; index <= HISTORY_LIMITS.anonymousEntries; index++)
    expect((await ask(token, 'history', call(`c${index}`))).statusCode).toBe(200);
  const { history, contacts } = bed.repositories;
  const whole = { before: undefined, limit: 1000, isMissedOnly: false };
  expect(await history.list(id, whole)).toHaveLength(HISTORY_LIMITS.anonymousEntries);
  for (let index = 0; index < ANONYMOUS_LIMITS.contacts; index++)
    await contacts.add(
      id,
      { fname: '', sname: '', sipaddress: 'a@b.example', email: '', address: '', postNr: '', city: '' },
      1000,
    );
  const refused = await ask(token, 'contacts/add', { sipaddress: 'bo@demo.example' });
  expect(refused.json()).toEqual({ errorCode: 2004, failureText: 'Invalid value: contacts' });
  await ask(token, 'user/logout');
  expect([await history.list(id, whole), await callerCount(), await contacts.countOfAnonymous()]).toEqual([
    [],
    0,
    0,
  ]);
});

test('A-035 D14 the history bytes of one caller without an account, and of all of them, are limited', async () => {
  await bed.close();
  bed = await createTestApp({
    brand: { ...openBrand, features: { history: true, transcripts: true } },
    limits: { anonymousHistoryBytes: 250_000 },
  });
  const [greedy, modest] = [await tokenFrom('192.0.2.1'), await tokenFrom('192.0.2.2')];
  await ask(modest, 'history', call('modest', 'hello'));
  for (let index = 0; index < 5; index++)
    await ask(greedy, 'history', call(`g${index}`, 'x'.repeat(100_000)));
  const kept = await Promise.all(
    [0, 1, 2, 3, 4].map(async (index) => (await ask(greedy, `history/g${index}`)).json().receivedText.length),
  );
  expect(kept).toEqual([0, 0, 0, 100_000, 100_000]);
  expect((await ask(modest, 'history/modest')).json()).toMatchObject({ receivedText: 'hello' });
});

test('D20 A-035 TURN servers know callers without an account by their network address and day, and users by their account', async () => {
  const identityOf = async (token: string, address: string): Promise<string> =>
    (await ask(token, 'iceServers', undefined, address)).json().iceServers[0].username.split(':')[1];
  const [one, two] = [await tokenFrom('192.0.2.1'), await tokenFrom('192.0.2.1')];
  const shared = await identityOf(one, '192.0.2.1');
  expect(await identityOf(two, '192.0.2.1')).toBe(shared);
  expect(await identityOf(await tokenFrom('192.0.2.2'), '192.0.2.2')).not.toBe(shared);
  const alice = (await enter('192.0.2.1', 'alice', 'demo1234')).json().securityToken;
  const bobby = (await enter('192.0.2.1', 'bobby', 'demo1234')).json().securityToken;
  const people = [await identityOf(alice, '192.0.2.1'), await identityOf(bobby, '192.0.2.1')];
  expect(new Set([shared, ...people]).size).toBe(3);
  bed.pass(DAY_MS);
  expect(await identityOf(await tokenFrom('192.0.2.1'), '192.0.2.1')).not.toBe(shared);
});
