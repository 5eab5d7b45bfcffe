import type { Kysely } from 'kysely';

/** Adds how often an account was logged out everywhere (decisions D98 to D100). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('account')
    .addColumn('log_outs', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
