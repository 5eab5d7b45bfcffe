import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { keepScreenOn } from './screen-wake-lock.ts';
import { vibrateInRounds } from './vibration.ts';

const ring = [200, 100, 200, 100, 200, 100, 400];

function createPage() {
  const seen: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const page = Object.assign(new EventTarget(), seen);
  const become = (state: DocumentVisibilityState): void => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { page, become };
}

test('NOTIF-03 A-116 while a call rings and the page is visible, the device vibrates in the pattern', () => {
  const clock = createFakeClock();
  const { page, become } = createPage();
  const patterns: (readonly number[])[] = [];
  const vibrate = (pattern: readonly number[]): boolean => patterns.push(pattern) > 0;
  const stop = vibrateInRounds({ vibrate, userActivation: { hasBeenActive: true } }, page, clock);
  clock.advance(2400);
  expect(patterns).toEqual([ring]);
  clock.advance(200);
  expect(patterns).toEqual([ring, ring]);
  become('hidden');
  clock.advance(10_000);
  expect(patterns).toHaveLength(2);
  stop();
  become('visible');
  clock.advance(10_000);
  expect(patterns).toEqual([ring, ring, []]);
});

test('a device that cannot vibrate, or may not yet, gets no request', () => {
  const clock = createFakeClock();
  const { page } = createPage();
  vibrateInRounds({}, page, clock)();
  const vibrate = (): boolean => expect.fail('not allowed yet');
  vibrateInRounds({ vibrate, userActivation: { hasBeenActive: false } }, page, clock)();
});

function createWakeLock() {
  const locks: { released: boolean }[] = [];
  const wakeLock = {
    async request() {
      const lock = { released: false, release: async () => void (lock.released = true) };
      locks.push(lock);
      return lock;
    },
  };
  const held = () => locks.filter(({ released }) => !released).length;
  /** The browser’s reaction when the page is hidden. */
  const releaseAll = () => locks.map((lock) => (lock.released = true));
  return { locks, wakeLock, held, releaseAll };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('D18 the wake lock lasts for the call and is renewed when the page is visible again', async () => {
  const { page, become } = createPage();
  const { locks, wakeLock, held, releaseAll } = createWakeLock();
  const letGo = keepScreenOn(page, wakeLock);
  await settled();
  become('visible');
  await settled();
  expect([held(), locks.length]).toEqual([1, 1]);
  releaseAll();
  become('hidden');
  await settled();
  expect(held()).toBe(0);
  become('visible');
  await settled();
  expect(held()).toBe(1);
  letGo();
  become('visible');
  await settled();
  expect([held(), locks.length]).toEqual([0, 2]);
});

test('a wake lock granted after the call is released; a missing lock has no effect', async () => {
  const { page } = createPage();
  const { wakeLock, held, locks } = createWakeLock();
  keepScreenOn(page, wakeLock)();
  await settled();
  expect([locks.length, held()]).toEqual([1, 0]);
  keepScreenOn(page, undefined)();
  keepScreenOn(page, { request: () => Promise.reject(new Error('low battery')) })();
  await settled();
});
