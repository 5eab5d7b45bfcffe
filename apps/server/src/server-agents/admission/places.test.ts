import { expect, test } from 'vitest';
import { createPlaces, partOf } from './places.ts';

test('a place is taken under all keys or none, and released once', () => {
  const take = createPlaces();
  const all = { key: 'all', most: 3 };
  const alice = [all, { key: 'alice', most: 2 }];
  const bobby = [all, { key: 'bobby', most: 2 }];
  const [first, second] = [take(alice), take(alice)];
  expect([first, second, take(alice)].map((release) => release !== undefined)).toEqual([true, true, false]);
  // The refused request has taken no place under "all".
  expect([take(bobby), take(bobby)].map((release) => release !== undefined)).toEqual([true, false]);
  first?.();
  first?.();
  expect([take(alice), take(alice)].map((release) => release !== undefined)).toEqual([true, false]);
});

test.each([
  [0, 0],
  [1, 1],
  [3, 1],
  [12, 3],
  [15, 3],
])('a quarter of %i places is %i', (total, part) => {
  expect(partOf(total, 4)).toBe(part);
});
