import { WEB_SETTINGS } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { textLookOf } from './text-look.ts';

test('SET-04 SET-05 SET-07 SET-08 RTT-01 the default is Times, 18 px, white on black, over/under', () => {
  expect(textLookOf({})).toEqual({
    layout: 'overUnder',
    isLarge: false,
    style: {
      '--call-font': "'Times New Roman', Times, serif",
      '--call-text-size': '1.125rem',
      '--call-weight': '400',
      '--call-line-height': 1.5,
      '--call-letter-spacing': 'normal',
      '--log-text': '#ffffff',
      '--log-surface': '#000000',
      '--field-text': '#ffffff',
      '--field-surface': '#000000',
    },
  });
});

test('D42 bold letters and the spacing of lines and letters are part of the look', () => {
  const chosen = { WEB_TEXT_BOLD: 'true', WEB_TEXT_LINE_SPACING: 'wider', WEB_TEXT_LETTER_SPACING: 'wide' };
  expect(textLookOf(chosen).style).toMatchObject({
    '--call-weight': '700',
    '--call-line-height': 2.1,
    '--call-letter-spacing': '0.06em',
  });
});

test('RTT-05 SET-09 one box has its own colours for both authors, by default black on white', () => {
  const others = { WEB_TEXT_IN_COLOR: 'red', WEB_TEXT_OUT_COLOR: 'pink' };
  expect(textLookOf({ ...others, WEB_CHAT_LAYOUT: 'one box' })).toMatchObject({
    layout: 'oneBox',
    style: {
      '--log-text': '#000000',
      '--log-surface': '#ffffff',
      '--field-text': '#000000',
      '--field-surface': '#ffffff',
    },
  });
});

test.each([
  ['over/under', 'overUnder'],
  ['side by side', 'sideBySide'],
  ['one box', 'oneBox'],
  ['SIDEWAYS', 'overUnder'],
])('SET-06 A-100 the layout "%s" is %s', (value, layout) => {
  expect(textLookOf({ WEB_CHAT_LAYOUT: value }).layout).toBe(layout);
});

test('SET-04 SET-13 A-101 every selectable font and colour looks different', () => {
  const colours = WEB_SETTINGS.WEB_TEXT_IN_COLOR.values.map(
    (value) => textLookOf({ WEB_TEXT_IN_COLOR: value }).style,
  );
  const fonts = WEB_SETTINGS.WEB_FONT.values.map((value) => textLookOf({ WEB_FONT: value }).style);
  const distinct = (styles: readonly object[]) => new Set(styles.map((style) => JSON.stringify(style))).size;
  expect([distinct(colours), distinct(fonts)]).toEqual([11, 7]);
});
