import type { KeyValueStore } from '../../client/store/key-value-store.ts';

const KEY = 'instanceId';

/**
 * This tab's name towards the registrar, the same after a reload (RFC 5626 §4.1). While the page lives the storage does
 * not have it: a tab that is duplicated gets a copy of the storage, and two tabs of one name would displace each other
 * (A-082).
 * @param isKept whether the tab still needs its name when it is loaded again
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
