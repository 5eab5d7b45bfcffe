import { featuresFor, parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { alice, everything } from '../../testing/alice.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { call, createFakeHistoryApi } from '../../testing/records.ts';
import type { HistoryApi } from '../ports/history-api.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { CALLS_IN_BROWSER } from './browser-history.ts';
import { createCallHistory } from './history.ts';

type Given = {
  readonly name?: string;
  readonly isInAccount?: boolean;
  readonly transcripts?: boolean;
  readonly history?: boolean;
  readonly isPassing?: boolean;
  readonly token?: string;
};

function someone({
  name = 'alice',
  isInAccount = true,
  transcripts = true,
  history = true,
  isPassing = false,
  token = `token of ${name}`,
}: Given = {}): SignedIn {
  const { user, ...rest } = alice();
  const brand = parseBrand({ ...everything, features: { ...everything.features, transcripts, history } });
  if (!brand.ok) throw new Error('the brand of the test is invalid');
  return {
    ...rest,
    isPassing,
    features: featuresFor(brand.brand, 1, []),
    user: {
      ...user,
      username: name,
      securityToken: token,
      capabilities: isInAccount ? [{ key: 'SYS_HISTORY', value: 'true' }] : [],
    },
  };
}

function open(api: HistoryApi, session: SessionState = someone(), localStore = createMemoryStore()) {
  const state = createStore<SessionState>(session);
  const tabStore = createMemoryStore();
  const history = createCallHistory({
    api,
    session: { state },
    localStore,
    tabStore,
    log: { warn: () => undefined },
  });
  const ids = () => {
    const list = history.list.get();
    return list.phase === 'ready' ? list.value.entries.map(({ id }) => id) : list.phase;
  };
  return { history, state, ids, localStore, tabStore };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    call({ id: `c${index}`, timestamp: 1_700_000_000_000 - index }),
  );

test('HIST-02 D14 a call is stored in the account if the server keeps a history', async () => {
  const api = createFakeHistoryApi();
  const { history, ids, localStore, tabStore } = open(api);
  await history.load();
  await history.add(call({ id: 'new' }));
  expect(api.records().map(({ id }) => id)).toEqual(['new']);
  expect(ids()).toEqual(['new']);
  expect([...localStore.entries.keys(), ...tabStore.entries.keys()]).toEqual([
    'callsKnownUntil alice',
    'unsentCallsOf',
  ]);
});

test('D14 a call is stored in this browser, under the user’s name, if the server keeps no history', async () => {
  const api = createFakeHistoryApi();
  const { history, ids, state, localStore } = open(api, someone({ isInAccount: false }));
  const kept = call({
    id: 'one',
    receivedText: 'Hi',
    transcript: [{ author: 'other', text: 'Hi', offsetMs: 9 }],
  });
  await history.add(kept);
  await history.add(call({ id: 'two', timestamp: kept.timestamp + 1 }));
  await history.load();
  expect(ids()).toEqual(['two', 'one']);
  expect(await history.find('one')).toEqual({ ok: true, value: kept });
  expect(api.calls).toEqual([]);
  state.set(someone({ name: 'bobby', isInAccount: false }));
  await history.load();
  expect(ids()).toEqual([]);
  const again = open(api, someone({ isInAccount: false }), localStore);
  await again.history.load();
  expect(again.ids()).toEqual(['two', 'one']);
});

test('D14 A-035 passing visitors share one name but not their calls; none of their data stays', async () => {
  const api = createFakeHistoryApi();
  const stranger = (token: string) =>
    someone({ name: 'anonymous', isInAccount: false, isPassing: true, token });
  const { history, ids, state, localStore, tabStore } = open(api, stranger('one'));
  await history.add(call({ id: 'first' }));
  await history.load();
  expect(ids()).toEqual(['first']);
  state.set({ phase: 'signingOut', was: stranger('one') });
  await history.add(call({ id: 'ended by the logout' }));
  state.set({ phase: 'signedOut', wasEnded: true });
  await history.add(call({ id: 'ended by the server' }));
  state.set(stranger('two'));
  await history.load();
  expect(ids()).toEqual([]);
  state.set({ phase: 'signedOut' });
  expect([...localStore.entries, ...tabStore.entries]).toEqual([]);
});

test('KIOSK-13 the calls of an account are kept when its visitor leaves', async () => {
  const api = createFakeHistoryApi([call({ id: 'kept' })]);
  const { state } = open(api, someone({ isPassing: true }));
  state.set({ phase: 'signedOut' });
  expect([api.records().length, api.calls]).toEqual([1, []]);
});

test('the calls in a browser are limited: the oldest are dropped first', async () => {
  const localStore = createMemoryStore();
  const { history } = open(createFakeHistoryApi(), someone({ isInAccount: false }), localStore);
  for (const record of many(CALLS_IN_BROWSER + 3).toReversed()) await history.add(record);
  const kept: { id: string }[] = JSON.parse(localStore.get('callHistory alice') ?? '');
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([CALLS_IN_BROWSER, 'c0', 'c499']);
  const long = call({ id: 'long', timestamp: 1_800_000_000_000, receivedText: 'x'.repeat(99_000) });
  for (let index = 0; index < 20; index++) await history.add({ ...long, id: `long${index}` });
  expect((localStore.get('callHistory alice') ?? '').length).toBeLessThan(1_100_000);
});

/**
 * A store with room for values of `room()` UTF-16 units. Like a browser, it does not report that a value did
 * not fit.
 */
function narrowStore(room: () => number) {
  const store = createMemoryStore();
  return {
    ...store,
    set: (key: string, value: string) => (value.length <= room() ? store.set(key, value) : undefined),
  };
}

test('D14 a browser with too little space keeps the new call and drops the oldest', async () => {
  const { history, ids, tabStore } = open(
    createFakeHistoryApi(),
    someone({ isInAccount: false }),
    narrowStore(() => 5000),
  );
  for (const record of many(40).toReversed()) await history.add(record);
  await history.load();
  const kept = ids();
  expect(kept.slice(0, 3)).toEqual(['c0', 'c1', 'c2']);
  expect(kept.length).toBeLessThan(40);
  expect(tabStore.get('unsentCalls')).toBeUndefined();
});

test('D14 a call that the browser cannot store is stored later, without a server error', async () => {
  let room = 0;
  const api = createFakeHistoryApi();
  const { history, ids, tabStore } = open(
    api,
    someone({ isInAccount: false }),
    narrowStore(() => room),
  );
  await history.add(call({ id: 'a' }));
  expect(tabStore.get('unsentCalls')).toContain('"a"');
  room = 10_000;
  await history.sendUnsent();
  await history.load();
  expect(ids()).toEqual(['a']);
  expect(tabStore.get('unsentCalls')).toBeUndefined();
  expect(api.calls).toEqual([]);
});

test('D14 with transcripts off no text leaves the page', async () => {
  const api = createFakeHistoryApi();
  const { history } = open(api, someone({ transcripts: false }));
  await history.add(
    call({
      id: 'x',
      receivedText: 'secret',
      sentText: 'word',
      transcript: [{ author: 'own', text: 'word', offsetMs: 1 }],
    }),
  );
  expect(api.records()).toEqual([call({ id: 'x' })]);
});

test('D14 an organisation without a history keeps no calls', async () => {
  const api = createFakeHistoryApi();
  await open(api, someone({ history: false })).history.add(call({ id: 'x' }));
  expect(api.calls).toEqual([]);
});

test('50 000 calls are loaded in pages, one more on demand', async () => {
  const api = createFakeHistoryApi(many(50_000));
  const { history, ids } = open(api);
  await history.load();
  expect(ids()).toHaveLength(50);
  await Promise.all([history.loadMore(), history.loadMore()]);
  expect(ids()).toHaveLength(250);
  await history.load();
  expect(ids()).toHaveLength(250);
  expect(new Set(ids()).size).toBe(250);
});

test('after a change elsewhere the list matches the account and keeps older loaded calls', async () => {
  const api = createFakeHistoryApi(many(1500));
  const { history, ids } = open(api);
  await history.load();
  for (let page = 0; page < 7; page++) await history.loadMore();
  expect(ids()).toHaveLength(1450);
  api.set([
    call({ id: 'fresh', timestamp: 1_700_000_000_001 }),
    ...many(1500).filter(({ id }) => id !== 'c10'),
  ]);
  await history.load();
  expect(ids()).toHaveLength(1450);
  expect(ids().slice(0, 2)).toEqual(['fresh', 'c0']);
  expect(ids()).not.toContain('c10');
  api.set([]);
  await history.load();
  expect(ids()).toEqual([]);
});

test('the list shows only missed calls on request', async () => {
  const api = createFakeHistoryApi([
    call({ id: 'out' }),
    call({ id: 'missed', type: 'incoming', answered: false, outcome: 'canceledRemote' }),
    call({ id: 'in', type: 'incoming' }),
  ]);
  const { history, ids } = open(api);
  await history.load();
  await history.showMissedOnly(true);
  expect(ids()).toEqual(['missed']);
  await history.showMissedOnly(false);
  expect(ids()).toEqual(['out', 'missed', 'in']);
});

test('one call or all of them can be deleted; deleting a missing one succeeds', async () => {
  const api = createFakeHistoryApi(many(3), { findHistory: async () => ({ ok: false, status: 404 }) });
  const { history, ids } = open({
    ...api,
    deleteHistory: async (token, id) => {
      await api.deleteHistory(token, id);
      return id === 'c1' ? { ok: false, status: 404 } : { ok: true, value: undefined };
    },
  });
  await history.load();
  expect(await history.remove('c1')).toEqual({ ok: true, value: undefined });
  expect(ids()).toEqual(['c0', 'c2']);
  await history.clear();
  expect([ids(), api.records()]).toEqual([[], []]);
});

test('a call that could not be stored is sent again, even after a reload, and never twice', async () => {
  let isDown = true;
  const good = createFakeHistoryApi();
  const api: HistoryApi = {
    ...good,
    addHistory: async (token, record) => (isDown ? { ok: false, status: 0 } : good.addHistory(token, record)),
  };
  const { history, state, tabStore } = open(api);
  await history.add(call({ id: 'a' }));
  await history.sendUnsent();
  expect(good.records()).toEqual([]);
  isDown = false;
  // The page is reloaded: tab and session stay the same.
  const again = createCallHistory({
    api,
    session: { state },
    localStore: createMemoryStore(),
    tabStore,
    log: { warn: () => undefined },
  });
  await again.sendUnsent();
  await again.sendUnsent();
  expect(good.calls.filter((asked) => asked.startsWith('addHistory'))).toHaveLength(1);
  expect(good.records().map(({ id }) => id)).toEqual(['a']);
});

test('STORE-04 a logout leaves no unsent calls, and another user’s are not sent', async () => {
  const api = createFakeHistoryApi([], { addHistory: async () => ({ ok: false, status: 0 }) });
  const { history, state, tabStore } = open(api);
  await history.add(call({ id: 'a' }));
  state.set({ phase: 'signedOut', wasEnded: true });
  expect(tabStore.get('unsentCalls')).toContain('"a"');
  state.set(someone({ name: 'bobby' }));
  expect(tabStore.get('unsentCalls')).toBeUndefined();
  await history.add(call({ id: 'b' }));
  state.set({ phase: 'signingOut', was: someone({ name: 'bobby' }) });
  await history.add(call({ id: 'ended by the logout' }));
  state.set({ phase: 'signedOut' });
  await history.add(call({ id: 'too late' }));
  expect([...tabStore.entries.keys()]).toEqual([]);
});

test('STORE-04 D14 the calls of a user that are being sent at the log-out do not come into the account of the next user', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  let isDown = true;
  const stored: string[] = [];
  const api = createFakeHistoryApi([], {
    async addHistory(token, { id }) {
      if (isDown) return { ok: false, status: 0 };
      stored.push(`${id} by ${token}`);
      ask();
      await answered;
      return { ok: true, value: undefined };
    },
  });
  const { history, state, tabStore } = open(api, someone({ token: 'of alice' }));
  await history.add(call({ id: 'a' }));
  await history.add(call({ id: 'b' }));
  isDown = false;
  const sending = history.sendUnsent();
  await asked;
  state.set({ phase: 'signedOut' });
  state.set(someone({ name: 'bobby', token: 'of bobby' }));
  const next = history.add(call({ id: 'c' }));
  answer();
  await Promise.all([sending, next, history.sendUnsent()]);
  expect(stored).toEqual(['a by of alice', 'c by of bobby']);
  expect(tabStore.get('unsentCalls')).toBeUndefined();
});

