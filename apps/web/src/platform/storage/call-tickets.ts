import type { Tickets } from '@samtal/call-core';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';

const KEY = 'callTicket';

/**
 * Keeps the ticket of a call in the storage of this tab (decision D81), which a reload leaves and the end of the
 * tab removes. It is there only from the end of one page to the begin of the next: a duplicated tab gets a copy
 * of the storage, and must not get the call.
 * @param isKept whether a page that goes before it has taken the call leaves it to the next one
 * @returns `found`: what the earlier page has left; `forget`: the page has taken it
 */
export function createCallTickets(
  page: Pick<Window, 'addEventListener'>,
  tabStore: Pick<KeyValueStore, 'get' | 'set' | 'remove'>,
  isKept: () => boolean,
): Pick<Tickets, 'keep'> & { readonly found: string | undefined; readonly forget: () => void } {
  const found = tabStore.get(KEY);
  let left = found;
  const remove = () => tabStore.remove(KEY);
  remove();
  page.addEventListener('pagehide', () => {
    if (left && isKept()) tabStore.set(KEY, left);
  });
  // The page comes back from the cache of the browser, with its call.
  page.addEventListener('pageshow', remove);
  return {
    found,
    forget: () => {
      left = undefined;
    },
    keep(ticket) {
      const text = JSON.stringify(ticket);
      tabStore.set(KEY, text);
      return tabStore.get(KEY) === text;
    },
  };
}
