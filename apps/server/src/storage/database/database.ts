import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Whether it is PostgreSQL; otherwise it is the embedded database. */
export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;
