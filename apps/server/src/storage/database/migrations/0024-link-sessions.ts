import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds with which one-click link a session as a person began (decision D112); sessions from before are not known. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  await database.schema.alterTable('session').addColumn('kiosk_link', text).execute();
  await database.schema.createIndex('session_kiosk_link').on('session').column('kiosk_link').execute();
}
