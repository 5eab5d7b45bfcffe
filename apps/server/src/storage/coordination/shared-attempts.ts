import { type Kysely, sql } from 'kysely';
import type { Attempts, CountedKey } from '../../domain/coordination/attempts.ts';
import { recentAttempts, waitAfter } from '../../domain/limits/throttle.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { databaseNow } from './database-clock.ts';
import { hashedKey } from './hashed-key.ts';

const timesIn = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

/** All processes lock the rows of an attempt in the same order, so that none waits for another that waits for it. */
const inOrder = (under: readonly CountedKey[]): CountedKey[] =>
  under.toSorted((one, two) => (`${one.name} ${one.key}` < `${two.name} ${two.key}` ? -1 : 1));

/** Counts the attempts of all server processes in PostgreSQL, by its clock. */
export function createSharedAttempts(database: Database): Attempts {
  /** The attempts that count, and the time; the row stays locked until the transaction ends. */
  async function lock(transaction: Kysely<Tables>, { name, key, limit }: CountedKey) {
    const row = await transaction
      .insertInto('counted_attempt')
      .values({
        name,
        key: hashedKey(key),
        times: '',
        until: sql`${databaseNow} + ${limit.windowMs}::bigint`,
      })
      .onConflict((conflict) =>
        conflict.columns(['name', 'key']).doUpdateSet((each) => ({ until: each.ref('excluded.until') })),
      )
      .returning(['times', databaseNow.as('now')])
      .executeTakeFirstOrThrow();
    return { now: row.now, recent: recentAttempts(timesIn(row.times), row.now, limit) };
  }
  async function store(
    transaction: Kysely<Tables>,
    { name, key }: CountedKey,
    times: readonly number[],
  ): Promise<void> {
    await transaction
      .updateTable('counted_attempt')
      .set({ times: times.join(',') })
      .where('name', '=', name)
      .where('key', '=', hashedKey(key))
      .execute();
  }
  const inTransaction = <T>(run: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> =>
    database.transaction().setIsolationLevel('read committed').execute(run);

  async function takeBack(counted: readonly (readonly [CountedKey, number])[]): Promise<void> {
    await inTransaction(async (transaction) => {
      for (const [each, time] of counted) {
        const { recent } = await lock(transaction, each);
        const index = recent.indexOf(time);
        if (index >= 0) await store(transaction, each, recent.toSpliced(index, 1));
      }
    });
  }

  return {
    attempt: (under) =>
      inTransaction(async (transaction) => {
        const locked: ({ readonly each: CountedKey } & Awaited<ReturnType<typeof lock>>)[] = [];
        for (const each of inOrder(under)) locked.push({ each, ...(await lock(transaction, each)) });
        const waitMs = Math.max(
          0,
          ...locked.map(({ each, now, recent }) => waitAfter(recent, now, each.limit)),
        );
        if (waitMs > 0) return { isAllowed: false, waitMs };
        for (const { each, now, recent } of locked)
          await store(transaction, each, [...recent.slice(1 - each.limit.tries), now]);
        return {
          isAllowed: true,
          isLast: locked.some(({ each, now, recent }) => waitAfter([...recent, now], now, each.limit) > 0),
          takeBack: () => takeBack(locked.map(({ each, now }) => [each, now] as const)),
        };
      }),
  };
}