test('a call that the server permanently refuses is not sent forever', async () => {
  const api = createFakeHistoryApi([], { addHistory: async () => ({ ok: false, status: 400 }) });
  const { history, tabStore } = open(api);
  await history.add(call({ id: 'a' }));
  expect(tabStore.get('unsentCalls')).toBeUndefined();
});

const overlooked = (id: string) =>
  call({ id, type: 'incoming', answered: false, outcome: 'canceledRemote', duration: 0 });

test.each([true, false])(
  'D14 missed calls are counted per user until the history is seen; in the account: %s',
  async (isInAccount) => {
    const api = createFakeHistoryApi();
    const { history, state, localStore } = open(api, someone({ isInAccount }));
    await history.add(overlooked('one'));
    await history.add(overlooked('two'));
    expect(history.missed.get()).toBe(2);
    const otherTab = open(api, someone({ isInAccount }), localStore).history;
    expect(otherTab.missed.get()).toBe(2);
    await otherTab.add(overlooked('two'));
    expect(otherTab.missed.get()).toBe(2);
    state.set(someone({ name: 'bobby', isInAccount }));
    expect(history.missed.get()).toBe(0);
    state.set(someone({ isInAccount }));
    expect(history.missed.get()).toBe(2);
    expect(history.missedIds.get()).toEqual(['one', 'two']);
    history.forgetMissed(['two']);
    expect(history.missedIds.get()).toEqual(['one']);
    expect(history.missed.get()).toBe(1);
    history.forgetMissed();
    expect(history.missed.get()).toBe(0);
    expect(history.missedIds.get()).toEqual([]);
    expect(open(api, someone({ isInAccount }), localStore).history.missed.get()).toBe(0);
  },
);

