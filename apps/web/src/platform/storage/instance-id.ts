import type { KeyValueStore } from '../../client/store/key-value-store.ts';

const KEY = 'instanceId';

/**
 * This tab's id for the registrar, the same after a reload (RFC 5626 §4.1). It is not in storage while the
 * page is open: a duplicated tab gets a copy of the storage, and two tabs with one id would replace each
 * other's registration.
 * @param isKept whether the tab still needs its id after a reload
 */
export function takeInstanceId(page: Window, tabStore: KeyValueStore, isKept: () => boolean): string {
  const id = tabStore.get(KEY) ?? page.crypto.randomUUID();
  tabStore.remove(KEY);
  page.addEventListener('pagehide', () => {
    if (isKept()) tabStore.set(KEY, id);
  });
  page.addEventListener('pageshow', () => tabStore.remove(KEY));
  return id;
}
