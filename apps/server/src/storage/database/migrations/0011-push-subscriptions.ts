import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds the devices that get web pushes (decision D78). */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Columns have 64 bits and are compared byte by byte, like all other columns (0005).
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  await database.schema
    .createTable('push_subscription')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id').onDelete('cascade'))
    // No foreign key: the subscription of a device that logs in by itself outlives the session.
    .addColumn('session_id', text, (column) => column.notNull())
    .addColumn('is_staying', 'bigint', (column) => column.notNull())
    .addColumn('instance', text, (column) => column.notNull())
    .addColumn('endpoint', text, (column) => column.notNull().unique())
    .addColumn('p256dh', text, (column) => column.notNull())
    .addColumn('auth', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('renewed_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('push_subscription_device', ['account_id', 'instance'])
    .execute();
  await database.schema
    .createIndex('push_subscription_session')
    .on('push_subscription')
    .column('session_id')
    .execute();
  await database.schema
    .createIndex('push_subscription_age')
    .on('push_subscription')
    .column('renewed_at')
    .execute();
}
