import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds the identities at OpenID Connect providers by which accounts are found, and which sessions began with one
 * (decision D99).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema
    .createTable('identity')
    .addColumn('issuer', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('connected_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('identity_key', ['issuer', 'subject'])
    .execute();
  await schema.createIndex('identity_account').on('identity').column('account_id').execute();
  await schema
    .createTable('provider_session')
    .addColumn('session_id', text, (column) =>
      column.primaryKey().references('session.id').onDelete('cascade'),
    )
    .addColumn('issuer', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('sid', text)
    .addColumn('id_token', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('provider_session_subject')
    .on('provider_session')
    .columns(['issuer', 'subject'])
    .execute();
  await schema
    .createIndex('provider_session_sid')
    .on('provider_session')
    .columns(['issuer', 'sid'])
    .execute();
}
