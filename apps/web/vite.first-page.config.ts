import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { classNameOf } from './class-names.ts';

/** Catalogues of the pages before the login; all other code that is loaded later is for browsers only. */
const catalogue = /^\.\/\w\w\/before-login\.json$/;

/** Leaves out the code that only browsers load, and only when they need it. */
function withoutLaterCode(): Plugin {
  return {
    name: 'without-later-code',
    resolveDynamicImport: (source) =>
      typeof source === 'string' && !catalogue.test(source) ? { id: source, external: true } : undefined,
  };
}

/**
 * Builds the function with which the server renders the login page (docs/decisions/0020-first-page.md). The
 * result contains all that it needs, so that a production server installs nothing of the web app.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutLaterCode(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  css: { modules: { generateScopedName: classNameOf } },
  ssr: { noExternal: true },
  build: { ssr: 'src/first-page.tsx', outDir: 'dist-server', emptyOutDir: true, sourcemap: false },
});
