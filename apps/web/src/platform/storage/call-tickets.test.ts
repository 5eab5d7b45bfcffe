import type { CallTicket } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { createCallTickets } from './call-tickets.ts';

const ticket = { format: 1, account: 'alice@demo.example' } as unknown as CallTicket;

/** A tab, and a page in it. */
function openTab(kept = new Map<string, string>()) {
  const page = new EventTarget();
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
  return { page, kept, tickets: createCallTickets(page as Window, store) };
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

test('D81 a page that comes back from the cache of the browser removes its ticket', () => {
  const { page, kept, tickets } = openTab();
  tickets.keep(ticket);
  page.dispatchEvent(new Event('pageshow'));
  expect([...kept.keys()]).toEqual([]);
});

test('D81 a storage that is full, or forbidden, says that the ticket is not kept', () => {
  const store = { get: () => undefined, set: () => undefined, remove: () => undefined };
  expect(createCallTickets(new EventTarget() as Window, store).keep(ticket)).toBe(false);
});
