import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds the pictures of accounts and of their contacts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Columns have 64 bits and are compared byte by byte, like all other columns (0005).
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  await database.schema
    .createTable('picture')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('contact_id', text, (column) => column.references('contact.id').onDelete('cascade'))
    .addColumn('content', text, (column) => column.notNull())
    .execute();
  await database.schema.createIndex('picture_account').on('picture').column('account_id').execute();
  await database.schema.createIndex('picture_contact').on('picture').column('contact_id').execute();
}
