import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** A link can be revoked before it expires, and can confirm a new e-mail address. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // 64 bits wide and compared byte by byte, like every other column (0005).
  await schema
    .alterTable('one_time_key')
    .addColumn('is_revoked', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('one_time_key')
    .addColumn('email', isPostgres(database) ? sql`text collate "C"` : 'text')
    .execute();
}
