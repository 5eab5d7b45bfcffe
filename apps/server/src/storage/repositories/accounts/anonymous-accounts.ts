import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { nextTurn } from '../../database/next-turn.ts';
import { exclusively } from '../exclusively.ts';
import type { AccountRepository } from '../repositories.ts';
import { isTaken, NAMES } from './account-names.ts';
import { insertAccount, readAccount } from './account-rows.ts';

type AnonymousAccounts = Pick<
  AccountRepository,
  'addAnonymous' | 'listIdleAnonymous' | 'removeLeftAnonymous'
>;

/** The accounts of anonymous callers, which live as long as their session. */
export function createAnonymousAccounts(database: Database): AnonymousAccounts {
  return {
    async addAnonymous(account, { subnet, now, perSubnet, inAll }) {
      const id = randomUUID();
      const refusal = await exclusively(database, NAMES, async (transaction) => {
        const count = async (query: { executeTakeFirstOrThrow(): Promise<{ number: number }> }) =>
          (await query.executeTakeFirstOrThrow()).number;
        const callers = transaction
          .selectFrom('account')
          .select((select) => select.fn.countAll<number>().as('number'))
          .where('kind', '=', 'anonymous');
        if ((await count(callers)) >= inAll) return 'tooMany';
        const ofSubnet = callers
          .innerJoin('anonymous_caller', 'anonymous_caller.account_id', 'account.id')
          .where('subnet', '=', subnet);
        if ((await count(ofSubnet)) >= perSubnet) return 'tooManyOfSubnet';
        if (await isTaken(transaction, account)) throw new Error('a random name of 128 bits was taken');
        await insertAccount(transaction, id, account);
        await transaction
          .insertInto('anonymous_caller')
          .values({ account_id: id, subnet, added_at: now })
          .execute();
        return undefined;
      });
      if (refusal !== undefined) return refusal;
      const added = await readAccount(database, id);
      if (added === undefined) throw new Error('an account is gone that was just added');
      return added;
    },
    async listIdleAnonymous(lastUsedBefore, most, subnet) {
      const usedAt = sql<number>`coalesce(max(session.last_used_at), max(anonymous_caller.added_at), 0)`;
      let query = database
        .selectFrom('account')
        .leftJoin('session', 'session.account_id', 'account.id')
        .leftJoin('anonymous_caller', 'anonymous_caller.account_id', 'account.id')
        .where('account.kind', '=', 'anonymous')
        .groupBy('account.id')
        .having(usedAt, '<', lastUsedBefore)
        .orderBy(usedAt)
        .limit(most)
        .select('account.id');
      if (subnet !== undefined) query = query.where('subnet', '=', subnet);
      const idle = await Promise.all((await query.execute()).map(({ id }) => readAccount(database, id)));
      return idle.filter((account) => account !== undefined);
    },
    async removeLeftAnonymous(addedBefore) {
      const left = await database
        .selectFrom('account')
        .leftJoin('anonymous_caller', 'anonymous_caller.account_id', 'account.id')
        .select(['account.id', 'username'])
        .where('kind', '=', 'anonymous')
        .where((eb) => eb.or([eb('added_at', 'is', null), eb('added_at', '<', addedBefore)]))
        .where('account.id', 'not in', (select) => select.selectFrom('session').select('account_id'))
        .execute();
      for (const { id } of left) {
        await database.deleteFrom('account').where('id', '=', id).execute();
        await nextTurn();
      }
      return left.map(({ username }) => username);
    },
  };
}
