import { type Kysely, sql } from 'kysely';

/**
 * Adds the settings of the server's last start, and indexes for queries of every request and of every
 * anonymous login.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createIndex('account_address_account')
    .on('account_address')
    .columns(['account_id', 'position'])
    .execute();
  await schema.createIndex('account_kind').on('account').column('kind').execute();
  await schema
    .createTable('installation')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  // The domain is that of the mailbox account, which exists since the first start.
  const { rows } = await sql<{ address: string }>`
    select address from account_address join account on account.id = account_id
    where kind = 'party' and username = 'mailbox' and position = 0`.execute(database);
  const domain = rows[0]?.address.split('@')[1];
  if (domain !== undefined)
    await sql`insert into installation (key, value) values ('SIP_DOMAIN', ${domain})`.execute(database);
}
