import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './runtime.mjs';

let folder: string;

const lock = {
  '': { name: 'x' },
  'apps/web': { name: '@x/web', version: '1.0.0' },
  'node_modules/@x/web': { resolved: 'apps/web', link: true },
  'node_modules/vite': { version: '8.0.0', integrity: 'sha512-a', dev: true },
  'node_modules/pino': { version: '10.0.0', integrity: 'sha512-b' },
  'node_modules/for-other-machines': { version: '1.0.0', integrity: 'sha512-c', optional: true },
};

function write(path: string, content: object): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(content));
}

/** Writes what npm would install: the packages, then the record of them. */
function install(names: readonly string[]): void {
  const packages = Object.fromEntries(Object.entries(lock).filter(([path]) => names.includes(path)));
  for (const path of names) write(`${path}/package.json`, {});
  write('node_modules/.package-lock.json', { packages });
}

const all = ['node_modules/@x/web', 'node_modules/vite', 'node_modules/pino'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-installed-'));
  write('package-lock.json', { packages: lock });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('D2 packages count as installed when npm has recorded each of them and its folder exists', () => {
  expect(isInstalled(folder)).toBe(false);
  install(all);
  expect(isInstalled(folder)).toBe(true);
});

test('D43 an installation without the packages that build the web app is incomplete', () => {
  install(all.filter((path) => path !== 'node_modules/vite'));
  expect(isInstalled(folder)).toBe(false);
});

test('D2 a server whose web app is built needs no development packages', () => {
  install(['node_modules/@x/web', 'node_modules/pino']);
  expect(isInstalled(folder, { toBuild: false })).toBe(true);
  install(['node_modules/@x/web', 'node_modules/vite']);
  expect(isInstalled(folder, { toBuild: false })).toBe(false);
});

test('D2 a folder without a lock file counts as not installed', () => {
  install(all);
  rmSync(join(folder, 'package-lock.json'));
  expect(isInstalled(folder)).toBe(false);
});

test('D43 an installation that lost a package, or was interrupted, is incomplete', () => {
  install(all);
  rmSync(join(folder, 'node_modules/vite'), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
  install(all);
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages":');
  expect(isInstalled(folder)).toBe(false);
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  expect(isInstalled(folder)).toBe(false);
});

test.each([{ version: '8.0.1' }, { integrity: 'sha512-z' }])(
  'D2 a new lock file with %j makes the packages count as not installed',
  (change) => {
    install(all);
    const packages = { ...lock, 'node_modules/vite': { ...lock['node_modules/vite'], ...change } };
    write('package-lock.json', { packages });
    expect(isInstalled(folder)).toBe(false);
  },
);
