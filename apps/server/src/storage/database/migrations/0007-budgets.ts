import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds an index in the order of each list, which is read in pages. Moves the texts of calls to their own
 * table, so that a list of calls does not read them. Counts the size of each history, and anonymous callers
 * by subnet.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const text = isPostgres(database) ? sql`text collate "C"` : ('text' as const);
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns).execute();
  const ofAccount = (table: string) =>
    schema
      .createTable(table)
      .addColumn('account_id', text, (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      );

  await schema.dropIndex('contact_account').execute();
  await index('contact_account_id', 'contact', ['account_id', 'id']);
  await index('message_time', 'message', ['account_id', 'is_open', 'timestamp', 'number']);
  await index('message_read', 'message', ['account_id', 'is_read', 'number']);
  await index('service_position', 'service', ['position', 'id']);
  await index('directory_entry_position', 'directory_entry', ['position', 'id']);
  await index('session_last_used', 'session', ['last_used_at']);

  await ofAccount('history_text')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addColumn('received_text', text, (column) => column.notNull())
    .addColumn('sent_text', text, (column) => column.notNull())
    .addColumn('transcript', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('history_text_key', ['account_id', 'id'])
    .addForeignKeyConstraint(
      'history_text_of_entry',
      ['account_id', 'id'],
      'history_entry',
      ['account_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await index('history_text_time', 'history_text', ['account_id', 'timestamp', 'id']);
  await sql`
    insert into history_text (account_id, id, timestamp, received_text, sent_text, transcript)
    select account_id, id, timestamp, received_text, sent_text, transcript from history_entry
    where received_text <> '' or sent_text <> '' or transcript <> '[]'`.execute(database);
  const addNumber = (name: string) =>
    schema
      .alterTable('history_entry')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  await addNumber('bytes');
  await addNumber('is_text_removed');
  await sql`
    update history_entry set
      bytes = 500 + octet_length(received_text) + octet_length(sent_text) + octet_length(transcript),
      received_text = substr(received_text, 1, 200), sent_text = substr(sent_text, 1, 200)`.execute(database);
  await schema.alterTable('history_entry').renameColumn('received_text', 'received_preview').execute();
  await schema.alterTable('history_entry').renameColumn('sent_text', 'sent_preview').execute();
  await schema.alterTable('history_entry').dropColumn('transcript').execute();

  await ofAccount('history_usage')
    .addColumn('entries', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_usage_key', ['account_id'])
    .execute();
  await sql`
    insert into history_usage (account_id, entries, bytes)
    select account_id, count(*), sum(bytes) from history_entry group by account_id`.execute(database);

  await ofAccount('anonymous_caller')
    .addColumn('subnet', text, (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('anonymous_caller_key', ['account_id'])
    .execute();
  await index('anonymous_caller_subnet', 'anonymous_caller', ['subnet']);
}
