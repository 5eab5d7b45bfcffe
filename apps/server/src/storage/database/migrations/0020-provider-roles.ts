import type { Kysely } from 'kysely';

/** Adds whether the role of an account came from the OpenID Connect provider (decision D107). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('account')
    .addColumn('is_role_of_provider', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
