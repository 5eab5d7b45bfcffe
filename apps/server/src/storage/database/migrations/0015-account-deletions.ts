import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds the deletions that users have asked for, and indexes with which the calls of one address are read in their
 * order (decision D96).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema
    .createTable('account_deletion')
    .addColumn('account_id', text, (column) =>
      column.primaryKey().references('account.id').onDelete('cascade'),
    )
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('account_deletion_due').on('account_deletion').column('due_at').execute();
  for (const end of ['caller', 'callee'] as const) {
    await schema.dropIndex(`call_record_${end}`).execute();
    await schema
      .createIndex(`call_record_of_${end}`)
      .on('call_record')
      .columns([end, 'began_at', 'id'])
      .execute();
  }
  await schema.createIndex('message_age').on('message').columns(['timestamp']).execute();
}
