import { expect, test } from 'vitest';
import { createTimeBudget } from './time-budget.ts';

const MINUTE = 60_000;

test('A-066 ten minutes an hour allow five calls of two minutes, then one more every twelve minutes', () => {
  let time = 0;
  const budget = createTimeBudget(10 * MINUTE, 10, () => time);
  const takes = Array.from({ length: 6 }, () => budget.take('alice', 2 * MINUTE));
  expect(takes).toEqual([0, 0, 0, 0, 0, 12 * MINUTE]);
  expect(budget.take('bobby', 2 * MINUTE)).toBe(0);
  time = 12 * MINUTE - 1;
  expect(budget.take('alice', 2 * MINUTE)).toBeGreaterThan(0);
  time += 1;
  expect(budget.take('alice', 2 * MINUTE)).toBe(0);
  expect(budget.take('alice', 2 * MINUTE)).toBe(12 * MINUTE);
});

test('A-066 unused time can be used again', () => {
  const budget = createTimeBudget(10 * MINUTE, 10, () => 0);
  // 48 calls of ten seconds use eight of the ten minutes.
  for (let call = 0; call < 48; call++) {
    expect(budget.take('alice', 2 * MINUTE)).toBe(0);
    budget.refund('alice', 2 * MINUTE - 10_000);
  }
  expect(budget.take('alice', 2 * MINUTE)).toBe(0);
  expect(budget.take('alice', 2 * MINUTE)).toBeGreaterThan(0);
});

test('only the most recently used keys are kept', () => {
  const budget = createTimeBudget(MINUTE, 2, () => 0);
  for (const key of ['a', 'b', 'c']) expect(budget.take(key, MINUTE)).toBe(0);
  expect([budget.take('c', 1), budget.take('b', 1), budget.take('a', 1)].map((ms) => ms > 0)).toEqual([
    true,
    true,
    false,
  ]);
});

test('setting the clock back refills no time', () => {
  let time = 100 * MINUTE;
  const budget = createTimeBudget(MINUTE, 2, () => time);
  expect(budget.take('a', MINUTE)).toBe(0);
  time = 0;
  expect(budget.take('a', 1)).toBeGreaterThan(0);
});
