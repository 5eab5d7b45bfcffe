import {
  HISTORY_PREVIEW_LENGTH,
  type HistoryEntry,
  type HistoryRecord,
  historyRecordSchema,
  isMissedCall,
  sentPreviewOf,
} from '@samtal/api-contract';
import type { ApiResult } from '../ports/user-api.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { HistoryStore } from './history-store.ts';

/** The most calls that a browser keeps for one user; beyond that the oldest are dropped. */
export const CALLS_IN_BROWSER = 500;
/** The most UTF-16 units that one user's calls may take; browsers give a site about five million. */
const UNITS_IN_BROWSER = 1_000_000;

/**
 * The share of the calls that is kept when storage is full. Dropping one call at a time would write up to a
 * megabyte for each dropped call.
 */
const SHARE_KEPT = 7 / 8;

const done: ApiResult<void> = { ok: true, value: undefined };
const notKept: ApiResult<void> = { ok: false, status: 0 };

/** Reads the calls stored under `key`; skips entries that are not valid records. */
export function readRecords(store: KeyValueStore, key: string): readonly HistoryRecord[] {
  let json: unknown;
  try {
    json = JSON.parse(store.get(key) ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(json)) return [];
  return json.flatMap((one) => {
    const record = historyRecordSchema.safeParse(one);
    return record.success ? [record.data] : [];
  });
}

/** The beginning of `text` that the list shows. It is cut between code points, as on the server. */
const preview = (text: string): string =>
  Array.from(text.slice(0, 2 * HISTORY_PREVIEW_LENGTH))
    .slice(0, HISTORY_PREVIEW_LENGTH)
    .join('');

function entryOf(record: HistoryRecord): HistoryEntry {
  const { transcript: _whole, receivedText, ...rest } = record;
  return { ...rest, receivedText: preview(receivedText), sentText: preview(sentPreviewOf(record)) };
}

/** The history store of a user whose calls the server does not keep: in `store` under `key`, newest first. */
export function browserHistory(store: KeyValueStore, key: string): HistoryStore {
  const read = (): readonly HistoryRecord[] => readRecords(store, key);
  function write(records: readonly HistoryRecord[]): ApiResult<void> {
    let units = 0;
    const kept = records.slice(0, CALLS_IN_BROWSER).filter((record) => {
      units += JSON.stringify(record).length;
      return units <= UNITS_IN_BROWSER;
    });
    return put(kept);
  }
  /**
   * Stores `records`, without the oldest if there is too little space; returns `notKept` if not even one
   * fits.
   */
  function put(records: readonly HistoryRecord[]): ApiResult<void> {
    const value = records.length === 0 ? undefined : JSON.stringify(records);
    if (value === undefined) store.remove(key);
    else store.set(key, value);
    // `set` reports no error when storage is full or forbidden.
    if (store.get(key) === value) return done;
    return records.length > 1 ? put(records.slice(0, Math.floor(records.length * SHARE_KEPT))) : notKept;
  }
  return {
    async page({ before, limit, isMissedOnly }) {
      const all = read().filter((record) => !isMissedOnly || isMissedCall(record));
      const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
      const entries = all.slice(start, start + limit).map(entryOf);
      const hasMore = start + limit < all.length;
      return { ok: true, value: { entries, next: hasMore ? (entries.at(-1)?.id ?? null) : null } };
    },
    async find(id) {
      const record = read().find((one) => one.id === id);
      return record === undefined ? { ok: false, status: 404 } : { ok: true, value: record };
    },
    async add(record) {
      const others = read().filter(({ id }) => id !== record.id);
      return write([record, ...others].toSorted((one, other) => other.timestamp - one.timestamp));
    },
    remove: async (id) => write(read().filter((record) => record.id !== id)),
    clear: async () => write([]),
  };
}
