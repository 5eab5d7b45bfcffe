import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const files = globSync(
  ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'e2e/**/*.spec.ts'],
  { cwd: root },
);

/**
 * The test files that a page names between backticks, each with the titles that it quotes after the name. A
 * quoted title may leave out its end, as “…”.
 */
const mentionsIn = (page: string) =>
  [...read(page).matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:(?:: |, )"[^"]+")*)/g)].map(
    ([, file = '', titles = '']) => ({
      file,
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title.replace(/ …$/, '')),
    }),
  );

test.each(globSync('docs/**/*.md', { cwd: root }).toSorted())(
  'D46 every test that %s names exists, and so does each title that it quotes',
  (page) => {
    for (const { file, titles } of mentionsIn(page)) {
      const found = files.filter((path) => path === file || path.endsWith(`/${file}`));
      expect([file, found]).not.toEqual([file, []]);
      const sources = found.map(read);
      const missing = titles.filter((title) => !sources.some((source) => source.includes(title)));
      expect([file, missing]).toEqual([file, []]);
    }
  },
);
