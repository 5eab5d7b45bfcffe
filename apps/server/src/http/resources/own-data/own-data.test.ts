import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITY_KEYS, deletionTimeIn, ERROR_CODES, valueOf } from '@samtal/api-contract';
import { smallJpeg } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMessageStore } from '../../../mailbox/message-store.ts';
import { requestsTo } from '../../testing/requests.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp, DAY_MS, openBrand } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

const PASSWORD = 'demo1234';
const brand = { ...openBrand, features: { ownData: true, pictures: true, transcripts: true } };

let bed: TestApp;
let alice: Visitor;
let bobby: Visitor;

async function start(more: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  bed = await createTestApp({ brand, ...more });
  alice = await signIn(bed, 'alice');
  bobby = await signIn(bed, 'bobby');
}
beforeEach(() => start());
afterEach(() => bed.close());

const ticketOf = async (visitor: Visitor) =>
  (await visitor.post('user/export', { password: PASSWORD })).json<{ ticket: string }>().ticket;
const fetchFile = (ticket: string, headers = {}) =>
  bed.app.inject({ url: `${BASE}user/export`, query: { ticket }, headers });
const fileOf = async (visitor: Visitor) => (await fetchFile(await ticketOf(visitor))).json();
const idOf = async (username: string) => (await bed.repositories.accounts.findByUsername(username))?.id ?? '';
const statusOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username))?.status;
const audited = () => bed.events.map(({ event, account }) => `${event} ${account ?? ''}`);

const call = {
  type: 'outgoing',
  answered: true,
  outcome: 'endedLocal',
  sipAddress: 'echo@demo.example',
  duration: 1,
};

