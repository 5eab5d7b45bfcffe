import { readFileSync } from 'node:fs';
import { ERROR_CODES, PROPERTY_KEYS, type Role } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../testing/test-app.ts';
import { codeOf } from '../../testing/test-authenticator.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

const PASSWORD = 'demo1234';
const brand = { ...openBrand, features: { console: true } };

let bed: TestApp;
let alice: Visitor;
let bobby: Visitor;

const accountOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username)) ?? expect.fail(username);
const idOf = async (username: string) => (await accountOf(username)).id;
const give = async (username: string, role: Role | undefined) =>
  bed.repositories.accounts.changeRole(await idOf(username), role);
const confirm = (visitor: Visitor, password = PASSWORD) => visitor.post('console/confirmation', { password });
const refusals = () => bed.events.filter(({ event }) => event === 'console_refused');
const send = (visitor: Visitor, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  bed.app.inject({
    method,
    url: `${BASE}${path}`,
    query: { securityToken: visitor.securityToken },
    ...(payload && { payload }),
  });

/** A person with the password of the demo. */
async function add(
  username: string,
  organisationId: number,
  more: Record<string, string> = {},
  kind: 'person' | 'party' = 'person',
) {
  const account = await bed.repositories.accounts.add({
    kind,
    username,
    passwordHash: `#${PASSWORD}`,
    organisationId,
    status: 'active',
    addresses: [`${username}@demo.example`],
    properties: Object.entries(more).map(([key, value]) => ({ key, value })),
  });
  return account ?? expect.fail();
}

async function start(more: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  bed = await createTestApp({ brand, ...more });
  alice = await signIn(bed, 'alice');
  bobby = await signIn(bed, 'bobby');
}
beforeEach(() => start());
afterEach(() => bed.close());

const entry = {
  name: 'Own',
  phone: '',
  type: '',
  category: '',
  image: '',
  isFeatured: false,
  isHeading: false,
};

/** Every request of the console, on the person with this id. */
const everything = (id: string) =>
  [
    ['GET', 'console/access'],
    ['POST', 'console/confirmation', { password: PASSWORD }],
    ['GET', 'console/people'],
    ['GET', 'console/calls'],
    ['GET', 'console/calls/table'],
    ['GET', 'console/calls/numbers'],
    ['GET', 'console/settings?organisation=1'],
    ['POST', 'console/settings', { organisation: 1, key: 'GEO_UPDATE_LIMIT', value: '5' }],
    ['GET', 'console/audit'],
    ['GET', 'console/audit/table'],
    ['GET', `console/people/${id}`],
    ['GET', `console/people/${id}/contents`],
    ['POST', 'console/people', { username: 'new.person' }],
    ['POST', `console/people/${id}/status`, { status: 'disabled' }],
    ['POST', `console/people/${id}/logOut`],
    ['POST', `console/people/${id}/passwordLink`, { isMailed: false }],
    ['POST', `console/people/${id}/role`, { role: 'operator' }],
    ['DELETE', `console/people/${id}/secondFactor`],
    ['DELETE', `console/people/${id}`],
    ['POST', 'console/table', { headings: ['username'], rows: [['new.person']] }],
    ['GET', 'console/table'],
    ['GET', 'console/directory'],
    ['GET', 'console/directory/groups'],
    ['GET', 'console/directory/table'],
    ['POST', 'console/directory/table', { table: 'name' }],
    ['GET', `console/directory/${id}`],
    ['POST', 'console/directory', entry],
    ['POST', `console/directory/${id}`, entry],
    ['DELETE', `console/directory/${id}`],
    ['GET', 'console/links'],
    ['GET', `console/links/${id}`],
    ['GET', `console/links/${id}/address`],
    ['POST', 'console/links', { name: 'Own', to: 'echo', days: 1, organisation: 1 }],
    ['DELETE', `console/links/${id}`],
    ['DELETE', 'console/links'],
    ['GET', 'console/services'],
    ['GET', `console/services/${id}`],
    ['POST', 'console/services', { name: 'Own', address: 'echo', image: '' }],
    ['POST', `console/services/${id}`, { name: 'Own', address: 'echo', image: '' }],
    ['DELETE', `console/services/${id}`],
  ] as const;

test('D98 without a role every request gets 403 and is in the audit', async () => {
  const requests = everything(await idOf('bobby'));
  for (const [method, path, body] of requests) {
    const answer = await send(alice, method, path, body);
    expect([path, answer.statusCode, answer.json().errorCode]).toEqual([path, 403, ERROR_CODES.notAllowed]);
  }
  expect(refusals()).toHaveLength(requests.length);
  expect(refusals()[0]).toEqual({
    event: 'console_refused',
    account: 'alice',
    address: '127.0.0.1',
    detail: 'GET /userApi/user/api/console/access',
  });
});

test('D98 without a login every request gets 401; where the brand has no console, 404', async () => {
  const requests = everything(await idOf('bobby'));
  for (const [method, path, body] of requests) {
    const answer = await bed.app.inject({ method, url: `${BASE}${path}`, ...(body && { payload: body }) });
    expect([path, answer.statusCode]).toEqual([path, 401]);
  }
  await bed.close();
  await start({ brand: openBrand });
  await give('alice', 'operator');
  for (const [method, path, body] of requests)
    expect((await send(alice, method, path, body)).statusCode).toBe(404);
});

test('D98 no account has a role by itself, and a registration cannot bring one', async () => {
  expect(await bed.repositories.persons.withRole()).toEqual([]);
  await bed.app.inject({
    method: 'POST',
    url: `${BASE}signUp/create`,
    payload: {
      username: 'eve.evil',
      password: 'Winter1glove',
      email1: 'e@mail.example',
      role: 'operator',
      ROLE: 'operator',
    },
  });
  await alice.post('user/setProperty', { key: 'ROLE', value: 'operator' });
  await alice.post('user/setProperty', { key: 'role', value: 'operator' });
  expect(await bed.repositories.persons.withRole()).toEqual([]);
});

test('D98 the confirmation of a session ends with its role, also when the role is given again', async () => {
  await give('alice', 'operator');
  const id = await idOf('bobby');
  const change = async () => (await alice.post(`console/people/${id}/logOut`)).json().errorCode;
  await confirm(alice);
  expect(await change()).toBeUndefined();
  await give('alice', undefined);
  expect(await change()).toBe(ERROR_CODES.notAllowed);
  await give('alice', 'operator');
  expect(await change()).toBe(ERROR_CODES.confirmationNeeded);
  await confirm(alice);
  expect(await change()).toBeUndefined();
});

test('D98 a stolen session makes no password with which it then confirms changes', async () => {
  await give('alice', 'operator');
  const change = (more = {}) =>
    alice.post('user/setProperty', { key: 'PASSWORD', value: 'Winter1glove', ...more });
  for (const more of [{}, { currentPassword: '' }, { currentPassword: 'wrong' }])
    expect((await change(more)).json()).toEqual({ errorCode: ERROR_CODES.wrongCredentials });
  expect((await confirm(alice, 'Winter1glove')).statusCode).toBe(400);
  expect((await change({ currentPassword: PASSWORD })).statusCode).toBe(200);
  expect((await confirm(alice, 'Winter1glove')).statusCode).toBe(200);
});

test('D98 a role ends the links to a new password that an administrator has made before', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  await add('admin.one', 1);
  await give('admin.one', 'administrator');
  const administrator = await signIn(bed, 'admin.one');
  await confirm(administrator);
  const id = await idOf('bobby');
  const makeLink = async () =>
    (await administrator.post(`console/people/${id}/passwordLink`, { isMailed: false })).json()
      .link as string;
  const use = async (link: string) => {
    const [key, uid] = ['key', 'uid'].map((name) => new URL(link).searchParams.get(name));
    const answer = await bed.app.inject({
      method: 'POST',
      url: `${BASE}user/setNewPassword`,
      payload: { key, uid, password: 'Winter1glove' },
    });
    return answer.statusCode;
  };
  const before = await makeLink();
  expect((await alice.post(`console/people/${id}/role`, { role: 'operator' })).statusCode).toBe(200);
  expect(await use(before)).toBe(404);
  // Without a role again, the old link stays dead, and a new one works.
  await alice.post(`console/people/${id}/role`, { role: 'none' });
  expect(await use(before)).toBe(404);
  expect(await use(await makeLink())).toBe(200);
});

