import { sql } from 'kysely';
import type { MediaKind } from '../../domain/calls/call-outcome.ts';
import type { CallRecord, ListedCallRecord, RecordedEnding } from '../../domain/calls/call-record.ts';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';
import type { Tables } from '../database/tables.ts';
import { inPages } from './in-pages.ts';
import type { CallRecordRepository } from './repositories.ts';

/** The row of `call_clock`. */
const CLOCK = 1;

type Row = Tables['call_record'];

const kindsOf = (text: string): MediaKind[] => (text === '' ? [] : (text.split(',') as MediaKind[]));

export const callRecordOf = (row: Row): ListedCallRecord => ({
  id: row.id,
  callId: row.call_id,
  caller: row.caller,
  callee: row.callee,
  callerOrganisation: row.caller_organisation ?? undefined,
  calleeOrganisation: row.callee_organisation ?? undefined,
  beganAt: row.began_at,
  answeredAt: row.answered_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
  status: row.status ?? undefined,
  ending: (row.ending as RecordedEnding | null) ?? undefined,
  offered: kindsOf(row.offered),
  used: kindsOf(row.used),
});

export function createCallRecordRepository(database: Database): CallRecordRepository {
  /** The organisation of the user with this address; server agents have none. */
  const organisationOf = (address: string) =>
    sql<number | null>`(select organisation_id from account join account_address on account_id = account.id
      where address = ${address} and kind <> 'party')`;

  async function put(record: CallRecord, on: Database): Promise<void> {
    const changing = {
      answered_at: record.answeredAt ?? null,
      ended_at: record.endedAt ?? null,
      status: record.status ?? null,
      ending: record.ending ?? null,
      used: record.used.join(','),
    };
    await on
      .insertInto('call_record')
      .values({
        id: record.id,
        call_id: record.callId,
        caller: record.caller,
        callee: record.callee,
        caller_organisation: organisationOf(record.caller),
        callee_organisation: organisationOf(record.callee),
        began_at: record.beganAt,
        offered: record.offered.join(','),
        ...changing,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
      .execute();
  }

  /** Removes the oldest of the matching records, a limited number in each turn of the event loop. */
  async function removeOldest(most: number, before: number): Promise<void> {
    for (let left = most; left > 0; left -= LIST_LIMITS.rowsPerTurn) {
      await nextTurn();
      const { numAffectedRows = 0n } = await sql`
        delete from call_record where id in (select id from call_record where began_at < ${before}
        order by began_at, id limit ${Math.min(left, LIST_LIMITS.rowsPerTurn)})`.execute(database);
      if (numAffectedRows < LIST_LIMITS.rowsPerTurn) return;
    }
  }

  return {
    putAll: (records) =>
      database.transaction().execute(async (transaction) => {
        for (const record of records) await put(record, transaction);
      }),
    list: ({ from, until }, rowsPerTurn = LIST_LIMITS.rowsPerTurn) =>
      inPages(async (after: Pick<Row, 'began_at' | 'id'> | undefined) => {
        let query = database
          .selectFrom('call_record')
          .selectAll()
          .where('began_at', '>=', after?.began_at ?? from)
          .where('began_at', '<', until);
        if (after !== undefined)
          query = query.where((each) =>
            each.or([each('began_at', '>', after.began_at), each('id', '>', after.id)]),
          );
        const rows = await query.orderBy('began_at').orderBy('id').limit(rowsPerTurn).execute();
        return {
          rows: rows.map(callRecordOf),
          next: rows.length < rowsPerTurn ? undefined : rows.at(-1),
        };
      }),
    async latest(limit, { from, until }, before) {
      let query = database
        .selectFrom('call_record')
        .selectAll()
        .where('began_at', '>=', from)
        .where('began_at', '<', until)
        .orderBy('began_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined)
        query = query
          .where('began_at', '<=', before.beganAt)
          .where((each) => each.or([each('began_at', '<', before.beganAt), each('id', '<', before.id)]));
      return (await query.execute()).map(callRecordOf);
    },
    async listOpen() {
      const rows = await database
        .selectFrom('call_record')
        .selectAll()
        .where('ended_at', 'is', null)
        .execute();
      return rows.map(callRecordOf);
    },
    async noteTime(now) {
      await database
        .insertInto('call_clock')
        .values({ id: CLOCK, seen_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
        .execute();
    },
    async lastTime() {
      const row = await database.selectFrom('call_clock').select('seen_at').executeTakeFirst();
      return row?.seen_at;
    },
    async sweep({ before, most }) {
      await removeOldest(Number.MAX_SAFE_INTEGER, before);
      const { count } = await database
        .selectFrom('call_record')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      await removeOldest(Number(count) - most, Number.MAX_SAFE_INTEGER);
    },
  };
}