test('D96 the file has everything that the server stores about its user', async () => {
  const { repositories, context, folder } = bed;
  // The samples of the demo.
  for (const username of ['alice', 'bobby']) {
    const owner = await idOf(username);
    await repositories.history.removeAll(owner);
    for await (const page of repositories.contacts.search(owner, []))
      for (const { id } of page) await repositories.contacts.remove(owner, id);
    for await (const page of repositories.messages.list(owner))
      for (const { messageNumber } of page) await repositories.messages.remove(owner, messageNumber);
  }
  await alice.post('user/setProperty', { key: 'CITY', value: 'Lund' });
  const { id } = (
    await alice.post('contacts/add', { sipaddress: 'asa@demo.example', fname: 'Åsa', favourite: true })
  ).json();
  const picture = Buffer.from(smallJpeg()).toString('base64');
  await alice.post('pictures/own', { picture });
  await alice.post(`pictures/contacts/${id}`, { picture });
  await alice.post('history', {
    ...call,
    id: 'one',
    contactName: 'Echo',
    receivedText: 'heard',
    sentText: 'said',
    transcript: [{ author: 'own', text: 'said', offsetMs: 5 }],
    timestamp: Date.parse('2026-02-03T04:05:06Z'),
  });
  const store = createMessageStore(repositories, context.changes);
  const left = await store.open({
    callee: 'alice@demo.example',
    caller: { address: 'bobby@demo.example', name: 'Bobby' },
    at: Date.now(),
  });
  await store.update(left, 'call me');
  await store.close(left);
  await bed.app.inject({
    method: 'POST',
    url: `${BASE}user/webSettings/WEB_BANDWIDTH`,
    query: { securityToken: alice.securityToken },
    headers: { 'content-type': 'text/plain' },
    payload: 'low',
  });
  await repositories.settings.set(await idOf('alice'), 'system', { key: 'GEO_UPDATE_LIMIT', value: '77' });
  await repositories.devices.add(await idOf('alice'), { name: 'desk', sipSecret: 'device-secret' }, 10);
  await repositories.pushSubscriptions.put(
    await idOf('alice'),
    {
      tokenHash: context.hashToken(alice.securityToken),
      instance: '11111111-1111-4111-8111-111111111111',
      endpoint: 'https://fcm.googleapis.com/fcm/send/endpoint-secret',
      p256dh: 'browser-key',
      auth: 'browser-secret',
      language: 'sv',
      staysLoggedIn: false,
      renewedAt: 1,
    },
    10,
  );
  await repositories.callRecords.putAll([
    {
      id: 'r1',
      callId: 'c1',
      caller: 'alice@demo.example',
      callee: 'bobby@demo.example',
      beganAt: Date.parse('2026-02-03T04:05:06Z'),
      answeredAt: undefined,
      endedAt: Date.parse('2026-02-03T04:05:36Z'),
      status: 480,
      ending: 'notAnswered',
      offered: ['audio'],
      used: [],
    },
  ]);
  appendFileSync(
    join(folder, 'data', 'audit.log'),
    `${JSON.stringify({ time: 0, event: 'logged_in', account: 'alice', address: '192.0.2.1' })}\n`,
  );
  const file = await fileOf(alice);
  expect(file).toMatchObject({
    format: 'samtal-own-data/1',
    account: { username: 'alice', addresses: ['alice@demo.example'], properties: { CITY: 'Lund' } },
    settings: { WEB_BANDWIDTH: 'low' },
    settingsOfOperator: { GEO_UPDATE_LIMIT: '77' },
    sessions: [{ lastUsedAt: expect.any(String) }],
    sipPhones: [{ name: 'desk' }],
    devicesWithWebPush: [{ language: 'sv', pushService: 'https://fcm.googleapis.com' }],
    contacts: [{ id, fname: 'Åsa', favourite: true }],
    history: [
      {
        time: '2026-02-03T04:05:06.000Z',
        receivedText: 'heard',
        sentText: 'said',
        transcript: [{ text: 'said' }],
      },
    ],
    messages: [{ text: 'call me', fromSipaddress: 'bobby@demo.example' }],
    recordsOfCallsMade: [{ callee: 'bobby@demo.example', beganAt: '2026-02-03T04:05:06.000Z', status: 480 }],
    recordsOfCallsReceived: [],
    audit: [{ event: 'logged_in', address: '192.0.2.1', time: '1970-01-01T00:00:00.000Z' }],
  });
  expect(file.pictures).toHaveLength(2);
  expect(file.pictures).toContainEqual({
    of: 'contact',
    contactId: id,
    picture: `data:image/jpeg;base64,${picture}`,
  });
  const text = JSON.stringify(file);
  for (const secret of [
    alice.securityToken,
    'device-secret',
    'endpoint-secret',
    'browser-key',
    'browser-secret',
    `#${PASSWORD}`,
  ])
    expect(text).not.toContain(secret);
  expect(text).not.toContain('rganisation":2');
  expect(file.recordsOfCallsMade[0]).not.toHaveProperty('calleeOrganisation');
  expect(audited()).toContain('data_exported alice');
  // Bobby sees his end of the call only.
  const other = await fileOf(bobby);
  expect(other.recordsOfCallsReceived).toHaveLength(1);
  expect([other.contacts, other.history, other.messages, other.audit, other.pictures]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
});

test('D96 the file is a download that no proxy keeps, and its address works once, for a minute', async () => {
  const ticket = await ticketOf(alice);
  const head = await bed.app.inject({ method: 'HEAD', url: `${BASE}user/export`, query: { ticket } });
  expect(head.statusCode).toBe(404);
  const file = await fetchFile(ticket);
  expect(file.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/),
    'x-content-type-options': 'nosniff',
  });
  expect((await fetchFile(ticket)).statusCode).toBe(404);
  const late = await ticketOf(alice);
  bed.pass(60_000);
  expect((await fetchFile(late)).statusCode).toBe(404);
  for (const wrong of ['', 'x', alice.securityToken, ticket.toLowerCase()])
    expect((await fetchFile(wrong)).statusCode).toBe(404);
  expect((await fetchFile('x'.repeat(200))).statusCode).toBe(400);
  expect(bed.logged()).not.toContain(ticket);
});

test('D96 the address of a file ends with the session and with the account', async () => {
  const ended = await ticketOf(alice);
  await alice.get('user/logout');
  expect((await fetchFile(ended)).statusCode).toBe(404);
  const disabled = await ticketOf(bobby);
  await bed.repositories.accounts.changeStatus(await idOf('bobby'), 'disabled');
  expect((await fetchFile(disabled)).statusCode).toBe(404);
});

test.each([
  ['the user logs out', () => alice.get('user/logout')],
  [
    'the account is disabled',
    async () => bed.repositories.accounts.changeStatus(await idOf('alice'), 'disabled'),
  ],
])('D96 a file that is being read is cut off when %s', async (_what, end) => {
  await bed.close();
  let wasAsked = false;
  await start({
    around: (repositories) => ({
      ...repositories,
      ownData: {
        ...repositories.ownData,
        async *history(id) {
          await end();
          wasAsked = true;
          yield* repositories.ownData.history(id);
        },
      },
    }),
  });
  const file = await fetchFile(await ticketOf(alice)).catch((error: Error) => error);
  expect(wasAsked).toBe(true);
  expect(file).toBeInstanceOf(Error);
});

