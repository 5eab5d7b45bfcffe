import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { NewAccount, Repositories } from '../repositories/repositories.ts';
import { emptyBeside, onEachStorage } from '../testing/each-storage.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';

const person = (username: string, organisationId: number, surname = ''): NewAccount => ({
  kind: 'person',
  username,
  passwordHash: undefined,
  organisationId,
  status: 'active',
  addresses: [`${username}@demo.example`],
  properties: surname === '' ? [] : [{ key: 'SURNAME', value: surname }],
});

onEachStorage((create) => {
  let repositories: Repositories;
  let end: () => Promise<void>;

  beforeEach(async () => {
    const storage = await create();
    const opened = await storage.open();
    ({ repositories } = opened);
    end = async () => {
      await opened.close();
      storage.remove();
    };
  });
  afterEach(() => end());

  const add = async (account: NewAccount): Promise<string> => {
    const added = await repositories.accounts.add(account);
    return added?.id ?? expect.fail('the account was not added');
  };
  const find = async (terms: readonly string[], organisationId?: number) => {
    const { people, total } = await repositories.persons.search({ terms, organisationId }, { limit: 10 });
    return [total, ...people.map(({ username }) => username)];
  };

  test('D98 people are found by folded words of their names and addresses, and never server agents', async () => {
    await add(person('asa', 1, 'Öberg'));
    await add(person('bo', 2, 'Öberg'));
    await add({ ...person('oberg.agent', 1), kind: 'party', sipPassword: 'secret' });
    expect(await find(['oberg'])).toEqual([2, 'asa', 'bo']);
    expect(await find(['oberg'], 2)).toEqual([1, 'bo']);
    expect(await find(['bo@demo', 'oberg'])).toEqual([1, 'bo']);
    expect(await find(["'%_"])).toEqual([0]);
    expect(await repositories.persons.organisations()).toEqual([1, 2]);
  });

  test('D98 the text of the search follows each change of the account', async () => {
    const id = await add(person('asa', 1, 'Öberg'));
    await repositories.accounts.setProperty(id, { key: 'SURNAME', value: 'Nyman' });
    await repositories.accounts.setProperty(id, { key: 'EMAIL', value: 'Asa@Mail.example' });
    expect(await find(['oberg'])).toEqual([0]);
    expect(await find(['nyman', 'asa@mail'])).toEqual([1, 'asa']);
    await repositories.accounts.setProperty(id, { key: 'SURNAME', value: '' });
    expect(await find(['nyman'])).toEqual([0]);
  });

  test('D98 a page begins after the last name of the page before, and all pages have each person once', async () => {
    for (let number = 0; number < 105; number += 1)
      await add(person(`p${String(number).padStart(3, '0')}`, 1));
    const { people, total } = await repositories.persons.search({ terms: [] }, { after: 'p099', limit: 2 });
    expect([total, ...people.map(({ username }) => username)]).toEqual([105, 'p100', 'p101']);
    const names: string[] = [];
    for await (const page of repositories.persons.all({ terms: [] }))
      names.push(...page.map(({ username }) => username));
    expect(names).toHaveLength(105);
    expect(new Set(names).size).toBe(105);
  });

  test('D98 people are found by the addresses that they have, however many are asked for', async () => {
    await add(person('asa', 1));
    await add(person('bo', 1));
    const many = Array.from({ length: 70_000 }, (_each, number) => `other.${number}@demo.example`);
    const find = (addresses: readonly string[]) =>
      repositories.persons.search({ terms: [], addresses }, { limit: 10 });
    expect(await find([...many, 'bo@demo.example', `"'\\`])).toMatchObject({
      total: 1,
      people: [{ username: 'bo' }],
    });
    expect(await find([])).toEqual({ total: 0, people: [] });
  });

  test('D98 a role and the last login belong to the account; a new account has neither', async () => {
    const id = await add({ ...person('asa', 1), role: 'operator', lastLoginAt: 5 });
    expect(await repositories.accounts.findById(id)).toMatchObject({
      role: undefined,
      lastLoginAt: undefined,
    });
    await repositories.accounts.changeRole(id, 'administrator');
    await repositories.accounts.noteLogin(id, 1_797_000_000_000);
    expect(await repositories.persons.withRole()).toMatchObject([
      { username: 'asa', role: 'administrator', lastLoginAt: 1_797_000_000_000 },
    ]);
    await repositories.accounts.changeRole(id, undefined);
    expect(await repositories.persons.withRole()).toEqual([]);
  });

  test('D98 all sessions end in one step, and phones stay', async () => {
    const id = await add(person('asa', 1));
    for (const tokenHash of ['one', 'two'])
      await repositories.sessions.add({ accountId: id, tokenHash, lastUsedAt: 1, sipSecret: tokenHash }, 10);
    await repositories.devices.add(id, { name: 'desk', sipSecret: 'secret' }, 10);
    await repositories.sessions.endAll(id);
    expect(await repositories.sessions.find('one')).toBeUndefined();
    expect(await repositories.sessions.find('two')).toBeUndefined();
    expect(await repositories.devices.list(id)).toHaveLength(1);
    expect(await repositories.revocations.take()).toHaveLength(2);
    expect(await repositories.persons.contents(id)).toEqual({
      contacts: 0,
      calls: 0,
      messages: 0,
      pictures: 0,
      phones: 1,
    });
  });
});

onEachStorage((create) => {
  test('D98 people of an older version are found, and have no role', async () => {
    const place = emptyBeside(await create());
    await makeOlderDatabase(place, '0015-account-deletions', async (database) => {
      await sql`insert into account (id, kind, username, organisation_id, status)
        values ('1', 'person', 'asa', 1, 'active')`.execute(database);
      await sql`insert into account_address (address, account_id, position)
        values ('asa@demo.example', '1', 0)`.execute(database);
      await sql`insert into account_property (account_id, key, value, position)
        values ('1', 'SURNAME', 'Öberg', 0)`.execute(database);
    });
    const { repositories, close } = await place.open();
    onTestFinished(async () => {
      await close();
      place.remove();
    });
    const found = await repositories.persons.search({ terms: ['oberg', 'asa@demo'] }, { limit: 10 });
    expect(found).toMatchObject({ total: 1, people: [{ username: 'asa', role: undefined }] });
  });
});
