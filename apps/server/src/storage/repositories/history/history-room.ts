import type { Transaction } from 'kysely';
import { HISTORY_LIMITS, LIST_LIMITS } from '../../../domain/limits/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { exclusively } from '../exclusively.ts';
import { ENTRY_BYTES } from './history-rows.ts';

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

/** One change of a history after the other, so that its usage is right. */
export const inHistoryOf = <T>(
  database: Database,
  accountId: string,
  run: (transaction: Transaction<Tables>) => Promise<T>,
) => exclusively(database, `history ${accountId}`, run);

/** How many entries a history has, and their size. */
export const usageOf = async (from: Database | Transaction<Tables>, accountId: string) =>
  (await from
    .selectFrom('history_usage')
    .select(['entries', 'bytes'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()) ?? { entries: 0, bytes: 0 };

/** Adds to the usage of a history. */
export async function addUsage(
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

export async function removeEntries(
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
  await addUsage(transaction, accountId, { entries: -rows.length, bytes: -bytesOf(rows) });
}

/**
 * Removes the oldest texts, until at least `bytes` are freed or as many texts are removed as one new call
 * may remove; the calls stay.
 * @returns whether there were any texts
 */
export async function removeOldestTexts(
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
  await addUsage(transaction, accountId, { entries: 0, bytes: -bytesOf(rows) });
  return true;
}

/**
 * Removes the oldest calls if there are more than `room.entries`, and then the oldest texts if the history
 * has more than `room.bytes`.
 */
export async function makeRoom(
  transaction: Transaction<Tables>,
  accountId: string,
  room: { readonly entries: number; readonly bytes: number },
): Promise<void> {
  const usage = await usageOf(transaction, accountId);
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
