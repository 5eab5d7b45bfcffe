import type { Database } from '../database/database.ts';
import type { SettingRepository } from './repositories.ts';

export function createSettingRepository(database: Database): SettingRepository {
  return {
    list: (accountId, kind) =>
      database
        .selectFrom('setting')
        .select(['key', 'value'])
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .orderBy('key')
        .execute(),
    async ofAddress(address, key) {
      const found = await database
        .selectFrom('account_address')
        .innerJoin('setting', 'setting.account_id', 'account_address.account_id')
        .select('value')
        .where('address', '=', address)
        .where('kind', '=', 'web')
        .where('key', '=', key)
        .executeTakeFirst();
      return found?.value;
    },
    async set(accountId, kind, { key, value }) {
      await database
        .insertInto('setting')
        .values({ account_id: accountId, kind, key, value })
        .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'key']).doUpdateSet({ value }))
        .execute();
    },
    async remove(accountId, kind, key) {
      await database
        .deleteFrom('setting')
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute();
    },
  };
}
