import {
  CAPABILITY_KEYS,
  HISTORY_PAGE,
  type HistoryEntry,
  type HistoryRecord,
  isMissedCall,
  valueOf,
} from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { ResultNotes } from '../api/watch-results.ts';
import type { Loaded } from '../people/people.ts';
import type { HistoryApi } from '../ports/history-api.ts';
import type { ApiResult } from '../ports/user-api.ts';
import type { Session, SignedIn } from '../session/session.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';
import { accountBook, browserBook, type HistoryStore } from './history-store.ts';
import { createMissedCalls } from './missed-calls.ts';
import { createUnsentCalls } from './unsent-calls.ts';

/** The loaded part of the history, newest first. */
export type HistoryList = {
  readonly entries: readonly HistoryEntry[];
  /** The cursor for older calls; null = there are none. */
  readonly next: string | null;
};

/**
 * The finished calls of the signed-in user (decision D14), in the account or in this browser; those of
 * passing visitors in this tab, until they leave.
 */
export type CallHistory = {
  readonly list: Store<Loaded<HistoryList>>;
  readonly isMissedOnly: Store<boolean>;
  readonly showMissedOnly: (isMissedOnly: boolean) => Promise<void>;
  /** The number of missed calls not yet seen in the list. */
  readonly missed: Store<number>;
  /** The user has seen the list. */
  readonly forgetMissed: () => void;
  /** Loads the list as far as it is shown. */
  readonly load: () => Promise<void>;
  /** Loads older calls, unless there are none or they are already loading. */
  readonly loadMore: () => Promise<void>;
  /** One call with its whole text. */
  readonly find: (id: string) => Promise<ApiResult<HistoryRecord>>;
  /** Stores a call; if that fails now, it is tried again later. */
  readonly add: (record: HistoryRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<ApiResult<void>>;
  readonly clear: () => Promise<ApiResult<void>>;
  /** Sends the calls that could not be stored so far. */
  readonly sendUnsent: () => Promise<void>;
};

export type HistoryOptions = {
  readonly api: HistoryApi;
  readonly session: Pick<Session, 'state'>;
  readonly noteSession: ResultNotes['noteSession'];
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Survives a reload only. */
  readonly tabStore: KeyValueStore;
  readonly log: Pick<Log, 'warn'>;
};

/** The number of calls that a refresh loads again; older ones stay as they were loaded. */
const REREAD_MOST = 1000;

type Owner = {
  readonly key: string;
  /** Identifies the user, also after another login. */
  readonly name: string;
  readonly book: HistoryStore;
  /** The result of storing in the browser says nothing about the server. */
  readonly note: ResultNotes['noteSession'];
  /** Where the missed calls are stored. */
  readonly missed: { readonly store: KeyValueStore; readonly key: string };
  /** The user has left. */
  readonly leave: () => void;
};

export function createCallHistory(options: HistoryOptions): CallHistory {
  const { api, session, noteSession, localStore, tabStore, log } = options;
  const list = createStore<Loaded<HistoryList>>({ phase: 'loading' });
  const isMissedOnly = createStore(false);

  function ownerOf({ user, isPassing = false }: SignedIn): Owner {
    const { username, securityToken, capabilities } = user;
    const key = `${username} ${securityToken}`;
    // Passing visitors share one user name.
    const name = isPassing ? key : username;
    const bookKey = `callHistory ${name}`;
    const store = isPassing ? tabStore : localStore;
    const missed = { store, key: `missedCalls ${name}` };
    const leave = (): void => {
      if (isPassing) for (const kept of [bookKey, missed.key]) store.remove(kept);
    };
    const shared = { key, name, missed, leave };
    if (valueOf(capabilities, CAPABILITY_KEYS.history) === 'true')
      return { ...shared, book: accountBook(api, securityToken), note: noteSession };
    return { ...shared, book: browserBook(store, bookKey), note: (result) => result };
  }

  let owner: Owner | undefined;
  const missed = createMissedCalls(() => owner?.missed);
  let keepsCalls = false;
  let keepsText = false;
  /** Only the latest request counts. */
  let latest = 0;
  let isMoreComing = false;

  const gone: ApiResult<never> = { ok: false, status: 401 };
  const ask = async <T>(call: (book: HistoryStore) => Promise<ApiResult<T>>): Promise<ApiResult<T>> =>
    owner === undefined ? gone : owner.note(call(owner.book));

  const entriesNow = (): readonly HistoryEntry[] => {
    const now = list.get();
    return now.phase === 'ready' ? now.value.entries : [];
  };

  /** Loads as many pages as are shown; older entries stay as they were. */
  async function readAgain(): Promise<ApiResult<HistoryList>> {
    const before = list.get();
    const wanted = Math.min(Math.max(entriesNow().length, HISTORY_PAGE.initial), REREAD_MOST);
    const entries: HistoryEntry[] = [];
    let next: string | null | undefined;
    while (entries.length < wanted && next !== null) {
      const limit = Math.min(wanted - entries.length, HISTORY_PAGE.most);
      const question = { before: next, limit, isMissedOnly: isMissedOnly.get() };
      const page = await ask((book) => book.page(question));
      if (!page.ok) return page;
      entries.push(...page.value.entries);
      next = page.value.next;
    }
    const last = entries.at(-1);
    if (before.phase !== 'ready' || last === undefined || next === null || next === undefined)
      return { ok: true, value: { entries, next: next ?? null } };
    const read = new Set(entries.map(({ id }) => id));
    const older = before.value.entries.filter(
      ({ id, timestamp }) => timestamp <= last.timestamp && !read.has(id),
    );
    const hasOlder = before.value.entries.length > REREAD_MOST;
    return {
      ok: true,
      value: hasOlder ? { entries: [...entries, ...older], next: before.value.next } : { entries, next },
    };
  }

  async function load(): Promise<void> {
    latest += 1;
    const asked = latest;
    if (owner === undefined) return;
    const result = await readAgain();
    if (asked !== latest) return;
    if (result.ok) return list.set({ phase: 'ready', value: result.value });
    log.warn('the history could not be loaded', { status: result.status });
    if (list.get().phase !== 'ready') list.set({ phase: 'failed' });
  }

  async function loadMore(): Promise<void> {
    const now = list.get();
    if (now.phase !== 'ready' || now.value.next === null || isMoreComing) return;
    isMoreComing = true;
    const asked = latest;
    const question = {
      before: now.value.next,
      limit: HISTORY_PAGE.most,
      isMissedOnly: isMissedOnly.get(),
    };
    const page = await ask((book) => book.page(question));
    isMoreComing = false;
    if (asked !== latest || !page.ok) return;
    const shown = new Set(entriesNow().map(({ id }) => id));
    const entries = [...entriesNow(), ...page.value.entries.filter(({ id }) => !shown.has(id))];
    list.set({ phase: 'ready', value: { entries, next: page.value.next } });
  }

  const unsent = createUnsentCalls(tabStore, async (record) => {
    const kept = await ask((book) => book.add(record));
    if (!kept.ok) log.warn('a call could not be recorded', { status: kept.status });
    return kept;
  });

  let shownTo: string | undefined;
  const follow = (): void => {
    const state = session.state.get();
    // A call that the logout ends still belongs to the user who logs out.
    if (state.phase === 'signingOut') return;
    if (state.phase === 'signedIn') {
      // Without the history page the user could not see or delete calls, so none are kept.
      keepsCalls = state.features.history;
      keepsText = state.features.transcripts;
    }
    const before = owner;
    owner = state.phase === 'signedIn' ? ownerOf(state) : undefined;
    if (owner?.key === shownTo) return;
    before?.leave();
    shownTo = owner?.key;
    latest += 1;
    list.set({ phase: 'loading' });
    isMissedOnly.set(false);
    missed.resume();
    if (owner !== undefined) unsent.resume(owner.name);
    else if (state.phase === 'signedOut' && state.wasEnded !== true) unsent.forget();
  };
  session.state.subscribe(follow);
  follow();

  /** Removes some calls from the shown list before the server is asked again. */
  function withdraw(isKept: (entry: HistoryEntry) => boolean): void {
    const now = list.get();
    if (now.phase !== 'ready') return;
    list.set({ phase: 'ready', value: { ...now.value, entries: now.value.entries.filter(isKept) } });
  }

  return {
    list,
    isMissedOnly,
    async showMissedOnly(value) {
      if (value === isMissedOnly.get()) return;
      isMissedOnly.set(value);
      // The loaded missed calls are shown until the rest is loaded.
      if (value) withdraw(isMissedCall);
      await load();
    },
    missed: missed.count,
    forgetMissed: missed.forget,
    load,
    loadMore,
    find: (id) => ask((book) => book.find(id)),
    async add(record) {
      const state = session.state.get();
      // A logout leaves nothing behind; after an expired session the same user may be back in a moment.
      if (!keepsCalls) return;
      if (owner === undefined && !(state.phase === 'signedOut' && state.wasEnded === true)) return;
      missed.note(record);
      const kept = keepsText ? record : { ...record, receivedText: '', sentText: '', transcript: [] };
      await unsent.send(kept);
      if (list.get().phase === 'ready') await load();
    },
    async remove(id) {
      const result = await ask((book) => book.remove(id));
      // Another device may have deleted it already.
      if (result.ok || result.status === 404) withdraw((entry) => entry.id !== id);
      return result.ok || result.status === 404 ? { ok: true, value: undefined } : result;
    },
    async clear() {
      const result = await ask((book) => book.clear());
      if (result.ok) {
        latest += 1;
        list.set({ phase: 'ready', value: { entries: [], next: null } });
      }
      return result;
    },
    sendUnsent: unsent.sendAll,
  };
}
