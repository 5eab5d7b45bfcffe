import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/** Adds the records of calls, and when the server was last known to run (decision D93). */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema
    .createTable('call_record')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('call_id', text, (column) => column.notNull())
    .addColumn('caller', text, (column) => column.notNull())
    .addColumn('callee', text, (column) => column.notNull())
    .addColumn('caller_organisation', 'bigint')
    .addColumn('callee_organisation', 'bigint')
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('status', 'bigint')
    .addColumn('ending', text)
    .addColumn('offered', text, (column) => column.notNull())
    .addColumn('used', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('call_record_began').on('call_record').columns(['began_at', 'id']).execute();
  // The records of a removed account are found by its addresses.
  await schema.createIndex('call_record_caller').on('call_record').column('caller').execute();
  await schema.createIndex('call_record_callee').on('call_record').column('callee').execute();
  await schema
    .createIndex('call_record_open')
    .on('call_record')
    .column('id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await schema
    .createTable('call_clock')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}
