import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds the one-click links that can be listed and ended (decision D112); links from before have no row. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema
    .createTable('kiosk_link')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('organisation_id', 'bigint', (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('callee', text, (column) => column.notNull())
    .addColumn('ivr', text, (column) => column.notNull())
    .addColumn('ref', text, (column) => column.notNull())
    .addColumn('made_by', text, (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('kiosk_link_age').on('kiosk_link').columns(['made_at', 'id']).execute();
  await schema.createIndex('kiosk_link_account').on('kiosk_link').column('account_id').execute();
  await schema.createIndex('kiosk_link_expiry').on('kiosk_link').column('expires_at').execute();
}
