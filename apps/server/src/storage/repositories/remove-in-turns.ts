import { sql } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';

/** Removes the rows of one account from a table, a limited number in each turn of the event loop. */
export async function removeInTurns(
  database: Database,
  table: 'contact' | 'message',
  key: 'id' | 'number',
  accountId: string,
): Promise<void> {
  for (;;) {
    await nextTurn();
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where account_id = ${accountId} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where account_id = ${accountId}
        order by ${sql.ref(key)} limit ${LIST_LIMITS.rowsPerTurn})`.execute(database);
    if (numAffectedRows < LIST_LIMITS.rowsPerTurn) return;
  }
}
