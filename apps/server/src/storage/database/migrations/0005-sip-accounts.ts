import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Makes columns in PostgreSQL work as in the embedded database: text is compared byte by byte, whatever the
 * locale, and numbers have 64 bits. An upgrade of the C library then cannot change the order of an index.
 */
async function makeColumnsAlike(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as "table", column_name as "column", data_type as "type" from information_schema.columns
    where table_schema = current_schema() and data_type in ('text', 'integer')
      and table_name in (select tablename from pg_tables where schemaname = current_schema())
      and table_name not like 'kysely\\_%'`.execute(database);
  for (const table of new Set(rows.map((row) => row.table))) {
    const changes = rows
      .filter((row) => row.table === table)
      .map(
        ({ column, type }) =>
          sql`alter column ${sql.ref(column)} type ${type === 'text' ? sql`text collate "C"` : sql`bigint`}`,
      );
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(database);
  }
}

/**
 * Adds a view with the digest credentials for an external SIP server (decision D8): each address of an active
 * account with its secret.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) await makeColumnsAlike(database);
  const at = isPostgres(database)
    ? sql`strpos(account_address.address, '@')`
    : sql`instr(account_address.address, '@')`;
  await sql`
    create view sip_account as
    select substr(account_address.address, 1, ${at} - 1) as username,
      substr(account_address.address, ${at} + 1) as domain,
      account.sip_password as password
    from account join account_address on account_address.account_id = account.id
    where account.status = 'active'`.execute(database);
}
