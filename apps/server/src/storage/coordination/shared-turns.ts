import { sql } from 'kysely';
import { createOwnTurns, type Turns } from '../../domain/coordination/turns.ts';
import { TURN_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { Database } from '../database/database.ts';

/**
 * Turns over all server processes, by an advisory lock of a transaction that a query keeps alive. It ends with the
 * connection; and PostgreSQL ends the transaction of a process that hangs, or whose machine is lost. Within this process
 * one task at a time waits for it, so that waiting tasks need one connection.
 */
export function createSharedTurns(
  database: Database,
  limits: Readonly<Record<keyof typeof TURN_LIMITS, number>> = TURN_LIMITS,
): Turns {
  const own = createOwnTurns();

  async function inTurn<T>(name: string, task: () => Promise<T>): Promise<T> {
    let done: { readonly value: T } | undefined;
    try {
      await database.transaction().execute(async (transaction) => {
        await sql`select set_config('idle_in_transaction_session_timeout', ${String(limits.hangMs)}, true)`.execute(
          transaction,
        );
        await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' turn ' || ${name}, 0))`.execute(
          transaction,
        );
        const beat = setInterval(() => void sql`select 1`.execute(transaction).catch(nothing), limits.beatMs);
        try {
          done = { value: await task() };
        } finally {
          clearInterval(beat);
        }
      });
    } catch (error) {
      // The turn was lost before its end, but the task is done.
      if (done === undefined) throw error;
    }
    if (done === undefined) throw new Error('the task did not run');
    return done.value;
  }
  return { inTurn: (name, task) => own.inTurn(name, () => inTurn(name, task)) };
}
