import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';
import { coloursOf } from './text-colours.ts';
import { type ColourName, colourCodes, textLookOf } from './text-look.ts';

const initial = ['white', 'black'] as const;
const follow = { codes: colourCodes, followsTheme: true };
const names = Object.keys(colourCodes) as ColourName[];

test('D42 colours that nobody has chosen are those of the page', () => {
  const shown = coloursOf({ text: 'theme', surface: 'theme' }, initial, follow);
  expect(shown).toEqual({ text: 'var(--text)', surface: 'var(--surface-raised)', isOfTheme: true });
});

test('D42 a single chosen colour has black or white beside it, and every such pair is readable', () => {
  for (const name of names) {
    for (const chosen of [
      { text: name, surface: 'theme' },
      { text: 'theme', surface: name },
    ]) {
      const { text, surface, isOfTheme } = coloursOf(chosen, initial, follow);
      expect(isOfTheme).toBe(false);
      expect(contrastOf(text, surface)).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('D42 RTT-05 every chosen pair is shown as it is or as the nearest readable one, and that is told', () => {
  for (const text of names) {
    for (const surface of names) {
      const shown = coloursOf({ text, surface }, initial, follow);
      expect(contrastOf(shown.text, shown.surface)).toBeGreaterThanOrEqual(4.5);
      const isAsChosen = shown.text === colourCodes[text] && shown.surface === colourCodes[surface];
      expect(shown.corrected === undefined).toBe(isAsChosen);
    }
  }
});

test('RTT-05 in the brand of the specification every chosen pair is shown to the letter', () => {
  const exact = { codes: colourCodes, followsTheme: false };
  for (const text of names) {
    for (const surface of names)
      expect(coloursOf({ text, surface }, initial, exact)).toEqual({
        text: colourCodes[text],
        surface: colourCodes[surface],
        isOfTheme: false,
      });
  }
  expect(coloursOf({ text: 'theme', surface: undefined }, initial, exact)).toMatchObject({
    text: '#ffffff',
    surface: '#000000',
  });
});

test('D42 the correction of the layout that is shown is told, and no other', () => {
  const hard = { WEB_TEXT_IN_COLOR: 'yellow', WEB_TEXTAREA_IN_BACKGROUND: 'white' };
  expect(textLookOf(hard, true).corrected).toEqual({ text: 'darkgrey', background: 'white' });
  expect(textLookOf({ ...hard, WEB_CHAT_LAYOUT: 'one box' }, true).corrected).toBeUndefined();
});
