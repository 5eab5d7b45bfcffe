import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstPageOptions } from '@samtal/api-contract';
import { afterEach, expect, test } from 'vitest';
import { shippedIconsDir } from '../../config/branding-dir.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { findAppIcons } from './app-icons.ts';

type Manifest = {
  readonly name: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly [member: string]: unknown;
};

const features = {
  installableApp: true,
  call: true,
  callLinks: true,
  contacts: true,
  history: true,
  text: true,
};

let bed: TestApp | undefined;
afterEach(async () => {
  await bed?.close();
  bed = undefined;
});

async function manifestOf(
  options: Parameters<typeof createTestApp>[0] = {},
  headers: Readonly<Record<string, string>> = {},
) {
  bed ??= await createTestApp(options);
  const answer = await bed.app.inject({ url: '/branding/manifest.json', headers });
  return { answer, manifest: JSON.parse(answer.body) as Manifest };
}

test('D79 the manifest of the shipped brand makes the app installable', async () => {
  const { answer, manifest } = await manifestOf();
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(answer.headers['content-security-policy']).toContain("manifest-src 'self'; worker-src 'self'");
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    name: 'Samtal',
    display: 'standalone',
    lang: 'en',
    dir: 'ltr',
    theme_color: '#0b5cad',
    protocol_handlers: [
      { protocol: 'tel', url: '/call/%s' },
      { protocol: 'sip', url: '/call/%s' },
    ],
    share_target: {
      action: '/share',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
  });
  expect(manifest.icons.map(({ src, sizes, purpose }) => [src, sizes, purpose])).toEqual([
    ['/branding/app-icon-192.png', '192x192', 'any'],
    ['/branding/app-icon-512.png', '512x512', 'any'],
    ['/branding/app-icon-maskable-512.png', '512x512', 'maskable'],
    ['/branding/logo.svg', 'any', 'any'],
  ]);
  for (const { src } of manifest.icons) expect((await bed?.app.inject({ url: src }))?.statusCode).toBe(200);
});

test.each([
  [{ 'accept-language': 'ar-EG' }, 'ar', 'rtl', 'اتصال'],
  [{ 'accept-language': 'en', cookie: 'language=sv' }, 'sv', 'ltr', 'Ring'],
  [{ 'accept-language': 'zz' }, 'en', 'ltr', 'Call'],
] as const)('D79 the manifest is in the language of the visitor (%j)', async (headers, lang, dir, call) => {
  const { manifest } = await manifestOf({}, headers);
  expect(manifest).toMatchObject({ lang, dir });
  expect(manifest.shortcuts[0]).toEqual({ name: call, url: '/call' });
});

test('D79 shortcuts, links and shares lead only to pages that the brand has for all users', async () => {
  const { manifest } = await manifestOf({
    brand: { features: { ...features, callLinks: false, contacts: [2], messages: true } },
  });
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/call', '/history', '/messages']);
  expect(manifest).not.toHaveProperty('protocol_handlers');
  expect(manifest).toHaveProperty('share_target');
  await bed?.close();
  bed = undefined;
  const { manifest: bare } = await manifestOf({ brand: { features: { installableApp: true } } });
  expect([bare.shortcuts, 'share_target' in bare]).toEqual([[], false]);
});

test('D79 an app in a folder of its site stays in that folder', async () => {
  const { manifest } = await manifestOf({ publicUrl: 'https://a.example/calls', brand: { features } });
  expect(manifest).toMatchObject({
    id: '/calls/',
    start_url: '/calls/',
    scope: '/calls/',
    share_target: { action: '/calls/share' },
  });
  expect(manifest.shortcuts[0]?.url).toBe('/calls/call');
  expect(manifest.icons[0]?.src).toBe('/calls/branding/app-icon-192.png');
});

test('D79 words of the operator are data, whatever they contain', async () => {
  const name = '</script>"\\\u2028{{brand}} مرحبا';
  const { answer, manifest } = await manifestOf({ brand: { name, features } });
  expect([manifest.name, answer.headers['x-content-type-options']]).toEqual([name, 'nosniff']);
});

