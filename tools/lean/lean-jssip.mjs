/** Builds JsSIP without the parts that Samtal never runs; see `docs/decisions/0006-jssip-is-trimmed.md`. */
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leanFile, leftOut, parts, rewritten } from './lean-jssip-files.mjs';

/** The package of which JsSIP uses little, and the file that replaces it, which is tested like our other code. */
const alias = { events: join(parts, 'emitter.ts') };

const libraryFile = /\/jssip\/lib\/(.*\.js)$/;

const trim = {
  name: 'lean-jssip',
  load(id) {
    const file = libraryFile.exec(id)?.[1];
    if (file === undefined) return undefined;
    if (leftOut.includes(file.replace('.js', ''))) return 'module.exports = class LeftOut {};';
    if (file in rewritten) return rewritten[file];
    return leanFile(readFileSync(id, 'utf8'), file);
  },
};

/** Everything that decides how JsSIP is trimmed, as one text. */
const sources = globSync([join(import.meta.dirname, '*.mjs'), join(parts, '*.ts')])
  .toSorted()
  .map((path) => readFileSync(path, 'utf8'));

/**
 * The Vite plugin that trims JsSIP, for the built page and for the browser tests. For tests Vite keeps the trimmed package
 * until the names of its plugins change, so this one has the hash of its sources in its name.
 */
export const leanJsSip = () => ({
  ...trim,
  name: `lean-jssip-${hash('sha1', sources.join('\n'))}`,
  config: () => ({
    resolve: { alias },
    optimizeDeps: { rolldownOptions: { plugins: [trim] } },
  }),
});
