/** Installs missing test peers and test browsers from Debian where this user may do so. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './runtime.mjs';

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Seconds in which another installation, by another test, may end. */
const LOCK_SECONDS = 300;

const apt = (...args) =>
  spawnSync('apt-get', ['-qq', '-y', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Services of installed packages must not start on the machine that runs the tests.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;

/**
 * Installs packages whose programs are missing, if this user may do so.
 * @param {string[]} packages Debian package names
 * @param {() => boolean} isThere whether the programs of these packages can be used
 * @returns {boolean} whether the programs can be used now
 */
export function ensureDebianPackages(packages, isThere) {
  if (isThere()) return true;
  if (!mayInstall()) return false;
  say(`Installing ${packages.join(', ')} …`);
  const wanted = ['install', '--no-install-recommends', ...packages];
  return (apt(...wanted) || (apt('update') && apt(...wanted))) && isThere();
}
