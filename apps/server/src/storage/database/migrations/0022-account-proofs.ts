import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds the e-mail address that the user of an account has proved, and how often the role has changed (decisions D98 and
 * D99). Of addresses from before it is not known who has proved them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  await database.schema.alterTable('account').addColumn('verified_email', text).execute();
  await database.schema
    .alterTable('account')
    .addColumn('role_changes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
