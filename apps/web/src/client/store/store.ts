import { useSyncExternalStore } from 'react';

/** A value that changes over time and can be read and observed. */
export type Store<T> = {
  readonly get: () => T;
  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

export type WritableStore<T> = Store<T> & { readonly set: (value: T) => void };

export function createStore<T>(initial: T): WritableStore<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The value of a store, now and after each change.
 * @param getFirst returns the value in the page that the server renders, where it differs from the store's
 */
export function useStore<T>(store: Store<T>, getFirst: () => T = store.get): T {
  return useSyncExternalStore(store.subscribe, store.get, getFirst);
}