test('D98 of a link and a role of the same moment, the link is dead', async () => {
  await add('admin.one', 1);
  await give('admin.one', 'administrator');
  const administrator = await signIn(bed, 'admin.one');
  await confirm(administrator);
  const id = await idOf('bobby');
  // The operator's tool gives the role while the request of the administrator runs.
  const { oneTimeKeys } = bed.repositories;
  const addKey = oneTimeKeys.add.bind(oneTimeKeys);
  const added: string[] = [];
  Object.assign(oneTimeKeys, {
    add: async (key: Parameters<typeof addKey>[0]) => {
      await give('bobby', 'operator');
      added.push(key.keyHash);
      await addKey(key);
    },
  });
  expect(
    (await administrator.post(`console/people/${id}/passwordLink`, { isMailed: false })).statusCode,
  ).toBe(403);
  expect(await oneTimeKeys.find(added[0] ?? '')).toBeUndefined();
});

test('D98 a change needs the password, once in fifteen minutes and for each session', async () => {
  await give('alice', 'operator');
  const id = await idOf('bobby');
  const change = (visitor = alice) => visitor.post(`console/people/${id}/role`, { role: 'support' });
  expect((await change()).json()).toMatchObject({ errorCode: ERROR_CODES.confirmationNeeded });
  expect((await confirm(alice, 'wrong')).json()).toEqual({ errorCode: ERROR_CODES.wrongCredentials });
  expect((await change()).statusCode).toBe(403);
  expect((await confirm(alice)).statusCode).toBe(200);
  expect((await change()).statusCode).toBe(200);
  expect((await change(await signIn(bed, 'alice'))).statusCode).toBe(403);
  bed.pass(15 * 60_000);
  expect((await change()).statusCode).toBe(403);
  for (let count = 0; count < 5; count += 1) await confirm(alice, 'wrong');
  const blocked = await confirm(alice);
  expect(blocked.statusCode).toBe(429);
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
});

