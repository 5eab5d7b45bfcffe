import type { HistoryRecord } from '@samtal/api-contract';
import type { ApiResult } from '../ports/user-api.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { readRecords } from './browser-history.ts';

/** The most calls kept until the server has stored them; beyond that the oldest are dropped. */
const MOST_UNSENT = 50;
const KEY = 'unsentCalls';
const NAME_KEY = 'unsentCallsOf';

/**
 * Whether another attempt may succeed: after no answer, a server error, too many requests, or an invalid
 * session (401, 403).
 */
const mayBeRepeated = (status: number): boolean =>
  status === 0 || status >= 500 || status === 401 || status === 403 || status === 429;

/** Calls of one user that the server has not stored yet. They survive a reload, so that none is lost. */
export function createUnsentCalls(
  store: KeyValueStore,
  keep: (record: HistoryRecord) => Promise<ApiResult<void>>,
) {
  const read = () => readRecords(store, KEY);
  const write = (records: readonly HistoryRecord[]): void =>
    records.length === 0 ? store.remove(KEY) : store.set(KEY, JSON.stringify(records.slice(-MOST_UNSENT)));
  /** Changes when the calls of a user are forgotten: they must not come into the account of the next user. */
  let users = 0;
  let sending: Promise<void> | undefined;
  const forget = (): void => {
    users += 1;
    sending = undefined;
    store.remove(KEY);
    store.remove(NAME_KEY);
  };
  async function send(record: HistoryRecord): Promise<void> {
    // Stores the call before sending it, because the page may be closed before the answer.
    write([...read().filter(({ id }) => id !== record.id), record]);
    const result = await keep(record);
    if (result.ok || !mayBeRepeated(result.status)) write(read().filter(({ id }) => id !== record.id));
  }
  async function sendEach(isOver: () => boolean): Promise<void> {
    for (const record of read()) if (!isOver()) await send(record);
  }
  const sendAll = (): Promise<void> => {
    const user = users;
    const isOver = () => user !== users;
    sending ??= sendEach(isOver).finally(() => {
      if (!isOver()) sending = undefined;
    });
    return sending;
  };
  return {
    send,
    sendAll,
    forget,
    /** Sends the calls left from before a reload; drops those of another user. */
    resume(username: string): void {
      if (store.get(NAME_KEY) !== username) {
        forget();
        store.set(NAME_KEY, username);
      }
      void sendAll();
    },
  };
}
