import { expect, test } from 'vitest';
import { soundLateness } from './sound-lateness.ts';

const seconds = (count: number, atMs: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index * 1000 + atMs);

test.each([
  ['together', seconds(5, 0), seconds(5, 0), 0],
  ['the sound is late', seconds(5, 0), seconds(5, 40), 40],
  ['the sound is early', seconds(5, 0), seconds(5, -160), -160],
  ['one flash is lost', seconds(5, 0).toSpliced(2, 1), seconds(5, 30), 30],
  ['one beep is lost', seconds(5, 0), seconds(5, 30).toSpliced(0, 1), 30],
  ['one beep is very late', seconds(5, 0), [20, 1020, 2450, 3020, 4020], 20],
  // Several frames show one flash, and several readings one beep.
  [
    'the first frame counts',
    seconds(3, 0).flatMap((at) => [at, at + 33, at + 66, at + 99]),
    seconds(3, 70),
    70,
  ],
  ['the first reading counts', seconds(3, 0), seconds(3, 50).flatMap((at) => [at, at + 16, at + 32]), 50],
])('EN 301 549 6.5.4 D90 %s', (_name, flashes, beeps, late) => {
  expect(soundLateness(flashes, beeps)).toBe(late);
});

test.each([
  ['nothing came', [], []],
  ['no beep came', seconds(5, 0), []],
  ['no flash came', [], seconds(5, 0)],
  ['two pairs came', seconds(2, 0), seconds(2, 10)],
  ['beeps are half a second and more away', seconds(2, 0), [600, 5000]],
])('EN 301 549 6.5.4 D90 is not measured when %s', (_name, flashes, beeps) => {
  expect(soundLateness(flashes, beeps)).toBeUndefined();
});
