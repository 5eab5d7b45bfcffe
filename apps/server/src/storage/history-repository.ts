import type { HistoryEntry, HistoryRecord } from '@samtal/api-contract';
import { HISTORY_PREVIEW_LENGTH, historyRecordSchema, isMissedCall } from '@samtal/api-contract';
import { sql } from 'kysely';
import { oldestKept, RETENTION_KEY } from '../domain/history.ts';
import type { Database } from './database.ts';
import { exclusively } from './exclusively.ts';
import type { HistoryRepository } from './people-repositories.ts';
import type { PeopleTables } from './people-tables.ts';

type Row = PeopleTables['history_entry'];

const entryOf = (row: Omit<Row, 'transcript' | 'account_id' | 'is_missed'>): HistoryEntry => ({
  id: row.id,
  type: row.type,
  answered: row.is_answered === 1,
  outcome: row.outcome,
  sipAddress: row.sip_address,
  contactName: row.contact_name,
  receivedText: row.received_text,
  sentText: row.sent_text,
  timestamp: row.timestamp,
  duration: row.duration,
});

const transcriptSchema = historyRecordSchema.shape.transcript;

export function createHistoryRepository(database: Database): HistoryRepository {
  const preview = (column: 'received_text' | 'sent_text') =>
    sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(HISTORY_PREVIEW_LENGTH)})`.as(column);

  return {
    async list(accountId, { before, limit, isMissedOnly }) {
      let query = database
        .selectFrom('history_entry')
        .select([
          'id',
          'type',
          'is_answered',
          'outcome',
          'sip_address',
          'contact_name',
          'timestamp',
          'duration',
        ])
        .select([preview('received_text'), preview('sent_text')])
        .where('account_id', '=', accountId)
        .orderBy('timestamp', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (isMissedOnly) query = query.where('is_missed', '=', 1);
      if (before?.id !== undefined) {
        const { timestamp, id } = before;
        query = query
          .where('timestamp', '<=', timestamp)
          .where((eb) => eb.or([eb('timestamp', '<', timestamp), eb('id', '<', id)]));
      } else if (before !== undefined) query = query.where('timestamp', '<', before.timestamp);
      return (await query.execute()).map(entryOf);
    },
    async find(accountId, id) {
      const row = await database
        .selectFrom('history_entry')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { ...entryOf(row), transcript: transcriptSchema.parse(JSON.parse(row.transcript)) };
    },
    add: (accountId, record, limit) =>
      exclusively(database, `history ${accountId}`, async (transaction) => {
        const row = rowOf(accountId, record);
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('history_entry')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'id'])
              .doUpdateSet(row)
              .where('history_entry.is_answered', '<', row.is_answered),
          )
          .executeTakeFirst();
        const tooOld = await transaction
          .selectFrom('history_entry')
          .select(['timestamp', 'id'])
          .where('account_id', '=', accountId)
          .orderBy('timestamp', 'desc')
          .orderBy('id', 'desc')
          .offset(limit)
          .limit(1)
          .executeTakeFirst();
        if (tooOld !== undefined)
          await transaction
            .deleteFrom('history_entry')
            .where('account_id', '=', accountId)
            .where('timestamp', '<=', tooOld.timestamp)
            .where((eb) => eb.or([eb('timestamp', '<', tooOld.timestamp), eb('id', '<=', tooOld.id)]))
            .execute();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      }),
    async remove(accountId, id) {
      const { numDeletedRows } = await database
        .deleteFrom('history_entry')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async removeAll(accountId) {
      await database.deleteFrom('history_entry').where('account_id', '=', accountId).execute();
    },
    async sweep(now) {
      const retentions = await database
        .selectFrom('organisation_setting')
        .select(['organisation_id', 'value'])
        .where('key', '=', RETENTION_KEY)
        .execute();
      for (const { organisation_id, value } of retentions) {
        const oldest = oldestKept(value, now);
        if (oldest === undefined) continue;
        const people = database
          .selectFrom('account')
          .select('id')
          .where('organisation_id', '=', organisation_id);
        await database
          .deleteFrom('history_entry')
          .where('account_id', 'in', people)
          .where('timestamp', '<', oldest)
          .execute();
      }
    },
    async removeOlderThan(accountId, timestamp) {
      await database
        .deleteFrom('history_entry')
        .where('account_id', '=', accountId)
        .where('timestamp', '<', timestamp)
        .execute();
    },
  };
}

const rowOf = (accountId: string, record: HistoryRecord) => ({
  account_id: accountId,
  id: record.id,
  type: record.type,
  is_answered: record.answered ? (1 as const) : (0 as const),
  is_missed: isMissedCall(record) ? (1 as const) : (0 as const),
  outcome: record.outcome,
  sip_address: record.sipAddress,
  contact_name: record.contactName,
  received_text: record.receivedText,
  sent_text: record.sentText,
  transcript: JSON.stringify(record.transcript),
  timestamp: record.timestamp,
  duration: record.duration,
});
