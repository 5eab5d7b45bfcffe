import { expect, test } from 'vitest';
import { createDebugMode } from './debug-mode.ts';
import { createMemoryStore } from './testing/memory-store.ts';

test('A-038 debug mode is off at first, and stays as chosen for the session of this browser', () => {
  const tabStore = createMemoryStore();
  const first = createDebugMode(tabStore);
  expect(first.get()).toBe(false);
  first.set(true);
  expect([first.get(), tabStore.get('debugMode'), createDebugMode(tabStore).get()]).toEqual([
    true,
    'true',
    true,
  ]);
  first.set(false);
  expect(createDebugMode(tabStore).get()).toBe(false);
});
