import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { takeInstanceId } from './instance-id.ts';

const openPage = () => Object.assign(new EventTarget(), { crypto }) as unknown as Window;
const always = (): boolean => true;

test('A-082 a tab keeps its id when it is reloaded, and a copy of its storage gets another', () => {
  const store = createMemoryStore();
  const page = openPage();
  const id = takeInstanceId(page, store, always);
  const copy = createMemoryStore(Object.fromEntries(store.entries));
  expect(takeInstanceId(openPage(), copy, always)).not.toBe(id);
  page.dispatchEvent(new Event('pagehide'));
  expect(takeInstanceId(openPage(), store, always)).toBe(id);
});

test('A-082 a page restored from the back/forward cache removes its id from storage again', () => {
  const store = createMemoryStore();
  const page = openPage();
  takeInstanceId(page, store, always);
  page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pageshow'));
  expect([...store.entries]).toEqual([]);
});

test('STORE-04 A-082 after the logout no id is kept', () => {
  const store = createMemoryStore();
  const page = openPage();
  takeInstanceId(page, store, () => false);
  page.dispatchEvent(new Event('pagehide'));
  expect([...store.entries]).toEqual([]);
});
