import { sql } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';
import { inPages } from '../repositories/in-pages.ts';
import type { AuditEntryRepository } from '../repositories/repositories.ts';

const { rowsPerTurn } = LIST_LIMITS;

export const createAuditEntryRepository = (database: Database): AuditEntryRepository => ({
  async add(entry) {
    await database.insertInto('audit_entry').values(entry).execute();
  },
  lines: (account) =>
    inPages(async (after: { readonly at: number; readonly id: string } | undefined) => {
      let query = database
        .selectFrom('audit_entry')
        .select(['at', 'id', 'line'])
        .where('account', '=', account)
        .orderBy('at')
        .orderBy('id')
        .limit(rowsPerTurn);
      if (after !== undefined)
        query = query
          .where('at', '>=', after.at)
          .where((each) => each.or([each('at', '>', after.at), each('id', '>', after.id)]));
      const rows = await query.execute();
      return {
        rows: rows.map(({ line }) => line),
        next: rows.length < rowsPerTurn ? undefined : rows.at(-1),
      };
    }),
  async removeBefore(time) {
    for (;;) {
      await nextTurn();
      const { numAffectedRows = 0n } = await sql`
        delete from audit_entry where id in (select id from audit_entry where at < ${time} limit ${rowsPerTurn})`.execute(
        database,
      );
      if (numAffectedRows < rowsPerTurn) return;
    }
  },
});
