import { inspect } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseError } from './database/postgres-error.ts';
import { QueryError } from './database/query-error.ts';
import { wholeList } from './repositories/in-pages.ts';
import { openRepositories } from './repositories/open-repositories.ts';
import type { NewAccount, Repositories } from './repositories/repositories.ts';
import { addAccount, newAccount } from './testing/accounts-of-tests.ts';
import { onPostgres, type TestStorage } from './testing/each-storage.ts';
import { makeOlderDatabase } from './testing/older-database.ts';
import { createDatabase, psql, urlOf } from './testing/postgres-cluster.ts';

type Opened = { repositories: Repositories; close(): Promise<void> };

let place: TestStorage;
let database: string;
/** Two sets of repositories on one database, as two processes would have them. */
let here: Opened;
let there: Opened;

const added = async (username: string, more?: Partial<NewAccount>): Promise<string> =>
  (await addAccount(here.repositories, username, more)).id;

const many = Array.from({ length: 8 }, (_, index) => index);

/** Runs an operation several times in parallel, alternately in the two processes. */
const atOnce = <T>(run: (repositories: Repositories, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(many.map((index) => run((index % 2 === 0 ? here : there).repositories, index)));

const history = { before: undefined, limit: 100, isMissedOnly: false };

onPostgres((create) => {
  beforeEach(async () => {
    place = await create();
    database = new URL(place.databaseUrl ?? '').pathname.slice(1);
    [here, there] = [await place.open(), await place.open()];
  });
  afterEach(async () => {
    await here.close();
    await there.close();
    place.remove();
  });

  test.each<[string, (index: number) => Partial<NewAccount>]>([
    ['name', (index) => ({ username: 'asa', addresses: [`${index}@demo.example`] })],
    ['SIP address', () => ({ addresses: ['asa@demo.example'] })],
    ['e-mail address', () => ({ properties: [{ key: 'EMAIL', value: 'asa@mail.example' }] })],
  ])('SIGNUP-17 of many who ask for the same %s at the same time, one gets it', async (_, draft) => {
    const accounts = await atOnce((repositories, index) =>
      repositories.accounts.add(newAccount(`u${index}`, draft(index))),
    );
    expect(accounts.filter((account) => account !== undefined)).toHaveLength(1);
    expect(await here.repositories.accounts.count()).toBe(1);
  });

  test('PROFILE-07 of two who change to the same e-mail address at the same time, one gets it', async () => {
    const ids = [await added('asa'), await added('bo')];
    const done = await Promise.all(
      ids.map((id, index) =>
        (index === 0 ? here : there).repositories.accounts.setProperty(id, {
          key: 'EMAIL',
          value: 'a@b.example',
        }),
      ),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
  });

  test('A-032 a key that is used many times at the same time works once', async () => {
    const accountId = await added('asa');
    await here.repositories.oneTimeKeys.add({ keyHash: 'key', accountId, purpose: 'reset', expiresAt: 100 });
    const uses = await atOnce(({ oneTimeKeys }) => oneTimeKeys.use('key', 1));
    expect(uses.filter(Boolean)).toHaveLength(1);
  });

  test('A-032 of many keys requested at the same time, one is valid', async () => {
    const accountId = await added('asa');
    await atOnce(({ oneTimeKeys }, index) =>
      oneTimeKeys.add({ keyHash: `key ${index}`, accountId, purpose: 'reset', expiresAt: 100 }),
    );
    expect(psql(database, 'select count(*) from one_time_key')).toBe('1');
  });

  test('A-007 many logins at the same time leave ten sessions, all of the new ones among them', async () => {
    const accountId = await added('asa');
    const add = ({ sessions }: Repositories, name: string, lastUsedAt: number) =>
      sessions.add({ tokenHash: name, accountId, lastUsedAt }, 10);
    for (let index = 0; index < 9; index++) await add(here.repositories, `old ${index}`, index);
    await atOnce((repositories, index) => add(repositories, `new ${index}`, 100));
    expect(psql(database, 'select count(*) from session')).toBe('10');
    expect(psql(database, "select count(*) from session where token_hash like 'new %'")).toBe('8');
  });

  test('MSG-09 messages left at the same time get different numbers, and no mailbox overflows', async () => {
    const accountId = await added('asa');
    const message = { fromDisplayName: 'X', fromSipaddress: 'x@demo.example', timestamp: 5 };
    const numbers = await atOnce(({ messages }) => messages.open(accountId, message, 5));
    expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5, undefined]));
    expect(numbers.filter((number) => number !== undefined)).toHaveLength(5);
  });

  test('D14 address book and history keep to their limits when many write at the same time', async () => {
    const accountId = await added('asa');
    const draft = { fname: 'A', sname: '', sipaddress: 'a@b', email: '', address: '', postNr: '', city: '' };
    await atOnce(({ contacts }) => contacts.add(accountId, draft, 5));
    expect(await wholeList(here.repositories.contacts.search(accountId, []))).toHaveLength(5);
    await atOnce((repositories, index) =>
      repositories.history.add(
        accountId,
        {
          id: `call-${index}`,
          type: 'incoming',
          answered: false,
          outcome: 'canceledRemote',
          sipAddress: '',
          contactName: '',
          receivedText: '',
          sentText: '',
          transcript: [],
          timestamp: index,
          duration: 0,
        },
        { entries: 5, bytes: 1_000_000 },
      ),
    );
    expect(
      (await here.repositories.history.list(accountId, history)).map(({ timestamp }) => timestamp),
    ).toEqual([7, 6, 5, 4, 3]);
  });

  test('D8 each revocation is taken once by one process', async () => {
    for (const index of many) await here.repositories.revocations.add(`u${index}`);
    const taken = await atOnce(({ revocations }) => revocations.take());
    const names = taken.flat().map((each) => ('username' in each ? each.username : ''));
    expect(names.toSorted()).toEqual(many.map((index) => `u${index}`));
  });

  test('A-033 an account verified while abandoned accounts are removed stays', async () => {
    const accountId = await added('late', { status: 'unverified' });
    await here.repositories.oneTimeKeys.add({
      keyHash: 'k',
      accountId,
      purpose: 'verification',
      expiresAt: 1,
    });
    const proving = new Client({ connectionString: place.databaseUrl });
    await proving.connect();
    await proving.query("begin; update account set status = 'active'");
    const removing = there.repositories.accounts.removeAbandoned(100);
    const waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = ";
    await vi.waitFor(() => expect(psql('postgres', `${waiting}'${database}'`)).toBe('1'), {
      timeout: 15_000,
    });
    await proving.query('commit');
    await removing;
    await proving.end();
    expect(await here.repositories.accounts.findById(accountId)).toMatchObject({ status: 'active' });
  });

  test('D29 text compares byte by byte, and numbers are as wide as those of JavaScript, in every table', () => {
    const odd = (sql: string) =>
      psql(
        database,
        `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'
      and table_name in (select tablename from pg_tables) and ${sql}`,
      );
    expect(odd("data_type = 'text' and collation_name is distinct from 'C'")).toBe('');
    expect(odd("data_type not in ('text', 'bigint')")).toBe('');
  });

  test('D29 PostgreSQL accepts every value that SQLite does: U+0000 becomes U+FFFD, and big numbers find nothing', async () => {
    const { accounts, messages } = here.repositories;
    const asa = await added('asa');
    await accounts.setProperty(asa, { key: 'CITY', value: 'a\0b' });
    expect((await accounts.findById(asa))?.properties).toEqual([{ key: 'CITY', value: 'a\uFFFDb' }]);
    expect(await accounts.findByUsername('as\0a')).toBeUndefined();
    expect(await messages.markRead(asa, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  test('D26 while the database is unavailable every query fails immediately and clearly; afterwards all work again', async () => {
    const { accounts } = here.repositories;
    await added('asa');
    psql('postgres', `alter database ${database} allow_connections false`);
    psql('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    const faults = await Promise.all(many.map(() => accounts.count().catch((error: unknown) => error)));
    for (const fault of faults) expect(fault).toMatchObject({ statusCode: 503 });
    await expect(here.repositories.ping()).rejects.toMatchObject({ statusCode: 503 });
    psql('postgres', `alter database ${database} allow_connections true`);
    expect(await accounts.count()).toBe(1);
    await here.repositories.ping();
  });

  test('the error of a query contains none of its values', async () => {
    const { sessions } = here.repositories;
    const session = { tokenHash: 'secret-token', accountId: 'nobody', lastUsedAt: 1 };
    const fault = await sessions.add(session, 10).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(QueryError);
    expect(inspect(fault)).not.toMatch(/secret-token|nobody/);
    expect(fault).toMatchObject({ statusCode: 500, code: '23503' });
  });

  const refusal = async (databaseUrl: string, mayMigrate = true): Promise<string> => {
    const opening = openRepositories(place.dataDir, { databaseUrl, mayMigrate });
    const fault = await opening.catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(DatabaseError);
    return String(fault);
  };

  test('D2 D26 a database that cannot be used is explained in one line, without the password', async () => {
    psql(
      'postgres',
      "do $$ begin create role guarded login password 'right'; exception when others then null; end $$",
    );
    psql('postgres', 'do $$ begin create role stranger login; exception when others then null; end $$');
    const empty = createDatabase();
    const latin = createDatabase("template0 encoding 'LATIN1' locale 'C'");
    for (const [told, expected] of [
      [await refusal(urlOf(database, 'guarded:s3cr3t')), /rejects the password/],
      [
        await refusal(urlOf('nowhere', 'postgres:s3cr3t')),
        /nowhere cannot be used\. There is no such database/,
      ],
      [await refusal(urlOf(empty, 'stranger:s3cr3t')), /may not create tables/],
      [
        await refusal('postgres://samtal:s3cr3t@127.0.0.1:1/samtal'),
        /127\.0\.0\.1:1\/samtal cannot be reached/,
      ],
      [await refusal(`${urlOf(empty, 'postgres:s3cr3t')}&sslmode=require`), /has no TLS\. Turn it on there/],
      [await refusal(`${urlOf(empty, 'postgres:s3cr3t')}&sslrootcert=/nowhere.pem`), /\/nowhere\.pem/],
      [await refusal(urlOf(latin, 'postgres:s3cr3t')), /the encoding LATIN1\. Make one/],
      [await refusal(urlOf(empty, 'postgres:s3cr3t'), false), /start the server once/],
    ] as const) {
      expect(told).toMatch(expected);
      expect(told).not.toMatch(/s3cr3t|\n/);
    }
  });

  test('D24 a newer database is refused, and an older one is migrated by the server only', async () => {
    const older = createDatabase();
    const { dataDir } = place;
    await makeOlderDatabase({ dataDir, databaseUrl: urlOf(older) }, '0004-installation');
    expect(await refusal(urlOf(older), false)).toContain('older version');
    await (await openRepositories(dataDir, { databaseUrl: urlOf(older) })).close();
    await (await openRepositories(dataDir, { databaseUrl: urlOf(older), mayMigrate: false })).close();
    psql(older, "insert into kysely_migration values ('9999-later', '')");
    expect(await refusal(urlOf(older))).toContain('newer version');
  });

  test('D24 servers that start at the same time on an empty database migrate it once', async () => {
    const databaseUrl = urlOf(createDatabase());
    const opened = await Promise.all([1, 2, 3].map(() => openRepositories(place.dataDir, { databaseUrl })));
    expect(await opened[0]?.repositories.accounts.count()).toBe(0);
    for (const { close } of opened) await close();
  });

  const readerRole = 'do $$ begin create role sip_reader; exception when others then null; end $$';
  const grant = 'grant select on sip_account, sip_address to sip_reader';

  test('D8 D48 a role for a SIP server reads the secrets of active accounts, and nothing else', async () => {
    const asa = await added('asa', { addresses: ['asa@demo.example', 'asa.oberg@demo.example'] });
    const bo = await added('bo', { status: 'disabled' });
    for (const [tokenHash, accountId] of [
      ['one', asa],
      ['two', asa],
      ['three', bo],
    ] as const)
      await here.repositories.sessions.add({ tokenHash, accountId, lastUsedAt: 1, sipSecret: tokenHash }, 10);
    psql(database, readerRole);
    psql(database, grant);
    const asReader = (sql: string) => psql(database, `set role sip_reader; ${sql}`);
    expect(asReader('select username, domain, password from sip_account order by username, password')).toBe(
      [
        'asa|demo.example|one',
        'asa|demo.example|two',
        'asa.oberg|demo.example|one',
        'asa.oberg|demo.example|two',
      ].join('\n'),
    );
    await added('without a session');
    expect(asReader('select username, domain from sip_address order by username')).toBe(
      ['asa', 'asa.oberg', 'without a session'].map((name) => `${name}|demo.example`).join('\n'),
    );
    for (const table of ['account', 'session'])
      expect(() => asReader(`select 1 from ${table}`)).toThrow('permission denied');
    expect(() => asReader("update sip_account set password = ''")).toThrow('cannot update view');
  });

  test('D86 a SIP server reads which calls do not ring, and nothing else', async () => {
    const [asa, bo] = [
      await added('asa', { addresses: ['asa@demo.example', 'asa.oberg@demo.example'] }),
      await added('bo', { addresses: ['bo@demo.example'] }),
    ];
    psql(database, readerRole);
    psql(database, 'grant select on sip_do_not_disturb, sip_favourite to sip_reader');
    const asReader = (sql: string) => psql(database, `set role sip_reader; ${sql}`);
    const quiet = () => asReader('select username, domain from sip_do_not_disturb order by username');
    const set = (accountId: string, value: string) =>
      here.repositories.settings.set(accountId, 'web', { key: 'WEB_DO_NOT_DISTURB', value });
    expect(quiet()).toBe('');
    await set(asa, 'on');
    await set(bo, String(Date.now() - 1000));
    expect(quiet()).toBe('asa|demo.example\nasa.oberg|demo.example');
    await set(asa, 'off');
    await set(bo, String(Date.now() + 600_000));
    expect(quiet()).toBe('bo|demo.example');
    const contact = { fname: '', sname: '', email: '', address: '', postNr: '', city: '' };
    for (const [sipaddress, favourite] of [
      ['sip:Eve@demo.example', true],
      ['carl@demo.example', false],
    ] as const)
      await here.repositories.contacts.add(bo, { ...contact, sipaddress, favourite }, 10);
    expect(asReader('select username, domain, address from sip_favourite')).toBe(
      'bo|demo.example|eve@demo.example',
    );
    for (const table of ['setting', 'contact'])
      expect(() => asReader(`select 1 from ${table}`)).toThrow('permission denied');
  });

  test.each(['sip_account', 'sip_address', 'sip_do_not_disturb', 'sip_favourite'])(
    'D7 %s finds an address by an index',
    (view) => {
      const question = `select 1 from ${view} where username = 'asa' and domain = 'demo.example'`;
      // For a table of this size PostgreSQL would choose a sequential scan.
      const plan = psql(database, `set enable_seqscan = off; explain ${question}`);
      expect(plan).toContain('account_address_username');
      expect(plan).not.toContain('Seq Scan');
    },
  );

  test('D48 a role that could read the view before the upgrade can read it afterwards', async () => {
    const older = createDatabase();
    await makeOlderDatabase({ dataDir: place.dataDir, databaseUrl: urlOf(older) }, '0005-sip-accounts');
    psql(older, readerRole);
    psql(older, 'grant select on sip_account to sip_reader');
    await (await openRepositories(place.dataDir, { databaseUrl: urlOf(older) })).close();
    expect(psql(older, 'set role sip_reader; select count(*) from sip_account')).toBe('0');
  });
});
