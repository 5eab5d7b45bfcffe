import type { Kysely } from 'kysely';
import type { KeyPurpose } from '../../domain/accounts/link-rules.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import type { OneTimeKeyRepository, SpentKey } from './repositories.ts';

/** `purpose` of `exclusively` for adding keys, and for finding abandoned accounts by their keys. */
export const ONE_TIME_KEYS = 'one-time keys';

/** Marks a key as used. @returns whether this was the first use of a key that is not revoked */
export async function spendKey(from: Kysely<Tables>, { keyHash, now }: SpentKey): Promise<boolean> {
  const { numUpdatedRows } = await from
    .updateTable('one_time_key')
    .set({ used_at: now })
    .where('key_hash', '=', keyHash)
    .where('used_at', 'is', null)
    .where('is_revoked', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Revokes the unused keys of an account, or those of some purposes. Their rows stay: the expiry of a registration's key still decides
 * how long the names of the account are reserved.
 */
export async function revokeUnusedKeys(
  from: Kysely<Tables>,
  accountId: string,
  purposes?: readonly KeyPurpose[],
): Promise<void> {
  const unused = from
    .updateTable('one_time_key')
    .set({ is_revoked: 1 })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null);
  await (purposes === undefined ? unused : unused.where('purpose', 'in', purposes)).execute();
}

export function createOneTimeKeyRepository(database: Database): OneTimeKeyRepository {
  return {
    add: ({ keyHash, accountId, purpose, expiresAt, email }) =>
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
            email: email ?? null,
          })
          .execute();
      }),
    async find(keyHash) {
      const row = await database
        .selectFrom('one_time_key')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .where('is_revoked', '=', 0)
        .executeTakeFirst();
      return (
        row && {
          keyHash,
          accountId: row.account_id,
          purpose: row.purpose,
          expiresAt: row.expires_at,
          isUsed: row.used_at !== null,
          ...(row.email !== null && { email: row.email }),
        }
      );
    },
    async pendingEmail(accountId, now) {
      const row = await database
        .selectFrom('one_time_key')
        .select('email')
        .where('account_id', '=', accountId)
        .where('purpose', '=', 'email')
        .where('used_at', 'is', null)
        .where('is_revoked', '=', 0)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row?.email ?? undefined;
    },
    async removeAll(accountId, purpose) {
      await database
        .deleteFrom('one_time_key')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .execute();
    },
    use: (keyHash, now) => spendKey(database, { keyHash, now }),
    async removeExpiredBefore(time) {
      await database.deleteFrom('one_time_key').where('expires_at', '<', time).execute();
    },
  };
}
