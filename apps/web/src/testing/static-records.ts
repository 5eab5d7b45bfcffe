import type { HistoryRecord } from '@samtal/api-contract';
import type { CallHistory } from '../client/records/history.ts';
import type { Messages } from '../client/records/messages.ts';
import { createStore } from '../client/store/store.ts';

/** Fixed messages and finished calls; a missing list stays in the phase `loading`. */
export type StaticRecords = {
  readonly messages?: ReturnType<Messages['list']['get']>;
  readonly history?: ReturnType<CallHistory['list']['get']>;
  readonly isMissedOnly?: boolean;
  /** The number of missed calls not yet seen. */
  readonly missed?: number;
  /** The ids of those that are named. */
  readonly missedIds?: readonly string[];
  /** The call whose page is shown. */
  readonly record?: HistoryRecord;
};

const done = async () => {};
const kept = async () => ({ ok: true, value: undefined }) as const;

export function createStaticRecords(records: StaticRecords): {
  readonly messages: Messages;
  readonly history: CallHistory;
} {
  const { messages = { phase: 'loading' }, history = { phase: 'loading' }, isMissedOnly = false } = records;
  const { record } = records;
  const unread = messages.phase === 'ready' ? messages.value.filter(({ read }) => !read).length : 0;
  return {
    messages: {
      list: createStore(messages),
      unread: createStore(unread),
      load: done,
      markAsRead: kept,
      deleteMessage: kept,
      deleteRead: kept,
    },
    history: {
      list: createStore(history),
      isMissedOnly: createStore(isMissedOnly),
      missed: createStore(records.missed ?? 0),
      missedIds: createStore(records.missedIds ?? []),
      forgetMissed: () => {},
      showMissedOnly: done,
      load: done,
      loadMore: done,
      recent: {
        list: createStore(history.phase === 'ready' ? history.value.entries : []),
        load: done,
      },
      find: async () => (record === undefined ? { ok: false, status: 404 } : { ok: true, value: record }),
      add: done,
      remove: kept,
      clear: kept,
      sendUnsent: done,
    },
  };
}
