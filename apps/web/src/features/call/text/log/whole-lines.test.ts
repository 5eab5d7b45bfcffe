import { expect, test } from 'vitest';
import { restBelow } from './whole-lines.ts';

const line = 30;
/** A head of 20 px, then a paragraph of 300 px with lines of 30 px. */
const rowAt = (y: number) => (y < 20 ? { top: 0, height: 20, line: 20 } : { top: 20, height: 300, line });

test('a text that fits into its box needs no space below', () => {
  expect(restBelow(320, 320, rowAt)).toBe(0);
  expect(restBelow(320, 500, rowAt)).toBe(0);
});

test('at the end of a text the top edge of its box is never in the middle of a line', () => {
  for (let box = 40; box < 320; box++) {
    const rest = restBelow(320, box, rowAt);
    const edge = 320 + rest - box;
    const { top, line: height } = rowAt(edge);
    expect(rest).toBeLessThan(line);
    expect((edge - top) % height).toBeCloseTo(0, 5);
  }
});

test('between two rows nothing is cut, so that no space is needed', () => {
  expect(restBelow(200, 100, () => undefined)).toBe(0);
  expect(restBelow(200, 100, () => ({ top: 40, height: 50, line: 25 }))).toBe(0);
});