test('D98 support reads people of all organisations, and changes nothing', async () => {
  await add('carla.other', 2);
  await give('alice', 'support');
  expect((await confirm(alice)).statusCode).toBe(200);
  const id = await idOf('carla.other');
  const codes: Record<string, number> = {};
  for (const [method, path, body] of everything(id))
    codes[`${method} ${path.replace(id, 'id')}`] = (await send(alice, method, path, body)).statusCode;
  expect(codes).toEqual({
    'GET console/access': 200,
    'POST console/confirmation': 200,
    'GET console/people': 200,
    'GET console/calls': 200,
    'GET console/calls/table': 200,
    'GET console/calls/numbers': 200,
    'GET console/settings?organisation=1': 403,
    'POST console/settings': 403,
    'GET console/audit': 403,
    'GET console/audit/table': 403,
    'GET console/people/id': 200,
    'GET console/people/id/contents': 403,
    'POST console/people': 403,
    'POST console/people/id/status': 403,
    'POST console/people/id/logOut': 403,
    'POST console/people/id/passwordLink': 403,
    'POST console/people/id/role': 403,
    'DELETE console/people/id/secondFactor': 403,
    'DELETE console/people/id': 403,
    'POST console/table': 403,
    'GET console/table': 403,
    'GET console/directory': 200,
    'GET console/directory/groups': 200,
    'GET console/directory/table': 403,
    'POST console/directory/table': 403,
    'GET console/directory/id': 404,
    'POST console/directory': 403,
    'POST console/directory/id': 403,
    'DELETE console/directory/id': 403,
    'GET console/links': 200,
    'GET console/links/id': 404,
    'GET console/links/id/address': 403,
    'POST console/links': 403,
    'DELETE console/links/id': 403,
    'DELETE console/links': 403,
    'GET console/services': 200,
    'GET console/services/id': 404,
    'POST console/services': 403,
    'POST console/services/id': 403,
    'DELETE console/services/id': 403,
  });
  expect(refusals()).toHaveLength(29);
  expect((await accountOf('carla.other')).status).toBe('active');
});

test('D98 an administrator does not reach another organisation, whatever the request names', async () => {
  const carla = await add('carla.other', 2);
  await give('alice', 'administrator');
  await confirm(alice);
  for (const [method, path, body] of everything(carla.id).filter(([, path]) => path.includes(carla.id))) {
    const before = refusals().length;
    const answer = await send(alice, method, path, body);
    const expected = path.endsWith('/role') ? 403 : 404;
    expect([path, answer.statusCode]).toEqual([path, expected]);
    expect(refusals()).toHaveLength(before + 1);
  }
  const people = await alice.get('console/people');
  expect(people.json().people.map(({ username }: { username: string }) => username)).not.toContain(
    'carla.other',
  );
  expect((await alice.get('console/people', { organisation: '2' })).statusCode).toBe(403);
  expect((await alice.post('console/people', { username: 'new.person', organisation: 2 })).statusCode).toBe(
    403,
  );
  const table = await alice.post('console/table', {
    headings: ['username', 'organisation'],
    rows: [
      ['new.person', '2'],
      ['carla.other', ''],
    ],
  });
  expect(table.json().results).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }]);
  expect((await alice.get('console/table')).body).not.toContain('carla.other');
  expect((await alice.get('console/access')).json().organisations).toHaveLength(1);
  expect(await bed.repositories.accounts.findByUsername('new.person')).toBeUndefined();
  expect((await accountOf('carla.other')).status).toBe('active');
});

test('D98 an administrator changes no account that has a role, and gives none', async () => {
  await give('alice', 'administrator');
  await give('bobby', 'operator');
  await confirm(alice);
  const id = await idOf('bobby');
  for (const [method, path, body] of everything(id).filter(
    ([method, path]) =>
      path.startsWith(`console/people/${id}`) && `${method} ${path}` !== `GET console/people/${id}`,
  ))
    expect([path, (await send(alice, method, path, body)).statusCode]).toEqual([path, 403]);
  expect((await alice.get(`console/people/${id}`)).json()).toMatchObject({ isChangeable: false });
  expect((await accountOf('bobby')).role).toBe('operator');
  // The name of a service could deceive the people of all organisations.
  await bed.repositories.contacts.replaceServices(undefined, [
    { fname: 'Relay', sipaddress: 'relay.service@demo.example', imageUrl: '' },
  ]);
  expect((await alice.post('console/people', { username: 'relay.service' })).statusCode).toBe(400);
});

test('D98 an unknown key in a body is refused: no role comes with a new person', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  for (const more of [{ role: 'operator' }, { status: 'active' }, { kind: 'party' }, { properties: [] }])
    expect((await alice.post('console/people', { username: 'new.person', ...more })).statusCode).toBe(400);
  const id = await idOf('bobby');
  expect(
    (await alice.post(`console/people/${id}/status`, { status: 'active', role: 'operator' })).statusCode,
  ).toBe(400);
  expect((await alice.post(`console/people/${id}/role`, { role: 'root' })).statusCode).toBe(400);
  expect((await accountOf('bobby')).role).toBeUndefined();
});

