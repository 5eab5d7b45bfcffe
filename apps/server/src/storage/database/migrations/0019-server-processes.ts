import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds what several server processes share (decision D105): their secrets, what they count and remember for a short
 * time, mails that wait, and what the audit says about accounts.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema
    .createTable('server_secret')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('counted_attempt')
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('times', text, (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('counted_attempt_key', ['name', 'key'])
    .execute();
  await schema.createIndex('counted_attempt_until').on('counted_attempt').column('until').execute();
  await schema
    .createTable('short_lived')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('short_lived_key', ['kind', 'key'])
    .execute();
  await schema.createIndex('short_lived_until').on('short_lived').column('until').execute();
  await schema
    .createTable('waiting_mail')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('audit_entry')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('account', text, (column) => column.notNull())
    .addColumn('line', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('audit_entry_of_account')
    .on('audit_entry')
    .columns(['account', 'at', 'id'])
    .execute();
  await schema.createIndex('audit_entry_at').on('audit_entry').column('at').execute();
}
