/** Builds JsSIP without the parts that Samtal never runs; see `docs/decisions/0006-jssip-is-trimmed.md`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leanFile, leftOut, parts, rewritten } from './lean-jssip-files.mjs';

/** The package of which JsSIP uses little, and the file that replaces it, which is tested like our other code. */
const alias = { events: join(parts, 'emitter.ts') };

const libraryFile = /\/jssip\/lib\/(.*\.js)$/;

/** Vite keeps what it has built for the browser tests as long as the names of its plugins are the same. */
const digest = [import.meta.dirname, parts]
  .flatMap((folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name))))
  .reduce((hash, text) => hash.update(text), createHash('sha256'))
  .digest('hex');

const trim = {
  name: `lean-jssip ${digest}`,
  load(id) {
    const file = libraryFile.exec(id)?.[1];
    if (file === undefined) return undefined;
    if (leftOut.includes(file.replace('.js', ''))) return 'module.exports = class LeftOut {};';
    if (file in rewritten) return rewritten[file];
    return leanFile(readFileSync(id, 'utf8'), file);
  },
};

/** The Vite plugin that trims JsSIP, for the built page and for the browser tests. */
export const leanJsSip = () => ({
  ...trim,
  config: () => ({
    resolve: { alias },
    optimizeDeps: { rolldownOptions: { plugins: [trim] } },
  }),
});