test('D98 a table that is being read is cut off when the role is taken', async () => {
  await bed.close();
  await start({
    around: (repositories) => ({
      ...repositories,
      persons: {
        ...repositories.persons,
        async *all(wish) {
          await give('alice', undefined);
          yield* repositories.persons.all(wish);
        },
      },
    }),
  });
  await give('alice', 'operator');
  await confirm(alice);
  const table = await alice.get('console/table').catch((error: Error) => error);
  expect(table).toBeInstanceOf(Error);
  expect(refusals()).toHaveLength(1);
});

test('D96 D98 users who download their data take no place from the tables of the console', async () => {
  await bed.close();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let underWay = 0;
  await start({
    brand: { ...openBrand, features: { console: true, ownData: true } },
    around: (repositories) => ({
      ...repositories,
      ownData: {
        ...repositories.ownData,
        async *history(id) {
          underWay += 1;
          await held;
          yield* repositories.ownData.history(id);
        },
      },
    }),
  });
  await give('alice', 'operator');
  await confirm(alice);
  const files = [];
  for (let index = 0; index < 8; index += 1) {
    await add(`reader${index}`, 1);
    const reader = await signIn(bed, `reader${index}`);
    const { ticket } = (await reader.post('user/export', { password: PASSWORD })).json();
    const file = bed.app.inject({ url: `${BASE}user/export`, query: { ticket } });
    files.push(file.then(({ statusCode }) => statusCode));
  }
  await expect.poll(() => underWay).toBe(8);
  expect((await alice.get('console/table')).statusCode).toBe(200);
  goOn();
  expect(await Promise.all(files)).toEqual(Array(8).fill(200));
});

test('D98 no user of the console changes the own account, so that an operator is always left', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const id = await idOf('alice');
  for (const [method, path, body] of everything(id).filter(
    ([method, path]) =>
      path.startsWith(`console/people/${id}`) && `${method} ${path}` !== `GET console/people/${id}`,
  )) {
    const answer = await send(alice, method, path, body);
    expect([path, answer.statusCode, answer.json().errorCode]).toEqual([path, 409, ERROR_CODES.ownAccount]);
  }
  expect(await accountOf('alice')).toMatchObject({ role: 'operator', status: 'active' });
});

test.each([
  ['role', { role: 'none' }],
  ['status', { status: 'disabled' }],
] as const)(
  'D98 of two operators who take the rights of each other at the same time (%s), one stays',
  async (path, body) => {
    await give('alice', 'operator');
    await give('bobby', 'operator');
    await Promise.all([confirm(alice), confirm(bobby)]);
    const [first, second] = await Promise.all([
      alice.post(`console/people/${await idOf('bobby')}/${path}`, body),
      bobby.post(`console/people/${await idOf('alice')}/${path}`, body),
    ]);
    expect([first.statusCode, second.statusCode].toSorted((one, other) => one - other)).toEqual([200, 403]);
    const left = (await bed.repositories.persons.withRole()).filter(({ status }) => status === 'active');
    expect(left).toHaveLength(1);
  },
);

test('D98 a role that is taken, and an account that is disabled, count from the next request on', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  expect((await alice.get('console/people')).statusCode).toBe(200);
  await give('alice', undefined);
  expect((await alice.get('console/people')).statusCode).toBe(403);
  await give('alice', 'operator');
  await bed.context.accountService.changeStatus(await accountOf('alice'), 'disabled');
  const answer = await alice.get('console/people');
  expect([answer.statusCode, answer.json().errorCode]).toEqual([403, ERROR_CODES.accountDisabled]);
  expect((await alice.get('console/people')).statusCode).toBe(401);
});

test('D98 a search finds people by name, address and organisation, without case and accents, page by page', async () => {
  await give('alice', 'operator');
  await add('asa.oberg', 9, { FORENAME: 'Åsa', SURNAME: 'Öberg', EMAIL: 'asa@mail.example' });
  for (let number = 0; number < 120; number += 1) await add(`person.${String(number).padStart(3, '0')}`, 9);
  const find = async (query: Record<string, string>) =>
    (await alice.get('console/people', query)).json<{
      people: { username: string; name: string }[];
      total: number;
      next?: string;
    }>();
  for (const search of ['ÖBERG', 'oberg åsa', 'asa@mail', 'asa.oberg@demo'])
    expect(await find({ search })).toMatchObject({
      people: [{ username: 'asa.oberg', name: 'Åsa Öberg' }],
      total: 1,
    });
  const names: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof find>> = await find({
      organisation: '9',
      ...(after !== '' && { after }),
    });
    expect(page.total).toBe(121);
    expect(page.people.length).toBeLessThanOrEqual(50);
    names.push(...page.people.map(({ username }) => username));
    after = page.next;
  }
  expect(names).toHaveLength(121);
  expect(names).toEqual(names.toSorted());
  expect((await find({ search: '%' })).total).toBeGreaterThan(121);
  expect(await find({ search: "'; drop table account; --" })).toMatchObject({ people: [], total: 0 });
  expect((await alice.get('console/people', { organisation: '9', status: 'disabled' })).json().total).toBe(0);
  await bed.repositories.accounts.setProperty(await idOf('asa.oberg'), { key: 'SURNAME', value: 'Nyman' });
  expect((await find({ search: 'oberg' })).total).toBe(1);
  expect((await find({ search: 'nyman' })).total).toBe(1);
  for (const query of [
    { limit: '100000' },
    { search: 'x'.repeat(300) },
    { organisation: '1 or 1=1' },
    { status: 'all' },
  ])
    expect((await alice.get('console/people', query)).statusCode).toBe('limit' in query ? 200 : 400);
});

