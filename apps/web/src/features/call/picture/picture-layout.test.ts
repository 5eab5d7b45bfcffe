import { expect, test } from 'vitest';
import { layoutOf, type PictureLayout, toggled } from './picture-layout.ts';

test.each<readonly [string | undefined, PictureLayout]>([
  [undefined, 'ownSmall'],
  ['', 'ownSmall'],
  ['across', 'ownSmall'],
  ['otherSmall', 'otherSmall'],
  ['sideBySide', 'sideBySide'],
])('the remembered layout %j is read as %s', (stored, layout) => {
  expect(layoutOf(stored)).toBe(layout);
});

test.each<readonly [PictureLayout, PictureLayout, PictureLayout]>([
  ['ownSmall', 'otherSmall', 'otherSmall'],
  ['otherSmall', 'otherSmall', 'ownSmall'],
  ['otherSmall', 'sideBySide', 'sideBySide'],
  ['sideBySide', 'sideBySide', 'ownSmall'],
])('in the layout %s a press on %s leads to %s', (layout, wanted, next) => {
  expect(toggled(layout, wanted)).toBe(next);
});
