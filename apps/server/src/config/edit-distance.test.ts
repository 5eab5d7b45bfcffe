import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['', '', 0],
  ['MODE', 'MODE', 0],
  ['MODE', '', 4],
  ['', 'MODE', 4],
  ['MODE', 'MODES', 1],
  ['MODE', 'MOD', 1],
  ['MODE', 'NODE', 1],
  ['MODE', 'MDOE', 1],
  ['MODE', 'OMED', 2],
  ['DIR', 'DRI', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
])('the edit distance of %j and %j is %i, in both directions', (left, right, distance) => {
  expect([editDistance(left, right), editDistance(right, left)]).toEqual([distance, distance]);
});