test('D98 people who are registered now are marked, and can be listed alone', async () => {
  await give('alice', 'support');
  expect((await alice.get('console/access')).json().knowsRegistrations).toBe(false);
  expect((await alice.get('console/people', { registered: 'true' })).json().total).toBe(0);
  await bed.close();
  await start({ registered: ['bobby@demo.example', 'bobby@demo.example', 'mailbox@demo.example'] });
  await give('alice', 'support');
  expect((await alice.get('console/access')).json().knowsRegistrations).toBe(true);
  expect((await alice.get('console/people', { registered: 'true' })).json()).toMatchObject({
    total: 1,
    people: [{ username: 'bobby', registered: 2 }],
  });
  expect((await alice.get(`console/people/${await idOf('alice')}`)).json().registered).toBe(0);
  expect((await alice.get('console/people', { registered: 'no' })).statusCode).toBe(400);
});

test('D98 operators and support read the calls that go on and the last ones; administrators do not', async () => {
  const began = Date.now() - 1000;
  const call = (number: number) => ({
    id: `call${String(number).padStart(3, '0')}`,
    callId: `c${number}`,
    caller: 'alice@demo.example',
    callee: 'bobby@demo.example',
    beganAt: began + Math.floor(number / 2),
    answeredAt: number % 2 === 0 ? began + 100 : undefined,
    endedAt: number === 0 ? undefined : began + 200,
    status: number % 2 === 0 ? 200 : 486,
    ending: undefined,
    offered: ['audio', 'video'] as const,
    used: ['audio', 'text'] as const,
  });
  await bed.repositories.callRecords.putAll(Array.from({ length: 120 }, (_each, number) => call(number)));
  await give('alice', 'support');
  const first = (await alice.get('console/calls')).json();
  expect(first).toMatchObject({
    runningTotal: 1,
    running: [{ id: 'call000', outcome: 'running', kind: 'voice', hasText: true }],
  });
  expect(first.calls[0]).toMatchObject({ id: 'call119', outcome: 'busy', kind: 'video', hasText: false });
  const ids: string[] = [];
  for (let before: string | undefined = ''; before !== undefined; ) {
    const page: { calls: { id: string }[]; next?: string } = (
      await alice.get('console/calls', before === '' ? {} : { before })
    ).json();
    ids.push(...page.calls.map(({ id }) => id));
    before = page.next;
  }
  expect([ids.length, new Set(ids).size, ids[0], ids.at(-1)]).toEqual([120, 120, 'call119', 'call000']);
  expect((await alice.get('console/calls', { before: '1; drop table call_record' })).statusCode).toBe(400);
  await give('alice', 'administrator');
  expect((await alice.get('console/calls')).statusCode).toBe(403);
});

test('D98 a person is shown with devices and last login, and without secrets', async () => {
  await give('alice', 'support');
  const id = await idOf('bobby');
  await bed.repositories.devices.add(id, { name: 'desk', sipSecret: 'device-secret' }, 10);
  const answer = await alice.get(`console/people/${id}`);
  expect(answer.json()).toMatchObject({
    username: 'bobby',
    status: 'active',
    isChangeable: false,
    sessions: [{ lastUsedAt: expect.any(Number) }, { phone: 'desk' }],
  });
  expect(Math.abs(answer.json().lastLoginAt - Date.now())).toBeLessThan(60_000);
  for (const secret of ['device-secret', PASSWORD, 'passwordHash', bobby.securityToken])
    expect(answer.body).not.toContain(secret);
  const agent = await add('echo.agent', 1, {}, 'party');
  expect((await alice.get(`console/people/${agent.id}`)).statusCode).toBe(404);
});

test('D98 a person who is added chooses a password by a link, once', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const added = await alice.post('console/people', {
    username: 'new.person',
    firstname: 'Nils',
    email: 'new@mail.example',
    organisation: 2,
    language: 'sv',
  });
  expect(added.statusCode).toBe(200);
  const { id, link } = added.json<{ id: string; link: string }>();
  const query = new URL(link).searchParams;
  expect(new URL(link).origin).toBe('https://calls.example');
  const choose = () =>
    bed.app.inject({
      method: 'POST',
      url: `${BASE}user/setNewPassword`,
      payload: { key: query.get('key'), uid: query.get('uid'), password: 'Winter1glove' },
    });
  expect((await choose()).statusCode).toBe(200);
  expect((await choose()).statusCode).toBe(404);
  expect(await accountOf('new.person')).toMatchObject({
    id,
    organisationId: 2,
    status: 'active',
    language: 'sv',
    role: undefined,
    passwordHash: '#Winter1glove',
  });
  expect(bed.events).toContainEqual({
    event: 'account_created',
    account: 'new.person',
    detail: 'operator',
    address: '127.0.0.1',
    by: 'alice',
  });
  expect((await alice.post('console/people', { username: 'new.person' })).json().errorCode).toBe(
    ERROR_CODES.usernameExists,
  );
  expect((await alice.post('console/people', { username: 'bob' })).json().failureText).toContain('username');
  const hostile = { username: 'other.person', firstname: '<img src=x onerror=alert(1)>' };
  expect((await alice.post('console/people', hostile)).json().failureText).toContain('firstname');
});

