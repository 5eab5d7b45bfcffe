import type { Kysely } from 'kysely';

/** Lets a user mark contacts as favourites (decision D53). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('contact')
    .addColumn('is_favourite', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
