import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const table = readFileSync(`${root}docs/security.md`, 'utf8');
const files = globSync(
  [
    'apps/*/src/**/*.test.ts',
    'packages/*/src/**/*.test.ts',
    'tools/**/*.test.ts',
    'e2e/{calls,pages,server,long}/**/*.spec.ts',
  ],
  {
    cwd: root,
  },
);

/** The tests that the table names, in the form `file`: "title", "title". */
const mentions = [...table.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`: ("[^"]+"(?:, "[^"]+")*)/g)].map(
  ([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }),
);

test('every test that the table of attacks names exists', () => {
  for (const { file, titles } of mentions) {
    const found = files.filter((path) => path === file || path.endsWith(`/${file}`));
    expect([file, found]).toEqual([file, [expect.any(String)]]);
    const source = readFileSync(`${root}${found[0]}`, 'utf8');
    expect([file, titles.filter((title) => !source.includes(title))]).toEqual([file, []]);
  }
});

test('every attack of the table has a test', () => {
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Attack'));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) expect(row).toMatch(/`[\w./-]+\.(?:test|spec)\.ts`: "/);
});
