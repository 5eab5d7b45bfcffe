import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { HistoryRepository } from '../people-repositories.ts';
import { createHistoryRemoval } from './history-removal.ts';
import { addUsage, inHistoryOf, makeRoom, removeEntries, usageOf } from './history-room.ts';
import { entryOf, historyRecordOf, rowsOf } from './history-rows.ts';

export const createHistoryRepository = (database: Database): HistoryRepository => ({
  async list(accountId, { before, since, limit, isMissedOnly }) {
    let query = database
      .selectFrom('history_entry')
      .select(['id', 'type', 'is_answered', 'outcome', 'sip_address', 'contact_name'])
      .select(['timestamp', 'duration', 'received_preview', 'sent_preview'])
      .where('account_id', '=', accountId)
      .orderBy('timestamp', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (since !== undefined) query = query.where('timestamp', '>=', since);
    if (isMissedOnly) query = query.where('is_missed', '=', 1);
    if (before?.id !== undefined) {
      const { timestamp, id } = before;
      query = query
        .where('timestamp', '<=', timestamp)
        .where((eb) => eb.or([eb('timestamp', '<', timestamp), eb('id', '<', id)]));
    } else if (before !== undefined) query = query.where('timestamp', '<', before.timestamp);
    return (await query.execute()).map(entryOf);
  },
  async find(accountId, id, since = 0) {
    const row = await database
      .selectFrom('history_entry')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('timestamp', '>=', since)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const text = await database
      .selectFrom('history_text')
      .select(['received_text', 'sent_text', 'transcript'])
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    return historyRecordOf(row, text);
  },
  add: (accountId, record, { mayReplace = true, ...room }) =>
    inHistoryOf(database, accountId, async (transaction) => {
      const { entry, text } = rowsOf(accountId, record);
      const known = await transaction
        .selectFrom('history_entry')
        .select(['is_answered', 'bytes'])
        .where('account_id', '=', accountId)
        .where('id', '=', record.id)
        .executeTakeFirst();
      if (known !== undefined && known.is_answered >= entry.is_answered) return false;
      if (!mayReplace) {
        const usage = await usageOf(transaction, accountId);
        if (usage.entries >= room.entries || usage.bytes + entry.bytes > room.bytes) return false;
      }
      if (known !== undefined) await removeEntries(transaction, accountId, [{ id: record.id, ...known }]);
      await transaction.insertInto('history_entry').values(entry).execute();
      if (text !== undefined) await transaction.insertInto('history_text').values(text).execute();
      await addUsage(transaction, accountId, { entries: 1, bytes: entry.bytes });
      await makeRoom(transaction, accountId, room);
      return true;
    }),
  async countMissed(accountId, { since, addressPrefix }) {
    const { missed } = await database
      .selectFrom('history_entry')
      .select((select) => select.fn.countAll<number>().as('missed'))
      .where('account_id', '=', accountId)
      .where('is_missed', '=', 1)
      .where('timestamp', '>=', since)
      .where(sql`substr(sip_address, 1, ${sql.lit(addressPrefix.length)})`, '=', addressPrefix)
      .executeTakeFirstOrThrow();
    return missed;
  },
  ...createHistoryRemoval(database),
});
