import type { Database } from '../../database/database.ts';
import { exclusively } from '../exclusively.ts';
import { createHistoryRepository } from '../history/history-repository.ts';
import { ONE_TIME_KEYS } from '../one-time-key-repository.ts';
import { removeInTurns } from '../remove-in-turns.ts';
import type { AccountRepository } from '../repositories.ts';

type AccountRemoval = Pick<AccountRepository, 'remove' | 'isAbandoned' | 'removeAbandoned'>;

/** Removes accounts with all their data, and those whose e-mail address was not verified in time. */
export function createAccountRemoval(database: Database): AccountRemoval {
  /**
   * Ids of the accounts that are abandoned at `time`. Accounts without a key are excluded: during sign-up the
   * key is added after the account.
   */
  const idsOfAbandoned = (time: number) =>
    database
      .selectFrom('account')
      .innerJoin('one_time_key', 'one_time_key.account_id', 'account.id')
      .where('account.status', '=', 'unverified')
      .groupBy('account.id')
      .having((select) => select.fn.max('one_time_key.expires_at'), '<=', time)
      .select('account.id');

  return {
    async remove(id) {
      // Rows of large tables are removed in several transactions, between which other requests are served;
      // the other rows are deleted with the account.
      await createHistoryRepository(database).removeAll(id);
      await removeInTurns(database, 'contact', 'id', id);
      await removeInTurns(database, 'message', 'number', id);
      const addresses = database.selectFrom('account_address').select('address').where('account_id', '=', id);
      // The calls stay in the records of an organisation, without the person.
      return database.transaction().execute(async (transaction) => {
        for (const end of ['caller', 'callee'] as const)
          await transaction.updateTable('call_record').set(end, '').where(end, 'in', addresses).execute();
        const removed = await transaction.deleteFrom('account').where('id', '=', id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      });
    },
    async isAbandoned(id, time) {
      const query = idsOfAbandoned(time).where('account.id', '=', id);
      return (await query.executeTakeFirst()) !== undefined;
    },
    async removeAbandoned(time, id) {
      await exclusively(database, ONE_TIME_KEYS, async (transaction) => {
        // The status is checked again, because the address may be verified at this moment.
        const abandoned = transaction
          .deleteFrom('account')
          .where('id', 'in', idsOfAbandoned(time))
          .where('status', '=', 'unverified');
        await (id === undefined ? abandoned : abandoned.where('id', '=', id)).execute();
      });
    },
  };
}
