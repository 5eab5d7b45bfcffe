/**
 * Checks that no folder has more files than a reader can take in, tests counted. Folders of these names are left
 * out: what is built, pictures, messages copied from an RFC, and the numbered list of decisions.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../runtime.mjs';

const MOST_FILES = 25;

const leftOut = new Set([
  'node_modules',
  'dist',
  'dist-server',
  'test-results',
  '.tsc',
  'images',
  'testdata',
  'decisions',
]);

/** The folders in `folder` and below that have more than `most` files, each with its number of files. */
export function largeFolders(folder, most = MOST_FILES) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const count = entries.filter((entry) => entry.isFile()).length;
  const below = entries
    .filter((entry) => entry.isDirectory() && !leftOut.has(entry.name))
    .flatMap(({ name }) => largeFolders(join(folder, name), most));
  return count > most ? [{ folder, count }, ...below] : below;
}

/** @returns {{ code: number, output: string }} */
export function checkFolderSizes() {
  const large = ['apps', 'packages', 'e2e', 'bench', 'tools', 'deploy', 'docs'].flatMap((folder) =>
    largeFolders(join(root, folder)),
  );
  const lines = large.map(({ folder, count }) => `${relative(root, folder)}: ${count} files`);
  return { code: large.length > 0 ? 1 : 0, output: lines.join('\n') };
}
