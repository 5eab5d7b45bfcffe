import type { SessionState } from '../session/session.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store, type WritableStore } from '../store/store.ts';

const key = 'debugMode';

/** Whether debug mode is on in the tab with these values. */
export const isDebugModeIn = (tabStore: Pick<KeyValueStore, 'get'>): boolean => tabStore.get(key) === 'true';

/** Debug mode: whether everything is logged in this tab. `tabStore` keeps it across a reload. */
export function createDebugMode(tabStore: KeyValueStore): WritableStore<boolean> {
  const store = createStore(isDebugModeIn(tabStore));
  return {
    ...store,
    set(isOn) {
      if (isOn) tabStore.set(key, 'true');
      else tabStore.remove(key);
      store.set(isOn);
    },
  };
}

/** Ends debug mode when a session ends (STORE-04); a failed login does not end it. */
export function endWithSession(
  isDebugMode: WritableStore<boolean>,
  session: Store<Pick<SessionState, 'phase'>>,
): void {
  let wasSignedIn = session.get().phase === 'signedIn';
  session.subscribe(() => {
    const { phase } = session.get();
    if (phase === 'signedOut' && wasSignedIn) isDebugMode.set(false);
    wasSignedIn = phase === 'signedIn' || (wasSignedIn && phase === 'signingOut');
  });
}
