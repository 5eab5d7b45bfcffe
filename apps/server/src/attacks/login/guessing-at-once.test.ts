import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArgon2Hasher } from '../../crypto/argon2-hasher.ts';
import { LOGIN_LIMITS } from '../../domain/limits/limits.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand, plainHasher } from '../../http/testing/test-app.ts';

let bed: TestApp;

/** Argon2id on Node's threads, as in production, with little memory: the tests compute hundreds of hashes. */
const hasher = createArgon2Hasher({ memory: 64, passes: 1, parallelism: 1 });

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand, hasher });
  for (const username of ['alice', 'bobby']) {
    const account = await bed.repositories.accounts.findByUsername(username);
    if (account !== undefined) await bed.context.accountService.changePassword(account, 'demo1234');
  }
});
afterEach(() => bed.close());

const attempt = (address: string, password: string, username = 'alice') =>
  bed.app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    remoteAddress: address,
    payload: { username, password, force: true, willUseSipRegistration: true },
  });
const statuses = (answers: readonly { readonly statusCode: number }[]) => {
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  return { refused: count(400), heldUp: count(429), other: answers.length - count(400) - count(429) };
};

test('LOGIN-08 of 200 parallel guesses from one address ten are checked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => attempt('203.0.113.9', `guess${index}`)),
  );
  expect(statuses(answers)).toEqual({ refused: 10, heldUp: 190, other: 0 });
  for (const { statusCode, headers } of answers)
    if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await attempt('203.0.113.9', 'demo1234')).statusCode).toBe(429);
});

test('LOGIN-08 of 300 parallel guesses for one name from 100 addresses a hundred are checked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => attempt(`198.51.100.${index % 100}`, `guess${index}`)),
  );
  expect(statuses(answers)).toEqual({ refused: 100, heldUp: 200, other: 0 });
  expect((await attempt('203.0.113.1', 'demo1234')).statusCode).toBe(429);
});

test('LOGIN-08 addresses in one IPv6 /64 count as one, addresses in two /64 as two', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => attempt(`2001:db8:0:1::${index + 1}`, `guess${index}`)),
  );
  expect(statuses(answers)).toEqual({ refused: 10, heldUp: 40, other: 0 });
  expect((await attempt('2001:db8:0:2::1', 'demo1234')).statusCode).toBe(200);
});

test('LOGIN-08 a successful login returns only its own attempt', async () => {
  for (let round = 0; round < 30; round++)
    expect((await attempt('203.0.113.9', 'demo1234')).statusCode).toBe(200);
  for (let tries = 0; tries < 9; tries++) await attempt('203.0.113.9', `guess${tries}`);
  expect((await attempt('203.0.113.9', 'demo1234')).statusCode).toBe(200);
  expect((await attempt('203.0.113.9', 'guess9')).statusCode).toBe(400);
  expect((await attempt('203.0.113.9', 'demo1234')).statusCode).toBe(429);
});

test('two password hashes are computed at a time, a limited number waits, and others get Retry-After', async () => {
  await bed.close();
  let [running, most, total] = [0, 0, 0];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  bed = await createTestApp({
    brand: openBrand,
    hasher: {
      ...hasher,
      async verify(password, phc) {
        running += 1;
        total += 1;
        most = Math.max(most, running);
        await gate;
        const isRight = await hasher.verify(password, phc);
        running -= 1;
        return isRight;
      },
    },
  });
  const { hashing } = LOGIN_LIMITS;
  const told: { readonly status: number; readonly retryAfter: unknown }[] = [];
  const send = async (address: string, username: string) => {
    const { statusCode, headers } = await attempt(address, 'guess', username);
    told.push({ status: statusCode, retryAfter: headers['retry-after'] });
  };
  const heard = (count: number) => vi.waitFor(() => expect(told).toHaveLength(count));

  const sent = Array.from({ length: hashing.perKey + 5 }, (_, index) => send('203.0.113.9', `name${index}`));
  await heard(5);
  expect(told).toEqual(told.map(() => ({ status: 429, retryAfter: '2' })));
  // The queue has a limit per address and a limit in total; who comes first from an address replaces one of a flood.
  const room = hashing.running + hashing.waiting - hashing.reserved - hashing.perKey;
  sent.push(...Array.from({ length: room + 8 }, (_, index) => send(`198.51.100.${index}`, `other${index}`)));
  await heard(13);
  const waitingOfFlood = hashing.perKey - hashing.running;
  const statuses = told.slice(5).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(waitingOfFlood - 1);
  expect(statuses.filter((status) => status === 503)).toHaveLength(8 - (waitingOfFlood - 1));
  expect(told.slice(5).map(({ retryAfter }) => retryAfter)).toEqual(Array(8).fill('2'));
  expect(running).toBe(hashing.running);
  open();
  await Promise.all(sent);
  const judged = told.slice(13);
  expect(judged).toEqual(judged.map(() => ({ status: 400, retryAfter: undefined })));
  const places = hashing.running + hashing.waiting - hashing.reserved;
  expect([judged.length, most, total]).toEqual([total, hashing.running, places]);
  expect(bed.logged()).not.toContain('request_failed');
});

test('LOGIN-08 many IPv6 /64 of one home connection, and a full queue, do not shut others out of the log-in', async () => {
  const { hashing } = LOGIN_LIMITS;
  await bed.close();
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let isHeld = false;
  bed = await createTestApp({
    brand: openBrand,
    hasher: {
      ...plainHasher,
      async verify(password, phc) {
        if (isHeld) await gate;
        return plainHasher.verify(password, phc);
      },
    },
  });
  const { cookies } = await attempt('192.0.2.1', 'demo1234');
  isHeld = true;
  const queued = vi.spyOn(bed.context.hashing, 'run');
  const told: number[] = [];
  const sent: Promise<unknown>[] = [];
  function flood(site: string, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const address = `2001:db8:1:${site}${(index % 12).toString(16)}::1`;
      sent.push(attempt(address, 'guess', `${index}`).then(({ statusCode }) => told.push(statusCode)));
    }
  }
  flood('20', 24);
  await vi.waitFor(() => expect(told).toEqual(Array(24 - hashing.perKey).fill(429)));
  for (const site of '3456789abcdef') flood(`${site}0`, 12);
  const places = hashing.running + hashing.waiting - hashing.reserved;
  await vi.waitFor(() => expect(told).toHaveLength(sent.length - places));
  const newcomer = attempt('192.0.2.7', 'demo1234', 'bobby').then(({ statusCode }) => statusCode);
  await vi.waitFor(() => expect(told).toHaveLength(sent.length - places + 1));
  const known = bed.app
    .inject({
      method: 'POST',
      url: `${BASE}user/login`,
      remoteAddress: '192.0.2.8',
      cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
      payload: { username: 'alice', password: 'demo1234', force: true, willUseSipRegistration: false },
    })
    .then(({ statusCode }) => statusCode);
  await vi.waitFor(() => expect(queued).toHaveBeenCalledWith(expect.anything(), expect.anything(), 'known'));
  open();
  expect([await newcomer, await known]).toEqual([200, 200]);
  await Promise.all(sent);
});
