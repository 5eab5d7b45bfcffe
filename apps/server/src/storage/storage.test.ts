import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewAccount, Repositories } from './repositories.ts';
import { seedDemo } from './seed-demo.ts';
import { onEachStorage, type TestStorage } from './testing/each-storage.ts';

const cheapHasher = {
  hash: (password: string) => Promise.resolve(`hash of ${password.length}`),
  verify: () => Promise.resolve(true),
};
const person = (username: string, ...addresses: string[]): NewAccount => ({
  kind: 'person',
  username,
  passwordHash: 'hash',
  sipPassword: 'secret',
  organisationId: 1,
  status: 'active',
  addresses,
  properties: [
    { key: 'SURNAME', value: 'Öberg' },
    { key: 'FORENAME', value: 'Åsa' },
  ],
});

let place: TestStorage;
let storage: { repositories: Repositories; close(): Promise<void> };

async function added(username: string, ...addresses: string[]) {
  const account = await storage.repositories.accounts.add(person(username, ...addresses));
  if (account === undefined) throw new Error('taken');
  return account;
}

onEachStorage((create) => {
  beforeEach(async () => {
    place = await create();
    storage = await place.open();
  });
  afterEach(async () => {
    await storage.close();
    place.remove();
  });

  test('an account is found by id, by name and by each address, without regard to case', async () => {
    const { accounts } = storage.repositories;
    const asa = await added('Asa', 'asa@demo.example', 'Asa.Oberg@demo.example');
    expect(asa).toMatchObject({ username: 'asa', addresses: ['asa@demo.example', 'asa.oberg@demo.example'] });
    expect(asa.properties.map(({ key }) => key)).toEqual(['SURNAME', 'FORENAME']);
    expect(await accounts.findById(asa.id)).toEqual(asa);
    expect(await accounts.findByUsername('ASA ')).toEqual(asa);
    expect(await accounts.findByAddress('asa.oberg@DEMO.example')).toEqual(asa);
    expect(await accounts.findByAddress('nobody@demo.example')).toBeUndefined();
  });

  test('a name or address that is taken is refused and leaves nothing behind', async () => {
    const { accounts } = storage.repositories;
    await added('asa', 'asa@demo.example');
    expect(await accounts.add(person('ASA', 'other@demo.example'))).toBeUndefined();
    expect(await accounts.add(person('other', 'ASA@demo.example'))).toBeUndefined();
    expect(await accounts.count()).toBe(1);
  });

  test('D8 changing the password or the status renews the SIP secret', async () => {
    const { accounts } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    await accounts.changePassword(asa.id, 'new hash', 'new secret');
    expect(await accounts.findById(asa.id)).toMatchObject({
      passwordHash: 'new hash',
      sipPassword: 'new secret',
    });
    await accounts.changeStatus(asa.id, 'disabled', 'newer secret');
    expect(await accounts.findById(asa.id)).toMatchObject({
      status: 'disabled',
      sipPassword: 'newer secret',
    });
  });

  test('D8 a SIP server of the operator’s own finds each address of who is active, with the secret that holds now', async () => {
    const { accounts } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example', 'b.oberg@other.example');
    const bo = await added('bo', 'bo@demo.example');
    await accounts.changePassword(asa.id, 'new hash', 'new secret');
    await accounts.changeStatus(bo.id, 'disabled', 'newer secret');
    expect(await accounts.listSipAccounts()).toEqual([
      { username: 'asa', domain: 'demo.example', password: 'new secret' },
      { username: 'b.oberg', domain: 'other.example', password: 'new secret' },
    ]);
  });

  test('A-007 an account keeps its ten latest sessions', async () => {
    const { sessions } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    const bo = await added('bo', 'bo@demo.example');
    await sessions.add({ tokenHash: 'bo', accountId: bo.id, lastUsedAt: 0 }, 10);
    for (let n = 1; n <= 11; n++)
      await sessions.add({ tokenHash: `asa ${n}`, accountId: asa.id, lastUsedAt: n }, 10);
    expect(await sessions.find('asa 1')).toBeUndefined();
    expect(await sessions.find('asa 2')).toBeDefined();
    expect(await sessions.find('bo')).toBeDefined();
  });

  test('A-011 sessions can be touched, ended, and swept when old', async () => {
    const { sessions } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    for (const tokenHash of ['one', 'two', 'three'])
      await sessions.add({ tokenHash, accountId: asa.id, lastUsedAt: 100 }, 10);
    await sessions.touch('one', 500);
    await sessions.remove('two');
    await sessions.removeOlderThan(200);
    expect(await sessions.find('one')).toEqual({ tokenHash: 'one', accountId: asa.id, lastUsedAt: 500 });
    expect(await sessions.find('two')).toBeUndefined();
    expect(await sessions.find('three')).toBeUndefined();
  });

  test('settings of a person and of the system are kept apart, the last value wins', async () => {
    const { settings } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    await settings.set(asa.id, 'web', { key: 'WEB_FONT', value: 'arial' });
    await settings.set(asa.id, 'web', { key: 'WEB_FONT', value: 'verdana' });
    await settings.set(asa.id, 'system', { key: 'GEO_UPDATE_LIMIT', value: '10' });
    expect(await settings.list(asa.id, 'web')).toEqual([{ key: 'WEB_FONT', value: 'verdana' }]);
    expect(await settings.list(asa.id, 'system')).toEqual([{ key: 'GEO_UPDATE_LIMIT', value: '10' }]);
  });

  test('SET-27 what was stored is there after a restart, and the demo is seeded once', async () => {
    const seeding = { domain: 'demo.example', hasher: cheapHasher, createSecret: () => 'first' };
    await seedDemo(storage.repositories, seeding);
    const alice = await storage.repositories.accounts.findByUsername('alice');
    await storage.repositories.settings.set(alice?.id ?? '', 'web', { key: 'WEB_FONT', value: 'arial' });
    await storage.close();
    storage = await place.open();
    await seedDemo(storage.repositories, { ...seeding, createSecret: () => 'second' });
    expect(await storage.repositories.accounts.findByUsername('alice')).toMatchObject({
      sipPassword: 'first',
      organisationId: 1,
    });
    expect(await storage.repositories.accounts.findByUsername('david')).toMatchObject({ organisationId: 2 });
    expect(await storage.repositories.settings.list(alice?.id ?? '', 'web')).toHaveLength(1);
    const echo = await storage.repositories.accounts.findByUsername('echo');
    expect(echo).toMatchObject({ kind: 'party', passwordHash: undefined });
  });

  test('nobody else on the machine can read the data', () => {
    const { dataDir, databaseUrl } = place;
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    if (databaseUrl === undefined) expect(statSync(join(dataDir, 'samtal.db')).mode & 0o077).toBe(0);
    else expect(readdirSync(dataDir)).toEqual([]);
  });
});
