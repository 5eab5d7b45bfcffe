import { describe, expect, test } from 'vitest';
import { brokenRows, namedTests, profileRows } from './conformance.mjs';

const head = '| Clause | Asks for | State | In Samtal | Shown by |\n|---|---|---|---|---|\n';
const page = (row: string): string => `# Page\n\n## Profile\n\n${head}${row}\n`;
const tests = {
  'apps/web/src/text.test.ts': ['RTT-07 a letter is sent', 'T10 a chunk of ', ' characters'],
  'e2e/calls/text/text.spec.ts': ['a call has text'],
  'e2e/pages/twice.spec.ts': ['x'],
  'e2e/server/twice.spec.ts': ['x'],
};
const shown = new Set(['RTT-07']);

describe('a row is right', () => {
  test.each([
    '| 6.1 | Text | met | Yes | `text.test.ts`: "RTT-07 a letter is sent" |',
    '| 6.1 | Text | met | Yes | `e2e/calls/text/text.spec.ts`: "a call has text"; RTT-07 |',
    '| 6.1 | Text | met | Yes | `text.test.ts`: "RTT-07 a letter is sent", "T10 a chunk …" |',
    '| 6.1 | Text | met | Yes | RTT-07 |',
    '| 6.1 | Text | partly met | Only a\\|b | `text.test.ts`: "RTT-07 …" |',
    '| 6.1 | Text | not met | There is none. | |',
    '| 6.1 | Text | not applicable | There is no voice mail. | |',
    '| 6.1 | Text | not verified | The text was not read. | |',
  ])('%s', (row) => {
    expect(brokenRows(page(row), tests, shown)).toEqual([]);
  });
});

describe('a row is wrong', () => {
  test.each([
    ['| 6.1 | Text | met | Yes | |', 'no test shows a row that is met'],
    ['| 6.1 | Text | met | Yes | the same tests |', 'no test shows a row that is met'],
    ['| 6.1 | Text | partly met | Yes | |', 'no test shows a row that is partly met'],
    ['| 6.1 | Text | yes | Yes | RTT-07 |', '"yes" is no state'],
    ['| 6.1 | Text | | Yes | RTT-07 |', '"" is no state'],
    ['| 6.1 | Text | met | RTT-07 |', '4 cells instead of 5'],
    ['| 6.1 | Text | met | Yes | ABC-99 |', 'no test shows ABC-99'],
    ['| 6.1 | Text | met | Yes | `gone.test.ts`: "x" |', '0 test files are named gone.test.ts'],
    ['| 6.1 | Text | met | Yes | `twice.spec.ts`: "x" |', '2 test files are named twice.spec.ts'],
    ['| 6.1 | Text | met | Yes | `text.test.ts` |', 'text.test.ts without a title'],
    [
      '| 6.1 | Text | met | Yes | `text.test.ts`: "a letter is sent" |',
      'text.test.ts has no test "a letter is sent"',
    ],
    [
      '| 6.1 | Text | met | Yes | `text.test.ts`: "RTT-07 a letter", "T11 …" |',
      'text.test.ts has no test "RTT-07 a letter"',
    ],
    // A row that is not met may name a test too, which must exist as well.
    ['| 6.1 | Text | not met | No | `text.test.ts`: "T11 …" |', 'text.test.ts has no test "T11 …"'],
  ])('%s', (row, fault) => {
    expect(brokenRows(page(row), tests, shown)).toContain(`Profile: 6.1: ${fault}`);
  });

  test('a page whose tables have other columns has no row', () => {
    expect(brokenRows('# Page\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', tests, shown)).toEqual([
      'the page has no row',
    ]);
  });
});

test('rows are named after the heading above them', () => {
  const both = `# A\n\n${head}| 1 | x | met | y | RTT-07 |\n\n## B\n\n${head}| 2 | x | met | y | RTT-07 |\n`;
  expect(profileRows(both).map(({ name }) => name)).toEqual(['A: 1', 'B: 2']);
});

test('a cell names several files, each with several titles', () => {
  expect(namedTests('`a.test.ts`: "one", "two …"; RTT-07; `b.spec.ts`: "three"')).toEqual([
    { file: 'a.test.ts', titles: ['one', 'two …'] },
    { file: 'b.spec.ts', titles: ['three'] },
  ]);
});
