import type { HistoryEntry, HistoryRecord } from '@samtal/api-contract';
import {
  HISTORY_PREVIEW_LENGTH,
  historyRecordSchema,
  isMissedCall,
  sentPreviewOf,
} from '@samtal/api-contract';
import { sql, type Transaction } from 'kysely';
import { HISTORY_LIMITS, LIST_LIMITS } from '../../domain/limits/limits.ts';
import { oldestKept, RETENTION_KEY } from '../../domain/people/history.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';
import type { PeopleTables } from '../database/people-tables.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import { inPages } from './in-pages.ts';
import type { HistoryRepository } from './people-repositories.ts';

type Row = PeopleTables['history_entry'];

/** Estimated size of an entry without its texts. */
const ENTRY_BYTES = 500;

const entryOf = (row: Omit<Row, 'account_id' | 'is_missed' | 'bytes' | 'is_text_removed'>): HistoryEntry => ({
  id: row.id,
  type: row.type,
  answered: row.is_answered === 1,
  outcome: row.outcome,
  sipAddress: row.sip_address,
  contactName: row.contact_name,
  receivedText: row.received_preview,
  sentText: row.sent_preview,
  timestamp: row.timestamp,
  duration: row.duration,
});

const transcriptSchema = historyRecordSchema.shape.transcript;

type TextRow = Pick<PeopleTables['history_text'], 'received_text' | 'sent_text' | 'transcript'>;

/** A call with its whole texts. */
export const historyRecordOf = (row: Row, text: TextRow | undefined): HistoryRecord => ({
  ...entryOf(row),
  receivedText: text?.received_text ?? '',
  sentText: text?.sent_text ?? '',
  transcript: text === undefined ? [] : transcriptSchema.parse(JSON.parse(text.transcript)),
  ...(row.is_text_removed === 1 && { isTextRemoved: true }),
});

type Sized = { readonly bytes: number };

