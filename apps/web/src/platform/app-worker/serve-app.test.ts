import { expect, test } from 'vitest';
import { kindOf } from './request-kind.ts';
import { base, createFakeAppWorker, type Site, type Stored } from './testing/fake-app-worker.ts';
import type { WorkerFiles } from './worker-files.ts';

const files: WorkerFiles = {
  version: 'one',
  main: 'assets/index-1.js',
  common: ['assets/index-1.js', 'assets/index-1.css', 'assets/page-1.js'],
  byLanguage: { en: ['assets/en-1.js'], ar: ['assets/ar-1.js'] },
};
const next: WorkerFiles = {
  version: 'two',
  main: 'assets/index-2.js',
  common: ['assets/index-2.js'],
  byLanguage: {},
};

const offline = (language: string) =>
  `<html lang="${language}"><base href="/call/"><script src="./assets/offline-1.js"></script>` +
  '<link rel="stylesheet" href="./assets/index-1.css"><link rel="manifest" href="/call/branding/manifest.json">' +
  '<div data-dark-src="/call/branding/dark.svg"><img src="/call/branding/logo.svg"></div><a href="https://b.example/assets/x.js">x</a><a href="/call/userApi/x">y</a>';

const siteOf = (...more: readonly string[]): Site =>
  new Map<string, string | number>([
    ...['en', 'ar'].map((language) => [`offline?language=${language}`, offline(language)] as const),
    ...[
      ...files.common,
      'assets/en-1.js',
      'assets/ar-1.js',
      'assets/offline-1.js',
      'branding/dark.svg',
      'branding/logo.svg',
      ...more,
    ].map((path) => [path, `content of ${path}`] as const),
  ]);

const shell = 'samtal /call/ shell';
const [one, two] = ['samtal /call/ files one', 'samtal /call/ files two'];
const keep = (language = 'en', isThrifty = false) => ({ type: 'keepApp', language, isThrifty });
const page = { mode: 'navigate' } as const;
const textOf = async (answer: Response | undefined) => answer?.text();

test('D79 the worker keeps the offline page with its files, and the files of its build in one language', async () => {
  const worker = createFakeAppWorker(files, siteOf());
  expect(await worker.tell(keep())).toBe(true);
  expect(worker.kept()).toEqual({
    [shell]: [
      'assets/index-1.css',
      'assets/offline-1.js',
      'branding/dark.svg',
      'branding/logo.svg',
      'offline?language=en',
    ],
    [one]: ['assets/en-1.js', 'assets/index-1.css', 'assets/index-1.js', 'assets/page-1.js'],
  });
  expect(worker.done).toEqual(['preload']);
  worker.asked.length = 0;
  await worker.tell(keep());
  expect(worker.asked.filter((path) => files.common.includes(path) && path !== 'assets/index-1.css')).toEqual(
    [],
  );
  await worker.tell(keep('ar'));
  expect(worker.kept()[one]).toContain('assets/ar-1.js');
  expect([worker.kept()[one], worker.kept()[shell]].flat()).not.toContain('assets/en-1.js');
  expect(worker.kept()[shell]).toContain('offline?language=ar');
});

test('D79 a device that saves data keeps the offline page only', async () => {
  const worker = createFakeAppWorker(files, siteOf());
  await worker.tell(keep('en', true));
  expect(Object.keys(worker.kept())).toEqual([shell]);
  const newer = createFakeAppWorker(next, siteOf('assets/index-2.js'), worker.stored);
  await newer.dispatch('install');
  expect(Object.keys(newer.kept())).toEqual([shell]);
});

test.each([
  ['the network is gone', undefined],
  ['a proxy has no server', 502],
])('D79 a page for which %s is the offline page, in the language of the user', async (_why, status) => {
  const site = siteOf();
  const worker = createFakeAppWorker(files, site);
  await worker.tell(keep('ar'));
  if (status !== undefined) site.set('settings', status);
  expect(await textOf(await worker.request('settings', page))).toBe(offline('ar'));
});

test('D79 a page comes from the server, also one that reports an error', async () => {
  const site = siteOf().set('settings', 'fresh').set('broken', 500);
  const worker = createFakeAppWorker(files, site);
  await worker.tell(keep());
  expect(await textOf(await worker.request('settings', page))).toBe('fresh');
  expect((await worker.request('broken', page))?.status).toBe(500);
  expect(await textOf(await worker.request('history', page, new Response('asked ahead')))).toBe(
    'asked ahead',
  );
});

