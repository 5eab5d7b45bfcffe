import { sql } from 'kysely';
import { LIST_LIMITS } from '../../../domain/limits/limits.ts';
import { oldestKept, RETENTION_KEY } from '../../../domain/people/history.ts';
import type { Database } from '../../database/database.ts';
import { nextTurn } from '../../database/next-turn.ts';
import { inPages } from '../in-pages.ts';
import type { HistoryRepository } from '../people-repositories.ts';
import { firstOf, inHistoryOf, removeEntries, removeOldestTexts } from './history-room.ts';

type HistoryRemoval = Pick<HistoryRepository, 'remove' | 'removeAll' | 'trimAnonymous' | 'sweep'>;

/** Removes calls: those that the user removes, and those that are too old or too many. */
export function createHistoryRemoval(database: Database): HistoryRemoval {
  /**
   * Removes the oldest entries of an account that were made before `before`: `most` at most, and no more than
   * one transaction may remove.
   * @returns whether there may be more
   */
  const removeOldest = (accountId: string, most: number, before = Number.MAX_SAFE_INTEGER) =>
    inHistoryOf(database, accountId, async (transaction) => {
      const oldest = await transaction
        .selectFrom('history_entry')
        .select(['id', 'bytes'])
        .where('account_id', '=', accountId)
        .where('timestamp', '<', before)
        .orderBy('timestamp')
        .orderBy('id')
        .limit(most)
        .execute();
      const rows = firstOf(oldest, LIST_LIMITS.removedBytesPerTurn);
      if (rows.length === 0) return false;
      await removeEntries(transaction, accountId, rows);
      return rows.length < oldest.length || oldest.length === most;
    });

  async function removeHistory(accountId: string, before?: number): Promise<void> {
    do await nextTurn();
    while (await removeOldest(accountId, LIST_LIMITS.rowsPerTurn, before));
  }

  return {
    async trimAnonymous(most) {
      for (;;) {
        const callers = database
          .selectFrom('history_usage')
          .innerJoin('account', 'account.id', 'history_usage.account_id')
          .where('account.kind', '=', 'anonymous');
        const { total } = await callers
          .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('total'))
          .executeTakeFirstOrThrow();
        if (total <= most) return;
        const largest = await callers
          .select('history_usage.account_id')
          .where('bytes', '>', 0)
          .orderBy('bytes', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (largest === undefined) return;
        const id = largest.account_id;
        const hadTexts = await inHistoryOf(database, id, (transaction) =>
          removeOldestTexts(transaction, id, total - most),
        );
        if (!hadTexts) await removeOldest(id, 1);
        await nextTurn();
      }
    },
    remove: (accountId, id) =>
      inHistoryOf(database, accountId, async (transaction) => {
        const row = await transaction
          .selectFrom('history_entry')
          .select(['id', 'bytes'])
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return false;
        await removeEntries(transaction, accountId, [row]);
        return true;
      }),
    removeAll: (accountId) => removeHistory(accountId),
    async sweep(now) {
      const retentions = await database
        .selectFrom('organisation_setting')
        .select(['organisation_id', 'value'])
        .where('key', '=', RETENTION_KEY)
        .execute();
      for (const { organisation_id, value } of retentions) {
        const oldest = oldestKept(value, now);
        if (oldest === undefined) continue;
        const people = inPages<string, string>(async (after = '') => {
          const rows = await database
            .selectFrom('history_usage')
            .innerJoin('account', 'account.id', 'history_usage.account_id')
            .select('account.id')
            .where('organisation_id', '=', organisation_id)
            .where('history_usage.account_id', '>', after)
            .orderBy('history_usage.account_id')
            .limit(LIST_LIMITS.rowsPerTurn)
            .execute();
          const ids = rows.map(({ id }) => id);
          return { rows: ids, next: ids.at(-1) };
        });
        for await (const page of people) for (const id of page) await removeHistory(id, oldest);
      }
    },
  };
}
