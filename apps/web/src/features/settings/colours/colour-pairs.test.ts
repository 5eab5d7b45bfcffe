import { WEB_SETTINGS } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { contrastOf } from '../../../client/calling/contrast.ts';
import { colourCodes } from '../../../client/calling/text-look.ts';
import { colourKeys, hasPair, readyPairs } from './colour-pairs.ts';

test('WCAG 1.4.6 every ready pair has a contrast of 7:1 or more', () => {
  const faint = readyPairs.filter(({ text, background }) => {
    if (text === 'theme' || background === 'theme') return true;
    return contrastOf(colourCodes[text], colourCodes[background]) < 7;
  });
  expect(faint).toEqual([]);
});

test('SET-07 SET-08 SET-09 a pair is chosen only if all three texts have it', () => {
  const pair = { text: 'yellow', background: 'black' } as const;
  const all = Object.fromEntries(
    colourKeys.flatMap(([text, background]) => [
      [text, pair.text],
      [background, pair.background],
    ]),
  );
  expect(Object.keys(all).every((key) => key in WEB_SETTINGS)).toBe(true);
  expect(hasPair(all, pair)).toBe(true);
  expect(hasPair({ ...all, WEB_TEXT_IN_COLOR: 'white' }, pair)).toBe(false);
  expect(hasPair({}, pair)).toBe(false);
});