test('D79 without an offline page the browser shows its own error', async () => {
  const worker = createFakeAppWorker(files, new Map());
  expect((await worker.request('settings', page))?.type).toBe('error');
  expect((await createFakeAppWorker(files, new Map([['x', 503]])).request('x', page))?.status).toBe(503);
});

test('D79 a file of the build is there after the server has forgotten it; others come from the server', async () => {
  const site = siteOf('assets/index-2.js');
  const worker = createFakeAppWorker(files, site);
  await worker.tell(keep());
  site.set('assets/page-1.js', 404);
  expect(await textOf(await worker.request('assets/page-1.js'))).toBe('content of assets/page-1.js');
  expect(await textOf(await worker.request('assets/index-2.js'))).toBe('content of assets/index-2.js');
  expect(worker.kept()[one]).not.toContain('assets/index-2.js');
});

test('D79 a newer worker fetches its files, takes nothing over, and keeps the build before for open pages', async () => {
  const site = siteOf('assets/index-2.js', 'assets/index-3.js');
  const first = createFakeAppWorker(files, site);
  await first.dispatch('install');
  expect(first.kept()).toEqual({});
  await first.tell(keep());
  const second = createFakeAppWorker(next, site, first.stored);
  await second.dispatch('install');
  expect([second.done, Object.keys(second.kept())]).toEqual([['preload'], [shell, one, two]]);
  await second.dispatch('activate');
  expect([second.done, Object.keys(second.kept())]).toEqual([
    ['preload', 'claim'],
    [shell, one, two],
  ]);
  const third = createFakeAppWorker(
    { ...next, version: 'three', common: ['assets/index-3.js'] },
    site,
    first.stored,
  );
  await third.dispatch('install');
  await third.dispatch('activate');
  expect(Object.keys(third.kept())).toEqual([shell, two, 'samtal /call/ files three']);
});

test('D79 a worker says whether it is of the build of a page', async () => {
  const worker = createFakeAppWorker(files, siteOf());
  expect(await worker.tell({ type: 'isOfBuild', main: 'assets/index-1.js' })).toBe(true);
  expect(await worker.tell({ type: 'isOfBuild', main: 'assets/index-2.js' })).toBe(false);
  for (const message of [undefined, null, 'keepApp', 7, {}]) await worker.tell(message);
  expect(worker.kept()).toEqual({});
});

test('D79 what is dropped is gone, and other apps of the origin keep theirs', async () => {
  const stored: Stored = new Map([
    ['samtal / shell', new Map()],
    ['another app', new Map()],
  ]);
  const worker = createFakeAppWorker(files, siteOf(), stored);
  await worker.tell(keep());
  expect(await worker.app.isKept()).toBe(true);
  await worker.tell({ type: 'dropApp' });
  expect([Object.keys(worker.kept()), await worker.app.isKept()]).toEqual([
    ['samtal / shell', 'another app'],
    false,
  ]);
  expect(worker.done.at(-1)).toBe('no preload');
});

test('D79 an offline page whose files cannot be fetched replaces nothing', async () => {
  const site = siteOf();
  const worker = createFakeAppWorker(files, site);
  await worker.tell(keep());
  site.set('assets/offline-1.js', 404);
  await worker.tell(keep('ar'));
  expect(worker.kept()[shell]).toContain('offline?language=en');
  site.clear();
  expect(await worker.tell(keep('ar'))).toBe(true);
  expect(await textOf(await worker.request('call', page))).toBe(offline('en'));
});

test('D79 the logo comes from the server, and from what is kept without it', async () => {
  const site = siteOf();
  const worker = createFakeAppWorker(files, site);
  await worker.tell(keep());
  site.set('branding/logo.svg', 'new logo');
  expect(await textOf(await worker.request('branding/logo.svg'))).toBe('new logo');
  site.delete('branding/logo.svg');
  expect(await textOf(await worker.request('branding/logo.svg'))).toBe('content of branding/logo.svg');
  expect((await worker.request('branding/other.svg'))?.type).toBe('error');
});

test.each([
  ['GET', 'cors', 'userApi/user/api/messages?securityToken=x'],
  ['GET', 'cors', 'branding/brand.json?1'],
  ['POST', 'navigate', 'share'],
  ['POST', 'cors', 'assets/index-1.js'],
  ['GET', 'cors', 'assets/index-1.js?x=1'],
  ['GET', 'cors', 'sip'],
  ['GET', 'navigate', '/elsewhere'],
  ['GET', 'cors', 'https://b.example/call/assets/index-1.js'],
] as const)('D79 the worker leaves %s of mode %s for %s to the browser', (method, mode, path) => {
  expect(kindOf({ method, mode, url: new URL(path, base).href }, base)).toBeUndefined();
});
