import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds the dialogs of established calls, which go on after a restart (decision D80). */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  await database.schema
    .createTable('dialog')
    .addColumn('token', text, (column) => column.primaryKey())
    .addColumn('content', text, (column) => column.notNull())
    .execute();
}
