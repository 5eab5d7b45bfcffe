import { sql } from 'kysely';
import { createOwnTurns, type Turns } from '../../domain/coordination/turns.ts';
import type { Database } from '../database/database.ts';

/**
 * Turns over all server processes, by an advisory lock. It belongs to a connection, so it ends with a process that ends.
 * Within this process one task at a time waits for it, so that waiting tasks need one connection.
 */
export function createSharedTurns(database: Database): Turns {
  const own = createOwnTurns();
  return {
    inTurn: (name, task) =>
      own.inTurn(name, () =>
        database.connection().execute(async (connection) => {
          const key = sql`hashtextextended(current_schema() || ' turn ' || ${name}, 0)`;
          await sql`select pg_advisory_lock(${key})`.execute(connection);
          try {
            return await task();
          } finally {
            await sql`select pg_advisory_unlock(${key})`.execute(connection);
          }
        }),
      ),
  };
}
