/**
 * Lists the requirements that no test shows: `npm run requirements` for all areas, `npm run requirements --
 * STATE REG` for some. A test shows a row if the title of the test contains the row's ID; `STATE-11 …
 * STATE-19` means all rows from 11 to 19. Fails when a row of `docs/requirements.md` has no test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { root, say } from '../runtime.mjs';
import { testsBelow } from './files-below.mjs';

/** Every node of a syntax tree. */
function* nodesIn(value) {
  if (Array.isArray(value)) for (const inner of value) yield* nodesIn(inner);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value;
    for (const inner of Object.values(value)) yield* nodesIn(inner);
  }
}

function* textsIn(node) {
  for (const { type, value, cooked } of nodesIn(node)) {
    if (type === 'StringLiteral') yield value;
    if (type === 'TemplateElement') yield cooked;
  }
}

const runners = new Set(['test', 'it', 'describe']);

/** Whether this is `test`, or a call through it: `test.each(rows)`, `describe.skipIf(…)`. */
function isRunner(callee) {
  if (callee.type === 'Identifier') return runners.has(callee.value);
  if (callee.type === 'MemberExpression') return isRunner(callee.object);
  return callee.type === 'CallExpression' && isRunner(callee.callee);
}

/** The titles of the tests in a source, and the texts in the rows of `test.each`, which complete titles. */
export function titlesIn(source, isTsx = true) {
  const titles = [];
  for (const { type, callee, arguments: given } of nodesIn(
    parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2024' }).body,
  )) {
    if (type !== 'CallExpression' || callee.type === 'Import' || !isRunner(callee)) continue;
    const isOfRows = callee.type === 'MemberExpression' && callee.property.value === 'each';
    titles.push(...textsIn(isOfRows ? given : given.slice(0, 1)));
  }
  return titles;
}

const number = (digits) => String(digits).padStart(2, '0');

/** Every ID in a title; of a range, each ID. */
export function idsIn(title) {
  const ids = [...title.matchAll(/\b[A-Z][A-Z0-9]*-\d{2,3}\b/g)].map(([id]) => id);
  for (const [, area, first, last] of title.matchAll(/\b([A-Z][A-Z0-9]*)-(\d{2}) … (?:\1-)?(\d{2})\b/g)) {
    for (let row = Number(first); row <= Number(last); row++) ids.push(`${area}-${number(row)}`);
  }
  return ids;
}

/** The rows of the page, in their order: `- I18N-01 · …`. */
export const rowsIn = (page) =>
  [...page.matchAll(/^- (([A-Z][A-Z0-9]*)-\d{2}) · (.*)$/gm)].map(([, id, area, text]) => ({
    id,
    area,
    text,
  }));

/** All rows, each with whether a test shows it. */
function readRows() {
  const files = ['packages', 'apps', 'e2e', 'tools'].flatMap((folder) => [...testsBelow(join(root, folder))]);
  const titles = files.flatMap((file) => titlesIn(readFileSync(file, 'utf8'), file.endsWith('x')));
  const shown = new Set(titles.flatMap(idsIn));
  return rowsIn(readFileSync(join(root, 'docs/requirements.md'), 'utf8')).map((row) => ({
    ...row,
    isShown: shown.has(row.id),
  }));
}

/** The check of `npm run check`: every row has a test. */
export function checkRequirements() {
  const rows = readRows();
  const open = rows.filter(({ isShown }) => !isShown);
  return {
    code: open.length === 0 ? 0 : 1,
    output:
      open.length === 0
        ? `a test shows each of ${rows.length} rows`
        : open.map(({ id, text }) => `no test shows ${id} ${text}`).join('\n'),
  };
}

function list(asked) {
  const rows = readRows();
  for (const area of new Set(rows.map((row) => row.area))) {
    if (asked.length > 0 && !asked.includes(area)) continue;
    const all = rows.filter((row) => row.area === area);
    const open = all.filter(({ isShown }) => !isShown);
    say(`${area}: ${all.length - open.length} of ${all.length}`);
    for (const { id, text } of open) say(`  ${id} ${text}`);
    if (open.length > 0) process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) list(process.argv.slice(2));