test('D79 the manifest of the operator names the app and its colours, but not where it begins', async () => {
  bed = await createTestApp();
  const own = {
    short_name: 'Calls',
    theme_color: '#123456',
    start_url: 'https://b.example/',
    id: 'x',
    icons: [],
  };
  writeFileSync(join(bed.folder, 'branding', 'manifest.json'), JSON.stringify(own));
  const { app } = await bed.restart();
  const manifest = JSON.parse((await app.inject({ url: '/branding/manifest.json' })).body) as Manifest;
  await app.close();
  expect(manifest).toMatchObject({ short_name: 'Calls', theme_color: '#123456', start_url: '/', id: '/' });
  expect(manifest.icons).toHaveLength(4);
});

test.each(['no JSON', '[1]', 'null'])(
  'D79 a manifest of the operator that cannot be used (%s) is reported, and the app has one all the same',
  async (content) => {
    bed = await createTestApp();
    writeFileSync(join(bed.folder, 'branding', 'manifest.json'), content);
    const { app } = await bed.restart();
    expect((await app.inject({ url: '/branding/manifest.json' })).json()).toMatchObject({ name: 'Samtal' });
    await app.close();
    expect(bed.logged()).toContain('brand_file_unusable');
  },
);

test('D79 icons that the brand does not have, or that have the wrong size, are those of the product', async () => {
  bed = await createTestApp();
  const folder = join(bed.folder, 'branding');
  rmSync(join(folder, 'app-icon-192.png'));
  cpSync(join(folder, 'app-icon-192.png').replace('192', 'maskable-512'), join(folder, 'app-icon-512.png'));
  writeFileSync(join(folder, 'app-icon-maskable-512.png'), 'no picture');
  const found = findAppIcons({
    brandingDir: folder,
    shippedDir: shippedIconsDir,
    brand: { logo: 'https://b.example/logo.svg' },
    basePath: '',
  });
  expect([...found.replaced.keys()]).toEqual(['app-icon-192.png', 'app-icon-maskable-512.png']);
  expect(found.unusable).toEqual(['app-icon-maskable-512.png']);
  expect(found.icons).toHaveLength(3);
  const { app } = await bed.restart();
  const served = await app.inject({ url: '/branding/app-icon-192.png' });
  await app.close();
  expect(served.rawPayload).toEqual(readFileSync(join(shippedIconsDir, 'app-icon-192.png')));
});

test('D79 with the flag off the file of the operator is served as it is, and there is no offline page', async () => {
  const { manifest } = await manifestOf({
    brand: {},
    renderOfflinePage: async () => '<p>offline</p>',
  });
  expect(manifest).toEqual(
    JSON.parse(readFileSync(new URL('../../../branding/manifest.json', import.meta.url), 'utf8')),
  );
  expect((await bed?.app.inject({ url: '/offline' }))?.statusCode).toBe(404);
});

test('D79 the offline page is rendered once for each language, and any language is answered', async () => {
  const asked: FirstPageOptions[] = [];
  bed = await createTestApp({
    renderOfflinePage: async (options) => {
      asked.push(options);
      return `<p lang="${options.language}">offline</p>`;
    },
  });
  for (const [language, spoken] of [
    ['ar', 'ar'],
    ['ar', 'ar'],
    ['zz', 'en'],
    ['%3Cscript%3E', 'en'],
    ['__proto__', 'en'],
  ]) {
    const page = await bed.app.inject({ url: `/offline?language=${language}` });
    expect([page.statusCode, page.body]).toEqual([200, `<p lang="${spoken}">offline</p>`]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  }
  expect(asked.map(({ language, script }) => [language, script])).toEqual([
    ['ar', './assets/offline-1a2b.js'],
    ['en', './assets/offline-1a2b.js'],
  ]);
});