test.each([
  ['declined', { type: 'incoming', answered: false, outcome: 'rejectedLocal' }],
  ['answered', { type: 'incoming' }],
  ['made', { answered: false, outcome: 'canceledLocal' }],
] as const)('D14 a call that was %s is not missed', async (_how, given) => {
  const { history } = open(createFakeHistoryApi());
  await history.add(call({ id: 'one', ...given }));
  expect(history.missed.get()).toBe(0);
});

test('D14 D86 a call that only the server knows of is counted when the history is read, once', async () => {
  const api = createFakeHistoryApi();
  await api.addHistory('', call({ ...overlooked('old'), timestamp: 1000 }));
  const { history, localStore } = open(api);
  await history.recent.load();
  expect(history.missed.get()).toBe(0);
  await api.addHistory('', call({ ...overlooked('quiet'), timestamp: 2000 }));
  await api.addHistory('', call({ id: 'answered', type: 'incoming', timestamp: 3000 }));
  await history.recent.load();
  expect(history.missedIds.get()).toEqual(['quiet']);
  history.forgetMissed();
  await history.recent.load();
  await history.load();
  expect(history.missed.get()).toBe(0);
  const nextDay = open(api, someone(), localStore).history;
  await api.addHistory('', call({ ...overlooked('away'), timestamp: 4000 }));
  await nextDay.recent.load();
  expect(nextDay.missedIds.get()).toEqual(['away']);
});

test('D14 the first call of a user that only the server knows of is counted', async () => {
  const api = createFakeHistoryApi();
  const { history } = open(api);
  await history.recent.load();
  await api.addHistory('', overlooked('first'));
  await history.recent.load();
  expect(history.missedIds.get()).toEqual(['first']);
});

test('D14 A-035 no data of a passing visitor stays, not even missed calls', async () => {
  const { history, state, localStore, tabStore } = open(
    createFakeHistoryApi(),
    someone({ name: 'anonymous', isInAccount: false, isPassing: true }),
  );
  await history.add(overlooked('one'));
  expect(history.missed.get()).toBe(1);
  state.set({ phase: 'signedOut' });
  expect(history.missed.get()).toBe(0);
  expect([...localStore.entries, ...tabStore.entries]).toEqual([]);
});
