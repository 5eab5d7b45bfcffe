import type { KeyValueStore } from '../client/store/key-value-store.ts';

/** A store in a map; `entries` shows its content. */
export type MemoryStore = KeyValueStore & { readonly entries: ReadonlyMap<string, string> };

export function createMemoryStore(initial: Readonly<Record<string, string>> = {}): MemoryStore {
  const entries = new Map(Object.entries(initial));
  return {
    entries,
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
