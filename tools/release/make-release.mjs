/** Makes the archive of a release from the files of the project and the built web app. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { packFolder, writeChecksum } from './archive.mjs';
import { buildServer } from './build-server.mjs';
import { collectRelease, packagedNode } from './collect.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const isCheckout = () => existsSync(join(root, '.git'));

/** Files that differ from the commit. */
export const uncommittedFiles = () =>
  isCheckout() ? git('status', '--porcelain').split('\n').filter(Boolean) : [];

/** Whether an archive for this machine can contain Node. */
export const hasPackagedNode = () => existsSync(join(packagedNode, 'bin/node'));

/** Seconds since 1970; an unpacked copy of the project has no commit, so its maker names the time. */
function timeOfRelease() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && given !== '') return Number(given);
  return isCheckout()
    ? Number(git('log', '-1', '--format=%ct'))
    : Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1000);
}

/**
 * @param {{ into: string, withNode: boolean }} options the folder of the archive; without Node the archive is for every
 *   machine that has Node 24
 * @returns {Promise<{ archive: string, name: string, sum: string }>} `name` is the folder in the archive
 */
export async function makeRelease({ into, withNode }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = withNode ? `samtal-${version}-${process.platform}-${process.arch}` : `samtal-${version}`;
  const staging = mkdtempSync(join(tmpdir(), 'samtal-release-'));
  try {
    const folder = join(staging, name);
    mkdirSync(folder);
    const commit = isCheckout() ? git('rev-parse', '--short=7', 'HEAD') : 'no commit';
    collectRelease(folder, { lock, version, commit, withNode });
    await buildServer(folder);
    mkdirSync(into, { recursive: true });
    const archive = join(into, `${name}.tar.gz`);
    await packFolder(folder, archive, timeOfRelease());
    return { archive, name, sum: await writeChecksum(archive) };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
