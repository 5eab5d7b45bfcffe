import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Moves SIP secrets to sessions and devices (decision D48); only a server agent keeps its account's secret.
 * Existing sessions share the secret of their account, so they end and users log in again. The view
 * `sip_address` lists all addresses, because the addresses of users without a session must be known too.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const text = isPostgres(database) ? sql`text collate "C"` : sql`text`;
  await schema.alterTable('account').addColumn('sip_secret', text).execute();
  await sql`update account set sip_secret = sip_password where kind = 'party'`.execute(database);

  await schema.dropTable('session').execute();
  await schema
    .createTable('session')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('token_hash', text, (column) => column.unique())
    .addColumn('device_name', text)
    .addColumn('sip_secret', text)
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('session_device', ['account_id', 'device_name'])
    .execute();
  await schema.createIndex('session_account').on('session').columns(['account_id', 'last_used_at']).execute();
  await schema.createIndex('session_age').on('session').column('last_used_at').execute();

  await schema.dropTable('expulsion').execute();
  await schema
    .createTable('expulsion')
    .addColumn('id', isPostgres(database) ? 'bigserial' : 'integer', (column) =>
      isPostgres(database) ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('username', text)
    .addColumn('session_id', text)
    .execute();

  const at = isPostgres(database) ? sql`strpos(address, '@')` : sql`instr(address, '@')`;
  const username = sql`substr(address, 1, ${at} - 1)`;
  await sql`create index account_address_username on account_address (${username})`.execute(database);
  const parts = sql`${username} as username, substr(address, ${at} + 1) as domain`;
  const accounts = sql`account join account_address on account_address.account_id = account.id`;
  await sql`
    create view sip_address as select ${parts} from ${accounts} where account.status = 'active'`.execute(
    database,
  );

  const replaceView = isPostgres(database)
    ? // Replacing the view keeps the privileges of roles that may read it.
      sql`create or replace view`
    : sql`create view`;
  if (!isPostgres(database)) await schema.dropView('sip_account').execute();
  await sql`
    ${replaceView} sip_account as
    select ${parts}, account.sip_secret as password from ${accounts}
    where account.status = 'active' and account.sip_secret is not null
    union all
    select ${parts}, session.sip_secret as password from ${accounts}
    join session on session.account_id = account.id
    where account.status = 'active' and session.sip_secret is not null`.execute(database);
  await schema.alterTable('account').dropColumn('sip_password').execute();
}
