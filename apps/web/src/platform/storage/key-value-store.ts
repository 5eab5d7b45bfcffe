import type { KeyValueStore } from '../../client/store/key-value-store.ts';

/**
 * Reads and writes values in one of the browser's storages. `openStorage` is a function because even reading
 * `localStorage` throws where storage is forbidden.
 */
export function createKeyValueStore(openStorage: () => Storage): KeyValueStore {
  const attempt = <Result>(run: (storage: Storage) => Result): Result | undefined => {
    try {
      return run(openStorage());
    } catch {
      // Full or forbidden storage: the value is not stored. A caller that must know reads it back.
      return undefined;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => attempt((storage) => storage.setItem(key, value)),
    remove: (key) => attempt((storage) => storage.removeItem(key)),
    clear: () => attempt((storage) => storage.clear()),
  };
}
