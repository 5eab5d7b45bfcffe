import type { HistoryRecord } from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { ApiResult } from '../ports/user-api.ts';
import type { Session } from '../session/session.ts';
import type { Store } from '../store/store.ts';
import { createCurrentOwner } from './current-owner.ts';
import { historyOwner, type OwnerOptions } from './history-owner.ts';
import type { ReadPage } from './history-pages.ts';
import { createMissedCalls } from './missed-calls.ts';
import { createRecentCalls, type RecentCalls } from './recent-calls.ts';
import { createRecordableCall } from './recordable-call.ts';
import { createShownHistory, type ShownHistory } from './shown-history.ts';
import { createUnsentCalls } from './unsent-calls.ts';

/**
 * The finished calls of the signed-in user (decision D14), in the account or in this browser. Calls of
 * passing visitors are kept in this tab until the visitor leaves.
 */
export type CallHistory = Pick<
  ShownHistory,
  'list' | 'isMissedOnly' | 'showMissedOnly' | 'load' | 'loadMore'
> & {
  /** The latest calls, for the dial page. */
  readonly recent: Pick<RecentCalls, 'list' | 'load'>;
  /** The number of missed calls not yet seen in the list. */
  readonly missed: Store<number>;
  /** The ids of these calls, the latest last. */
  readonly missedIds: Store<readonly string[]>;
  /** To be called when the user has seen the missed calls with these ids, or the whole list. */
  readonly forgetMissed: (seen?: readonly string[]) => void;
  /** One call with its whole text. */
  readonly find: (id: string) => Promise<ApiResult<HistoryRecord>>;
  /** Stores a call if it may be kept. A call that could not be stored is sent again later. */
  readonly add: (record: HistoryRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<ApiResult<void>>;
  readonly clear: () => Promise<ApiResult<void>>;
  /** Sends the calls that could not be stored so far. */
  readonly sendUnsent: () => Promise<void>;
};

export type HistoryOptions = OwnerOptions & {
  readonly session: Pick<Session, 'state'>;
  readonly log: Pick<Log, 'warn'>;
};

export function createCallHistory(options: HistoryOptions): CallHistory {
  const { session, tabStore, log } = options;
  const owner = createCurrentOwner(session, (signedIn) => historyOwner(signedIn, options));
  const recordable = createRecordableCall(session);
  const missed = createMissedCalls(() => owner.now()?.missed);
  const readPage: ReadPage = async (question) => {
    const asked = owner.now()?.key;
    const page = await owner.ask((store) => store.page(question));
    const isNewest = question.before === undefined;
    if (page.ok && isNewest && owner.now()?.key === asked) missed.noteFrom(page.value.entries);
    return page;
  };
  const shown = createShownHistory({
    readPage,
    hasOwner: () => owner.now() !== undefined,
    log,
  });
  const recent = createRecentCalls(readPage);
  const unsent = createUnsentCalls(tabStore, async (record) => {
    const stored = await owner.ask((store) => store.add(record));
    if (!stored.ok) log.warn('call_not_recorded', { status: stored.status });
    return stored;
  });

  owner.follow((now, state) => {
    shown.reset();
    recent.reset();
    missed.resume();
    if (now !== undefined) unsent.resume(now.name);
    else if (state.phase === 'signedOut' && state.wasEnded !== true) unsent.forget();
  });

  return {
    list: shown.list,
    isMissedOnly: shown.isMissedOnly,
    showMissedOnly: shown.showMissedOnly,
    load: shown.load,
    loadMore: shown.loadMore,
    recent,
    missed: missed.count,
    missedIds: missed.ids,
    forgetMissed: missed.forget,
    find: (id) => owner.ask((store) => store.find(id)),
    async add(record) {
      const kept = recordable(record);
      if (kept === undefined) return;
      missed.note(kept);
      await unsent.send(kept);
      await Promise.all([shown.refresh(), recent.refresh()]);
    },
    async remove(id) {
      const result = await owner.ask((store) => store.remove(id));
      // 404: another device has deleted the call already.
      if (!result.ok && result.status !== 404) return result;
      shown.remove(id);
      void recent.refresh();
      return { ok: true, value: undefined };
    },
    async clear() {
      const result = await owner.ask((store) => store.clear());
      if (result.ok) {
        shown.empty();
        void recent.refresh();
      }
      return result;
    },
    sendUnsent: unsent.sendAll,
  };
}
