import { expect, test } from 'vitest';
import { createLetters, lettersOf } from './letters.ts';
import { createRandom } from './random.ts';

test('D12 the letters of two users are all different, and each remains one grapheme beside any other', () => {
  for (const seed of [1, 2, 3]) {
    const [mine, yours] = ([0, 1] as const).map((half) => createLetters(createRandom(seed), half));
    const letters = Array.from({ length: 500 }, () => [mine?.() ?? '', yours?.() ?? '']).flat();
    expect(new Set(letters).size).toBe(1000);
    expect(lettersOf(letters.join(''))).toEqual(letters);
    expect(lettersOf(letters.toReversed().join(' '))).toEqual(letters.toReversed());
  }
});

test('D12 words of a screen, spaces and gap marks are no letters', () => {
  expect(lettersOf('Not delivered: “\uFFFD 12\n”')).toEqual([]);
});
