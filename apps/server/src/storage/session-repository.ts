import type { Database } from './database.ts';
import { exclusively } from './exclusively.ts';
import type { SessionRepository } from './repositories.ts';

export function createSessionRepository(database: Database): SessionRepository {
  return {
    async add(session, limit) {
      const row = {
        token_hash: session.tokenHash,
        account_id: session.accountId,
        last_used_at: session.lastUsedAt,
      };
      await exclusively(database, `sessions ${session.accountId}`, async (transaction) => {
        await transaction.insertInto('session').values(row).execute();
        // The new one stays, whatever the others' times are.
        const kept = transaction
          .selectFrom('session')
          .select('token_hash')
          .where('account_id', '=', session.accountId)
          .where('token_hash', '!=', session.tokenHash)
          .orderBy('last_used_at', 'desc')
          .limit(limit - 1);
        await transaction
          .deleteFrom('session')
          .where('account_id', '=', session.accountId)
          .where('token_hash', '!=', session.tokenHash)
          .where('token_hash', 'not in', kept)
          .execute();
      });
    },
    async find(tokenHash) {
      const row = await database
        .selectFrom('session')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row && { tokenHash: row.token_hash, accountId: row.account_id, lastUsedAt: row.last_used_at };
    },
    async touch(tokenHash, now) {
      await database
        .updateTable('session')
        .set({ last_used_at: now })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
    async remove(tokenHash) {
      await database.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
    },
    async removeAll(accountId, exceptTokenHash = '') {
      await database
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .where('token_hash', '!=', exceptTokenHash)
        .execute();
    },
    async removeOlderThan(lastUsedBefore) {
      await database.deleteFrom('session').where('last_used_at', '<', lastUsedBefore).execute();
    },
  };
}
