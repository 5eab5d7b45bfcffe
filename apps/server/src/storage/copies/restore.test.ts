import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DATABASE_FILE } from '../database/embedded-database.ts';
import { openRepositories } from '../repositories/open-repositories.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

let folder: string;
let dataDir: string;
let backup: string;

const open = () => openRepositories(dataDir);

async function write(value: string): Promise<void> {
  const { repositories, close } = await open();
  await repositories.organisations.set(1, { key: 'A', value });
  await close();
}

async function read(): Promise<string | undefined> {
  const { repositories, close } = await open();
  const [entry] = await repositories.organisations.list(1);
  await close();
  return entry?.value;
}

/** Leaves the data folder as a killed server does: the latest change is only in the write-ahead log. */
async function crashAfterWriting(value: string): Promise<void> {
  const running = join(folder, 'running');
  const { repositories, close } = await openRepositories(running);
  await repositories.organisations.set(1, { key: 'A', value });
  for (const suffix of ['', '-wal', '-shm'])
    copyFileSync(join(running, `${DATABASE_FILE}${suffix}`), join(dataDir, `${DATABASE_FILE}${suffix}`));
  await close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-restore-'));
  dataDir = join(folder, 'data');
  backup = join(folder, 'backup.db');
  await write('backed up');
  backUp(dataDir, backup);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('D24 restore brings back the backup, and keeps the previous database', async () => {
  await write('later');
  const aside = restore(dataDir, backup);
  expect(await read()).toBe('backed up');
  expect(statSync(join(dataDir, DATABASE_FILE)).mode & 0o077).toBe(0);
  expect(restore(dataDir, aside ?? '')).not.toBe(aside);
  expect(await read()).toBe('later');
});

test('D24 after a crash no later change reaches the restored database', async () => {
  await crashAfterWriting('in the log');
  expect(existsSync(join(dataDir, `${DATABASE_FILE}-wal`))).toBe(true);
  const aside = restore(dataDir, backup);
  expect(await read()).toBe('backed up');
  restore(dataDir, aside ?? '');
  expect(await read()).toBe('in the log');
});

test('D24 a log without its database is not replayed into the restored one', async () => {
  await crashAfterWriting('in the log');
  rmSync(join(dataDir, DATABASE_FILE));
  restore(dataDir, backup);
  expect(await read()).toBe('backed up');
});

test('D24 the backup replaces a damaged or missing database', async () => {
  writeFileSync(join(dataDir, DATABASE_FILE), 'nonsense '.repeat(1000));
  await expect(open()).rejects.toThrow('is damaged');
  expect(restore(dataDir, backup)).toMatch(/samtal\.db\.before-1$/);
  expect(await read()).toBe('backed up');
  rmSync(dataDir, { recursive: true });
  expect(restore(dataDir, backup)).toBeUndefined();
  expect(await read()).toBe('backed up');
});

test('D24 while the database is open, restore changes nothing', async () => {
  const { close } = await open();
  const before = readdirSync(dataDir);
  expect(() => restore(dataDir, backup)).toThrow('stop the server first');
  expect(readdirSync(dataDir)).toEqual(before);
  await close();
});

test.each([
  ['nonsense', (file: string) => writeFileSync(file, 'nonsense '.repeat(1000))],
  ['empty', (file: string) => writeFileSync(file, '')],
  ['cut off', (file: string) => writeFileSync(file, Buffer.alloc(8192))],
  ['another database', (file: string) => new DatabaseSync(file).exec('CREATE TABLE t (x)')],
  [
    'of a newer version',
    (file: string) => {
      copyFileSync(backup, file);
      new DatabaseSync(file).exec("INSERT INTO kysely_migration VALUES ('9999-later', '')");
    },
  ],
])('D24 a file that is %s is refused as a backup, and changes nothing', async (_, make) => {
  const file = join(folder, 'other.db');
  make(file);
  await write('later');
  expect(() => restore(dataDir, file)).toThrow(file);
  expect(readdirSync(dataDir)).toEqual([DATABASE_FILE]);
  expect(await read()).toBe('later');
});

test('D24 a backup that fails leaves no file behind', () => {
  writeFileSync(join(dataDir, DATABASE_FILE), 'nonsense '.repeat(1000));
  const file = join(folder, 'second.db');
  expect(() => backUp(dataDir, file)).toThrow('not a database');
  expect(existsSync(file)).toBe(false);
});
