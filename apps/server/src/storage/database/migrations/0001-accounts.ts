import type { Kysely } from 'kysely';

/**
 * Adds accounts with their addresses and properties, sessions, and settings. Usernames and addresses are
 * stored in lower case.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('sip_password', 'text', (column) => column.notNull())
    .addColumn('organisation_id', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('account_address')
    .addColumn('address', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('account_property')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_property_key', ['account_id', 'key'])
    .execute();
  await schema
    .createTable('session')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('session_account').on('session').columns(['account_id', 'last_used_at']).execute();
  await schema
    .createTable('setting')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('setting_key', ['account_id', 'kind', 'key'])
    .execute();
}
