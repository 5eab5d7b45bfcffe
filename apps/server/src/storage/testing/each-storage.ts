import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openRepositories } from '../repositories/open-repositories.ts';
import type { Repositories } from '../repositories/repositories.ts';
import { createDatabase, hasPostgres, urlOf } from './postgres-cluster.ts';

type Opened = { readonly repositories: Repositories; readonly close: () => Promise<void> };

/** An empty storage for one test. */
export type TestStorage = {
  readonly dataDir: string;
  /** Absent = the embedded database. */
  readonly databaseUrl: string | undefined;
  /** May be called several times, as if by several processes; each result must be closed. */
  readonly open: () => Promise<Opened>;
  /** Removes the files of the storage. */
  readonly remove: () => void;
};

function storageAt(databaseUrl: string | undefined): TestStorage {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-storage-'));
  const dataDir = join(folder, 'data');
  return {
    dataDir,
    databaseUrl,
    open: () => openRepositories(dataDir, { databaseUrl }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

let template: Promise<string> | undefined;

/** Makes a migrated database to copy: copying is faster than migrating each time. */
async function makeTemplate(): Promise<string> {
  const name = createDatabase();
  const { open, remove } = storageAt(urlOf(name));
  await (await open()).close();
  remove();
  return name;
}

async function createOnPostgres(): Promise<TestStorage> {
  template ??= makeTemplate();
  return storageAt(urlOf(createDatabase(await template)));
}

/** A storage on an empty database, of the same kind as `storage`. */
export const emptyBeside = ({ databaseUrl }: Pick<TestStorage, 'databaseUrl'>): TestStorage =>
  storageAt(databaseUrl === undefined ? undefined : urlOf(createDatabase()));

/** Runs tests on PostgreSQL only; they are skipped with a message where PostgreSQL is not available. */
export function onPostgres(suite: (create: () => Promise<TestStorage>) => void): void {
  if (hasPostgres()) describe('PostgreSQL', () => suite(createOnPostgres));
  else
    describe.skip('PostgreSQL is not installed and may not be installed here (Debian: postgresql)', () =>
      suite(createOnPostgres));
}

/** Runs the same tests on both databases. */
export function onEachStorage(suite: (create: () => Promise<TestStorage>) => void): void {
  describe('SQLite', () => suite(() => Promise.resolve(storageAt(undefined))));
  onPostgres(suite);
}
