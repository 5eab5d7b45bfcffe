import type { ColumnType } from 'kysely';

/** A `bigint`: PostgreSQL's driver gives it as text, because not all of them fit a number. */
export type BigNumber = ColumnType<number | string, number, number>;
