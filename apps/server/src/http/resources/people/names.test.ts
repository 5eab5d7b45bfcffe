import { NAMES_PER_REQUEST } from '@samtal/api-contract';
import { afterEach, expect, test } from 'vitest';
import { NAME_LIMITS } from '../../../domain/limits/limits.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../testing/test-app.ts';
import { signIn, type Visitor } from '../../testing/visitor.ts';

let server: TestApp;
afterEach(() => server.close());

const everyone = ['alice', 'bobby', 'carol', 'david'].map((name) => `${name}@demo.example`);
const ask = async (visitor: Visitor, addresses: readonly string[]) =>
  (await visitor.post('contacts/names', { addresses })).json<{ names: { address: string; name: string }[] }>()
    .names;
const seen = async (visitor: Visitor) =>
  (await ask(visitor, everyone)).map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));

test('D61 a user gets the full names of colleagues, whatever the case and form of the address', async () => {
  server = await createTestApp();
  const alice = await signIn(server, 'alice');
  expect(await ask(alice, ['sip:BOBBY@demo.example', 'carol', 'nobody@demo.example'])).toEqual([
    { address: 'bobby@demo.example', name: 'Bobby Demo' },
    { address: 'carol@demo.example', name: 'Carol Demo' },
  ]);
});

test('D61 attack: users of another organisation, and callers without an account, get no name', async () => {
  server = await createTestApp({ brand: { ...openBrand, features: { colleagueNames: true } } });
  expect(await seen(await signIn(server, 'alice'))).toEqual(['Alice Demo', 'Bobby Demo', 'Carol Demo']);
  expect(await seen(await signIn(server, 'david'))).toEqual(['David Demo']);
  const { app } = server;
  const guest = (
    await app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      payload: { username: 'anonymous', password: '', force: true, willUseSipRegistration: true },
    })
  ).json<{ securityToken: string }>();
  const answer = await app.inject({
    method: 'POST',
    url: `${BASE}contacts/names`,
    query: { securityToken: guest.securityToken },
    payload: { addresses: everyone },
  });
  expect([answer.statusCode, answer.json()]).toEqual([200, { names: [] }]);
});

test('D61 attack: an account that is disabled has no name, and a missing address looks like a foreign one', async () => {
  server = await createTestApp();
  const alice = await signIn(server, 'alice');
  const bobby = await server.repositories.accounts.findByUsername('bobby');
  await server.repositories.accounts.changeStatus(bobby?.id ?? '', 'disabled');
  const bodies = [];
  for (const address of [
    'bobby@demo.example',
    'david@demo.example',
    'nobody@demo.example',
    '%',
    "' or 1=1 --",
  ])
    bodies.push((await alice.post('contacts/names', { addresses: [address] })).body);
  expect(new Set(bodies)).toEqual(new Set(['{"names":[]}']));
});

test('D61 where the feature is off, nobody gets a name', async () => {
  server = await createTestApp({ brand: openBrand });
  expect(await seen(await signIn(server, 'alice'))).toEqual([]);
});

test('D61 an organisation can turn the feature off for its users', async () => {
  server = await createTestApp();
  await server.repositories.organisations.set(1, { key: 'FEATURE_COLLEAGUENAMES', value: 'false' });
  expect(await seen(await signIn(server, 'alice'))).toEqual([]);
});

test('D61 a directory entry names its number, unless several businesses share it or another organisation owns it', async () => {
  server = await createTestApp();
  const entry = {
    image: '',
    isFeatured: false,
    hasChildren: false,
    typeId: undefined,
    categoryId: undefined,
  };
  await server.repositories.directory.replace(
    [
      { ...entry, id: '1', name: 'Taxi', phone: 'taxi@demo.example', organisationId: undefined },
      { ...entry, id: '2', name: 'Ward', phone: '5551', organisationId: 1 },
      { ...entry, id: '3', name: 'Secret', phone: 'secret@demo.example', organisationId: 2 },
      { ...entry, id: '4', name: 'Bank', phone: 'ivr@demo.example', organisationId: undefined },
      { ...entry, id: '5', name: 'Hospital', phone: 'ivr@demo.example', organisationId: undefined },
    ],
    { types: [], categories: [] },
  );
  const phones = ['taxi', '5551', 'secret', 'ivr'].map((user) => `${user}@demo.example`);
  expect(await ask(await signIn(server, 'alice'), phones)).toEqual([
    { address: 'taxi@demo.example', name: 'Taxi' },
    { address: '5551@demo.example', name: 'Ward' },
  ]);
});

test('D61 attack: neither many addresses in a request nor many requests list an organisation', async () => {
  server = await createTestApp();
  const alice = await signIn(server, 'alice');
  const many = Array.from({ length: NAMES_PER_REQUEST + 1 }, (_, index) => `a${index}@demo.example`);
  expect((await alice.post('contacts/names', { addresses: many })).statusCode).toBe(400);
  expect((await alice.post('contacts/names', { addresses: ['x'.repeat(256)] })).statusCode).toBe(400);
  const codes: number[] = [];
  for (let count = 0; count <= NAME_LIMITS.burst; count += 1)
    codes.push((await alice.post('contacts/names', { addresses: everyone })).statusCode);
  expect([codes.at(0), codes.at(-1)]).toEqual([200, 429]);
  // The limit belongs to the account: another user is not affected.
  expect((await (await signIn(server, 'carol')).post('contacts/names', { addresses: [] })).statusCode).toBe(
    200,
  );
  server.pass(1000 / NAME_LIMITS.perSecond);
  expect((await alice.post('contacts/names', { addresses: everyone })).statusCode).toBe(200);
});
