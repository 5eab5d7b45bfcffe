import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import type { SessionState } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createDebugMode, endWithSession, isDebugModeIn } from './debug-mode.ts';

test('A-038 debug mode is off by default, and keeps its value for this browser session', () => {
  const tabStore = createMemoryStore();
  const first = createDebugMode(tabStore);
  expect(first.get()).toBe(false);
  first.set(true);
  expect([first.get(), tabStore.get('debugMode'), createDebugMode(tabStore).get()]).toEqual([
    true,
    'true',
    true,
  ]);
  expect(isDebugModeIn(tabStore)).toBe(true);
  first.set(false);
  expect(createDebugMode(tabStore).get()).toBe(false);
});

test.each([
  [['signedIn', 'signingOut', 'signedOut'], false, undefined],
  [['signingIn', 'signedIn', 'signedOut'], false, undefined],
  [['signingIn', 'signedOut'], true, 'true'],
] as const)(
  'STORE-04 A-038 after %j debug mode is %s, and the tab remembers %j',
  (phases, isOn, remembered) => {
    const tabStore = createMemoryStore();
    const isDebugMode = createDebugMode(tabStore);
    isDebugMode.set(true);
    const session = createStore<Pick<SessionState, 'phase'>>({ phase: 'signedOut' });
    endWithSession(isDebugMode, session);
    for (const phase of phases) session.set({ phase });
    expect([isDebugMode.get(), tabStore.get('debugMode')]).toEqual([isOn, remembered]);
  },
);