test('D98 a person is approved by a mail, disabled, enabled, and each change names who made it', async () => {
  await give('alice', 'administrator');
  await confirm(alice);
  const waiting = await add('waiting.person', 1, { EMAIL: 'waiting@mail.example' });
  await bed.repositories.accounts.changeStatus(waiting.id, 'awaitingApproval');
  const set = (status: string) => alice.post(`console/people/${waiting.id}/status`, { status });
  expect((await set('active')).statusCode).toBe(200);
  expect(bed.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['waiting@mail.example', expect.stringContaining('approved')],
  ]);
  const visitor = await signIn(bed, 'waiting.person');
  expect((await set('disabled')).statusCode).toBe(200);
  expect((await visitor.get('user/getProperties')).statusCode).toBe(403);
  expect((await set('active')).statusCode).toBe(200);
  expect((await set('active')).statusCode).toBe(200);
  expect(bed.events.filter(({ event }) => event === 'account_status_changed')).toEqual(
    ['active', 'disabled', 'active'].map((detail) => ({
      event: 'account_status_changed',
      account: 'waiting.person',
      address: '127.0.0.1',
      by: 'alice',
      detail,
    })),
  );
  expect(bed.mails).toHaveLength(1);
});

test('D98 a person is logged out everywhere: sessions and SIP connections end, phones keep their secrets', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const id = await idOf('bobby');
  await bed.repositories.devices.add(id, { name: 'desk', sipSecret: 'device-secret' }, 10);
  await bed.repositories.revocations.take();
  expect((await alice.post(`console/people/${id}/logOut`)).statusCode).toBe(200);
  expect((await bobby.get('user/getProperties')).statusCode).toBe(401);
  expect(await bed.repositories.revocations.take()).toContainEqual({ username: 'bobby' });
  expect(await bed.repositories.devices.list(id)).toHaveLength(1);
  expect(bed.events).toContainEqual({
    event: 'logged_out_everywhere',
    account: 'bobby',
    address: '127.0.0.1',
    by: 'alice',
    detail: undefined,
  });
});

test.each([
  ['is logged out everywhere', async (id: string) => [await alice.post(`console/people/${id}/logOut`)]],
  [
    'is disabled and enabled again',
    async (id: string) => [
      await alice.post(`console/people/${id}/status`, { status: 'disabled' }),
      await alice.post(`console/people/${id}/status`, { status: 'active' }),
    ],
  ],
])(
  'D98 a person who %s does not get the e-mail address that a stolen session has asked for',
  async (_what, act) => {
    await give('alice', 'operator');
    await confirm(alice);
    const id = await idOf('bobby');
    const wish = { key: PROPERTY_KEYS.email, value: 'thief@mail.example' };
    expect((await bobby.post('user/setProperty', wish)).statusCode).toBe(200);
    const mail = bed.mails.find(({ to }) => to === 'thief@mail.example') ?? expect.fail('no mail');
    const [, link = ''] = /verify\/(\S+)/.exec(mail.text) ?? [];
    expect((await act(id)).map(({ statusCode }) => statusCode)).not.toContain(400);
    const opened = await bed.app.inject({ method: 'POST', url: `${BASE}signUp/verify/${link}`, payload: {} });
    expect(opened.statusCode).toBe(404);
    expect(await bed.repositories.accounts.findByEmail('thief@mail.example')).toBeUndefined();
  },
);

test('D98 resets that a stranger asks for end no link of the console, and use up none of its mails', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const id = await idOf('bobby');
  const ask = (isMailed: boolean) => alice.post(`console/people/${id}/passwordLink`, { isMailed });
  const { link } = (await ask(false)).json<{ link: string }>();
  const resets = [];
  for (let index = 0; index < 6; index += 1) {
    const reset = { method: 'POST', url: `${BASE}user/requestResetPassword` } as const;
    resets.push((await bed.app.inject({ ...reset, payload: { username: 'bobby' } })).statusCode);
  }
  expect(resets).toEqual([200, 200, 200, 200, 200, 429]);
  const use = async (query: URLSearchParams, password: string) =>
    (
      await bed.app.inject({
        method: 'POST',
        url: `${BASE}user/setNewPassword`,
        payload: { key: query.get('key'), uid: query.get('uid'), password },
      })
    ).statusCode;
  const mailed = new URL(/https:\S+newpassword\S+/i.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '');
  expect(await use(new URL(link).searchParams, 'good1234')).toBe(200);
  // A new password ends all links, those of strangers and those of operators.
  expect(await use(mailed.searchParams, 'other123')).toBe(404);
  for (let index = 0; index < 5; index += 1) expect((await ask(true)).statusCode).toBe(200);
  expect((await ask(true)).statusCode).toBe(429);
  // It verifies no e-mail address.
  const query = new URL((await ask(false)).json<{ link: string }>().link).searchParams;
  const verify = `${BASE}signUp/verify/${query.get('uid')}/${query.get('key')}`;
  expect((await bed.app.inject({ method: 'POST', url: verify, payload: {} })).statusCode).toBe(404);
});

