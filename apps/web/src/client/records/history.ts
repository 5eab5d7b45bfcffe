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
import { accountBook, browserBook, type HistoryBook } from './history-book.ts';
import { createMissedCalls } from './missed-calls.ts';
import { createUnsentCalls } from './unsent-calls.ts';

/** The part of the history that has come so far, newest first. */
export type HistoryList = {
  readonly entries: readonly HistoryEntry[];
  /** What to ask with for older calls; null = there are none. */
  readonly next: string | null;
};

/**
 * The finished calls of the signed-in person (decision D14), in the account or in this browser; of passing visitors in
 * this tab, and only as long as they are here.
 */
export type CallHistory = {
  readonly list: Store<Loaded<HistoryList>>;
  readonly isMissedOnly: Store<boolean>;
  readonly showMissedOnly: (isMissedOnly: boolean) => Promise<void>;
  /** How many calls were missed that nobody has seen in the list. */
  readonly missed: Store<number>;
  /** Somebody sees the list. */
  readonly forgetMissed: () => void;
  /** Asks for what is shown, as far as it has been read. */
  readonly load: () => Promise<void>;
  /** Older calls, if there are any and they are not on their way. */
  readonly loadMore: () => Promise<void>;
  /** One call with all its words. */
  readonly find: (id: string) => Promise<ApiResult<HistoryRecord>>;
  /** Keeps a call; what cannot be kept now is tried again later. */
  readonly add: (record: HistoryRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<ApiResult<void>>;
  readonly clear: () => Promise<ApiResult<void>>;
  /** Calls that could not be kept so far. */
  readonly sendUnsent: () => Promise<void>;
};

export type HistoryOptions = {
  readonly api: HistoryApi;
  readonly session: Pick<Session, 'state'>;
  readonly noteSession: ResultNotes['noteSession'];
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Outlives a reload and nothing more. */
  readonly tabStore: KeyValueStore;
  readonly log: Pick<Log, 'warn'>;
};

/** Calls that are asked for again when something has changed; what is older stays as it was read. */
const REREAD_MOST = 1000;

type Owner = {
  readonly key: string;
  /** Whose calls these are, also after another login. */
  readonly name: string;
  readonly book: HistoryBook;
  /** What a browser keeps, or cannot keep, says nothing about the server. */
  readonly note: ResultNotes['noteSession'];
  /** Where it is kept what they have missed. */
  readonly missed: { readonly store: KeyValueStore; readonly key: string };
  /** They have gone. */
  readonly leave: () => void;
};

export function createCallHistory(options: HistoryOptions): CallHistory {
  const { api, session, noteSession, localStore, tabStore, log } = options;
  const list = createStore<Loaded<HistoryList>>({ phase: 'loading' });
  const isMissedOnly = createStore(false);

  function ownerOf({ user, isPassing = false }: SignedIn): Owner {
    const { username, securityToken, capabilities } = user;
    const key = `${username} ${securityToken}`;
    // Strangers have one name in common.
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
  /** The latest question wins. */
  let latest = 0;
  let isMoreComing = false;

  const gone: ApiResult<never> = { ok: false, status: 401 };
  const ask = async <T>(call: (book: HistoryBook) => Promise<ApiResult<T>>): Promise<ApiResult<T>> =>
    owner === undefined ? gone : owner.note(call(owner.book));

  const entriesNow = (): readonly HistoryEntry[] => {
    const now = list.get();
    return now.phase === 'ready' ? now.value.entries : [];
  };

  /** As many pages as are shown, and what is older as it was. */
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
    // A call that is ended by the logout is still one of the person who goes.
    if (state.phase === 'signingOut') return;
    if (state.phase === 'signedIn') {
      // What nobody could look at or delete is not kept.
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

  /** Shows the list without some of its calls, before the server has been asked again. */
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
      // What is known of it already is shown until the rest has come.
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
      // Whoever has logged out leaves nothing behind; whose session has run out may be back in a moment.
      if (!keepsCalls) return;
      if (owner === undefined && !(state.phase === 'signedOut' && state.wasEnded === true)) return;
      missed.note(record);
      const kept = keepsText ? record : { ...record, receivedText: '', sentText: '', transcript: [] };
      await unsent.send(kept);
      if (list.get().phase === 'ready') await load();
    },
    async remove(id) {
      const result = await ask((book) => book.remove(id));
      // Another device may have been faster.
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
