/**
 * Which requirements no test names: `npm run requirements -- STATE REG` lists those of some areas, without names all
 * areas with their counts. A test names a row by its ID in its title, a run of rows as `STATE-11 … STATE-19`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './runtime.mjs';

const leftOut = new Set(['node_modules', 'dist', 'testdata']);

function* testsBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* testsBelow(path);
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield path;
  }
}

const number = (digits) => String(digits).padStart(2, '0');

/** Every ID in a text, runs spelled out. */
function idsIn(text) {
  const ids = [...text.matchAll(/\b([A-Z]+)-(\d{2,3})\b/g)].map(([id]) => id);
  for (const [, area, first, last] of text.matchAll(/\b([A-Z]+)-(\d{2}) … (?:\1-)?(\d{2})\b/g)) {
    for (let row = Number(first); row <= Number(last); row++) ids.push(`${area}-${number(row)}`);
  }
  return ids;
}

const rows = [
  ...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^- (([A-Z]+)-\d{2}) · (.*)$/gm),
];
const files = ['packages', 'apps', 'e2e'].flatMap((folder) => [...testsBelow(join(root, folder))]);
const named = new Set(files.flatMap((file) => idsIn(readFileSync(file, 'utf8'))));

const asked = process.argv.slice(2);
let missing = 0;
for (const area of new Set(rows.map(([, , name]) => name))) {
  if (asked.length > 0 && !asked.includes(area)) continue;
  const all = rows.filter(([, , name]) => name === area);
  const open = all.filter(([, id]) => !named.has(id));
  missing += open.length;
  say(`${area}: ${all.length - open.length} of ${all.length}`);
  if (asked.length > 0) for (const [, id, , text] of open) say(`  ${id} ${text}`);
}
process.exit(asked.length > 0 && missing > 0 ? 1 : 0);
