import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client } from 'pg';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { Database } from './database.ts';
import { DatabaseError, explainPostgres } from './postgres-error.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { schemaAge } from './schema-age.ts';
import type { Tables } from './tables.ts';

/** Everything of `sslmode` but off and unchecked is checked fully, which the driver does but warns about. */
const withCheckedTls = (url: string): string =>
  /[?&]uselibpqcompat=/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full');

/** The database as its schema stands. */
export const connectPostgres = (url: string, hasTimeouts = true): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPostgresPool(url, { hasTimeouts }) }) });

/** Where it is, without user and password. */
function placeOf(url: string): string {
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

/** What stands in the database before anything of ours is asked. */
async function lookAt(database: Database) {
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
 * Opens a PostgreSQL database by its URL and brings the schema up to date. What has been committed survives a power cut
 * as far as the server's `synchronous_commit` says so. Throws a `DatabaseError` when that cannot be.
 */
export async function openPostgres(databaseUrl: string, mayMigrate: boolean): Promise<Database> {
  const url = withCheckedTls(databaseUrl);
  const place = placeOf(url);
  // Building an index over years of calls may take its time.
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