test.each(['user/export', 'user/deletion'])(
  'D96 %s needs a session and the password of its account',
  async (path) => {
    const { app, events } = bed;
    const ask = (payload: unknown, query = {}, headers = {}) =>
      app.inject({ method: 'POST', url: `${BASE}${path}`, query, headers, payload: payload as object });
    expect((await ask({ password: PASSWORD })).statusCode).toBe(401);
    expect((await ask({ password: PASSWORD }, { securityToken: 'x' })).statusCode).toBe(401);
    for (const payload of [{}, { password: null }, { password: 7 }, { password: 'x'.repeat(2000) }, []])
      expect((await alice.post(path, payload)).statusCode).toBe(400);
    for (const password of ['', 'wrong', PASSWORD.toUpperCase()]) {
      const answer = await alice.post(path, { password });
      expect([answer.statusCode, answer.json().errorCode]).toEqual([400, ERROR_CODES.wrongCredentials]);
    }
    expect(events.filter(({ event }) => event === 'login_refused')).toHaveLength(3);
    // A page of another site knows no token, and sends no cookie that would count.
    const cross = await ask(
      `password=${PASSWORD}`,
      {},
      {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
    );
    expect(cross.statusCode).toBe(401);
    expect(await statusOf('alice')).toBe('active');
  },
);

test('D96 a stolen session guesses five passwords in ten minutes, for export and deletion together', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      alice.post(index % 2 === 0 ? 'user/export' : 'user/deletion', { password: `guess${index}` }),
    ),
  );
  expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  const held = await alice.post('user/deletion', { password: PASSWORD });
  expect(held.statusCode).toBe(429);
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  // Others are not held up, and after a while neither is the user.
  expect((await bobby.post('user/export', { password: PASSWORD })).statusCode).toBe(200);
  bed.pass(10 * 60_000);
  expect((await alice.post('user/export', { password: PASSWORD })).statusCode).toBe(200);
});

test('D96 who guesses with a stolen session does not lock out the other sessions of the account', async () => {
  const guess = (visitor: Visitor) => visitor.post('user/export', { password: 'guess' });
  const thief = await signIn(bed, 'alice');
  const answers = [];
  for (let minute = 0; minute < 60; minute += 1) {
    for (let index = 0; index < 3; index += 1) answers.push((await guess(thief)).statusCode);
    bed.pass(59_000);
  }
  expect(answers.filter((status) => status === 400)).toHaveLength(10);
  expect((await alice.post('user/export', { password: PASSWORD })).statusCode).toBe(200);
  // All sessions together have a limit too, over all addresses.
  const others = [];
  for (let index = 0; index < 6; index += 1) others.push(await signIn(bed, 'alice'));
  const more = [];
  for (const visitor of others)
    for (let index = 0; index < 5; index += 1) more.push((await guess(visitor)).statusCode);
  expect(more.filter((status) => status === 400).length).toBeLessThanOrEqual(30);
  expect((await alice.post('user/export', { password: PASSWORD })).statusCode).toBe(429);
});

test('D96 a password that a session alone has set proves nothing for an hour, in no session', async () => {
  const value = 'Winter1glove';
  expect((await alice.post('user/setProperty', { key: 'PASSWORD', value })).statusCode).toBe(200);
  for (const path of ['user/export', 'user/deletion']) {
    const answer = await alice.post(path, { password: value });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, ERROR_CODES.passwordIsNew]);
  }
  bed.pass(3_600_000);
  expect((await alice.post('user/export', { password: value })).statusCode).toBe(200);
  // With the password before it, a new one counts from the beginning.
  const next = { key: 'PASSWORD', value: 'Summer1glove', currentPassword: value };
  expect((await alice.post('user/setProperty', next)).statusCode).toBe(200);
  expect((await alice.post('user/export', { password: 'Summer1glove' })).statusCode).toBe(200);
});

test('D96 five exports an hour are possible', async () => {
  const asked = [];
  for (let index = 0; index < 6; index += 1)
    asked.push(await alice.post('user/export', { password: PASSWORD }));
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
  bed.pass(3_600_000);
  expect((await alice.post('user/export', { password: PASSWORD })).statusCode).toBe(200);
});

test('D96 where the brand has no ownData, and for callers without an account, there is neither', async () => {
  const anonymous = requestsTo(bed.app);
  const token = await anonymous.tokenOf('anonymous', '');
  for (const path of ['user/export', 'user/deletion'])
    expect((await anonymous.post(path, { password: '' }, { securityToken: token })).statusCode).toBe(404);
  await bed.close();
  await start({ brand: openBrand });
  for (const path of ['user/export', 'user/deletion'])
    expect((await alice.post(path, { password: PASSWORD })).statusCode).toBe(404);
  expect(await statusOf('alice')).toBe('active');
});

