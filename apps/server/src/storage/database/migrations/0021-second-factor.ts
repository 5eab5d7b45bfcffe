import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds what users need for the second step of their log-in: authenticator app, recovery codes, passkeys (decision D100). */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema
    .createTable('authenticator_app')
    .addColumn('account_id', text, (column) =>
      column.primaryKey().references('account.id').onDelete('cascade'),
    )
    .addColumn('sealed_secret', text, (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('recovery_code')
    .addColumn('account_id', text, (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('code_hash', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'code_hash'])
    .execute();
  await schema
    .createTable('passkey')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('credential_id', text, (column) => column.notNull().unique())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('sign_count', 'bigint', (column) => column.notNull())
    .addColumn('transports', text, (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await schema.createIndex('passkey_account').on('passkey').column('account_id').execute();
}
