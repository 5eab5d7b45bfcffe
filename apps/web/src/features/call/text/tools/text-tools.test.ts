import { expect, test } from 'vitest';
import { emojiGroups } from './emoji.ts';
import { spaced } from './insert-text.ts';
import { phrasesOf, withoutPhrase, withPhrase } from './phrases.ts';
import { pinchSteps } from './pinch.ts';
import { largerSize, smallerSize } from './text-sizes.ts';

test('SET-05 the sizes go from 8 to 140 in both directions, one after the other', () => {
  const up = ['8'];
  for (let next = largerSize('8'); next !== undefined; next = largerSize(next)) up.push(next);
  const down = ['140'];
  for (let next = smallerSize('140'); next !== undefined; next = smallerSize(next)) down.push(next);
  expect(up.join()).toBe('8,10,12,14,16,18,20,22,24,36,48,60,72,84,96,120,140');
  expect(down.toReversed()).toEqual(up);
});

test('own phrases are added at the end, without line breaks, each once', () => {
  const first = withPhrase(phrasesOf(undefined), '  I am\nat home. ');
  expect(first).toBe('I am at home.');
  const both = withPhrase(phrasesOf(first), 'Yes.');
  expect(phrasesOf(both)).toEqual(['I am at home.', 'Yes.']);
  expect(withPhrase(phrasesOf(both), 'Yes.')).toBeUndefined();
  expect(withPhrase([], '   ')).toBeUndefined();
  expect(withoutPhrase(phrasesOf(both), 'I am at home.')).toBe('Yes.');
});

test('a list of phrases that the account cannot store is refused', () => {
  expect(withPhrase([], 'x'.repeat(2000))).toHaveLength(2000);
  expect(withPhrase(['x'], 'x'.repeat(1999))).toBeUndefined();
});

test.each([
  ['', 'Yes.'],
  ['Well, ', 'Yes.'],
  ['Well\n', 'Yes.'],
  ['Well', ' Yes.'],
])('after %j a phrase is written as %j', (before, written) => {
  expect(spaced(before, 'Yes.')).toBe(written);
});

test('every emoji is one character for its reader, and stands in one group only', () => {
  const all = emojiGroups.flatMap(({ emoji }) => emoji);
  const graphemes = new Intl.Segmenter();
  expect(all.filter((each) => [...graphemes.segment(each)].length !== 1)).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  [100, 100, 0],
  [100, 124, 0],
  [100, 126, 1],
  [100, 79, -1],
  [0, 50, 0],
])('fingers that move from %i to %i pixels apart change the size by %i', (from, to, steps) => {
  expect(pinchSteps(from, to)).toBe(steps);
});
