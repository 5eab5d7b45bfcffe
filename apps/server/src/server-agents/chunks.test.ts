import { expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

test('A5 a piece never ends inside a grapheme', () => {
  expect(chunksOf(`abcd${family}e\u0301f`, 12)).toEqual(['abcd', family, 'e\u0301f']);
  expect(chunksOf('\u{1F1F8}\u{1F1EA}'.repeat(3), 6)).toEqual(Array(3).fill('\u{1F1F8}\u{1F1EA}'));
});

test('A5 a grapheme longer than a piece stays whole, and an unusually long one is split', () => {
  expect(chunksOf(`${family.repeat(5)}a`, 2)).toEqual([family.repeat(4), `${family}a`]);
  const endless = `a${'\u0301'.repeat(600)}`;
  expect(chunksOf(endless, 250).join('')).toBe(endless);
  expect(Math.max(...chunksOf(endless, 250).map((chunk) => chunk.length))).toBeLessThanOrEqual(250);
});

test('an empty text gives no pieces', () => {
  expect(chunksOf('', 250)).toEqual([]);
});
