import type { KeyValueStore } from './ports.ts';
import { createStore, type WritableStore } from './store.ts';

const key = 'debugMode';

/** Whether everything is of interest in this browser session, remembered by `tabStore`. */
export function createDebugMode(tabStore: KeyValueStore): WritableStore<boolean> {
  const store = createStore(tabStore.get(key) === 'true');
  return {
    ...store,
    set(isOn) {
      tabStore.set(key, String(isOn));
      store.set(isOn);
    },
  };
}
