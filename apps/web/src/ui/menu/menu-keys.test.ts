import { expect, test } from 'vitest';
import { entryAfterKey } from './menu-keys.ts';

const labels = ['System', 'Light', 'Dark', 'Ljus', 'العربية'];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 0],
  ['ArrowUp', 0, 4],
  ['ArrowUp', 2, 1],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['l', 0, 1],
  ['L', 1, 3],
  ['l', 3, 1],
  ['ا', 0, 4],
  ['x', 0, undefined],
  [' ', 0, undefined],
  ['Enter', 0, undefined],
  ['Tab', 0, undefined],
])('APG menu: %j on entry %i leads to entry %s', (key, current, next) => {
  expect(entryAfterKey(key, labels, current)).toBe(next);
});
