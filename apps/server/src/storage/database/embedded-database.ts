import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { makeDataDir } from '../make-data-dir.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { explainDataDir } from './data-dir-error.ts';
import type { Database } from './database.ts';
import { schemaAge } from './schema-age.ts';
import type { Tables } from './tables.ts';

/** File name of the embedded database in the data folder. */
export const DATABASE_FILE = 'samtal.db';

/**
 * Suffixes of the database file, its write-ahead log and the index of the log. They belong together, because
 * SQLite would replay a leftover log into another database.
 */
export const COMPANIONS = ['', '-wal', '-shm'];

/** The most statements that are kept prepared; the product has fewer that do not depend on the length of a list. */
const MOST_STATEMENTS = 200;

/**
 * Kysely's statement that begins a transaction, and the one that is used. A transaction that takes the lock for
 * writing only after it has read does not wait for another process that writes: SQLite refuses it.
 */
const BEGIN = ['begin', 'begin immediate'] as const;

const valuesOf = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];

/**
 * Adapts node:sqlite to the interface of Kysely's SQLite dialect. Statements stay prepared for the next query with
 * the same text; SQLite itself prepares them again after a change of the schema.
 */
export function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  /** In the order of their last use, the least recently used one first. */
  const statements = new Map<string, SqliteStatement>();

  function prepare(sql: string): SqliteStatement {
    const statement = database.prepare(sql === BEGIN[0] ? BEGIN[1] : sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...valuesOf(parameters)),
      run: (parameters) => statement.run(...valuesOf(parameters)),
      // Two readers of one statement would disturb each other, so each gets its own.
      iterate: (parameters) =>
        database.prepare(sql).iterate(...valuesOf(parameters)) as IterableIterator<unknown>,
    };
  }

  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? prepare(sql);
      statements.delete(sql);
      statements.set(sql, statement);
      const oldest = statements.keys().next().value;
      if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}

function openFile(dataDir: string): DatabaseSync {
  makeDataDir(dataDir);
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

/** Names of the applied migrations; undefined = the database is empty or not a database of Samtal. */
export function migrationsIn(sqlite: DatabaseSync): string[] | undefined {
  const isMigrated = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  if (isMigrated === undefined) return undefined;
  return sqlite
    .prepare('SELECT name FROM kysely_migration')
    .all()
    .map(({ name }) => String(name));
}

/** Opens the embedded database of `dataDir` without migrating it. */
export function connectEmbedded(dataDir: string): { sqlite: DatabaseSync; database: Database } {
  const sqlite = openFile(dataDir);
  const dialect = new SqliteDialect({ database: asKyselyDatabase(sqlite) });
  return { sqlite, database: new Kysely<Tables>({ dialect }) };
}

/**
 * Runs `work` in one transaction. Kysely's migrator uses none for SQLite, so a migration that is interrupted would leave
 * a schema of no version.
 */
async function inTransaction(sqlite: DatabaseSync, work: () => Promise<void>): Promise<void> {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    await work();
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Opens the embedded database of `dataDir` and migrates the schema if `mayMigrate`. Creates the folder if
 * necessary, readable only by its owner because it holds secrets. Committed data survives a power cut. Throws
 * a `DataDirError` on failure.
 */
export async function openEmbedded(dataDir: string, mayMigrate: boolean): Promise<Database> {
  let database: Database | undefined;
  try {
    const connected = connectEmbedded(dataDir);
    ({ database } = connected);
    const { sqlite } = connected;
    const age = schemaAge(migrationsIn(sqlite));
    const schema = { age, place: dataDir, mayMigrate };
    if (age !== 'same') await inTransaction(sqlite, () => bringUpToDate(connected.database, schema));
    return database;
  } catch (error) {
    await database?.destroy();
    throw explainDataDir(dataDir, error);
  }
}
