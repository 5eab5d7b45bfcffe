/** Configuration of Vite for the server of a release (ADR 36): JavaScript in a few files. */
import { join } from 'node:path';
import { root } from '../runtime.mjs';

/** What `bin/samtal` runs, and the thread of a call with media. */
const input = {
  main: 'src/main.ts',
  admin: 'src/admin/main.ts',
  'stack-thread': 'src/server-agents/media/stack-thread.ts',
};

/** A release has no test mode (decision D95), and no native code, which these packages would use if it were there. */
const external = [/\/testing-mode\.ts$/, 'bufferutil', 'pg-native', 'utf-8-validate'];

export default {
  root: join(root, 'apps/server'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    // A stack trace names functions as the source does, with the lines of these files; the maps lead to those of the source.
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input,
      external,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the text of a file as long as its functions; one other character would double it.
        charset: 'ascii',
        comments: { annotation: false, jsdoc: false, legal: false },
        sourcemapExcludeSources: true,
        // As in the source: a package may need what the one before it has prepared.
        strictExecutionOrder: true,
      },
    },
  },
};
