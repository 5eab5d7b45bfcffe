import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const version = '107.0.0';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-old-chromium-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('npm_config_cache', join(folder, 'npm'));
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A package with the right name and version and another program. */
function packOther(): string {
  const bin = join(folder, 'package/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(folder, 'package/package.json'),
    JSON.stringify({ name: '@sparticuz/chromium', version }),
  );
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync('#!/bin/sh\nexit 0\n'));
  execFileSync('tar', ['-czf', join(folder, 'other.tgz'), '-C', folder, 'package']);
  return join(folder, 'other.tgz');
}

async function startRegistry(file: string) {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      response.end(readFileSync(file));
      return;
    }
    const dist = { tarball: `http://${request.headers.host}/other.tgz` };
    const manifest = { name: '@sparticuz/chromium', version, dist };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ name: manifest.name, versions: { [version]: manifest } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return server;
}

test('D44 a package with another digest is not unpacked', async () => {
  const { ensureOldChromium, findOldChromium } = await import('./old-chromium.mjs');
  const registry = await startRegistry(packOther());
  expect(await ensureOldChromium(version)).toBe(false);
  expect(findOldChromium(version)).toBeUndefined();
  expect(readdirSync(join(folder, 'cache/samtal'))).toEqual([]);
  registry.close();
});

test('D44 without a registry there is no old Chromium, and the cache stays empty', async () => {
  const { ensureOldChromium } = await import('./old-chromium.mjs');
  const registry = await startRegistry('');
  registry.close();
  await once(registry, 'close');
  expect(await ensureOldChromium(version)).toBe(false);
  expect(existsSync(join(folder, 'cache/samtal', `chromium-${version}`))).toBe(false);
});
