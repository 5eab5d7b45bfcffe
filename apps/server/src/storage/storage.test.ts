import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seedDemo } from '../accounts/demo/seed-demo.ts';
import { openRepositories } from './repositories/open-repositories.ts';
import type { NewAccount } from './repositories/repositories.ts';
import { addAccount, newAccount } from './testing/accounts-of-tests.ts';
import { makeOlderDatabase } from './testing/older-database.ts';
import { onEachOpenStorage, place, reopen, storage } from './testing/open-storage.ts';
import { createDatabase, urlOf } from './testing/postgres-cluster.ts';

const cheapHasher = {
  hash: (password: string) => Promise.resolve(`hash of ${password.length}`),
  verify: () => Promise.resolve(true),
};
const names = [
  { key: 'SURNAME', value: 'Öberg' },
  { key: 'FORENAME', value: 'Åsa' },
];
const person = (username: string, ...addresses: string[]): NewAccount =>
  newAccount(username, { addresses, properties: names });

const added = (username: string, ...addresses: string[]) =>
  addAccount(storage.repositories, username, person(username, ...addresses));

onEachOpenStorage(() => {
  test('an account is found by id, by name and by each address, in any case', async () => {
    const { accounts } = storage.repositories;
    const asa = await added('Asa', 'asa@demo.example', 'Asa.Oberg@demo.example');
    expect(asa).toMatchObject({ username: 'asa', addresses: ['asa@demo.example', 'asa.oberg@demo.example'] });
    expect(asa.properties.map(({ key }) => key)).toEqual(['SURNAME', 'FORENAME']);
    expect(await accounts.findById(asa.id)).toEqual(asa);
    expect(await accounts.findByUsername('ASA ')).toEqual(asa);
    expect(await accounts.findByAddress('asa.oberg@DEMO.example')).toEqual(asa);
    expect(await accounts.findByAddress('nobody@demo.example')).toBeUndefined();
  });

  test('a name or address that is taken is refused and leaves no rows', async () => {
    const { accounts } = storage.repositories;
    await added('asa', 'asa@demo.example');
    expect(await accounts.add(person('ASA', 'other@demo.example'))).toBeUndefined();
    expect(await accounts.add(person('other', 'ASA@demo.example'))).toBeUndefined();
    expect(await accounts.count()).toBe(1);
  });

  test('D48 A-035 a person has no SIP secret of the account, a server agent has one', async () => {
    const { accounts } = storage.repositories;
    expect((await added('asa', 'asa@demo.example')).sipPassword).toBeUndefined();
    const agent = await accounts.add({ ...person('echo', 'echo@demo.example'), kind: 'party' });
    expect(agent?.sipPassword).toBe('secret');
  });

  test('D48 an external SIP server finds each address of an active account with every valid secret', async () => {
    const { accounts, sessions, devices } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example', 'b.oberg@other.example');
    const bo = await added('bo', 'bo@demo.example');
    await accounts.add({ ...person('echo', 'echo@demo.example'), kind: 'party', sipPassword: 'echo secret' });
    const logIn = (accountId: string, tokenHash: string, sipSecret?: string) =>
      sessions.add({ tokenHash, accountId, lastUsedAt: 1, sipSecret }, 10);
    for (const name of ['one', 'two']) await logIn(asa.id, name, `secret ${name}`);
    await logIn(asa.id, 'without SIP');
    await logIn(bo.id, 'three', 'secret three');
    await devices.add(bo.id, { name: 'desk', sipSecret: 'secret desk' }, 10);
    const listed = async () =>
      (await accounts.listSipAccounts()).map(
        ({ username, domain, password }) => `${username}@${domain} ${password}`,
      );
    expect(await listed()).toEqual([
      'asa@demo.example secret one',
      'asa@demo.example secret two',
      'b.oberg@other.example secret one',
      'b.oberg@other.example secret two',
      'bo@demo.example secret desk',
      'bo@demo.example secret three',
      'echo@demo.example echo secret',
    ]);
    await sessions.remove('one');
    await sessions.replaceSipSecret('two', 'renewed');
    await accounts.changeStatus(bo.id, 'disabled');
    expect(await listed()).toEqual([
      'asa@demo.example renewed',
      'b.oberg@other.example renewed',
      'echo@demo.example echo secret',
    ]);
    await sessions.removeSipSecrets(bo.id);
    await accounts.changeStatus(bo.id, 'active');
    expect((await listed()).join()).not.toContain('bo@');
    expect(await sessions.find('three')).toMatchObject({ sipSecret: undefined });
    expect(await devices.list(bo.id)).toEqual([]);
  });

  test('D48 in an older database sessions with a shared secret end, and server agents keep theirs', async () => {
    const older = {
      dataDir: join(place.dataDir, '..', 'older'),
      databaseUrl: place.databaseUrl === undefined ? undefined : urlOf(createDatabase()),
    };
    await makeOlderDatabase(older, '0005-sip-accounts', async (database) => {
      const account = (id: string, kind: string) =>
        sql`insert into account (id, kind, username, sip_password, organisation_id, status)
          values (${id}, ${kind}, ${id}, ${`old secret of ${id}`}, 1, 'active')`.execute(database);
      await account('asa', 'person');
      await account('echo', 'party');
      for (const id of ['asa', 'echo'])
        await sql`insert into account_address (address, account_id, position)
          values (${`${id}@demo.example`}, ${id}, 0)`.execute(database);
      await sql`insert into session (token_hash, account_id, last_used_at) values ('token', 'asa', 1)`.execute(
        database,
      );
      await sql`insert into setting (account_id, kind, key, value)
        values ('asa', 'web', 'WEB_FONT', 'arial')`.execute(database);
    });
    const upgraded = await openRepositories(older.dataDir, older);
    const { accounts, sessions, settings } = upgraded.repositories;
    expect(await sessions.find('token')).toBeUndefined();
    expect(await accounts.listSipAccounts()).toEqual([
      { username: 'echo', domain: 'demo.example', password: 'old secret of echo' },
    ]);
    expect(await settings.list('asa', 'web')).toEqual([{ key: 'WEB_FONT', value: 'arial' }]);
    await sessions.add({ tokenHash: 'new', accountId: 'asa', lastUsedAt: 1, sipSecret: 'new secret' }, 10);
    expect(await accounts.listSipAccounts()).toContainEqual({
      username: 'asa',
      domain: 'demo.example',
      password: 'new secret',
    });
    await upgraded.close();
  });

  test('A-007 an account keeps its ten most recent sessions', async () => {
    const { sessions, devices } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    const bo = await added('bo', 'bo@demo.example');
    await sessions.add({ tokenHash: 'bo', accountId: bo.id, lastUsedAt: 0 }, 10);
    await devices.add(asa.id, { name: 'desk', sipSecret: 'secret' }, 10);
    const hasDropped: boolean[] = [];
    for (let n = 1; n <= 11; n++)
      hasDropped.push(await sessions.add({ tokenHash: `asa ${n}`, accountId: asa.id, lastUsedAt: n }, 10));
    expect(hasDropped).toEqual([...Array<boolean>(10).fill(false), true]);
    expect(await devices.list(asa.id)).toHaveLength(1);
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
    expect(await sessions.find('one')).toMatchObject({ accountId: asa.id, lastUsedAt: 500 });
    expect(await sessions.find('two')).toBeUndefined();
    expect(await sessions.find('three')).toBeUndefined();
  });

  test('D48 every end of a session with SIP rights adds a revocation', async () => {
    const { sessions, devices, revocations } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    let told = 0;
    const stop = revocations.subscribe(() => void (told += 1));
    /** Adds a session and returns its id. */
    async function logIn(tokenHash: string, lastUsedAt = 100): Promise<string> {
      await sessions.add({ tokenHash, accountId: asa.id, lastUsedAt, sipSecret: tokenHash }, 3);
      return (await sessions.find(tokenHash))?.id ?? expect.fail('gone');
    }
    const one = await logIn('one');
    await sessions.remove('one');
    expect(await revocations.take()).toEqual([{ sessionId: one }]);
    const old = await logIn('old', 1);
    await sessions.removeOlderThan(50);
    expect(await revocations.take()).toEqual([{ sessionId: old }]);
    const oldest = await logIn('oldest', 50);
    const others = [await logIn('a'), await logIn('b'), await logIn('c')];
    expect(await revocations.take()).toEqual([{ sessionId: oldest }]);
    await devices.add(asa.id, { name: 'desk', sipSecret: 'secret' }, 10);
    await sessions.removeAll(asa.id, 'c');
    const ended = (await revocations.take()).map((each) => ('sessionId' in each ? each.sessionId : ''));
    expect(ended).toHaveLength(3);
    expect(ended).toEqual(expect.arrayContaining(others.slice(0, 2)));
    expect(await devices.list(asa.id)).toEqual([]);
    await devices.add(asa.id, { name: 'desk', sipSecret: 'secret' }, 10);
    expect(await devices.remove(asa.id, 'desk')).toBe(true);
    expect(await revocations.take()).toHaveLength(1);
    expect(told).toBe(5);
    // The SIP server need not hear of a session without a SIP secret.
    await sessions.add({ tokenHash: 'plain', accountId: asa.id, lastUsedAt: 100 }, 3);
    await sessions.remove('plain');
    expect(await revocations.take()).toEqual([]);
    stop();
  });

  test('D48 devices have their own names, a limit, and a time of last use', async () => {
    const { sessions, devices } = storage.repositories;
    const [asa, bo] = [await added('asa', 'asa@demo.example'), await added('bo', 'bo@demo.example')];
    const add = (name: string, id = asa.id) => devices.add(id, { name, sipSecret: `secret of ${name}` }, 2);
    expect([await add('desk'), await add('desk'), await add('hall'), await add('lift')]).toEqual([
      'added',
      'taken',
      'added',
      'full',
    ]);
    expect(await add('desk', bo.id)).toBe('added');
    const [first] = await sessions.listSipSecrets(asa.id, 1000, 1);
    await sessions.touchById(first?.sessionId ?? '', 5000, 1);
    const used = first?.sipSecret.replace('secret of ', '') ?? '';
    expect((await devices.list(asa.id)).map(({ name }) => name)).toEqual(['desk', 'hall']);
    expect(await devices.list(asa.id)).toContainEqual({ name: used, lastUsedAt: 5000 });
    expect(await devices.list(bo.id)).toEqual([{ name: 'desk', lastUsedAt: undefined }]);
    // Devices have no token and do not expire.
    await sessions.removeOlderThan(1_000_000);
    expect(await devices.list(asa.id)).toHaveLength(2);
    expect(await devices.remove(asa.id, 'lift')).toBe(false);
    expect(await devices.remove(asa.id, 'hall')).toBe(true);
    expect(await add('lift')).toBe('added');
  });

  test('settings of a user and of the system are separate, and the last value wins', async () => {
    const { settings } = storage.repositories;
    const asa = await added('asa', 'asa@demo.example');
    await settings.set(asa.id, 'web', { key: 'WEB_FONT', value: 'arial' });
    await settings.set(asa.id, 'web', { key: 'WEB_FONT', value: 'verdana' });
    await settings.set(asa.id, 'system', { key: 'GEO_UPDATE_LIMIT', value: '10' });
    expect(await settings.list(asa.id, 'web')).toEqual([{ key: 'WEB_FONT', value: 'verdana' }]);
    expect(await settings.list(asa.id, 'system')).toEqual([{ key: 'GEO_UPDATE_LIMIT', value: '10' }]);
  });

  test('SET-27 stored data survives a restart, and the demo is seeded once', async () => {
    const seeding = { domain: 'demo.example', hasher: cheapHasher, createSecret: () => 'first' };
    await seedDemo(storage.repositories, seeding);
    const alice = await storage.repositories.accounts.findByUsername('alice');
    await storage.repositories.settings.set(alice?.id ?? '', 'web', { key: 'WEB_FONT', value: 'arial' });
    await reopen();
    await seedDemo(storage.repositories, { ...seeding, createSecret: () => 'second' });
    expect(await storage.repositories.accounts.findByUsername('alice')).toMatchObject({ organisationId: 1 });
    expect(await storage.repositories.accounts.findByUsername('david')).toMatchObject({ organisationId: 2 });
    expect(await storage.repositories.settings.list(alice?.id ?? '', 'web')).toHaveLength(1);
    const echo = await storage.repositories.accounts.findByUsername('echo');
    expect(echo).toMatchObject({ kind: 'party', passwordHash: undefined, sipPassword: 'first' });
  });

  test('other users of the machine cannot read the data', () => {
    const { dataDir, databaseUrl } = place;
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    if (databaseUrl === undefined) expect(statSync(join(dataDir, 'samtal.db')).mode & 0o077).toBe(0);
    else expect(readdirSync(dataDir)).toEqual([]);
  });
});
