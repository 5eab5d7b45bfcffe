import { expect, test } from 'vitest';
import { brokenFeatures } from './operators-features.mjs';

const tests = { 'e2e/server/release.spec.ts': ['D95 the archive has what a server needs'] };
const page = (row: string): string =>
  `# Page\n\n| Feature | State | In Samtal | Shown by |\n|---|---|---|---|\n${row}\n`;

test.each([
  '| Archive | built | one | `e2e/server/release.spec.ts`: "D95 the archive has what a server needs" |',
  '| Archive | built | one | `release.spec.ts`: "D95 the archive …" |',
  '| Chart | refused | It hides addresses. | |',
])('D95 a row is right: %s', (row) => {
  expect(brokenFeatures(page(row), tests)).toEqual([]);
});

test.each([
  ['| Archive | built | one | |', 'it is built, and no test shows it'],
  ['| Archive | built | one | `gone.spec.ts`: "x" |', '0 test files are named gone.spec.ts'],
  [
    '| Archive | built | one | `release.spec.ts`: "D95 another" |',
    'release.spec.ts has no test "D95 another"',
  ],
  ['| Archive | refused | | |', 'it is refused without a reason'],
  ['| Archive | partly | one | |', '"partly" is no state'],
  ['| Archive | built | one | `release.spec.ts`: "D95 …" | more |', 'more than 4 cells'],
])('D95 a row is wrong: %s', (row, fault) => {
  expect(brokenFeatures(page(row), tests)).toContain(`Archive: ${fault}`);
});

test('D95 a page without rows is wrong', () => {
  expect(brokenFeatures('# Page', tests)).toEqual(['the page has no row']);
});
