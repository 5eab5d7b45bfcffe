import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, loadConfigFromFile, type Plugin, preview } from 'vite';
import { root } from '../../tools/runtime.mjs';
import { freePort } from '../support/server/ports.ts';

const web = join(root, 'apps/web');

/** Not every driver reports errors of a page, so the page records them itself, before any other script runs. */
const noteFaults = `
  window.faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  console.error = (...words) => faults.push(words.join(' '));
`;
const witness: Plugin = {
  name: 'note-faults',
  transformIndexHtml: () => [{ tag: 'script', children: noteFaults, injectTo: 'head-prepend' }],
};

/** Builds the gallery for the browsers of the product, and serves it. */
export async function serveGallery(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'samtal-gallery-'));
  const ofProduct = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(web, 'vite.config.ts'),
  );
  if (ofProduct === null) throw new Error('the web app has no configuration');
  const { plugins = [], build: { target = false } = {}, ...config } = ofProduct.config;
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    // Without compressed files: the server is on the same machine, so the size does not matter.
    plugins: [...plugins.filter((plugin) => !hasName(plugin, 'precompress')), witness],
    build: { target, outDir, emptyOutDir: true, rolldownOptions: { input: join(web, 'gallery.html') } },
  });
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    root: web,
    build: { outDir },
    preview: { host: '127.0.0.1', port: await freePort() },
  });
  return {
    url: new URL('gallery.html', server.resolvedUrls?.local[0]).href,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

const hasName = (plugin: unknown, name: string): boolean =>
  plugin instanceof Object && 'name' in plugin && plugin.name === name;
