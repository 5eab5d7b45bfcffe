/** Builds the web app when one of its source files has changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, giveUp, root, run, say } from './runtime.mjs';

const ingredients = [
  'apps/web',
  'packages',
  'package-lock.json',
  'tools/lean/lean-i18next.mjs',
  'tools/lean/lean-jssip-files.mjs',
  'tools/lean/lean-jssip.mjs',
  'tools/lean/lean-react.mjs',
  'tools/lean/without-logs.mjs',
  'tsconfig.base.json',
];
const leftOut = new Set(['node_modules', 'dist', 'dist-server', 'testdata']);
const stamp = join(root, 'apps/web/dist/.built-from');

function* filesBelow(path) {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!leftOut.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      yield* filesBelow(join(path, entry.name));
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const ingredient of ingredients) {
    for (const file of filesBelow(join(root, ingredient)))
      hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const builtFrom = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined);

/** Whether the web app was built from the current files. */
export const isWebBuilt = () => builtFrom() === fingerprint();

/** @param {{ isFresh?: boolean }} [options] true = also if nothing has changed */
export async function buildWeb({ isFresh = false } = {}) {
  const now = fingerprint();
  if (builtFrom() === now && !isFresh) return;
  say('Building the web app …');
  // The web app for browsers, and the function with which the server renders its first page.
  for (const config of ['vite.config.ts', 'vite.first-page.config.ts']) {
    const args = ['build', '--logLevel', 'warn', '--config', `apps/web/${config}`, 'apps/web'];
    const { code, output } = await run('vite', args, { quiet: true });
    if (code !== 0) giveUp(`${output}\nBuilding the web app failed.`);
  }
  writeFileSync(stamp, now);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  await buildWeb();
}
