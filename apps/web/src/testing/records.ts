import type { HistoryRecord, Message } from '@samtal/api-contract';
import type { HistoryApi } from '../client/ports/history-api.ts';
import type { MessagesApi } from '../client/ports/messages-api.ts';
import type { ApiResult } from '../client/ports/user-api.ts';

/** A message with the given fields, and defaults for the others. */
export const message = (given: Partial<Message> & Pick<Message, 'messageNumber'>): Message => ({
  fromDisplayName: 'Bobby Berg',
  fromSipaddress: 'bobby@demo.example',
  read: false,
  text: `Text ${given.messageNumber}`,
  timestamp: given.messageNumber,
  ...given,
});

/** The record of a call with the given fields, and defaults for the others. */
export const call = (given: Partial<HistoryRecord> & Pick<HistoryRecord, 'id'>): HistoryRecord => ({
  type: 'outgoing',
  answered: true,
  outcome: 'terminatedLocal',
  sipAddress: 'bobby@demo.example',
  contactName: 'Bobby Berg',
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp: 1_700_000_000_000,
  duration: 94,
  ...given,
});

const answer = async <T>(value: T): Promise<ApiResult<T>> => ({ ok: true, value });

/**
 * Returns a function that wraps an API function, so that its calls are recorded in `calls`, without the
 * session token.
 */
function noting(calls: string[]) {
  return <Given extends unknown[], Result>(name: string, ask: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      const words = given.slice(1).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      calls.push([name, ...words].join(' '));
      return ask(...given);
    };
}

export type FakeMessagesApi = MessagesApi & {
  readonly calls: readonly string[];
  /** Replaces the messages, as when a caller leaves one or another device changes one. */
  readonly set: (messages: readonly Message[]) => void;
};

/** A mailbox whose messages are kept in a list. */
export function createFakeMessagesApi(
  initial: readonly Message[] = [],
  answers: Partial<MessagesApi> = {},
): FakeMessagesApi {
  const calls: string[] = [];
  const noted = noting(calls);
  let kept = [...initial];
  const good: MessagesApi = {
    listMessages: () => answer(kept),
    markAsRead(_token, number) {
      kept = kept.map((one) => (one.messageNumber === number ? { ...one, read: true } : one));
      return answer(undefined);
    },
    deleteMessage(_token, number) {
      kept = kept.filter(({ messageNumber }) => messageNumber !== number);
      return answer(undefined);
    },
    deleteReadMessages() {
      kept = kept.filter(({ read }) => !read);
      return answer(undefined);
    },
  };
  const used = { ...good, ...answers };
  return {
    calls,
    set(messages) {
      kept = [...messages];
    },
    listMessages: noted('listMessages', used.listMessages),
    markAsRead: noted('markAsRead', used.markAsRead),
    deleteMessage: noted('deleteMessage', used.deleteMessage),
    deleteReadMessages: noted('deleteReadMessages', used.deleteReadMessages),
  };
}

export type FakeHistoryApi = HistoryApi & {
  readonly calls: readonly string[];
  readonly records: () => readonly HistoryRecord[];
  readonly set: (records: readonly HistoryRecord[]) => void;
};

/** The history of an account, kept in a list, newest first. */
export function createFakeHistoryApi(
  initial: readonly HistoryRecord[] = [],
  answers: Partial<HistoryApi> = {},
): FakeHistoryApi {
  const calls: string[] = [];
  const noted = noting(calls);
  let kept = [...initial];
  const good: HistoryApi = {
    listHistory(_token, { before, limit, isMissedOnly }) {
      const all = kept.filter(({ type, answered }) => !isMissedOnly || (type === 'incoming' && !answered));
      const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
      const entries = all.slice(start, start + limit).map(({ transcript: _whole, ...entry }) => entry);
      return answer({ entries, next: start + limit < all.length ? (entries.at(-1)?.id ?? null) : null });
    },
    async findHistory(_token, id) {
      const record = kept.find((one) => one.id === id);
      return record === undefined ? { ok: false, status: 404 } : { ok: true, value: record };
    },
    addHistory(_token, record) {
      kept = [record, ...kept.filter(({ id }) => id !== record.id)];
      return answer(undefined);
    },
    deleteHistory(_token, id) {
      kept = kept.filter((one) => one.id !== id);
      return answer(undefined);
    },
    clearHistory() {
      kept = [];
      return answer(undefined);
    },
  };
  const used = { ...good, ...answers };
  return {
    calls,
    records: () => kept,
    set(records) {
      kept = [...records];
    },
    listHistory: noted('listHistory', used.listHistory),
    findHistory: noted('findHistory', used.findHistory),
    addHistory: noted('addHistory', used.addHistory),
    deleteHistory: noted('deleteHistory', used.deleteHistory),
    clearHistory: noted('clearHistory', used.clearHistory),
  };
}
