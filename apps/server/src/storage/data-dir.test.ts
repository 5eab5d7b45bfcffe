import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDomain } from '../accounts/claim-domain.ts';
import { backUp } from './copies/back-up.ts';
import { DataDirError, explainDataDir, isReadOnly } from './database/data-dir-error.ts';
import { DATABASE_FILE } from './database/embedded-database.ts';
import { openRepositories } from './repositories/open-repositories.ts';
import { DEVICE_SECRET, readOrCreateSecret } from './secret-file.ts';
import { addAccount } from './testing/accounts-of-tests.ts';
import { makeOlderDatabase } from './testing/older-database.ts';

let folder: string;
let dataDir: string;

/** Accesses the database without the server. */
function query(sql: string): unknown[] {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

async function openOnce(): Promise<void> {
  await (await openRepositories(dataDir)).close();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-data-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('D2 a data folder deep in folders that do not exist is made, for this user alone', async () => {
  dataDir = join(folder, 'a', 'b', 'data');
  await openOnce();
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test.runIf(process.platform === 'linux')(
  'D2 a data folder where no folder can be made ends the start',
  async () => {
    await expect(openRepositories('/proc/none/data')).rejects.toThrow(/^[^\n]*data cannot be used[^\n]*$/);
  },
);

test('D2 a data folder that is a file, or a database of a newer version, is explained in one line', async () => {
  writeFileSync(dataDir, '');
  await expect(openRepositories(dataDir)).rejects.toThrow(DataDirError);
  await expect(openRepositories(dataDir)).rejects.toThrow(/^[^\n]*data cannot be used[^\n]*$/);
  rmSync(dataDir);
  await openOnce();
  query("INSERT INTO kysely_migration VALUES ('9999-later', '')");
  await expect(openRepositories(dataDir)).rejects.toThrow(/^[^\n]* newer version [^\n]*$/);
});

test('D2 a database that cannot be written is explained in one line that names the file', async () => {
  await openOnce();
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
  let error: unknown;
  try {
    database.exec('CREATE TABLE anything (id)');
  } catch (reason) {
    error = reason;
  }
  database.close();
  expect(isReadOnly(error)).toBe(true);
  expect(explainDataDir(dataDir, error).message).toMatch(
    /^The database [^\n]*data\/samtal\.db cannot be written\. [^\n]*user of the service/,
  );
});

test('D2 a database file of another user is explained in one line that names the file', async () => {
  mkdirSync(dataDir);
  const refused = Object.assign(new Error('unable to open database file'), { errcode: 14 });
  expect(explainDataDir(dataDir, refused).message).toMatch(
    /^[^\n]*data cannot be used \([^\n]*must be a folder/,
  );
  await openOnce();
  const forbidden = Object.assign(new Error('EPERM: operation not permitted, chmod'), { code: 'EPERM' });
  for (const error of [refused, forbidden])
    expect(explainDataDir(dataDir, error).message).toMatch(
      /^[^\n]*data\/samtal\.db cannot be opened \([^\n]*give them back with chown\.$/,
    );
});

test('D2 a key that cannot be read is explained in one line that names the file', () => {
  mkdirSync(join(dataDir, 'device.key'), { recursive: true });
  expect(() => readOrCreateSecret(dataDir, DEVICE_SECRET)).toThrow(DataDirError);
  expect(() => readOrCreateSecret(dataDir, DEVICE_SECRET)).toThrow(
    /^[^\n]*\/device\.key cannot be read or written \([^\n]*\)\. [^\n]*chown\.$/,
  );
});

test('D24 the tool does not change the schema under an older server, but backs it up', async () => {
  await makeOlderDatabase({ dataDir }, '0003-people');
  await expect(openRepositories(dataDir, { mayMigrate: false })).rejects.toThrow('older version');
  backUp(dataDir, join(folder, 'backup.db'));
  expect(query("SELECT name FROM kysely_migration WHERE name = '0004-installation'")).toEqual([]);
  await openOnce();
  await (await openRepositories(dataDir, { mayMigrate: false })).close();
});

test('D24 later starts and the tool know the settings of the last start', async () => {
  const { repositories, close } = await openRepositories(dataDir);
  const { installation } = repositories;
  expect(await installation.read()).toEqual({});
  await installation.write({ SIP_DOMAIN: 'calls.example', BRANDING_DIR: '/etc/brand' });
  await installation.write({ SIP_DOMAIN: 'calls.example', PUBLIC_URL: 'https://calls.example' });
  expect(await installation.read()).toEqual({
    SIP_DOMAIN: 'calls.example',
    PUBLIC_URL: 'https://calls.example',
  });
  await close();
});

test('D24 a domain holds once a person has an account, and another is refused with its remedy', async () => {
  const { repositories, close } = await openRepositories(dataDir);
  const { accounts, installation } = repositories;
  const add = (kind: 'party' | 'person', username: string, domain: string) =>
    addAccount(repositories, username, {
      kind,
      passwordHash: undefined,
      addresses: [`${username}@${domain}`],
    });
  expect(await claimDomain(repositories, 'forgotten.example')).toBeUndefined();
  await add('party', 'mailbox', 'forgotten.example');
  expect(await claimDomain(repositories, 'calls.example')).toBeUndefined();
  expect(await accounts.findByUsername('mailbox')).toBeUndefined();
  await add('person', 'asa', 'calls.example');
  expect(await claimDomain(repositories, 'calls.example')).toBeUndefined();
  expect(await claimDomain(repositories, 'demo.example')).toContain('Set SIP_DOMAIN=calls.example');
  expect(await installation.read()).toEqual({ SIP_DOMAIN: 'calls.example' });
  expect(await accounts.count()).toBe(1);
  await close();
});

test('D24 an older data folder belongs to the domain of its mailbox', async () => {
  await makeOlderDatabase({ dataDir }, '0003-people', async (database) => {
    await sql`insert into account (id, kind, username, sip_password, organisation_id, status)
      values ('1', 'party', 'mailbox', 'secret', 1, 'active')`.execute(database);
    await sql`insert into account_address (address, account_id, position)
      values ('mailbox@calls.example', '1', 0)`.execute(database);
  });
  const { repositories, close } = await openRepositories(dataDir);
  expect(await repositories.installation.read()).toEqual({ SIP_DOMAIN: 'calls.example' });
  await close();
});

test.each([
  "SELECT address FROM account_address WHERE account_id = '1' ORDER BY position",
  "SELECT id FROM account WHERE kind = 'anonymous'",
  "SELECT id FROM session WHERE token_hash = 'x'",
  "SELECT sip_secret FROM session WHERE account_id = '1' ORDER BY last_used_at DESC",
  'DELETE FROM session WHERE last_used_at < 1 AND token_hash IS NOT NULL',
  "SELECT password FROM sip_account WHERE username = 'x' AND domain = 'y'",
  "SELECT 1 FROM sip_address WHERE username = 'x' AND domain = 'y'",
  "SELECT 1 FROM sip_do_not_disturb WHERE username = 'x' AND domain = 'y'",
  "SELECT 1 FROM sip_favourite WHERE username = 'x' AND domain = 'y' AND address = 'z'",
  "SELECT value FROM account_address JOIN setting ON setting.account_id = account_address.account_id WHERE address = 'x' AND kind = 'web' AND key = 'y'",
])('queries of every request read no whole table: %s', async (sql) => {
  await openOnce();
  expect(JSON.stringify(query(`EXPLAIN QUERY PLAN ${sql}`))).toMatch(/SEARCH (?!.*(?:SCAN|TEMP B-TREE))/);
});
