import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds one-time keys of mails, organisation settings, revocations (table `expulsion`), the languages of
 * accounts, and an index for the search by e-mail address.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable('account').addColumn('language', 'text').execute();
  await schema
    .createIndex('account_property_search')
    .on('account_property')
    .expression(sql`key, lower(value)`)
    .execute();
  await schema
    .createTable('one_time_key')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createIndex('one_time_key_account')
    .on('one_time_key')
    .columns(['account_id', 'purpose'])
    .execute();
  await schema
    .createTable('organisation_setting')
    .addColumn('organisation_id', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('organisation_setting_key', ['organisation_id', 'key'])
    .execute();
  await schema
    .createTable('expulsion')
    .addColumn('id', isPostgres(database) ? 'serial' : 'integer', (column) =>
      isPostgres(database) ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('username', 'text', (column) => column.notNull())
    .execute();
}
