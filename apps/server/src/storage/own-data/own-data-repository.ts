import { LIST_LIMITS, OWN_DATA_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { callRecordOf } from '../repositories/call-record-repository.ts';
import { firstOf } from '../repositories/history/history-room.ts';
import { historyRecordOf } from '../repositories/history/history-rows.ts';
import { inPages } from '../repositories/in-pages.ts';
import type { OwnDataRepository } from '../repositories/repositories.ts';

const { rowsPerTurn } = LIST_LIMITS;

type Place = { readonly time: number; readonly id: string };

export function createOwnDataRepository(database: Database): OwnDataRepository {
  return {
    history: (accountId) =>
      inPages(async (after: Place | undefined) => {
        let query = database
          .selectFrom('history_entry')
          .selectAll()
          .where('account_id', '=', accountId)
          .orderBy('timestamp', 'desc')
          .orderBy('id', 'desc')
          .limit(rowsPerTurn);
        if (after !== undefined)
          query = query
            .where('timestamp', '<=', after.time)
            .where((each) => each.or([each('timestamp', '<', after.time), each('id', '<', after.id)]));
        const entries = await query.execute();
        const page = firstOf(entries, OWN_DATA_LIMITS.bytesPerTurn);
        const last = page.at(-1);
        if (last === undefined) return { rows: [], next: undefined };
        const found = await database
          .selectFrom('history_text')
          .select(['id', 'received_text', 'sent_text', 'transcript'])
          .where('account_id', '=', accountId)
          .where(
            'id',
            'in',
            page.map(({ id }) => id),
          )
          .execute();
        const texts = new Map(found.map((text) => [text.id, text]));
        const isLast = page.length === entries.length && entries.length < rowsPerTurn;
        return {
          rows: page.map((entry) => historyRecordOf(entry, texts.get(entry.id))),
          next: isLast ? undefined : { time: last.timestamp, id: last.id },
        };
      }),
    pictures: (accountId) =>
      inPages(async (after: string | undefined) => {
        const rows = await database
          .selectFrom('picture')
          .select(['id', 'contact_id', 'content'])
          .where('account_id', '=', accountId)
          .where('id', '>', after ?? '')
          .orderBy('id')
          .limit(OWN_DATA_LIMITS.picturesPerTurn)
          .execute();
        return {
          rows: rows.map(({ contact_id, content }) => ({ contactId: contact_id ?? undefined, content })),
          next: rows.length < OWN_DATA_LIMITS.picturesPerTurn ? undefined : rows.at(-1)?.id,
        };
      }),
    calls: (end, address) =>
      inPages(async (after: Place | undefined) => {
        let query = database
          .selectFrom('call_record')
          .selectAll()
          .where(end, '=', address)
          .orderBy('began_at')
          .orderBy('id')
          .limit(rowsPerTurn);
        if (after !== undefined)
          query = query
            .where('began_at', '>=', after.time)
            .where((each) => each.or([each('began_at', '>', after.time), each('id', '>', after.id)]));
        const rows = await query.execute();
        const last = rows.at(-1);
        return {
          rows: rows.map(callRecordOf),
          next:
            last === undefined || rows.length < rowsPerTurn
              ? undefined
              : { time: last.began_at, id: last.id },
        };
      }),
    async sessions(accountId) {
      const rows = await database
        .selectFrom('session')
        .select(['device_name', 'last_used_at'])
        .where('account_id', '=', accountId)
        .orderBy('last_used_at', 'desc')
        .execute();
      return rows.map(({ device_name, last_used_at }) => ({
        deviceName: device_name ?? undefined,
        lastUsedAt: last_used_at === 0 ? undefined : last_used_at,
      }));
    },
  };
}
