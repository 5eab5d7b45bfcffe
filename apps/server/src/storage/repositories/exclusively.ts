import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { isPostgres } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/**
 * A transaction that decides by what it reads and then writes. Transactions with the same `purpose` run one
 * at a time: the embedded database has one writer anyway; in PostgreSQL they take a lock until the
 * transaction ends. Statements after the lock must see what its last holder has committed, hence `read
 * committed`, whatever the database's default.
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
