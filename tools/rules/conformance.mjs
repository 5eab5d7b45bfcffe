/**
 * Checks `docs/conformance.md`: each row has one of five states, a row that is met, in whole or in part, names what
 * shows it, and everything that a row names exists: `file.test.ts`: "title" is a test of that file, whose title
 * begins so where an ellipsis follows; RTT-07 is a row of `docs/requirements.md` that a test shows.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from '../runtime.mjs';
import { testsBelow } from './files-below.mjs';
import { idsIn, rowsIn, titlesIn } from './requirements.mjs';

const states = ['met', 'partly met', 'not met', 'not applicable', 'not verified'];
const mustBeShown = new Set(['met', 'partly met']);
const columns = ['Clause', 'Asks for', 'State', 'In Samtal', 'Shown by'];

/** The cells of a line of a table; a `|` in a cell is written `\|`. */
export const cellsOf = (line) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** The rows of all tables of the page that have the columns of a profile. */
export function profileRows(page) {
  const rows = [];
  let heading = '';
  let isInProfile = false;
  for (const line of page.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    if (!line.startsWith('|')) {
      isInProfile = false;
      continue;
    }
    const cells = cellsOf(line);
    if (cells.join() === columns.join()) isInProfile = true;
    else if (isInProfile && !/^[-|: ]+$/.test(line)) {
      const [clause, , state, , shownBy = ''] = cells;
      rows.push({ name: `${heading}: ${clause}`, state, shownBy, cells: cells.length });
    }
  }
  return rows;
}

/** The tests that a cell names: each file with the titles behind it. */
export function namedTests(cell) {
  const named = [];
  for (const [, file, titles] of cell.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:[:,] "[^"]*")*)/g))
    named.push({ file, titles: [...titles.matchAll(/"([^"]*)"/g)].map(([, title]) => title) });
  return named;
}

const hasTitle = (titles, wanted) =>
  wanted.endsWith('…')
    ? titles.some((title) => title.startsWith(wanted.slice(0, -1).trimEnd()))
    : titles.includes(wanted);

/** What is wrong with the titles that a row names of one file. */
export function faultsOf({ file, titles }, tests) {
  const paths = Object.keys(tests).filter((path) => path === file || path.endsWith(`/${file}`));
  if (paths.length !== 1) return [`${paths.length} test files are named ${file}`];
  if (titles.length === 0) return [`${file} without a title`];
  return titles
    .filter((title) => !hasTitle(tests[paths[0]], title))
    .map((title) => `${file} has no test "${title}"`);
}

/**
 * What is wrong with the page.
 * @param tests the titles of each test file by its path
 * @param shown the rows of the requirements that a test shows
 */
export function brokenRows(page, tests, shown) {
  const wrong = [];
  const rows = profileRows(page);
  if (rows.length === 0) wrong.push('the page has no row');
  for (const { name, state, shownBy, cells } of rows) {
    if (cells !== columns.length) wrong.push(`${name}: ${cells} cells instead of ${columns.length}`);
    if (!states.includes(state)) wrong.push(`${name}: "${state}" is no state`);
    const named = namedTests(shownBy);
    const ids = idsIn(shownBy.replace(/`[^`]*`|"[^"]*"/g, ''));
    if (mustBeShown.has(state) && named.length === 0 && ids.length === 0)
      wrong.push(`${name}: no test shows a row that is ${state}`);
    for (const id of ids) if (!shown.has(id)) wrong.push(`${name}: no test shows ${id}`);
    for (const fault of named.flatMap((test) => faultsOf(test, tests))) wrong.push(`${name}: ${fault}`);
  }
  return wrong;
}

/** The titles of each test file of the project by its path. */
export function readTests() {
  const files = ['packages', 'apps', 'e2e', 'tools'].flatMap((folder) => [...testsBelow(join(root, folder))]);
  return Object.fromEntries(
    files.map((file) => [relative(root, file), titlesIn(readFileSync(file, 'utf8'), file.endsWith('x'))]),
  );
}

/** @returns {{ code: number, output: string }} */
export function checkConformance() {
  const tests = readTests();
  const known = new Set(rowsIn(readFileSync(join(root, 'docs/requirements.md'), 'utf8')).map(({ id }) => id));
  const shown = new Set(
    Object.values(tests)
      .flat()
      .flatMap(idsIn)
      .filter((id) => known.has(id)),
  );
  const page = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const wrong = brokenRows(page, tests, shown);
  if (wrong.length > 0) return { code: 1, output: wrong.join('\n') };
  const rows = profileRows(page);
  const count = (wanted) => rows.filter(({ state }) => state === wanted).length;
  return { code: 0, output: states.map((state) => `${count(state)} ${state}`).join(', ') };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { code, output } = checkConformance();
  say(output);
  process.exitCode = code;
}
