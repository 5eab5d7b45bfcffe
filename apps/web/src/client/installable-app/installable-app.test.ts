import { expect, test } from 'vitest';
import { alice } from '../../testing/alice.ts';
import type { Installation } from '../ports/installable-app.ts';
import type { SessionState } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createInstallableApp } from './installable-app.ts';

const base = alice();
const withApp: SessionState = { ...base, features: { ...base.features, installableApp: true } };
const withoutApp: SessionState = { ...base, features: { ...base.features, installableApp: false } };
const out: SessionState = { phase: 'signedOut' };

function createScene({
  session: first = withApp,
  remembered = {},
}: {
  session?: SessionState;
  remembered?: Record<string, string>;
} = {}) {
  const done: string[] = [];
  const store = new Map(Object.entries(remembered));
  const session = createStore<SessionState>(first);
  const language = createStore<'en' | 'ar'>('en');
  const [missed, unread] = [createStore(0), createStore(0)];
  const outside = { installation: 'byBrowser' as Installation, isAccepted: false };
  const listeners: Record<'update' | 'installation' | 'minute', () => void> = {
    update: () => {},
    installation: () => {},
    minute: () => {},
  };
  let launch = (_path: string): void => {};
  const app = createInstallableApp({
    session,
    language,
    counts: [missed, unread],
    localStore: {
      get: (key) => store.get(key),
      set: (key, value) => void store.set(key, value),
      remove: (key) => void store.delete(key),
      clear: () => store.clear(),
    },
    client: {
      onHeartbeat(_every, listener) {
        listeners.minute = listener;
        return () => {};
      },
    },
    device: {
      installation: () => outside.installation,
      onInstallation: (listener) => void (listeners.installation = listener),
      install: async () => {
        outside.installation = outside.isAccepted ? 'installed' : 'byBrowser';
        return outside.isAccepted;
      },
      setBadge: (count) => void done.push(`badge ${count}`),
      onLaunch: (listener) => void (launch = listener),
    },
    keeper: {
      keep: async (kept) => void done.push(`keep ${kept}`),
      drop: async () => void done.push('drop'),
      lookForUpdate: async () => void done.push('look'),
      onUpdateReady: (listener) => void (listeners.update = listener),
    },
  });
  return {
    app,
    done,
    session,
    language,
    missed,
    unread,
    outside,
    listeners,
    store,
    launch: (path: string) => launch(path),
  };
}

test('D79 the app is kept in the language of the page, once for each', () => {
  const { done, language, session } = createScene();
  language.set('ar');
  session.set({ ...base, features: { ...base.features, installableApp: true, audio: false } });
  expect(done.filter((each) => each.startsWith('keep'))).toEqual(['keep en', 'keep ar']);
});

test('D79 the badge is the sum of missed calls and unread messages, and a log-out removes it', () => {
  const { done, missed, unread, session } = createScene();
  missed.set(2);
  unread.set(3);
  session.set(out);
  unread.set(4);
  expect(done.filter((each) => each.startsWith('badge'))).toEqual([
    'badge 0',
    'badge 2',
    'badge 5',
    'badge 0',
    'badge 0',
  ]);
});

test('D79 for a user without the app nothing is kept, and what was kept is removed', () => {
  expect(createScene({ session: withoutApp }).done).toEqual(['badge 0']);
  const { done, store, session, launch, app } = createScene({
    session: withoutApp,
    remembered: { appKept: 'true' },
  });
  expect([done, store.size]).toEqual([['drop', 'badge 0'], 0]);
  launch('/messages');
  expect(app.launched.get()).toBeUndefined();
  session.set(withApp);
  expect([done.at(-2), store.get('appKept')]).toEqual(['keep en', 'true']);
});

test('D79 a passing visitor neither keeps nor removes anything', () => {
  const { done } = createScene({
    session: { ...withoutApp, isPassing: true },
    remembered: { appKept: 'true' },
  });
  expect(done).toEqual(['badge 0']);
});

test('D79 an open page asks for a newer version once an hour, and says so when it is ready', () => {
  const { app, done, listeners } = createScene();
  for (let minute = 0; minute < 125; minute += 1) listeners.minute();
  expect(done.filter((each) => each === 'look')).toHaveLength(2);
  expect(app.isUpdateReady.get()).toBe(false);
  listeners.update();
  expect(app.isUpdateReady.get()).toBe(true);
  app.putOffUpdate();
  expect(app.isUpdateReady.get()).toBe(false);
});

test('D79 a launch is taken once', () => {
  const { app, launch } = createScene();
  launch('/messages');
  expect(app.launched.get()).toBe('/messages');
  app.takeLaunch();
  expect(app.launched.get()).toBeUndefined();
});

test.each([true, false])(
  'D79 the user is asked once, and the answer is shown (accepted: %s)',
  async (isAccepted) => {
    const { app, outside, listeners } = createScene();
    outside.installation = 'possible';
    listeners.installation();
    expect(app.installation.get()).toBe('possible');
    outside.isAccepted = isAccepted;
    expect(await app.install()).toBe(isAccepted);
    expect(app.installation.get()).toBe(isAccepted ? 'installed' : 'byBrowser');
  },
);
