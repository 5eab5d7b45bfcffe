import type { Plugin } from 'vite';

/** The module of Vite through which a build makes each `import()`, and the function that it exports. */
const helper = '\0vite/preload-helper.js';
const ownHelper = new URL('src/platform/page/import-files.ts', import.meta.url).pathname;

/** Lets a build import what is loaded later by `importFiles`, so that a failed import can be tried again. */
export function retryableImports(): Plugin {
  return {
    name: 'retryable-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // For browsers without `modulepreload`: only the app itself is loaded by it, which then runs already.
          polyfill: false,
          // Vite leaves out the module itself where it needs no other file.
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...needed])] : [...needed],
        },
      },
    }),
    load: (id) =>
      id === helper
        ? `export { importFiles as __vitePreload } from ${JSON.stringify(ownHelper)};`
        : undefined,
  };
}
