import { type RawBuilder, sql } from 'kysely';

/** SQL for milliseconds since the epoch by the clock of PostgreSQL, which all server processes share. */
export const DATABASE_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

export const databaseNow: RawBuilder<number> = sql<number>`${sql.raw(DATABASE_NOW)}`;