test('D96 who asks for the deletion is logged out everywhere, gets a mail, and cannot be called', async () => {
  const { repositories, context, mails } = bed;
  await repositories.accounts.setProperty(await idOf('alice'), { key: 'EMAIL', value: 'alice@mail.example' });
  await repositories.devices.add(await idOf('alice'), { name: 'desk', sipSecret: 'secret' }, 10);
  const second = await signIn(bed, 'alice');
  expect(valueOf(second.capabilities, CAPABILITY_KEYS.deletionDays)).toBe('14');
  const answer = await second.post('user/deletion', { password: PASSWORD });
  const { deletionAt } = answer.json<{ deletionAt: number }>();
  expect(answer.statusCode).toBe(200);
  expect(Math.abs(deletionAt - context.now() - 14 * DAY_MS)).toBeLessThan(10_000);
  for (const visitor of [alice, second]) expect((await visitor.get('contacts/search')).statusCode).toBe(401);
  expect((await bobby.get('contacts/search')).statusCode).toBe(200);
  expect(await repositories.accounts.listSipAccounts()).not.toContainEqual(
    expect.objectContaining({ username: 'alice' }),
  );
  const [mail] = mails;
  expect(mail?.to).toBe('alice@mail.example');
  expect(mail?.text).toContain(
    new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(deletionAt),
  );
  expect(mail?.text).toContain('https://calls.example/login');
  expect(audited()).toContain('deletion_requested alice');
});

test('D96 a login keeps the account only if its user says so, and only with the password', async () => {
  const api = requestsTo(bed.app);
  await alice.post('user/deletion', { password: PASSWORD });
  const logIn = (more: object, password = PASSWORD) =>
    api.post('user/login', {
      username: 'alice',
      password,
      force: true,
      willUseSipRegistration: true,
      ...more,
    });
  const plain = await logIn({});
  expect([plain.statusCode, plain.json().errorCode]).toEqual([400, ERROR_CODES.deletionPending]);
  const at = deletionTimeIn(plain.json().failureText) ?? 0;
  expect(Math.abs(at - bed.context.now() - 14 * DAY_MS)).toBeLessThan(10_000);
  for (const keepAccount of [false, undefined]) expect((await logIn({ keepAccount })).statusCode).toBe(400);
  const guess = await logIn({ keepAccount: true }, 'wrong');
  expect(guess.json()).toEqual({ errorCode: ERROR_CODES.wrongCredentials });
  expect(await statusOf('alice')).toBe('disabled');
  const kept = await logIn({ keepAccount: true });
  expect(kept.statusCode).toBe(200);
  expect(await statusOf('alice')).toBe('active');
  expect((await logIn({})).statusCode).toBe(200);
  expect(audited()).toEqual(
    expect.arrayContaining(['deletion_requested alice', 'deletion_cancelled alice', 'logged_in alice']),
  );
});

/** Logs in as alice, with the right password unless `more` has another. */
const enter = (more: object = {}) =>
  requestsTo(bed.app).post('user/login', {
    username: 'alice',
    password: PASSWORD,
    force: true,
    willUseSipRegistration: true,
    ...more,
  });

test('D96 a login with the right password is no guess, however often it asks before the account is kept', async () => {
  await alice.post('user/deletion', { password: PASSWORD });
  for (let login = 0; login < 12; login += 1)
    expect((await enter()).json().errorCode).toBe(ERROR_CODES.deletionPending);
  expect((await enter({ keepAccount: true })).statusCode).toBe(200);
});

test('D96 two tabs that keep the account at the same time both log in, and it is kept once', async () => {
  await alice.post('user/deletion', { password: PASSWORD });
  // The first one keeps the account after the second has been found to be disabled.
  const { deletions } = bed.repositories;
  const find = deletions.find.bind(deletions);
  let goOn = (): void => {};
  const other = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const found = vi.spyOn(deletions, 'find').mockImplementationOnce(async (id) => {
    await other;
    return find(id);
  });
  const late = enter({ keepAccount: true });
  await vi.waitFor(() => expect(found).toHaveBeenCalled());
  const answers = [await enter({ keepAccount: true })];
  goOn();
  answers.push(await late);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(audited().filter((line) => line.startsWith('deletion_cancelled'))).toHaveLength(1);
});

