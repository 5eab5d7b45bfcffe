import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database.ts';

/**
 * Adds views for an external SIP server, which must know which calls do not ring (decision D86): the addresses of
 * users who do not want to be disturbed now, and the addresses of their favourites, whose calls ring all the same.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isOnPostgres = isPostgres(database);
  const at = isOnPostgres ? sql`strpos(owner.address, '@')` : sql`instr(owner.address, '@')`;
  const parts = sql`substr(owner.address, 1, ${at} - 1) as username, substr(owner.address, ${at} + 1) as domain`;
  const now = isOnPostgres ? sql`extract(epoch from now()) * 1000` : sql`unixepoch() * 1000`;
  // The value is `off`, `on`, or the end as thirteen digits.
  await sql`
    create view sip_do_not_disturb as select ${parts}
    from account_address as owner
    join account on account.id = owner.account_id
    join setting on setting.account_id = account.id
    where account.status = 'active' and account.kind = 'person'
      and setting.kind = 'web' and setting.key = 'WEB_DO_NOT_DISTURB' and setting.value <> 'off'
      and case when setting.value = 'on' then 1 = 1 else cast(setting.value as bigint) > ${now} end`.execute(
    database,
  );
  const address = sql`lower(contact.sipaddress)`;
  const bare = sql`case when ${address} like 'sip:%' then substr(${address}, 5)
    when ${address} like 'sips:%' then substr(${address}, 6) else ${address} end`;
  await sql`
    create view sip_favourite as select ${parts}, ${bare} as address
    from account_address as owner
    join contact on contact.account_id = owner.account_id
    where contact.is_favourite = 1`.execute(database);
}
