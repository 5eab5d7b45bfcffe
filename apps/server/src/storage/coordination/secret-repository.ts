import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { SecretRepository } from '../repositories/repositories.ts';

/** What needs a secret, as a query for rows. */
const usesOf = (name: string, now: number) =>
  new Map([
    ['kiosk.key', sql`select id from kiosk_link where expires_at > ${now}`],
    ['vapid.key', sql`select id from push_subscription`],
    ['device.key', sql`select id from account where kind = 'person' and last_login_at is not null`],
    [
      'second-factor.key',
      sql`select account_id from authenticator_app union select account_id from recovery_code`,
    ],
  ]).get(name);

export function createSecretRepository(database: Database): SecretRepository {
  async function find(name: string): Promise<string | undefined> {
    const row = await database
      .selectFrom('server_secret')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }
  return {
    find,
    async findOrAdd(name, value) {
      // Two processes may start at the same time: the second one reads the secret of the first.
      await database
        .insertInto('server_secret')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await find(name)) ?? value;
    },
    async countUses(name, now) {
      const uses = usesOf(name, now);
      if (uses === undefined) return 0;
      const counted = sql<{ uses: number | string }>`select count(*) as uses from (${uses}) as each_use`;
      return Number((await counted.execute(database)).rows[0]?.uses ?? 0);
    },
    async replace(name, value) {
      await database
        .insertInto('server_secret')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
