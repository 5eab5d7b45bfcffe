import { afterEach, beforeEach } from 'vitest';
import type { Repositories } from '../repositories/repositories.ts';
import { onEachStorage, type TestStorage } from './each-storage.ts';

/** Where the storage of the test that runs is; it is removed after the test. */
export let place: TestStorage;

/** The storage of the test that runs, open; it is closed after the test. */
export let storage: { readonly repositories: Repositories; readonly close: () => Promise<void> };

/** Closes the storage and opens it again, as the next run of the server does. */
export async function reopen(): Promise<void> {
  await storage.close();
  storage = await place.open();
}

/** Runs the same tests on both databases, each with an empty storage that is open. */
export function onEachOpenStorage(suite: () => void): void {
  onEachStorage((create) => {
    beforeEach(async () => {
      place = await create();
      storage = await place.open();
    });
    afterEach(async () => {
      await storage.close();
      place.remove();
    });
    suite();
  });
}
