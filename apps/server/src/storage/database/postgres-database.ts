import { userInfo } from 'node:os';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, defaults } from 'pg';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { Database } from './database.ts';
import { DatabaseError, explainPostgres } from './postgres-error.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { schemaAge } from './schema-age.ts';
import type { Tables } from './tables.ts';

function nameOfUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return undefined;
  }
}

// Without a user in the URL it is the one who runs this program, as with psql. The driver looks at USER only, which neither
// cron nor a container sets.
defaults.user ??= nameOfUser();

/**
 * The URL with `sslmode=verify-full` instead of `prefer`, `require` or `verify-ca`. The driver treats these
 * like `verify-full`, but logs a warning, unless `uselibpqcompat` gives them the meaning of libpq.
 */
export const withCheckedTls = (url: string): string =>
  /[?&]uselibpqcompat=/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full');

/** Connects to the database without migrating it. */
export const connectPostgres = (url: string, hasTimeouts = true): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPostgresPool(url, { hasTimeouts }) }) });

/** Host, port and database, without user and password. */
export function placeOf(url: string): string {
  try {
    const { host, port, database } = new Client({ connectionString: url });
    return `${host}:${port}/${database ?? ''}`;
  } catch (error) {
    throw new DatabaseError(
      `DATABASE_URL cannot be used: ${error instanceof Error ? error.message : 'it is no address'}`,
      { cause: error },
    );
  }
}

/**
 * Reads the schema and the applied migrations; throws a `DatabaseError` for a wrong encoding or search path.
 */
export async function lookAt(database: Database) {
  const { rows } = await sql<{ schema: string | null; encoding: string; isMigrated: boolean }>`
    select current_schema() as schema, current_setting('server_encoding') as encoding,
      to_regclass('kysely_migration') is not null as "isMigrated"`.execute(database);
  const [found] = rows;
  if (found === undefined || found.schema === null)
    throw new DatabaseError('The search_path of the database names no schema.');
  if (found.encoding !== 'UTF8')
    throw new DatabaseError(
      `The database has the encoding ${found.encoding}. Make one that can hold every text: createdb --encoding=UTF8 --template=template0 <name>`,
    );
  if (!found.isMigrated) return { schema: found.schema, done: undefined };
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  return { schema: found.schema, done: done.rows.map(({ name }) => name) };
}

/**
 * Opens a PostgreSQL database by its URL and migrates the schema if `mayMigrate`. Committed data survives a
 * power cut if PostgreSQL's `synchronous_commit` guarantees it. Throws a `DatabaseError` on failure.
 */
export async function openPostgres(databaseUrl: string, mayMigrate: boolean): Promise<Database> {
  const url = withCheckedTls(databaseUrl);
  const place = placeOf(url);
  // No time limit for a statement: building an index over years of calls may take long.
  const preparing = connectPostgres(url, false);
  try {
    const { schema, done } = await lookAt(preparing);
    await bringUpToDate(preparing, { age: schemaAge(done), place, mayMigrate, name: schema });
  } catch (error) {
    throw explainPostgres(place, error);
  } finally {
    await preparing.destroy();
  }
  return connectPostgres(url);
}
