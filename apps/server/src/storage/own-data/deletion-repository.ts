import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import type { AccountDeletion, DeletionRepository } from '../repositories/repositories.ts';

const deletionOf = (row: Tables['account_deletion']): AccountDeletion => ({
  accountId: row.account_id,
  askedAt: row.asked_at,
  dueAt: row.due_at,
});

export function createDeletionRepository(database: Database): DeletionRepository {
  const changeDeletions = <T>(run: Parameters<typeof exclusively<T>>[2]) =>
    exclusively(database, 'account deletions', run);

  return {
    ask: ({ accountId, askedAt, dueAt }) =>
      changeDeletions(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('account')
          .set({ status: 'disabled' })
          .where('id', '=', accountId)
          .where('status', '=', 'active')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction
          .insertInto('account_deletion')
          .values({ account_id: accountId, asked_at: askedAt, due_at: dueAt, claimed_until: 0 })
          .execute();
        return true;
      }),
    async find(accountId) {
      const row = await database
        .selectFrom('account_deletion')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && deletionOf(row);
    },
    async list() {
      const rows = await database
        .selectFrom('account_deletion')
        .selectAll()
        .orderBy('due_at')
        .orderBy('account_id')
        .execute();
      return rows.map(deletionOf);
    },
    cancel: (accountId, now) =>
      changeDeletions(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('account_deletion')
          .where('account_id', '=', accountId)
          .where('due_at', '>', now)
          .where('claimed_until', '=', 0)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await transaction
          .updateTable('account')
          .set({ status: 'active' })
          .where('id', '=', accountId)
          .execute();
        return true;
      }),
    claimDue: (now, until) =>
      changeDeletions(async (transaction) => {
        const due = await transaction
          .selectFrom('account_deletion')
          .select('account_id')
          .where('due_at', '<=', now)
          .where('claimed_until', '<=', now)
          .orderBy('due_at')
          .limit(1)
          .executeTakeFirst();
        if (due === undefined) return undefined;
        await transaction
          .updateTable('account_deletion')
          .set({ claimed_until: until })
          .where('account_id', '=', due.account_id)
          .execute();
        return due.account_id;
      }),
  };
}
