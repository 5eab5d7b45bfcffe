import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** True for PostgreSQL, false for the embedded database. */
export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;