/** The first rows that fit into `bytes`, but at least one row. */
export function firstOf<T extends Sized>(rows: readonly T[], bytes: number): readonly T[] {
  let held = 0;
  const end = rows.findIndex((row) => {
    held += row.bytes;
    return held > bytes;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}

const bytesOf = (rows: readonly Sized[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0);

export function createHistoryRepository(database: Database): HistoryRepository {
  const inHistoryOf = <T>(accountId: string, run: (transaction: Transaction<Tables>) => Promise<T>) =>
    exclusively(database, `history ${accountId}`, run);

  const usageOf = async (accountId: string, from: Database | Transaction<Tables>) =>
    (await from
      .selectFrom('history_usage')
      .select(['entries', 'bytes'])
      .where('account_id', '=', accountId)
      .executeTakeFirst()) ?? { entries: 0, bytes: 0 };

  async function count(
    transaction: Transaction<Tables>,
    accountId: string,
    { entries, bytes }: { readonly entries: number; readonly bytes: number },
  ): Promise<void> {
    await transaction
      .insertInto('history_usage')
      .values({ account_id: accountId, entries, bytes })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet(({ eb }) => ({
          entries: eb('history_usage.entries', '+', entries),
          bytes: eb('history_usage.bytes', '+', bytes),
        })),
      )
      .execute();
  }

  async function removeEntries(
    transaction: Transaction<Tables>,
    accountId: string,
    rows: readonly { readonly id: string; readonly bytes: number }[],
  ): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await transaction
      .deleteFrom('history_entry')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute();
    await count(transaction, accountId, { entries: -rows.length, bytes: -bytesOf(rows) });
  }

  /**
   * Removes the oldest entries of an account that were made before `before`: `most` at most, and no more than
   * one transaction may remove.
   * @returns whether there may be more
   */
  const removeOldest = (accountId: string, most: number, before = Number.MAX_SAFE_INTEGER) =>
    inHistoryOf(accountId, async (transaction) => {
      const oldest = await transaction
        .selectFrom('history_entry')
        .select(['id', 'bytes'])
        .where('account_id', '=', accountId)
        .where('timestamp', '<', before)
        .orderBy('timestamp')
        .orderBy('id')
        .limit(most)
        .execute();
      const rows = firstOf(oldest, LIST_LIMITS.removedBytesPerTurn);
      if (rows.length === 0) return false;
      await removeEntries(transaction, accountId, rows);
      return rows.length < oldest.length || oldest.length === most;
    });

  async function removeInTurns(accountId: string, before?: number): Promise<void> {
    do await nextTurn();
    while (await removeOldest(accountId, LIST_LIMITS.rowsPerTurn, before));
  }

  /**
   * Removes the oldest texts, until at least `bytes` are freed or as many texts are removed as one new call
   * may remove; the calls stay.
   * @returns whether there were any texts
   */
  async function removeOldestTexts(
    transaction: Transaction<Tables>,
    accountId: string,
    bytes: number,
  ): Promise<boolean> {
    const oldest = await transaction
      .selectFrom('history_text')
      .innerJoin('history_entry', (join) =>
        join
          .onRef('history_entry.account_id', '=', 'history_text.account_id')
          .onRef('history_entry.id', '=', 'history_text.id'),
      )
      .select(['history_text.id', 'history_entry.bytes'])
      .where('history_text.account_id', '=', accountId)
      .orderBy('history_text.timestamp')
      .orderBy('history_text.id')
      .limit(HISTORY_LIMITS.textsPerCall)
      .execute();
    const texts = oldest.map((row) => ({ id: row.id, bytes: row.bytes - ENTRY_BYTES }));
    const enough = texts.findIndex((_, index) => bytesOf(texts.slice(0, index + 1)) >= bytes);
    const rows = enough < 0 ? texts : texts.slice(0, enough + 1);
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => id);
    await transaction
      .deleteFrom('history_text')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute();
    await transaction
      .updateTable('history_entry')
      .set({ bytes: ENTRY_BYTES, is_text_removed: 1, received_preview: '', sent_preview: '' })
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute();
    await count(transaction, accountId, { entries: 0, bytes: -bytesOf(rows) });
    return true;
  }

  /**
   * Removes the oldest calls if there are more than `room.entries`, and then the oldest texts if the history
   * has more than `room.bytes`.
   */
  async function makeRoom(
    transaction: Transaction<Tables>,
    accountId: string,
    room: { readonly entries: number; readonly bytes: number },
  ): Promise<void> {
    const usage = await usageOf(accountId, transaction);
    const tooMany = Math.min(usage.entries - room.entries, LIST_LIMITS.rowsPerTurn);
    if (tooMany > 0) {
      const oldest = await transaction
        .selectFrom('history_entry')
        .select(['id', 'bytes'])
        .where('account_id', '=', accountId)
        .orderBy('timestamp')
        .orderBy('id')
        .limit(tooMany)
        .execute();
      await removeEntries(transaction, accountId, oldest);
      usage.bytes -= bytesOf(oldest);
    }
    if (usage.bytes > room.bytes) await removeOldestTexts(transaction, accountId, usage.bytes - room.bytes);
  }

  return {
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
      inHistoryOf(accountId, async (transaction) => {
        const { entry, text } = rowsOf(accountId, record);
        const known = await transaction
          .selectFrom('history_entry')
          .select(['is_answered', 'bytes'])
          .where('account_id', '=', accountId)
          .where('id', '=', record.id)
          .executeTakeFirst();
        if (known !== undefined && known.is_answered >= entry.is_answered) return false;
        if (!mayReplace) {
          const usage = await usageOf(accountId, transaction);
          if (usage.entries >= room.entries || usage.bytes + entry.bytes > room.bytes) return false;
        }
        if (known !== undefined) await removeEntries(transaction, accountId, [{ id: record.id, ...known }]);
        await transaction.insertInto('history_entry').values(entry).execute();
        if (text !== undefined) await transaction.insertInto('history_text').values(text).execute();
        await count(transaction, accountId, { entries: 1, bytes: entry.bytes });
        await makeRoom(transaction, accountId, room);
        return true;
      }),
    async trimAnonymous(most) {
      for (;;) {
        const callers = database
          .selectFrom('history_usage')
          .innerJoin('account', 'account.id', 'history_usage.account_id')
          .where('account.kind', '=', 'anonymous');
        const { total } = await callers
          .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('total'))
          .executeTakeFirstOrThrow();
        if (total <= most) return;
        const largest = await callers
          .select('history_usage.account_id')
          .where('bytes', '>', 0)
          .orderBy('bytes', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (largest === undefined) return;
        const id = largest.account_id;
        const hadTexts = await inHistoryOf(id, (transaction) =>
          removeOldestTexts(transaction, id, total - most),
        );
        if (!hadTexts) await removeOldest(id, 1);
        await nextTurn();
      }
    },
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
    remove: (accountId, id) =>
      inHistoryOf(accountId, async (transaction) => {
        const row = await transaction
          .selectFrom('history_entry')
          .select(['id', 'bytes'])
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return false;
        await removeEntries(transaction, accountId, [row]);
        return true;
      }),
    removeAll: (accountId) => removeInTurns(accountId),
    async sweep(now) {
      const retentions = await database
        .selectFrom('organisation_setting')
        .select(['organisation_id', 'value'])
        .where('key', '=', RETENTION_KEY)
        .execute();
      for (const { organisation_id, value } of retentions) {
        const oldest = oldestKept(value, now);
        if (oldest === undefined) continue;
        const people = inPages<string, string>(async (after = '') => {
          const rows = await database
            .selectFrom('history_usage')
            .innerJoin('account', 'account.id', 'history_usage.account_id')
            .select('account.id')
            .where('organisation_id', '=', organisation_id)
            .where('history_usage.account_id', '>', after)
            .orderBy('history_usage.account_id')
            .limit(LIST_LIMITS.rowsPerTurn)
            .execute();
          const ids = rows.map(({ id }) => id);
          return { rows: ids, next: ids.at(-1) };
        });
        for await (const page of people) for (const id of page) await removeInTurns(id, oldest);
      }
    },
  };
}

function rowsOf(accountId: string, record: HistoryRecord) {
  const key = { account_id: accountId, id: record.id, timestamp: record.timestamp };
  const text = {
    ...key,
    received_text: record.receivedText,
    sent_text: record.sentText,
    transcript: JSON.stringify(record.transcript),
  };
  const hasText = record.receivedText !== '' || record.sentText !== '' || record.transcript.length > 0;
  const textBytes = hasText ? Buffer.byteLength(text.received_text + text.sent_text + text.transcript) : 0;
  const entry = {
    ...key,
    type: record.type,
    is_answered: record.answered ? (1 as const) : (0 as const),
    is_missed: isMissedCall(record) ? (1 as const) : (0 as const),
    outcome: record.outcome,
    sip_address: record.sipAddress,
    contact_name: record.contactName,
    received_preview: previewOf(record.receivedText),
    sent_preview: previewOf(sentPreviewOf(record)),
    duration: record.duration,
    bytes: ENTRY_BYTES + textBytes,
    is_text_removed: 0 as const,
  };
  return { entry, text: hasText ? text : undefined };
}

/**
 * The start of a text for lists. It counts characters, not UTF-16 units, so that no character is cut in half.
 */
const previewOf = (text: string): string =>
  Array.from(text.slice(0, 2 * HISTORY_PREVIEW_LENGTH))
    .slice(0, HISTORY_PREVIEW_LENGTH)
    .join('');