test('D98 a new password comes by mail or by a link to hand over, and never as text', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const id = await idOf('bobby');
  const ask = (isMailed: boolean) => alice.post(`console/people/${id}/passwordLink`, { isMailed });
  await bed.repositories.accounts.setProperty(id, { key: 'EMAIL', value: '' });
  expect((await ask(true)).json().errorCode).toBe(ERROR_CODES.notPossible);
  await bed.repositories.accounts.setProperty(id, { key: 'EMAIL', value: 'bobby@mail.example' });
  expect((await ask(true)).json()).toEqual({});
  expect(bed.mails.at(-1)?.text).toContain('/newpassword?key=');
  expect(new URL((await ask(false)).json().link).searchParams.get('uid')).toBe(id);
  for (let count = 0; count < 4; count += 1) await ask(true);
  expect((await ask(true)).statusCode).toBe(429);
  await bed.context.accountService.changeStatus(await accountOf('bobby'), 'disabled');
  expect((await ask(false)).json().errorCode).toBe(ERROR_CODES.notPossible);
});

test('D98 before a removal the console says what is lost; afterwards it is gone', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const { id } = await add('leaving.person', 1);
  await bed.repositories.contacts.add(
    id,
    {
      fname: 'A',
      sname: '',
      sipaddress: 'a@demo.example',
      email: '',
      address: '',
      postNr: '',
      city: '',
    },
    10,
  );
  expect((await alice.get(`console/people/${id}/contents`)).json()).toEqual({
    contacts: 1,
    calls: 0,
    messages: 0,
    pictures: 0,
    phones: 0,
  });
  expect((await alice.delete(`console/people/${id}`)).statusCode).toBe(200);
  expect((await alice.get(`console/people/${id}`)).statusCode).toBe(404);
  expect(await bed.repositories.accounts.findByUsername('leaving.person')).toBeUndefined();
  expect(bed.events).toContainEqual({
    event: 'account_removed',
    account: 'leaving.person',
    address: '127.0.0.1',
    by: 'alice',
    detail: undefined,
  });
});

test('D114 the rules of the brand for passwords bind what people choose, not what the server makes for them', async () => {
  await bed.close();
  const registration = { ...openBrand.registration, passwordMaxLength: 64, passwordRegex: '^.{14,64}$' };
  await start({ brand: { ...brand, registration } });
  await give('alice', 'operator');
  await confirm(alice);
  const added = await alice.post('console/people', { username: 'anna.berg' });
  expect([added.statusCode, added.json().link]).toEqual([200, expect.stringContaining('https://')]);
  const rows = [
    ['carl.dahl', ''],
    ['eva.falk', 'tooShort1'],
  ];
  expect(
    (await alice.post('console/table', { headings: ['username', 'password'], rows })).json().results,
  ).toEqual([
    { username: 'carl.dahl', outcome: 'added', password: expect.stringMatching(/^\w{12}$/) },
    { username: 'eva.falk', outcome: 'refused', problem: expect.stringContaining('match ^.{14,64}$') },
  ]);
});

test('D98 a table is imported in parts; what exists already is left alone, so a part may be sent again', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const headings = ['Username', ' password', 'email', 'organisation'];
  const rows = [
    ['anna.berg', '', 'anna@mail.example', '2'],
    ['carl.dahl', 'Winter1glove', '', ''],
    ['x', '', '', ''],
    ['eva.falk', '', 'anna@mail.example', ''],
  ];
  const first = await alice.post('console/table', { headings, rows });
  expect(first.json().results).toEqual([
    { username: 'anna.berg', outcome: 'added', password: expect.any(String) },
    { username: 'carl.dahl', outcome: 'added' },
    {
      username: 'x',
      outcome: 'refused',
      problem: expect.stringContaining('it must match ^[a-z0-9.-]{5,100}$'),
    },
    { username: 'eva.falk', outcome: 'refused', problem: 'This e-mail address is taken already.' },
  ]);
  const again = await alice.post('console/table', { headings, rows: rows.slice(0, 2) });
  expect(again.json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'exists',
    'exists',
  ]);
  expect((await accountOf('anna.berg')).passwordHash).toBe(`#${first.json().results[0].password}`);
  for (const wrong of [['name'], ['username', 'username'], ['username', 'role']])
    expect((await alice.post('console/table', { headings: wrong, rows: [] })).statusCode).toBe(400);
  const many = Array.from({ length: 11 }, (_each, number) => [`many.${number}`]);
  expect((await alice.post('console/table', { headings: ['username'], rows: many })).statusCode).toBe(400);
});

test('D98 the exported table has no formula, no password, and is in the audit', async () => {
  await give('alice', 'operator');
  await add('echo.agent', 1, {}, 'party');
  await add('formula.person', 1, {
    FORENAME: '=HYPERLINK("https://evil.example")',
    SURNAME: '@cmd',
    CITY: '\t=1+1',
  });
  expect((await alice.get('console/table')).statusCode).toBe(403);
  await confirm(alice);
  const answer = await alice.get('console/table');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  });
  const [heading = '', ...lines] = answer.body.trimEnd().split('\r\n');
  expect(heading).toMatch(/(^|,)username(,|$)/);
  expect(heading).not.toContain('password');
  const line = lines.find((each) => each.includes('formula.person')) ?? '';
  expect(line).toContain(`'=HYPERLINK`);
  expect(line).toContain(`'@cmd`);
  expect(lines.map((each) => each.split(',')[1])).not.toContain('echo.agent');
  expect(bed.events).toContainEqual(expect.objectContaining({ event: 'people_exported', account: 'alice' }));
});

