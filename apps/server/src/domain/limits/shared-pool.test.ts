import { expect, test } from 'vitest';
import { createSharedPool } from './shared-pool.ts';

/** The bytes of each holder when all take as much as they can, one byte at a time. */
function sharesOf(holders: number): number[] {
  const pool = createSharedPool({ total: 8000, fraction: 1 / 8 });
  const held = Array.from({ length: holders }, () => 0);
  for (let isTaken = true; isTaken; ) {
    isTaken = false;
    for (const [index, before] of held.entries()) {
      if (!pool.take(before, 1)) continue;
      held[index] = before + 1;
      isTaken = true;
    }
  }
  return held;
}

test.each([
  [1, 888],
  [8, 500],
  [100, 74],
])('of %i holders each gets about %i of 8000, and a new one finds room', (holders, share) => {
  for (const each of sharesOf(holders)) expect(Math.abs(each - share)).toBeLessThanOrEqual(2);
});

test('an amount that is returned can be taken again, and one that cannot be refused leaves less to the others', () => {
  const pool = createSharedPool({ total: 8000, fraction: 1 / 8 });
  expect([pool.take(0, 1001), pool.take(0, 800), pool.take(800, 200)]).toEqual([false, true, false]);
  pool.add(-800);
  expect(pool.take(0, 1000)).toBe(true);
  pool.add(7000);
  expect([pool.take(0, 1), pool.isWithinShare(0), pool.isWithinShare(1)]).toEqual([false, true, false]);
});
