import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Lets a link be revoked before it expires, and confirm a new e-mail address. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // The columns have 64 bits and are compared byte by byte, like all other columns (0005).
  await schema
    .alterTable('one_time_key')
    .addColumn('is_revoked', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('one_time_key')
    .addColumn('email', isPostgres(database) ? sql`text collate "C"` : 'text')
    .execute();
}
