/**
 * Checks `docs/features-for-operators.md`: each row is built and names tests that exist, or is refused with a reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { cellsOf, faultsOf, namedTests, readTests } from './conformance.mjs';

/** The rows of the tables of the page: their cells. */
const rowsOf = (page) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .filter(([first = '', state = '']) => !/^[-: ]*$/.test(first) && state !== 'State');

/**
 * What is wrong with the page.
 * @param tests the titles of each test file by its path
 */
export function brokenFeatures(page, tests) {
  const rows = rowsOf(page);
  if (rows.length === 0) return ['the page has no row'];
  return rows.flatMap(([name, state, what = '', shownBy = '', ...more]) => {
    const named = namedTests(shownBy);
    const wrong = named.flatMap((test) => faultsOf(test, tests));
    if (more.length > 0) wrong.push('more than 4 cells');
    if (state === 'built' && named.length === 0) wrong.push('it is built, and no test shows it');
    if (state === 'refused' && what === '') wrong.push('it is refused without a reason');
    if (state !== 'built' && state !== 'refused') wrong.push(`"${state}" is no state`);
    return wrong.map((fault) => `${name}: ${fault}`);
  });
}

/** @returns {{ code: number, output: string }} */
export function checkOperatorsFeatures() {
  const page = readFileSync(join(root, 'docs/features-for-operators.md'), 'utf8');
  const wrong = brokenFeatures(page, readTests());
  if (wrong.length > 0) return { code: 1, output: wrong.join('\n') };
  const count = (wanted) => rowsOf(page).filter(([, state]) => state === wanted).length;
  return { code: 0, output: `${count('built')} built, ${count('refused')} refused` };
}
