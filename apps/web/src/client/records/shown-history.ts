import { HISTORY_PAGE, type HistoryEntry, isMissedCall } from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { Loaded } from '../people/people.ts';
import { createStore, type Store } from '../store/store.ts';
import { type HistoryList, type ReadPage, readAgain, withPage } from './history-pages.ts';

/** The calls that the history page shows, loaded page by page. */
export type ShownHistory = {
  readonly list: Store<Loaded<HistoryList>>;
  readonly isMissedOnly: Store<boolean>;
  readonly showMissedOnly: (isMissedOnly: boolean) => Promise<void>;
  /** Loads as many calls as are shown, or the first page. */
  readonly load: () => Promise<void>;
  /** Loads older calls, unless there are none or they are already loading. */
  readonly loadMore: () => Promise<void>;
  /** Loads the list again if it has been loaded. */
  readonly refresh: () => Promise<void>;
  /** Removes one call from the list without loading the list again. */
  readonly remove: (id: string) => void;
  /** Empties the list; to be called when all calls have been deleted. */
  readonly empty: () => void;
  /** Forgets the loaded calls; to be called when the user has changed. */
  readonly reset: () => void;
};

export type ShownHistoryOptions = {
  readonly readPage: ReadPage;
  /** Whether there is a user whose calls can be read. */
  readonly hasOwner: () => boolean;
  readonly log: Pick<Log, 'warn'>;
};

export function createShownHistory({ readPage, hasOwner, log }: ShownHistoryOptions): ShownHistory {
  const list = createStore<Loaded<HistoryList>>({ phase: 'loading' });
  const isMissedOnly = createStore(false);
  /** The number of the latest request; results of earlier requests are ignored. */
  let latest = 0;
  let isLoadingMore = false;

  const shown = (): HistoryList | undefined => {
    const now = list.get();
    return now.phase === 'ready' ? now.value : undefined;
  };
  const show = (value: HistoryList): void => list.set({ phase: 'ready', value });

  async function load(): Promise<void> {
    latest += 1;
    const asked = latest;
    if (!hasOwner()) return;
    const result = await readAgain(readPage, shown(), isMissedOnly.get());
    if (asked !== latest) return;
    if (result.ok) return show(result.value);
    log.warn('history_not_loaded', { status: result.status });
    if (list.get().phase !== 'ready') list.set({ phase: 'failed' });
  }

  async function loadMore(): Promise<void> {
    const before = shown()?.next ?? null;
    if (before === null || isLoadingMore) return;
    isLoadingMore = true;
    const asked = latest;
    const page = await readPage({ before, limit: HISTORY_PAGE.most, isMissedOnly: isMissedOnly.get() });
    isLoadingMore = false;
    const now = shown();
    if (asked === latest && page.ok && now !== undefined) show(withPage(now, page.value));
  }

  function keepOnly(isKept: (entry: HistoryEntry) => boolean): void {
    const now = shown();
    if (now !== undefined) show({ ...now, entries: now.entries.filter(isKept) });
  }

  return {
    list,
    isMissedOnly,
    async showMissedOnly(value) {
      if (value === isMissedOnly.get()) return;
      isMissedOnly.set(value);
      // The loaded missed calls are shown until the rest is loaded.
      if (value) keepOnly(isMissedCall);
      await load();
    },
    load,
    loadMore,
    async refresh() {
      if (shown() !== undefined) await load();
    },
    remove: (id) => keepOnly((entry) => entry.id !== id),
    empty() {
      latest += 1;
      show({ entries: [], next: null });
    },
    reset() {
      latest += 1;
      list.set({ phase: 'loading' });
      isMissedOnly.set(false);
    },
  };
}
