import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';
import { DataDirError } from '../database/data-dir-error.ts';
import { COMPANIONS, DATABASE_FILE } from '../database/embedded-database.ts';
import { DatabaseError } from '../database/postgres-error.ts';
import { openRepositories } from '../repositories/open-repositories.ts';
import { lockServer } from '../server-lock/server-lock.ts';
import { addAccount } from '../testing/accounts-of-tests.ts';
import { onPostgres } from '../testing/each-storage.ts';
import { fillEveryTable, tablesIn } from '../testing/fill-tables.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { createDatabase, psql, urlOf } from '../testing/postgres-cluster.ts';
import { type Moved, moveDatabase } from './move-database.ts';
import { MoveError } from './table-shape.ts';

// Each test makes all tables of a database several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const limits = { ...SERVER_LOCK_LIMITS, waitMs: 100, retryMs: 20 };
const rows = 20;
/** How many accounts the largest move has; in `npm run test:long` it has ten times as many. */
const accounts = Number(process.env['MOVED_ACCOUNTS'] ?? 500);

let template: string;
let folder: string;
let dataDir: string;
let name: string;
let lines: string[];

const open = (databaseUrl?: string) => openRepositories(dataDir, { databaseUrl });

/** Runs SQL on the embedded database. */
function query(sql: string): unknown[] {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Removes the embedded database with its log, which a killed process leaves. */
function removeEmbedded(): void {
  for (const suffix of COMPANIONS) rmSync(join(dataDir, `${DATABASE_FILE}${suffix}`), { force: true });
}

const move = (
  to: 'postgres' | 'sqlite',
  { databaseUrl = urlOf(name), report }: { databaseUrl?: string; report?: (line: string) => void } = {},
): Promise<Moved> => {
  lines = [];
  return moveDatabase({
    dataDir,
    databaseUrl,
    to,
    limits,
    report(line) {
      lines.push(line);
      report?.(line);
    },
  });
};

const fault = async (moving: Promise<unknown>): Promise<string> => {
  const error = await moving.then(
    () => expect.fail('the move has succeeded'),
    (reason: unknown) => reason,
  );
  expect([MoveError, DataDirError, DatabaseError].some((kind) => error instanceof kind)).toBe(true);
  const { message } = error as Error;
  expect(message).toMatch(/^[^\n]+$/);
  return message;
};

const tablesInPostgres = (): string =>
  psql(
    name,
    "select count(*) from pg_class where relkind in ('r', 'v', 'S') and relnamespace = 'public'::regnamespace",
  );

/** A row for each table, in the order of their text, by one start of psql: there are many tables. */
const ofEach = (tables: readonly string[], value: (table: string) => string): string[] =>
  psql(name, tables.map(value).join(' union all ')).split('\n').toSorted();

/** The sum of all rows of each table, in the order of their text. */
const rowsIn = (tables: readonly string[]): string[] =>
  ofEach(
    tables,
    (table) =>
      `select '${table}', md5(string_agg(r, '|' order by r)) from (select t::text as r from "${table}" t) s`,
  );

onPostgres(() => {
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'samtal-move-'));
    await (await openRepositories(template)).close();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'samtal-move-'));
    dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    copyFileSync(join(template, DATABASE_FILE), join(dataDir, DATABASE_FILE));
    name = createDatabase();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => rmSync(template, { recursive: true, force: true }));

  test('D103 each row of each table moves to PostgreSQL and back without a change, with odd values and wide numbers', async () => {
    fillEveryTable(dataDir, rows);
    const tables = tablesIn(dataDir);
    const before = tables.map((table) => query(`select count(*) as n from "${table}"`));
    expect(before).toEqual(tables.map(() => [{ n: rows }]));
    expect(await move('postgres')).toEqual({
      tables: tables.length,
      rows: rows * tables.length,
      changedTexts: 0,
    });
    const there = lines.toSorted();
    expect(there.map((line) => line.split(':')[0])).toEqual(tables);
    expect(psql(name, 'select max(timestamp), min(timestamp) from message')).toBe(
      `${2n ** 63n - 1n}|${-(2n ** 63n)}`,
    );
    rmSync(dataDir, { recursive: true });
    await move('sqlite');
    expect(lines.toSorted()).toEqual(there);
    expect(readdirSync(dataDir).toSorted()).toEqual([DATABASE_FILE, 'server.lock']);
    // Once more: the same checksums again, now from the database that came back.
    name = createDatabase();
    await move('postgres');
    expect(lines.toSorted()).toEqual(there);
  });

  test('D103 many accounts with their rows in all tables move, and the numbers go on', async () => {
    fillEveryTable(dataDir, accounts);
    query('delete from expulsion where id > 10');
    const tables = tablesIn(dataDir);
    const moved = await move('postgres');
    expect(moved.rows).toBe(accounts * (tables.length - 1) + 10);
    expect(ofEach(tables, (table) => `select '${table}', count(*) from "${table}"`)).toEqual(
      tables.map((table) => `${table}|${table === 'expulsion' ? 10 : accounts}`).toSorted(),
    );
    // Numbers of removed rows are not given again.
    expect(psql(name, "insert into expulsion (username) values ('x') returning id")).toBe(`${accounts + 1}`);
    psql(name, `delete from expulsion where id = ${accounts + 1}`);
    removeEmbedded();
    await move('sqlite');
    expect(query("insert into expulsion (username) values ('x') returning id")).toEqual([
      { id: accounts + 2 },
    ]);
  });

  test('D103 users, sessions and messages are the same for the server afterwards', async () => {
    const { repositories, close } = await open();
    const asa = await addAccount(repositories, 'asa', {
      passwordHash: 'argon2',
      properties: [{ key: 'CITY', value: 'Åre' }],
    });
    await repositories.sessions.add(
      { tokenHash: 'token', accountId: asa.id, lastUsedAt: 1, sipSecret: 's' },
      10,
    );
    await repositories.settings.set(asa.id, 'web', { key: 'WEB_X', value: 'a\0b' });
    await close();
    expect((await move('postgres')).changedTexts).toBe(1);
    const there = await open(urlOf(name));
    expect(await there.repositories.accounts.findByUsername('asa')).toEqual(asa);
    expect(psql(name, 'select value from setting')).toBe('a\uFFFDb');
    expect(psql(name, 'select password from sip_account')).toBe('s');
    await there.close();
  });

  test('D103 while a server runs on the folder or on the database, nothing is moved', async () => {
    const onTaken = () => expect.fail('the lock is lost');
    const elsewhere = join(folder, 'elsewhere');
    for (const place of [
      { dataDir, databaseUrl: undefined },
      { dataDir: elsewhere, databaseUrl: urlOf(name) },
    ]) {
      const lock = await lockServer({ ...place, onTaken, limits });
      expect(await fault(move('postgres'))).toContain('Another Samtal server runs on');
      await lock.release();
    }
    expect(tablesInPostgres()).toBe('0');
    const { close } = await open();
    await move('postgres');
    await close();
  });

  test('D103 a target with rows, of a newer version or of another program is refused; empty tables are filled', async () => {
    fillEveryTable(dataDir, rows);
    await move('postgres');
    const before = rowsIn(tablesIn(dataDir));
    expect(await fault(move('postgres'))).toMatch(/is not empty: its table \w+ has rows/);
    expect(rowsIn(tablesIn(dataDir))).toEqual(before);
    expect(await fault(move('sqlite'))).toContain('already. Move all files');

    name = createDatabase();
    psql(name, 'create table account (x text)');
    expect(await fault(move('postgres'))).toContain('tables of another program (account)');
    psql(name, 'drop table account');
    query('create table other (x text)');
    expect(await fault(move('postgres'))).toContain('Only one of the two databases has other (x text)');
    expect(tablesInPostgres()).toBe('0');
    query('drop table other');

    name = createDatabase();
    await makeOlderDatabase({ dataDir: join(folder, 'older'), databaseUrl: urlOf(name) }, '0012-dialogs');
    await move('postgres');
    expect(rowsIn(tablesIn(dataDir))).toEqual(before);

    name = createDatabase();
    await (await open(urlOf(name))).close();
    psql(name, "insert into kysely_migration values ('9999-later', '')");
    expect(await fault(move('postgres'))).toContain('newer version');
  });

  test('D103 what the tool writes to the target during a move waits for its end', async () => {
    await (await open(urlOf(name))).close();
    const there = await open(urlOf(name));
    let added: ReturnType<typeof addAccount> | undefined;
    let rowsAtTheEnd = '';
    await move('postgres', {
      report() {
        added ??= addAccount(there.repositories, 'late');
        rowsAtTheEnd = psql(name, 'select count(*) from account');
      },
    });
    expect(rowsAtTheEnd).toBe('0');
    expect((await added)?.username).toBe('late');
    await there.close();
  });

  test('D103 what is written to the target while the move begins is seen, and the move refuses', async () => {
    await (await open(urlOf(name))).close();
    const writer = new Client({ connectionString: urlOf(name) });
    await writer.connect();
    await writer.query('begin; insert into expulsion (username) values ($$late$$)');
    const refused = fault(move('postgres'));
    const waiting = `select count(*) from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
    await expect.poll(() => psql('postgres', waiting)).toBe('1');
    await writer.query('commit');
    await writer.end();
    expect(await refused).toContain('is not empty: its table expulsion has rows');
  });

  test('D103 when only the connection that keeps servers away is lost, nothing is moved', async () => {
    const guard = `from pg_stat_activity where datname = '${name}' and application_name like 'samtal-server-%'`;
    let isFirst = true;
    const lost = move('postgres', {
      report() {
        if (isFirst) psql('postgres', `select pg_terminate_backend(pid) ${guard}`);
        isFirst = false;
      },
    });
    expect(await fault(lost)).toMatch(/The connection to .* that keeps servers away was lost/);
    expect(tablesInPostgres()).toBe('0');
    await move('postgres');
  });

  test('D103 a source of an older or newer version, without a database, or damaged is explained', async () => {
    query("insert into kysely_migration values ('9999-later', '')");
    expect(await fault(move('postgres'))).toContain('newer version');
    removeEmbedded();
    expect(await fault(move('postgres'))).toContain('There is no database in');
    await makeOlderDatabase({ dataDir }, '0012-dialogs');
    expect(await fault(move('postgres'))).toContain('older version');
    for (const file of readdirSync(dataDir)) rmSync(join(dataDir, file));
    writeFileSync(join(dataDir, DATABASE_FILE), 'nonsense '.repeat(1000));
    expect(await fault(move('postgres'))).toContain('damaged');
    expect(tablesInPostgres()).toBe('0');
    expect(await fault(move('sqlite'))).toContain('no tables of Samtal');
  });

  test('D103 a wrong address is explained without its password, and nothing is changed', async () => {
    for (const [databaseUrl, told] of [
      [urlOf('nowhere', 'postgres:s3cr3t'), 'no such database'],
      ['postgres://samtal:s3cr3t@127.0.0.1:1/samtal', 'cannot be reached'],
      [`${urlOf(name, 'postgres:s3cr3t')}&sslmode=require`, 'has no TLS'],
    ] as const) {
      const message = await fault(move('postgres', { databaseUrl }));
      expect(message).toContain(told);
      expect(message).not.toContain('s3cr3t');
    }
    expect(existsSync(join(dataDir, DATABASE_FILE))).toBe(true);
  });

  test('D103 a value that PostgreSQL cannot have is named by table and column, and the target stays empty', async () => {
    fillEveryTable(dataDir, rows);
    for (const [change, told] of [
      [
        "update history_entry set duration = 1.5 where account_id = 'key 3 𐍈@demo.example'",
        /history_entry.* duration .*whole number/,
      ],
      [
        "update picture set content = x'00ff' where account_id = 'key 3 𐍈@demo.example'",
        /picture.* content .*no text/,
      ],
      [
        "update account_property set value = hex(randomblob(3000)) where account_id = 'key 3 𐍈@demo.example'",
        /account_property.*index row size/,
      ],
    ] as const) {
      query(change);
      const message = await fault(move('postgres'));
      expect(message).toMatch(told);
      expect(message).not.toMatch(/[\dA-F]{100}/);
      expect(tablesInPostgres()).toBe('0');
      query('update history_entry set duration = 1');
      query("update picture set content = ''");
    }
  });

  test('D103 when PostgreSQL ends the connection or its disk is full, the target stays empty and the next move works', async () => {
    fillEveryTable(dataDir, rows);
    const mover = `from pg_stat_activity where datname = '${name}' and application_name = 'samtal-move'`;
    let isFirst = true;
    const lost = move('postgres', {
      report() {
        if (isFirst) psql('postgres', `select pg_terminate_backend(pid) ${mover}`);
        isFirst = false;
      },
    });
    expect(await fault(lost)).toContain('cannot be reached');
    expect(tablesInPostgres()).toBe('0');
    // PostgreSQL itself says that its disk is full, at the first row of the table of pictures.
    psql(
      name,
      `create schema faults;
      create function faults.fill() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create function faults.watch() returns event_trigger language plpgsql as $$
        begin if to_regclass('public.picture') is not null and not exists (select 1 from pg_trigger where tgname = 'full') then
          create trigger "full" before insert on public.picture execute function faults.fill(); end if; end $$;
      create event trigger watch on ddl_command_end when tag in ('CREATE TABLE') execute function faults.watch()`,
    );
    expect(await fault(move('postgres'))).toMatch(/The disk of .* is full \(could not extend file\)/);
    expect(lines.length).toBeGreaterThan(3);
    psql(name, 'drop event trigger watch');
    expect(tablesInPostgres()).toBe('0');
    await move('postgres');
  });

  test('D103 a process that is killed in the middle, or has no room for its files, leaves the target empty', async () => {
    fillEveryTable(dataDir, rows);
    const program = (to: string, last: number) => `
      import { moveDatabase } from '${new URL('./move-database.ts', import.meta.url).href}';
      let lines = 0;
      await moveDatabase({ dataDir: '${dataDir}', databaseUrl: '${urlOf(name)}', to: '${to}',
        report() { if (++lines === ${last}) process.kill(process.pid, 'SIGKILL'); } });`;
    const run = (words: readonly string[], to: string, last: number) => {
      const [first, ...rest] = [...words, process.execPath, '--input-type=module', '-e', program(to, last)];
      return spawnSync(first, rest, { encoding: 'utf8' });
    };
    expect(run([], 'postgres', 12)).toMatchObject({ signal: 'SIGKILL', stderr: '' });
    await expect.poll(tablesInPostgres).toBe('0');
    await move('postgres');
    const moved = lines.toSorted();
    removeEmbedded();
    expect(run([], 'sqlite', 12).signal).toBe('SIGKILL');
    const cut = run(['prlimit', '--fsize=1000000'], 'sqlite', 1000);
    expect(cut.status).not.toBe(0);
    expect(existsSync(join(dataDir, DATABASE_FILE))).toBe(false);
    const sessions = `select count(*) from pg_stat_activity where datname = '${name}'`;
    await expect.poll(() => psql('postgres', sessions)).toBe('0');
    await move('sqlite');
    expect(lines.toSorted()).toEqual(moved);
  });
});
