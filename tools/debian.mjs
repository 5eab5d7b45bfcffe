/** Test peers and the test browser come from Debian where the machine lacks them and may install them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './runtime.mjs';

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const apt = (...args) =>
  spawnSync('apt-get', ['-qq', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // No service of an installed package may start by itself on the machine of whoever runs the tests.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;

/**
 * @param {string[]} packages Debian package names
 * @param {() => boolean} isThere whether what they bring is already usable
 * @returns {boolean} whether it is usable now
 */
export function ensureDebianPackages(packages, isThere) {
  if (isThere()) return true;
  if (!mayInstall()) return false;
  say(`Installing ${packages.join(', ')} …`);
  const wanted = ['install', '--no-install-recommends', ...packages];
  return (apt(...wanted) || (apt('update') && apt(...wanted))) && isThere();
}
