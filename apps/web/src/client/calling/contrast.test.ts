import { expect, test } from 'vitest';
import { betterPair, contrastOf } from './contrast.ts';
import { type ColourName, colourCodes } from './text-look.ts';

// The expected values are those of the WebAIM contrast checker.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#0033cc', '#ffffff', 8.99],
])('%s on %s has a contrast of %f', (one, two, ratio) => {
  expect(contrastOf(one, two)).toBeCloseTo(ratio, 1);
  expect(contrastOf(two, one)).toBe(contrastOf(one, two));
});

const names = Object.keys(colourCodes) as ColourName[];
const pairs = names.flatMap((text) => names.map((background) => ({ text, background })));

test('SET-15 every pair of colours is readable or has a readable neighbour', () => {
  for (const pair of pairs) {
    const shown = betterPair(pair, colourCodes) ?? pair;
    expect(contrastOf(colourCodes[shown.text], colourCodes[shown.background])).toBeGreaterThanOrEqual(4.5);
  }
});

test('a better pair changes one colour to the nearest readable one', () => {
  expect(betterPair({ text: 'yellow', background: 'white' }, colourCodes)).toEqual({
    text: 'darkgrey',
    background: 'white',
  });
  expect(betterPair({ text: 'yellow', background: 'black' }, colourCodes)).toBeUndefined();
});
