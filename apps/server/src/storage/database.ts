import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DataDirError, explainDataDir } from './data-dir-error.ts';
import { migrations } from './migrations/index.ts';
import type { SchemaAge } from './schema-age.ts';
import { schemaAge } from './schema-age.ts';
import type { Tables } from './tables.ts';

/** Name of the embedded database within the data folder. */
export const DATABASE_FILE = 'samtal.db';

export type Database = Kysely<Tables>;

/** node:sqlite in the shape Kysely's dialect speaks to. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

export type Opening = {
  /** Only the server changes the schema: a tool must not do so under an older server that still runs. */
  readonly mayMigrate: boolean;
};

function openFile(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  const sqlite = new DatabaseSync(file);
  try {
    chmodSync(file, 0o600);
    sqlite.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;',
    );
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return sqlite;
}

async function bringUpToDate(
  database: Database,
  age: SchemaAge,
  { dataDir, mayMigrate }: Opening & { readonly dataDir: string },
): Promise<void> {
  if (age === 'same') return;
  if (age === 'newer')
    throw new DataDirError(
      `The database in ${dataDir} is of a newer version of Samtal. Start that version, or restore a backup from before.`,
    );
  if (!mayMigrate)
    throw new DataDirError(
      `The database in ${dataDir} is of an older version of Samtal. Back it up, then start the server of this version once.`,
    );
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest();
  if (error !== undefined)
    throw new DataDirError(
      `The database in ${dataDir} could not be brought up to date: ${error instanceof Error ? error.message : ''}`,
      { cause: error },
    );
}

/**
 * Opens the embedded database of `dataDir`, makes the folder if there is none (readable by its owner only: it
 * holds secrets), and brings the schema up to date. What has been committed survives a power cut.
 * Throws a `DataDirError` when that cannot be.
 */
export async function openDatabase(
  dataDir: string,
  { mayMigrate }: Opening = { mayMigrate: true },
): Promise<Database> {
  let database: Database | undefined;
  try {
    const sqlite = openFile(dataDir);
    database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyDatabase(sqlite) }) });
    await bringUpToDate(database, schemaAge(sqlite), { dataDir, mayMigrate });
    return database;
  } catch (error) {
    await database?.destroy();
    throw explainDataDir(dataDir, error);
  }
}
