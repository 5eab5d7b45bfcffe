import { expect, test } from 'vitest';
import { letterRows, shownRows } from './letter-rows.ts';

const rows = letterRows(
  ['A', 'B', 'C'].map((key) => ({ key, label: key, items: [`${key}1`, `${key}2`, `${key}3`] })),
  String,
);
const shown = (startIndex: number, endIndex: number, focused?: number) =>
  shownRows(rows, { startIndex, endIndex, overscan: 0, count: rows.length }, focused).map(
    (index) => rows[index]?.key,
  );

test('A14 a heading at the end of the window brings its first entry, so that no list is empty', () => {
  expect(shown(1, 4)).toEqual(['group A', 'A A1', 'A A2', 'A A3', 'group B', 'B B1']);
});

test('A14 a focused heading that is scrolled away keeps its first entry', () => {
  expect(shown(9, 10, 0)).toEqual(['group A', 'A A1', 'group C', 'C C1', 'C C2']);
});

test('the heading of a row is shown with it, and no row twice', () => {
  expect(shown(6, 6, 2)).toEqual(['group A', 'A A2', 'group B', 'B B2']);
});
