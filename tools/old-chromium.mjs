/**
 * Old releases of Chromium, from the npm package `@sparticuz/chromium`. Each has 60 MB, and Samtal needs none
 * to build or run, so they are no dependencies: the journeys fetch them when needed, check them against the
 * digests below, and keep them in the user's cache.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { run, say } from './runtime.mjs';

/** Digests of the packages; another package from the registry is refused. */
const integrities = {
  '107.0.0':
    'sha512-k5J8y36j5YRYfzBwnyBIiN4zsy6ZZMRIAVj8em7IqISrf/9lB/bpdEK1i/sUXtxr1S4qTDAopVNSqBLbTFL0GQ==',
  '131.0.1':
    'sha512-VfmHkQmb/Px0zjwdSQwjRMwFw63Qfj+g4Giumz4jiAGEpXHgIZk6xEwlUz6yiUHVDveK2TEgMR2MR6I3okOE7w==',
  '143.0.4':
    'sha512-/6I7uQTRhRDD2/gGPQ1Gkf+Dqk0RYDACPJDZfSzz0OWk4JmUTonNHPXbrn6UIklOHlnDLf8xAAzkOZKB/cJpLA==',
};

/**
 * The releases to test: 107 is the oldest that the specification names; the others are between 107 and
 * today's Debian.
 */
export const oldChromiums = Object.keys(integrities);

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'samtal');
const programOf = (version) => join(cache, `chromium-${version}`);

/** @returns {string | undefined} the path of this Chromium, if it has been fetched */
export function findOldChromium(version) {
  const program = programOf(version);
  return existsSync(program) ? program : undefined;
}

/**
 * Path of the fetched package in `folder`; undefined when the registry does not answer or the digest differs.
 */
async function fetchPackage(version, folder) {
  const pack = ['pack', `@sparticuz/chromium@${version}`, '--pack-destination', folder, '--fetch-retries=0'];
  await run('npm', pack, { quiet: true });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) return undefined;
  const digest = createHash('sha512')
    .update(readFileSync(join(folder, name)))
    .digest('base64');
  return `sha512-${digest}` === integrities[version] ? join(folder, name) : undefined;
}

/** Fetches this Chromium unless it is in the cache; resolves to whether it can be used. */
export async function ensureOldChromium(version) {
  if (findOldChromium(version) !== undefined) return true;
  // The package contains a program for Linux on x64 only.
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  say(`Fetching Chromium ${version} …`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetch-'));
  try {
    const file = await fetchPackage(version, folder);
    if (file === undefined) return false;
    const { status } = spawnSync('tar', ['-xzf', file, '-C', folder, 'package/bin/chromium.br']);
    if (status !== 0) return false;
    const program = join(folder, 'chromium');
    await pipeline(
      createReadStream(join(folder, 'package/bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(program, { mode: 0o755 }),
    );
    // The program needs the C library of Debian, and NSS, which Debian installs with Chromium and with
    // Firefox.
    if (spawnSync(program, ['--no-sandbox', '--version']).status !== 0) return false;
    renameSync(program, programOf(version));
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
