import { parseSetCookie } from 'cookie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, DAY_MS, openBrand } from '../../http/testing/test-app.ts';

let bed: TestApp;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand });
});
afterEach(() => bed.close());

type Try = {
  readonly address?: string;
  readonly cookie?: string | undefined;
  readonly username?: string;
  readonly password?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const logIn = (
  { address = '192.0.2.1', cookie, username = 'alice', password = 'demo1234', headers = {} }: Try,
  { app }: Pick<TestApp, 'app'> = bed,
) =>
  app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    remoteAddress: address,
    headers: { ...headers, ...(cookie !== undefined && { cookie: `other=1; samtal-device=${cookie}` }) },
    payload: { username, password, force: true, willUseSipRegistration: true },
  });

/** The cookie that the answer sets. */
function kept(answer: { readonly headers: Readonly<Record<string, unknown>> }) {
  const header = answer.headers['set-cookie'];
  return typeof header === 'string' ? parseSetCookie(header) : undefined;
}
const cookieOf = (answer: Awaited<ReturnType<typeof logIn>>): string => kept(answer)?.value ?? 'none';

/** Uses up the login attempts for a username, from many addresses. */
async function lockOut(username = 'alice'): Promise<void> {
  for (let tries = 0; tries < 100; tries++)
    await logIn({ address: `198.51.100.${tries}`, username, password: 'wrong' });
  expect((await logIn({ address: '203.0.113.1', username })).statusCode).toBe(429);
}

test('strangers cannot lock a user out in a browser that has logged in before, from any address', async () => {
  const cookie = cookieOf(await logIn({}));
  await lockOut();
  expect((await logIn({ address: '203.0.113.1', cookie })).statusCode).toBe(200);
  expect((await logIn({ address: '2001:db8::1', cookie })).statusCode).toBe(200);
  // The cookie has no effect for other names.
  await lockOut('bobby');
  expect((await logIn({ address: '203.0.113.1', username: 'bobby', cookie })).statusCode).toBe(429);
});

test('the mark of a browser stays valid after a restart of the server and a change of the password', async () => {
  const cookie = cookieOf(await logIn({}));
  const alice = await bed.repositories.accounts.findByUsername('alice');
  if (alice !== undefined) await bed.context.accountService.changePassword(alice, 'fresh123');
  // The restarted server has the same data folder, and so the same key, but has counted no attempts.
  const restarted = await bed.restart();
  for (let tries = 0; tries < 100; tries++)
    await logIn({ address: `198.51.100.${tries}`, password: 'wrong' }, restarted);
  const again = { address: '203.0.113.1', password: 'fresh123' };
  expect((await logIn(again, restarted)).statusCode).toBe(429);
  expect((await logIn({ ...again, cookie }, restarted)).statusCode).toBe(200);
  await restarted.app.close();
});

test('a link of a mail also marks the browser, so a user who is locked out can log in', async () => {
  await lockOut();
  const api = requestsTo(bed.app);
  await api.get('user/requestResetPassword', { username: 'alice' });
  const link = new URL(/https:\S+/.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '');
  const { key = '', uid = '' } = Object.fromEntries(link.searchParams);
  const refused = await api.get('user/setNewPassword', { key: 'made-up', uid, password: 'fresh123' });
  expect(kept(refused)).toBeUndefined();
  const cookie = cookieOf(await api.get('user/setNewPassword', { key, uid, password: 'fresh123' }));
  const again = { address: '203.0.113.1', password: 'fresh123' };
  expect((await logIn(again)).statusCode).toBe(429);
  expect((await logIn({ ...again, cookie })).statusCode).toBe(200);
});

test('a stolen mark allows ten guesses a minute and a hundred an hour, and nothing else', async () => {
  const cookie = cookieOf(await logIn({}));
  const guess = (number: number) =>
    logIn({ address: `198.51.100.${number % 250}`, cookie, password: `guess${number}` });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(index)));
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
  let judged = 10;
  for (let minute = 1; minute < 20; minute++) {
    bed.pass(60_000);
    for (let tries = 0; tries < 12; tries++)
      if ((await guess(minute * 12 + tries)).statusCode === 400) judged += 1;
  }
  expect(judged).toBe(100);
  // The thief's attempts count for the mark only: a browser without the mark is not blocked.
  expect((await logIn({ address: '203.0.113.1' })).statusCode).toBe(200);
});

