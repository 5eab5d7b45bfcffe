import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { isPostgres } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/**
 * Runs a transaction that writes depending on what it has read. Transactions with the same `purpose` run one
 * at a time: the embedded database has only one writer; in PostgreSQL they hold a lock until they end. After
 * it has the lock, a transaction must see what the last holder committed, hence `read committed`, whatever
 * the default of the database is.
 */
export const exclusively = <T>(
  database: Database,
  purpose: string,
  run: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  isPostgres(database)
    ? database
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (transaction) => {
          await sql`select pg_advisory_xact_lock(hashtextextended(${purpose}, 0))`.execute(transaction);
          return run(transaction);
        })
    : database.transaction().execute(run);
