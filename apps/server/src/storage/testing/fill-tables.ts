import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../database/embedded-database.ts';

type Column = { readonly name: string; readonly isText: boolean; readonly isKey: boolean };

/** Texts that a database may treat in its own way. */
const ODD_TEXTS = [
  '',
  ' ',
  'NULL',
  '\\N',
  '{"a","b\\"}',
  "'; drop table account; --",
  'Ä é ß ﷺ',
  '👩‍👩‍👧 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈',
  'line\r\nline\ttab\u0001\u007f',
  'x'.repeat(120_000),
];

const ODD_NUMBERS = [0n, 1n, -1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

/** Rows of each table with odd values. */
const ODD_ROWS = 100;

const tableNames = (sqlite: DatabaseSync): string[] =>
  sqlite
    .prepare("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^(?:sqlite|kysely)_/.test(name));

/** Names of all tables of the database in `dataDir`, as the migrations have made them. */
export function tablesIn(dataDir: string): string[] {
  const sqlite = new DatabaseSync(join(dataDir, DATABASE_FILE));
  const names = tableNames(sqlite);
  sqlite.close();
  return names.toSorted();
}

/** Puts rows into every table that the migrations have made: row n of a table references row n of another. */
export function fillEveryTable(dataDir: string, rows: number): void {
  const sqlite = new DatabaseSync(join(dataDir, DATABASE_FILE), { enableForeignKeyConstraints: false });
  sqlite.exec('begin');
  for (const table of tableNames(sqlite)) {
    const references = sqlite
      .prepare('select "from" as name from pragma_foreign_key_list(?)')
      .all(table)
      .map(({ name }) => String(name));
    const unique = new Set(
      sqlite
        .prepare(
          'select info.name from pragma_index_list(?) list join pragma_index_info(list.name) info where list."unique" = 1',
        )
        .all(table)
        .map(({ name }) => String(name)),
    );
    const columns = sqlite
      .prepare('select name, type, pk from pragma_table_info(?)')
      .all(table)
      .map(
        ({ name, type, pk }): Column => ({
          name: String(name),
          isText: String(type).toLowerCase() === 'text',
          isKey: pk !== 0 || unique.has(String(name)) || references.includes(String(name)),
        }),
      );
    const isIndexed = new Set(
      sqlite
        .prepare(
          'select distinct info.name from pragma_index_list(?) list join pragma_index_info(list.name) info',
        )
        .all(table)
        .map(({ name }) => String(name)),
    );
    const insert = sqlite.prepare(
      `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    const valueOf = ({ name, isText, isKey }: Column, row: number): string | bigint => {
      if (isKey) return isText ? `key ${row} 𐍈@demo.example` : BigInt(row + 1);
      if (row >= ODD_ROWS) return isText ? `text ${row}` : BigInt(row);
      if (!isText) return ODD_NUMBERS[row % ODD_NUMBERS.length] ?? 0n;
      const text = ODD_TEXTS[row % ODD_TEXTS.length] ?? '';
      // PostgreSQL's indexes take values of up to 2,704 bytes; the product's limits are below that.
      return isIndexed.has(name) || name === 'value' ? text.slice(0, 500) : text;
    };
    for (let row = 0; row < rows; row++) insert.run(...columns.map((column) => valueOf(column, row)));
  }
  sqlite.exec('commit');
  const [broken] = sqlite.prepare('pragma foreign_key_check').all();
  sqlite.close();
  if (broken !== undefined) throw new Error(`row without its owner: ${JSON.stringify(broken)}`);
}
