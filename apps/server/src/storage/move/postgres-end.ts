import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Client, type CustomTypesConfig } from 'pg';
import { DATABASE_LIMITS, MOVE_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { bringUpToDate } from '../database/bring-up-to-date.ts';
import { lookAt, openPostgres, placeOf } from '../database/postgres-database.ts';
import { storableInPostgres } from '../database/postgres-pool.ts';
import { schemaAge } from '../database/schema-age.ts';
import type { Tables } from '../database/tables.ts';
import type { Source, Target } from './ends.ts';
import { inPortions } from './portions.ts';
import { type Column, MoveError, type Row, type Table } from './table-shape.ts';

/** All values as the text that PostgreSQL sends: numbers may exceed those of JavaScript. */
const types = { getTypeParser: () => (value: string) => value } as unknown as CustomTypesConfig;

const quoted = (name: string): string => `"${name}"`;
const listed = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(', ');

type Texts = readonly (string | null)[];

async function query(client: Client, text: string, values: readonly unknown[] = []): Promise<Texts[]> {
  const { rows } = await client.query<(string | null)[]>({
    text,
    values: [...values],
    rowMode: 'array',
    types,
  });
  return rows;
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'samtal-move',
    keepAlive: true,
    connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
    query_timeout: MOVE_LIMITS.silenceMs,
  });
  // An error event between two queries needs no action: the next query fails.
  client.on('error', nothing);
  await client.connect();
  // The transaction may last for long, and it waits while the other database is read.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

/** Names of the tables of the schema, without those of the migrations. */
const namesIn = async (client: Client): Promise<string[]> =>
  (
    await query(
      client,
      "select tablename from pg_tables where schemaname = current_schema() and tablename not like 'kysely\\_%'",
    )
  ).map(([name]) => String(name));

function kindOf(table: string, column: string, type: string): Column['kind'] {
  if (type === 'text') return 'text';
  if (type === 'bigint') return 'number';
  throw new MoveError(
    `The column ${column} of the table ${table} has the type ${type}, which cannot be moved.`,
  );
}

async function tablesOf(client: Client): Promise<Table[]> {
  const columns = await query(
    client,
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = current_schema() order by column_name collate "C"`,
  );
  const references = await query(
    client,
    `select owner.relname, other.relname from pg_constraint
     join pg_class owner on owner.oid = conrelid join pg_class other on other.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`,
  );
  return (await namesIn(client)).map((name) => ({
    name,
    columns: columns
      .filter(([table]) => table === name)
      .map(([, column, type]) => ({
        name: String(column),
        kind: kindOf(name, String(column), String(type)),
      })),
    references: references.filter(([owner]) => owner === name).map(([, other]) => String(other)),
  }));
}

async function* portionsOf(client: Client, table: Table): AsyncGenerator<readonly Row[]> {
  await query(
    client,
    `declare moving no scroll cursor for select ${listed(table.columns)} from ${quoted(table.name)}`,
  );
  for (;;) {
    const rows = await query(client, `fetch ${MOVE_LIMITS.fetchedRows} from moving`);
    if (rows.length === 0) break;
    yield* inPortions(
      rows.map((row) =>
        row.map((value, index) =>
          value !== null && table.columns[index]?.kind === 'number' ? BigInt(value) : value,
        ),
      ),
    );
  }
  await query(client, 'close moving');
}

/** Table, column and sequence of each column whose numbers PostgreSQL gives. */
const sequencesOf = async (client: Client): Promise<Texts[]> =>
  query(
    client,
    `select table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name)
     from information_schema.columns
     where table_schema = current_schema() and column_default like 'nextval(%'`,
  );

async function lastNumbersOf(client: Client): Promise<ReadonlyMap<string, bigint>> {
  const last = new Map<string, bigint>();
  for (const [table, , sequence] of await sequencesOf(client)) {
    const [found] = await query(client, `select last_value from ${sequence} where is_called`);
    if (found !== undefined) last.set(String(table), BigInt(String(found[0])));
  }
  return last;
}

/** Opens a PostgreSQL database, which must be of this version, and keeps other writers away. */
export async function openPostgresSource(databaseUrl: string): Promise<Source> {
  await (await openPostgres(databaseUrl, false)).destroy();
  const client = await connect(databaseUrl);
  try {
    await client.query('begin');
    const names = await namesIn(client);
    await client.query(`lock table ${names.map(quoted).join(', ')} in share mode`);
    return {
      tables: await tablesOf(client),
      read: (table) => portionsOf(client, table),
      lastNumbers: () => lastNumbersOf(client),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(nothing);
    throw error;
  }
}

/** Makes the tables in the transaction of this connection. */
async function makeTables(client: Client, place: string): Promise<void> {
  const held: PostgresPoolClient = {
    query: client.query.bind(client),
    release: nothing,
  };
  const pool = { options: {}, connect: () => Promise.resolve(held), end: () => Promise.resolve() };
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // Kysely begins the transaction. It is not ended here, because all rows belong into it.
  const transaction = await database.startTransaction().execute();
  const { schema, done } = await lookAt(transaction);
  const names = await namesIn(client);
  if (done === undefined && names.length > 0)
    throw new MoveError(
      `The database ${place} has tables of another program (${names.join(', ')}). Give it a new and empty database.`,
    );
  // The operator's tool writes without the lock of a server: it waits for the end of the move, and so does what it writes.
  if (names.length > 0) await client.query(`lock table ${names.map(quoted).join(', ')} in exclusive mode`);
  for (const name of names)
    if ((await query(client, `select 1 from ${quoted(name)} limit 1`)).length > 0)
      throw new MoveError(
        `The database ${place} is not empty: its table ${name} has rows, as after a start of the server. Give it a new and empty database (dropdb, createdb).`,
      );
  await bringUpToDate(transaction, { age: schemaAge(done), place, mayMigrate: true, name: schema });
}

/** Opens an empty PostgreSQL database and makes the tables. Throws a `MoveError` if it is not empty. */
export async function openPostgresTarget(databaseUrl: string): Promise<Target> {
  const client = await connect(databaseUrl);
  try {
    await makeTables(client, placeOf(databaseUrl));
    return {
      tables: await tablesOf(client),
      storable: storableInPostgres,
      async write(table, rows) {
        const arrays = table.columns.map(
          ({ kind }, index) => `$${index + 1}::${kind === 'text' ? 'text' : 'bigint'}[]`,
        );
        const values = table.columns.map((_, index) =>
          rows.map((row) => {
            const value = row[index] ?? null;
            return typeof value === 'bigint' ? String(value) : value;
          }),
        );
        await query(
          client,
          `insert into ${quoted(table.name)} (${listed(table.columns)}) select * from unnest(${arrays.join(', ')})`,
          values,
        );
      },
      read: (table) => portionsOf(client, table),
      lastNumbers: () => lastNumbersOf(client),
      async setLastNumber(table, last) {
        for (const [name, , sequence] of await sequencesOf(client))
          if (name === table) await query(client, 'select setval($1, $2)', [sequence, String(last)]);
      },
      commit: async () => void (await client.query('commit')),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(nothing);
    throw error;
  }
}
