import type { CreateTableBuilder, Kysely } from 'kysely';

/** Adds contacts, services, the directory, messages and history; lists of one account have an index. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  /** A table whose rows are deleted with their account. */
  const ofAccount = (name: string) =>
    schema
      .createTable(name)
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      );
  const withText = (table: CreateTableBuilder<string, string>, ...names: string[]) =>
    names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);

  await withText(
    ofAccount('contact').addColumn('id', 'text', (column) => column.primaryKey()),
    'fname',
    'sname',
    'sipaddress',
    'email',
    'address',
    'post_nr',
    'city',
    'image_url',
    'search_text',
  ).execute();
  await schema.createIndex('contact_account').on('contact').column('account_id').execute();

  await withText(schema.createTable('service'), 'name', 'image_url', 'sipaddress')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation_id', 'integer')
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();
  await withText(schema.createTable('directory_group'), 'kind', 'id', 'name')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_group_key', ['kind', 'id'])
    .execute();
  await withText(schema.createTable('directory_entry'), 'name', 'image', 'phone')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation_id', 'integer')
    .addColumn('is_featured', 'integer', (column) => column.notNull())
    .addColumn('has_children', 'integer', (column) => column.notNull())
    .addColumn('type_id', 'text')
    .addColumn('category_id', 'text')
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();

  await ofAccount('message')
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('from_name', 'text')
    .addColumn('from_address', 'text')
    .addColumn('text', 'text')
    .addColumn('is_read', 'integer', (column) => column.notNull())
    .addColumn('is_open', 'integer', (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('message_key', ['account_id', 'number'])
    .execute();
  await ofAccount('message_counter')
    .addColumn('last', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('message_counter_key', ['account_id'])
    .execute();

  await withText(
    ofAccount('history_entry'),
    'id',
    'type',
    'outcome',
    'sip_address',
    'contact_name',
    'received_text',
    'sent_text',
    'transcript',
  )
    .addColumn('is_answered', 'integer', (column) => column.notNull())
    .addColumn('is_missed', 'integer', (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addColumn('duration', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_entry_key', ['account_id', 'id'])
    .execute();
  await schema
    .createIndex('history_entry_time')
    .on('history_entry')
    .columns(['account_id', 'timestamp', 'id'])
    .execute();
  await schema
    .createIndex('history_entry_missed')
    .on('history_entry')
    .columns(['account_id', 'is_missed', 'timestamp', 'id'])
    .execute();
}
