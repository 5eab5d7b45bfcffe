import type { Tickets } from '@samtal/call-core';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';

const KEY = 'callTicket';

/**
 * Keeps the ticket of a call in the storage of this tab (decision D81), which a reload leaves and the end of the
 * tab removes. It is there only from the end of one page to the begin of the next: a duplicated tab gets a copy
 * of the storage, and must not get the call.
 */
export function createCallTickets(
  page: Pick<Window, 'addEventListener'>,
  tabStore: Pick<KeyValueStore, 'get' | 'set' | 'remove'>,
): Tickets {
  let found = tabStore.get(KEY);
  tabStore.remove(KEY);
  // The page comes back from the cache of the browser, with its call.
  page.addEventListener('pageshow', () => tabStore.remove(KEY));
  return {
    keep(ticket) {
      const text = JSON.stringify(ticket);
      tabStore.set(KEY, text);
      return tabStore.get(KEY) === text;
    },
    take() {
      const text = found;
      found = undefined;
      try {
        return text === undefined ? undefined : JSON.parse(text);
      } catch {
        return undefined;
      }
    },
  };
}
