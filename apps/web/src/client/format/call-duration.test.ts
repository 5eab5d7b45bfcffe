import { expect, test } from 'vitest';
import { durationWords } from './call-duration.ts';

test.each([
  [-5000, '00:00'],
  [999, '00:00'],
  [61_000, '01:01'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])('%d ms in a call is %s', (elapsedMs, words) => {
  expect(durationWords(elapsedMs)).toBe(words);
});
