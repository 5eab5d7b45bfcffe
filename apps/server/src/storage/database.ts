import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
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

/**
 * Opens the embedded database of `dataDir`, makes the folder if there is none (readable by its owner only: it
 * holds secrets), and brings the schema up to date. What has been committed survives a power cut.
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  const sqlite = new DatabaseSync(file);
  chmodSync(file, 0o600);
  sqlite.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;',
  );
  const database: Database = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asKyselyDatabase(sqlite) }),
  });
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest();
  if (error !== undefined) {
    await database.destroy();
    throw new Error(`The database in ${dataDir} could not be brought up to date.`, { cause: error });
  }
  return database;
}