test('D96 asking and keeping again and again causes five mails an hour', async () => {
  const api = requestsTo(bed.app);
  await bed.repositories.accounts.setProperty(await idOf('alice'), {
    key: 'EMAIL',
    value: 'alice@mail.example',
  });
  for (let round = 0; round < 4; round += 1) {
    const { post } = await signIn(bed, 'alice');
    expect((await post('user/deletion', { password: PASSWORD })).statusCode).toBe(200);
    const kept = await api.post('user/login', {
      username: 'alice',
      password: PASSWORD,
      force: true,
      willUseSipRegistration: true,
      keepAccount: true,
    });
    expect(kept.statusCode).toBe(200);
  }
  expect(bed.mails).toHaveLength(5);
});

test('D96 a one-click link for a user neither keeps an account nor tells that it is to be deleted', async () => {
  const api = requestsTo(bed.app);
  const token = await bed.context.kioskTokens.mint({ to: 'echo@demo.example', username: 'alice' }, DAY_MS);
  await alice.post('user/deletion', { password: PASSWORD });
  const answer = await api.post('user/login', {
    token,
    force: true,
    willUseSipRegistration: true,
    keepAccount: true,
  });
  expect(answer.json()).toEqual({ errorCode: ERROR_CODES.accountDisabled });
  expect(await statusOf('alice')).toBe('disabled');
});

test('D96 from the day of the deletion on the account cannot be kept, and says nothing more', async () => {
  const api = requestsTo(bed.app);
  await alice.post('user/deletion', { password: PASSWORD });
  bed.pass(14 * DAY_MS);
  for (const keepAccount of [true, false]) {
    const answer = await api.post('user/login', {
      username: 'alice',
      password: PASSWORD,
      force: true,
      willUseSipRegistration: true,
      keepAccount,
    });
    expect(answer.json()).toEqual({ errorCode: ERROR_CODES.wrongCredentials });
  }
});

test('D96 an account that the operator has disabled is not kept by a login', async () => {
  const api = requestsTo(bed.app);
  await bed.repositories.accounts.changeStatus(await idOf('alice'), 'disabled');
  const answer = await api.post('user/login', {
    username: 'alice',
    password: PASSWORD,
    force: true,
    willUseSipRegistration: true,
    keepAccount: true,
  });
  expect(answer.json()).toEqual({ errorCode: ERROR_CODES.accountDisabled });
  expect(await statusOf('alice')).toBe('disabled');
});

test('D96 two tabs that ask at the same time ask once', async () => {
  const second = await signIn(bed, 'alice');
  const answers = await Promise.all(
    [alice, second].map((tab) => tab.post('user/deletion', { password: PASSWORD })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await bed.repositories.deletions.list()).toHaveLength(1);
});

test('D96 RESET-08 a user who has forgotten the password gets a new one, and keeps the account with it', async () => {
  const api = requestsTo(bed.app);
  await bed.repositories.accounts.setProperty(await idOf('alice'), {
    key: 'EMAIL',
    value: 'alice@mail.example',
  });
  await alice.post('user/deletion', { password: PASSWORD });
  const { captcha } = bed.context;
  expect(captcha).toBeDefined();
  const asked = await api.post('user/requestResetPassword', { username: 'alice' });
  expect(asked.statusCode).toBe(200);
  const link = new URL(/https:\S+newpassword\S+/.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '');
  const query = { key: link.searchParams.get('key') ?? '', uid: link.searchParams.get('uid') ?? '' };
  expect((await api.post('user/setNewPassword', { ...query, password: 'Another1pass' })).statusCode).toBe(
    200,
  );
  expect(await statusOf('alice')).toBe('disabled');
  const kept = await api.post('user/login', {
    username: 'alice',
    password: 'Another1pass',
    force: true,
    willUseSipRegistration: true,
    keepAccount: true,
  });
  expect(kept.statusCode).toBe(200);
});

test('D107 the last operator cannot delete the own account; of two who do so at the same time, one stays', async () => {
  const { accounts } = bed.repositories;
  await accounts.changeRole(await idOf('alice'), 'operator');
  const leave = (visitor: Visitor) => visitor.post('user/deletion', { password: PASSWORD });
  const refused = await leave(alice);
  expect([refused.statusCode, refused.json().errorCode]).toEqual([409, ERROR_CODES.lastOperator]);
  expect((await alice.get('user/getProperties')).statusCode).toBe(200);
  // An operator whose account is disabled does not count.
  await accounts.changeRole(await idOf('david'), 'operator');
  await accounts.changeStatus(await idOf('david'), 'disabled');
  expect((await leave(alice)).statusCode).toBe(409);
  await accounts.changeRole(await idOf('bobby'), 'operator');
  const answers = await Promise.all([leave(alice), leave(bobby)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
});
