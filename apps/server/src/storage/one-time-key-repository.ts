import type { Database } from './database.ts';
import { exclusively } from './exclusively.ts';
import type { OneTimeKeyRepository } from './repositories.ts';

/** Purpose of `exclusively`: keys are made, and accounts are judged by them. */
export const ONE_TIME_KEYS = 'one-time keys';

export function createOneTimeKeyRepository(database: Database): OneTimeKeyRepository {
  return {
    add: ({ keyHash, accountId, purpose, expiresAt }) =>
      exclusively(database, ONE_TIME_KEYS, async (transaction) => {
        await transaction
          .deleteFrom('one_time_key')
          .where('account_id', '=', accountId)
          .where('purpose', '=', purpose)
          .execute();
        await transaction
          .insertInto('one_time_key')
          .values({
            key_hash: keyHash,
            account_id: accountId,
            purpose,
            expires_at: expiresAt,
            used_at: null,
          })
          .execute();
      }),
    async find(keyHash) {
      const row = await database
        .selectFrom('one_time_key')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      return (
        row && {
          keyHash,
          accountId: row.account_id,
          purpose: row.purpose,
          expiresAt: row.expires_at,
          isUsed: row.used_at !== null,
        }
      );
    },
    async use(keyHash, now) {
      const { numUpdatedRows } = await database
        .updateTable('one_time_key')
        .set({ used_at: now })
        .where('key_hash', '=', keyHash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async removeExpiredBefore(time) {
      await database.deleteFrom('one_time_key').where('expires_at', '<', time).execute();
    },
  };
}
