import type { CallTicket } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { createCallTickets } from './call-tickets.ts';

const ticket = { format: 1, account: 'alice@demo.example' } as unknown as CallTicket;

/** A tab, and a page in it. */
function openTab(kept = new Map<string, string>(), isSignedIn = true) {
  const page = new EventTarget();
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
  return { page, kept, tickets: createCallTickets(page as Window, store, () => isSignedIn) };
}

test('D81 the next page of the tab finds the ticket', () => {
  const { kept, tickets } = openTab();
  expect(tickets.found).toBeUndefined();
  expect(tickets.keep(ticket)).toBe(true);
  expect(openTab(kept).tickets.found).toBe(JSON.stringify(ticket));
});

test('D81 the ticket is not in the storage while a page is open, so a duplicated tab does not get it', () => {
  const { kept, tickets } = openTab();
  tickets.keep(ticket);
  openTab(kept);
  expect([...kept.keys()]).toEqual([]);
  expect(openTab(kept).tickets.found).toBeUndefined();
});

test('D81 a page that is loaded anew before it has taken the ticket leaves it to the next one, and has none while it is open', () => {
  const { kept, tickets } = openTab();
  tickets.keep(ticket);
  const second = openTab(kept);
  second.page.dispatchEvent(new Event('pagehide'));
  const third = openTab(kept);
  expect([third.tickets.found, [...kept.keys()]]).toEqual([JSON.stringify(ticket), []]);
  // The third page is left, shown again from the cache of the browser, and left once more.
  third.page.dispatchEvent(new Event('pagehide'));
  third.page.dispatchEvent(new Event('pageshow'));
  expect([...kept.keys()]).toEqual([]);
  third.page.dispatchEvent(new Event('pagehide'));
  expect(openTab(kept).tickets.found).toBe(JSON.stringify(ticket));
});

test.each([
  ['was taken', true],
  ['is of a user who has logged out', false],
])('D81 STORE-04 a ticket that %s does not come back with the end of the page', (_name, isSignedIn) => {
  const { kept, tickets } = openTab();
  tickets.keep(ticket);
  const second = openTab(kept, isSignedIn);
  if (isSignedIn) second.tickets.forget();
  second.page.dispatchEvent(new Event('pagehide'));
  expect([...kept.keys()]).toEqual([]);
});

test('D81 a page that comes back from the cache of the browser removes its ticket', () => {
  const { page, kept, tickets } = openTab();
  tickets.keep(ticket);
  page.dispatchEvent(new Event('pageshow'));
  expect([...kept.keys()]).toEqual([]);
});

test('D81 a storage that is full, or forbidden, says that the ticket is not kept', () => {
  const store = { get: () => undefined, set: () => undefined, remove: () => undefined };
  expect(createCallTickets(new EventTarget() as Window, store, () => true).keep(ticket)).toBe(false);
});
