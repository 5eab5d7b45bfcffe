import { expect, test } from 'vitest';
import { KEPT_INCOMING, MOST_INCOMING } from '../limits.ts';
import { keepNewest } from './keep-newest.ts';

test('a text of 200,000 UTF-16 units is kept whole', () => {
  const text = '漢'.repeat(MOST_INCOMING);
  expect(keepNewest(text)).toEqual({ text, cut: 0 });
});

test.each([
  ['漢', 1],
  ['👨‍👩‍👧‍👦', 11],
  ['e\u0301', 2],
  ['a line of text\n', 15],
])('the newest part of a longer text of %j is kept, and no character is cut', (character, length) => {
  const text = character.repeat(Math.ceil((MOST_INCOMING + 1) / length));
  const { text: kept, cut } = keepNewest(text);
  expect(text.slice(cut)).toBe(kept);
  expect(cut % length).toBe(0);
  expect(kept.length).toBeLessThanOrEqual(KEPT_INCOMING);
  expect(kept.length).toBeGreaterThan(KEPT_INCOMING - 501);
});

test('a text without any boundary is cut too', () => {
  const { text, cut } = keepNewest(`a${'\u0301'.repeat(MOST_INCOMING)}`);
  expect(text.length + cut).toBe(MOST_INCOMING + 1);
  expect(text.length).toBeLessThanOrEqual(KEPT_INCOMING);
});