test.each([
  ['made up', () => 'AAAAAAAAAAAAAAAAAAAAAA.abc.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['changed', (good: string) => good.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['older than a year', (good: string) => good],
  ['nonsense', () => `${'~'.repeat(50)}.."'`],
])('a mark that is %s is ignored', async (what, make) => {
  const cookie = make(cookieOf(await logIn({})));
  if (what === 'older than a year') bed.pass(366 * DAY_MS);
  await lockOut();
  expect((await logIn({ address: '203.0.113.1', cookie })).statusCode).toBe(429);
});

test('a mark is invalid after its account was removed', async () => {
  const cookie = cookieOf(await logIn({}));
  const { accounts } = bed.repositories;
  const alice = await accounts.findByUsername('alice');
  if (alice === undefined) throw new Error('no alice');
  await accounts.remove(alice.id);
  await accounts.add(alice);
  await lockOut();
  expect((await logIn({ address: '203.0.113.1', cookie })).statusCode).toBe(429);
});

test('one cookie holds the marks of the last eight users of a browser and contains no name', async () => {
  let cookie = '';
  const { accounts } = bed.repositories;
  for (let person = 0; person < 12; person++) {
    const username = `person${person}`;
    await accounts.add({
      kind: 'person',
      username,
      passwordHash: '#demo1234',
      sipPassword: 'secret',
      organisationId: 1,
      status: 'active',
      addresses: [`${username}@demo.example`],
      properties: [],
    });
    cookie = cookieOf(await logIn({ username, cookie }));
    expect(cookie).not.toContain(username);
  }
  expect(cookie.length).toBeLessThan(1000);
  await lockOut('person4');
  await lockOut('person3');
  const from = { address: '203.0.113.1', cookie };
  expect((await logIn({ ...from, username: 'person4' })).statusCode).toBe(200);
  expect((await logIn({ ...from, username: 'person3' })).statusCode).toBe(429);
  // A second login of the same user replaces the first mark.
  const again = cookieOf(await logIn({ ...from, username: 'person11' }));
  expect(again.split('~')).toHaveLength(8);
});

test('the cookie is sent to the login only, is not available to scripts and other sites, and expires in a year', async () => {
  expect(kept(await logIn({}))).toEqual({
    name: 'samtal-device',
    value: expect.stringMatching(/^[\w-]{22}\.[0-9a-z]+\.[\w-]{43}$/),
    path: `${BASE}user/login`,
    maxAge: 365 * 24 * 60 * 60,
    httpOnly: true,
    sameSite: 'strict',
    secure: true,
  });
});

test.each([
  ['https://calls.example', 'http', true, `${BASE}user/login`],
  ['http://127.0.0.1:8080', 'http', undefined, `${BASE}user/login`],
  ['http://127.0.0.1:8080', 'https', true, `${BASE}user/login`],
  ['https://calls.example/app', 'https', true, `/app${BASE}user/login`],
])(
  'with PUBLIC_URL %s and X-Forwarded-Proto %s the cookie has the right path and Secure flag',
  async (publicUrl, protocol, secure, path) => {
    await bed.close();
    bed = await createTestApp({ brand: openBrand, publicUrl });
    const answer = await logIn({ address: '127.0.0.1', headers: { 'x-forwarded-proto': protocol } });
    expect([kept(answer)?.secure, kept(answer)?.path]).toEqual([secure, path]);
  },
);

test('no mark is set by a refused login, an anonymous caller, a signed link or a page of another site', async () => {
  const token = await bed.context.kioskTokens.mint({ to: 'echo@demo.example', username: 'alice' }, DAY_MS);
  const answers = [
    await logIn({ password: 'wrong' }),
    await logIn({ username: 'anonymous', password: '' }),
    await requestsTo(bed.app).enter(token),
    await logIn({ headers: { 'sec-fetch-site': 'cross-site' } }),
    await logIn({ headers: { 'sec-fetch-site': 'same-site' } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 200, 200, 200, 200]);
  expect(answers.map(kept)).toEqual(answers.map(() => undefined));
  expect(kept(await logIn({ headers: { 'sec-fetch-site': 'same-origin' } }))).toBeDefined();
});

test('the mark alone gives no rights: no call of the user API accepts it', async () => {
  const cookie = `samtal-device=${cookieOf(await logIn({}))}`;
  for (const path of ['user/getProperties', 'contacts/search', 'history', 'messages', 'user/logout']) {
    const answer = await bed.app.inject({ url: `${BASE}${path}`, headers: { cookie } });
    expect([path, answer.statusCode]).toEqual([path, 401]);
  }
});
