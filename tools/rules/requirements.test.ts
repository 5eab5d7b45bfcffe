import { expect, test } from 'vitest';
import { idsIn, rowsIn, titlesIn } from './requirements.mjs';

test('titles are those of tests and groups, and the texts of rows that complete them', () => {
  const source = `
    // STATE-01 in a comment
    const name = 'STATE-02 in a text';
    describe('STATE-03 a group', () => {
      test(\`STATE-04 \${name}\`, () => expect('STATE-05').toBe('STATE-05'));
      test.each([['STATE-06 a row', 1]])('%s', () => {});
      test.skipIf(false)('STATE-07 a condition', () => {});
      other('STATE-08 no test', () => {});
    });`;
  expect(titlesIn(source).flatMap(idsIn)).toEqual(['STATE-03', 'STATE-04', 'STATE-06', 'STATE-07']);
});

test.each([
  ['I18N-06 an area with a digit', ['I18N-06']],
  ['A-112 SIP-01 D28 two of three', ['A-112', 'SIP-01']],
  ['STATE-11 … STATE-13 a run', ['STATE-11', 'STATE-13', 'STATE-11', 'STATE-12', 'STATE-13']],
  ['ROUTE-15 … 17 a run', ['ROUTE-15', 'ROUTE-15', 'ROUTE-16', 'ROUTE-17']],
  ['no ID', []],
])('the title %j contains the IDs %j', (title, ids) => {
  expect(idsIn(title)).toEqual(ids);
});

test('rows may have areas with a digit, and interpretations are not rows', () => {
  const page = '## I18N\n\n- I18N-01 · Languages · UI\n- A-001 · Shape. → So\n- LOG-02 · Levels\n';
  expect(rowsIn(page).map(({ id, area }) => [id, area])).toEqual([
    ['I18N-01', 'I18N'],
    ['LOG-02', 'LOG'],
  ]);
});
