import { expect, test } from 'vitest';
import { menuTarget } from './menu-keys.ts';

const labels = ['Edit', 'Information', 'Delete'];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['d', 0, 2],
  ['E', 2, 0],
  ['x', 1, undefined],
  ['Enter', 1, undefined],
  [' ', 1, undefined],
])('APG menu pattern: %j at item %i leads to %j', (key, current, target) => {
  expect(menuTarget(key, current, labels)).toBe(target);
});
