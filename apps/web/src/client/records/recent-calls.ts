import { HISTORY_PAGE, type HistoryEntry } from '@samtal/api-contract';
import { createStore, type Store } from '../store/store.ts';
import type { ReadPage } from './history-pages.ts';

/** The latest calls of the signed-in user, whatever part of the history the list of calls shows. */
export type RecentCalls = {
  /** Newest first; empty until they are loaded. */
  readonly list: Store<readonly HistoryEntry[]>;
  readonly load: () => Promise<void>;
  /** Loads the calls again if they have been loaded. */
  readonly refresh: () => Promise<void>;
  /** Forgets the calls; to be called when the user has changed. */
  readonly reset: () => void;
};

/** @param readPage reads a page of the history of the current user */
export function createRecentCalls(readPage: ReadPage): RecentCalls {
  const list = createStore<readonly HistoryEntry[]>([]);
  /** The number of the latest request; results of earlier requests are ignored. */
  let latest = 0;
  let isLoaded = false;
  async function load(): Promise<void> {
    latest += 1;
    const asked = latest;
    isLoaded = true;
    const page = await readPage({ limit: HISTORY_PAGE.initial, isMissedOnly: false });
    if (asked === latest && page.ok) list.set(page.value.entries);
  }
  return {
    list,
    load,
    async refresh() {
      if (isLoaded) await load();
    },
    reset() {
      latest += 1;
      isLoaded = false;
      list.set([]);
    },
  };
}