test('D98 pages of other origins cannot read answers, and no cookie gives access', async () => {
  await give('alice', 'operator');
  const forged = await bed.app.inject({
    method: 'POST',
    url: `${BASE}console/confirmation`,
    headers: { origin: 'https://evil.example', cookie: `securityToken=${alice.securityToken}` },
    payload: { password: PASSWORD },
  });
  expect(forged.statusCode).toBe(401);
  const read = await bed.app.inject({
    url: `${BASE}console/people`,
    query: { securityToken: alice.securityToken },
    headers: { origin: 'https://evil.example' },
  });
  expect(read.headers).not.toHaveProperty('access-control-allow-origin');
  expect(read.headers['cache-control']).toBe('no-store');
});

test('D98 five thousand people are searched within a second', async () => {
  await give('alice', 'operator');
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(`${bed.folder}/data/samtal.db`);
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into account (id, kind, username, organisation_id, status, search_text)
    select 'id-' || i, 'person', 'many.' || printf('%05d', i), 7, 'active', 'many.' || printf('%05d', i) from n`);
  database.close();
  const page = (await alice.get('console/people', { search: 'many.049', organisation: '7' })).json();
  expect([page.total, page.people.length]).toEqual([100, 50]);
  expect(
    readFileSync(new URL('../../../storage/console/person-repository.ts', import.meta.url), 'utf8'),
  ).not.toContain(' like ');
});

test('D100 where roles need a second factor, each request without one gets 403', async () => {
  await bed.close();
  await start({ brand, consoleNeedsSecondFactor: true });
  await give('alice', 'operator');
  const requests = everything(await idOf('bobby'));
  for (const [method, path, body] of requests) {
    const answer = await send(alice, method, path, body);
    expect([path, answer.statusCode, answer.json().errorCode]).toEqual([
      path,
      403,
      ERROR_CODES.secondFactorRequired,
    ]);
  }
  expect(refusals()).toHaveLength(requests.length);
  // People with a role may have one, though the brand offers it to no other user.
  const state = async (visitor: Visitor) => (await visitor.get('user/secondFactor')).json().isOffered;
  expect([await state(alice), await state(bobby)]).toEqual([true, false]);
  await addApp();
  expect((await alice.get('console/access')).statusCode).toBe(200);
});

/** Adds an app to the account of alice. @returns its secret */
async function addApp(): Promise<string> {
  const { secret } = (await alice.post('user/secondFactor/app', { password: PASSWORD })).json();
  const code = codeOf(secret, bed.context.now());
  expect((await alice.post('user/secondFactor/app/confirmation', { code })).statusCode).toBe(200);
  return secret;
}

test('D100 the password alone does not confirm a change where the account has a second factor', async () => {
  await give('alice', 'operator');
  const secret = await addApp();
  expect((await confirm(alice)).json()).toEqual({ errorCode: ERROR_CODES.secondFactorNeeded });
  const id = await idOf('bobby');
  expect((await alice.post(`console/people/${id}/role`, { role: 'support' })).statusCode).toBe(403);
  bed.pass(30_000);
  const code = codeOf(secret, bed.context.now());
  const both = (password: string) => alice.post('console/confirmation', { password, code });
  expect((await both('wrong')).json()).toEqual({ errorCode: ERROR_CODES.wrongCredentials });
  expect((await both(PASSWORD)).statusCode).toBe(200);
  expect((await alice.post(`console/people/${id}/role`, { role: 'support' })).statusCode).toBe(200);
});

test('D100 an operator turns the second factor of a person off, who gets a mail', async () => {
  await give('alice', 'operator');
  await confirm(alice);
  const id = await idOf('bobby');
  const path = `console/people/${id}/secondFactor`;
  expect((await alice.delete(path)).json()).toMatchObject({ errorCode: ERROR_CODES.notPossible });
  await bed.repositories.secondFactors.setApp(
    id,
    { sealedSecret: 's', step: 1, addedAt: 1 },
    { hashes: ['h'], hasStep: false },
  );
  await bed.repositories.accounts.setProperty(id, { key: 'EMAIL', value: 'bobby@mail.example' });
  expect((await alice.get(`console/people/${id}`)).json().secondFactors).toEqual(['app', 'recovery']);
  expect((await alice.delete(path)).statusCode).toBe(200);
  expect((await alice.get(`console/people/${id}`)).json().secondFactors).toEqual([]);
  expect(bed.events.at(-1)).toEqual({
    event: 'second_factor_removed',
    account: 'bobby',
    address: '127.0.0.1',
    by: 'alice',
    detail: 'all',
  });
  expect(bed.mails.at(-1)).toMatchObject({ to: 'bobby@mail.example' });
  expect(bed.mails.at(-1)?.text).toContain('has turned off log-in in two steps');
});
