import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The paths of the wanted files in `folder` and below.
 * @param {string} folder
 * @param {(path: string) => boolean} isWanted
 * @param {ReadonlySet<string>} leftOut names of folders and files that are skipped
 * @returns {Generator<string>}
 */
export function* filesBelow(folder, isWanted, leftOut) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, isWanted, leftOut);
    else if (isWanted(path)) yield path;
  }
}

/** What is built or copied: no test is there. */
const notOurs = new Set(['node_modules', 'dist', 'testdata']);

/** The paths of all test files in `folder` and below. */
export const testsBelow = (folder) =>
  filesBelow(folder, (path) => /\.(test|spec)\.tsx?$/.test(path), notOurs);
