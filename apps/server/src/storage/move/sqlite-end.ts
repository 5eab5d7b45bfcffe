import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bringUpToDate } from '../database/bring-up-to-date.ts';
import {
  COMPANIONS,
  connectEmbedded,
  DATABASE_FILE,
  migrationsIn,
  openEmbedded,
} from '../database/embedded-database.ts';
import { schemaAge } from '../database/schema-age.ts';
import type { Source, Target } from './ends.ts';
import { inPortions } from './portions.ts';
import { type Column, MoveError, type Row, type Table, type Value } from './table-shape.ts';

/** Folder in the data folder in which the new database is made. */
const MAKING = 'moving';

const quoted = (name: string): string => `"${name}"`;
const listed = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(', ');

const byName = (a: Column, b: Column): number => (a.name < b.name ? -1 : 1);

function kindOf(table: string, column: string, type: string): Column['kind'] {
  if (/^text$/i.test(type)) return 'text';
  if (/^(?:big)?int(?:eger)?$/i.test(type)) return 'number';
  throw new MoveError(
    `The column ${column} of the table ${table} has the type ${type}, which cannot be moved.`,
  );
}

function tablesOf(sqlite: DatabaseSync): Table[] {
  const names = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'",
    )
    .all()
    .map(({ name }) => String(name));
  return names.map((name) => ({
    name,
    columns: sqlite
      .prepare('select name, type from pragma_table_info(?)')
      .all(name)
      .map((column) => ({
        name: String(column['name']),
        kind: kindOf(name, String(column['name']), String(column['type'])),
      }))
      .toSorted(byName),
    references: sqlite
      .prepare('select distinct "table" as name from pragma_foreign_key_list(?)')
      .all(name)
      .map((row) => String(row['name']))
      .filter((other) => other !== name),
  }));
}

/** SQLite stores a value of any type in any column, but only what the column is made for can be moved. */
function valueOf(table: Table, column: Column, value: unknown): Value {
  const fits = column.kind === 'text' ? typeof value === 'string' : typeof value === 'bigint';
  if (value !== null && !fits)
    throw new MoveError(
      `A row of the table ${table.name} has a value in the column ${column.name} that is no ${column.kind === 'text' ? 'text' : 'whole number'}. Correct or remove that row first.`,
    );
  return value as Value;
}

function* rowsOf(sqlite: DatabaseSync, table: Table): Generator<Row> {
  const statement = sqlite.prepare(`select ${listed(table.columns)} from ${quoted(table.name)}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as Iterable<unknown>)
    yield table.columns.map((column, index) => valueOf(table, column, (row as unknown[])[index]));
}

async function* portionsOf(sqlite: DatabaseSync, table: Table): AsyncGenerator<readonly Row[]> {
  yield* inPortions(rowsOf(sqlite, table));
}

const countsOf = (sqlite: DatabaseSync): ReadonlyMap<string, bigint> => {
  const statement = sqlite.prepare('select name, seq from sqlite_sequence');
  statement.setReadBigInts(true);
  return new Map(statement.all().map(({ name, seq }) => [String(name), seq as bigint]));
};

/** Opens the embedded database of `dataDir`, which must be of this version, and keeps other writers away. */
export async function openSqliteSource(dataDir: string): Promise<Source> {
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new MoveError(`There is no database in ${dataDir}. Set DATA_DIR.`);
  const { sqlite, database } = connectEmbedded(dataDir);
  try {
    const age = schemaAge(migrationsIn(sqlite));
    await bringUpToDate(database, { age, place: dataDir, mayMigrate: false });
    sqlite.exec('begin immediate');
    return {
      tables: tablesOf(sqlite),
      read: (table) => portionsOf(sqlite, table),
      lastNumbers: async () => countsOf(sqlite),
      close: async () => sqlite.close(),
    };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Makes the new database in `folder`; an interrupted move may have left one there. */
async function makeIn(folder: string): Promise<DatabaseSync> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  await (await openEmbedded(folder, true)).destroy();
  const sqlite = new DatabaseSync(join(folder, DATABASE_FILE), { enableForeignKeyConstraints: true });
  sqlite.exec('begin immediate');
  return sqlite;
}

/**
 * Makes a new embedded database for `dataDir` beside the place in which it will be. Throws a `MoveError` if there is
 * one already.
 */
export async function openSqliteTarget(dataDir: string): Promise<Target> {
  const file = join(dataDir, DATABASE_FILE);
  if (COMPANIONS.some((suffix) => existsSync(`${file}${suffix}`)))
    throw new MoveError(
      `There is a database in ${dataDir} already. Move all files whose names begin with ${DATABASE_FILE} to another folder first.`,
    );
  const folder = join(dataDir, MAKING);
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  const sqlite = await makeIn(folder).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  let isOpen = true;
  function end(): void {
    if (isOpen) sqlite.close();
    isOpen = false;
  }

  return {
    tables: tablesOf(sqlite),
    storable: (text) => text,
    async write(table, rows) {
      const places = table.columns.map(() => '?').join(', ');
      const insert = sqlite.prepare(
        `insert into ${quoted(table.name)} (${listed(table.columns)}) values (${places})`,
      );
      for (const row of rows) insert.run(...row);
    },
    read: (table) => portionsOf(sqlite, table),
    lastNumbers: async () => countsOf(sqlite),
    async setLastNumber(table, last) {
      sqlite.prepare('delete from sqlite_sequence where name = ?').run(table);
      sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last);
    },
    async commit() {
      sqlite.exec('commit; pragma journal_mode = delete');
      end();
      const made = join(folder, DATABASE_FILE);
      const descriptor = openSync(made, 'r');
      fsyncSync(descriptor);
      closeSync(descriptor);
      renameSync(made, file);
    },
    async close() {
      end();
      removeFolder();
    },
  };
}
