/**
 * Checks that every cited ID exists: rows and interpretations of `docs/requirements.md` (`RTT-07`, `A-066`),
 * decisions of `docs/decisions` (`D41`), and conformance cases of real-time text (`T17`) in
 * `docs/accessibility.md`.
 */
import { readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from '../runtime.mjs';
import { filesBelow } from './files-below.mjs';

/** What is not checked; `citations.test.ts` has wrong citations on purpose. */
const leftOut = new Set(['node_modules', 'dist', 'testdata', '.tsc', 'test-results', 'citations.test.ts']);
const kinds = new Set(['.ts', '.tsx', '.mjs', '.css', '.md']);

/**
 * The IDs that can be cited. `requirements`, `decisions` and `accessibility` are the texts of these pages.
 */
export function citable({ requirements, decisions, accessibility }) {
  const rows = new Set([...requirements.matchAll(/^- ([A-Z][A-Z0-9]*-\d{2,3}) · /gm)].map(([, id]) => id));
  const areas = new Set([...rows].map((id) => id.split('-')[0]));
  const numbered = new Set([...decisions.matchAll(/^- \*\*(D\d+) /gm)].map(([, id]) => id));
  const cases = [...accessibility.matchAll(/\bT(\d+)(?: – T(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `T${Number(first) + index}`),
  );
  return { rows, areas, decisions: numbered, cases: new Set(cases) };
}

/** The IDs that `text` cites and that do not exist. */
export function brokenCitations(text, { rows, areas, decisions, cases }) {
  const found = [];
  for (const [id, area] of text.matchAll(/\b([A-Z][A-Z0-9]*)-\d{1,3}\b(?![-.\w])/g))
    if ((areas.has(area) || area === 'D') && !rows.has(id)) found.push(id);
  for (const [, list] of text.matchAll(/\bdecisions? (D\d+(?:(?:, | and |\/)D\d+)*)/g))
    for (const id of list.match(/D\d+/g) ?? []) if (!decisions.has(id)) found.push(id);
  // IDs at the front of a test title are citations too.
  for (const [, ids] of text.matchAll(
    /\b(?:test|it|describe)[.(][^'"`\n]*['"`]((?:[A-Z][A-Z0-9]*(?:-\d+)? )+)/g,
  ))
    for (const id of ids.trim().split(' ')) {
      if (/^D\d+$/.test(id) && !decisions.has(id)) found.push(id);
      if (/^T\d+$/.test(id) && !cases.has(id)) found.push(id);
    }
  return found;
}

/** @returns {{ code: number, output: string }} */
export function checkCitations() {
  const page = (path) => readFileSync(join(root, path), 'utf8');
  const known = citable({
    requirements: page('docs/requirements.md'),
    decisions: page('docs/decisions/README.md'),
    accessibility: page('docs/accessibility.md'),
  });
  const files = ['apps', 'packages', 'e2e', 'bench', 'tools', 'docs'].flatMap((folder) => [
    ...filesBelow(join(root, folder), (path) => kinds.has(extname(path)), leftOut),
  ]);
  const broken = files.flatMap((file) =>
    brokenCitations(readFileSync(file, 'utf8'), known).map((id) => `${relative(root, file)}: ${id}`),
  );
  if (broken.length > 0) return { code: 1, output: broken.join('\n') };
  return { code: 0, output: `${known.rows.size} rows and ${known.decisions.size} decisions can be cited` };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { code, output } = checkCitations();
  say(output);
  process.exit(code);
}
