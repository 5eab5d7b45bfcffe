import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { isPostgres } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/**
 * A transaction that decides by what it reads and then writes. Of those with the same `purpose` one runs at a time: the
 * embedded database has one writer anyway, PostgreSQL is asked for a lock that ends with the transaction. Each statement
 * after the lock must see what the last holder has committed, hence `read committed`, whatever the database's default.
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
