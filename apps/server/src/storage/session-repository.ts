import type { Database } from './database.ts';
import type { SessionRepository } from './repositories.ts';

export function createSessionRepository(database: Database): SessionRepository {
  return {
    async add(session, limit) {
      const row = {
        token_hash: session.tokenHash,
        account_id: session.accountId,
        last_used_at: session.lastUsedAt,
      };
      await database.transaction().execute(async (transaction) => {
        await transaction.insertInto('session').values(row).execute();
        const kept = transaction
          .selectFrom('session')
          .select('token_hash')
          .where('account_id', '=', session.accountId)
          .orderBy('last_used_at', 'desc')
          .limit(limit);
        await transaction
          .deleteFrom('session')
          .where('account_id', '=', session.accountId)
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
      return (
        row && { tokenHash: row.token_hash, accountId: row.account_id, lastUsedAt: Number(row.last_used_at) }
      );
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
