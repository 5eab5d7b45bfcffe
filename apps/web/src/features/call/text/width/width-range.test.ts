import { expect, test } from 'vitest';
import { movedRight, rangeOf, widthAfterKey } from './width-range.ts';

const range = rangeOf(1600, 640, 16, false);
const mirrored = rangeOf(1600, 640, 16, true);

test('the text has at least 20rem, and the video at least 35 percent of the room', () => {
  expect(range).toEqual({ now: 40, least: 20, most: 65, isTextLeft: false });
  expect(rangeOf(1000, 640, 32, false)).toMatchObject({ least: 64, most: 65 });
  expect(rangeOf(992, 800, 40, false)).toMatchObject({ least: 80.64516129032258, most: 80.64516129032258 });
});

test.each([
  ['ArrowLeft', 42, 38],
  ['ArrowRight', 38, 42],
  ['Home', 20, 20],
  ['End', 65, 65],
  ['a', undefined, undefined],
])('after %s the text is %s percent wide, and in right-to-left %s percent', (key, width, mirror) => {
  expect([widthAfterKey(range, key), widthAfterKey(mirrored, key)]).toEqual([width, mirror]);
});

test('a drag moves the text no further than its range, in tenths of a percent', () => {
  expect(movedRight(range, -3.333)).toBe(43.3);
  expect(movedRight(range, -90)).toBe(65);
  expect(movedRight(range, 90)).toBe(20);
  expect(movedRight(mirrored, 3.333)).toBe(43.3);
});
