/** The licences of what a release contains beside Samtal. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';

const nameOf = (person) => (typeof person === 'string' ? person : person?.name);

/** The licence of a package in its own words; some packages only name it. */
function textOf(folder) {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name));
  if (files.length > 0)
    return files
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
      .join('\n\n');
  const { author, contributors = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const people = [author, ...contributors].map(nameOf).filter((name) => name !== undefined);
  return [
    'The package has no file with its licence.',
    ...(people.length > 0 ? [`By ${people.join(', ')}.`] : []),
  ].join(' ');
}

/**
 * @param {readonly string[]} installed folders in `node_modules`
 * @param {{ lock: { packages: Record<string, object> }, withNode: boolean }} release
 */
export function noticesOf(installed, { lock, withNode }) {
  const sections = installed
    .filter((path) => existsSync(join(root, path)))
    .map((path) => {
      const { version, license } = lock.packages[path];
      const name = path.replace(/^.*node_modules\//, '');
      return `${name} ${version}\nLicence: ${license}\n\n${textOf(join(root, path))}`;
    });
  const head = [
    'Samtal is licensed under Apache-2.0 (LICENSE). This file names the other packages of the server.',
    'Those of the web app are in apps/web/dist/third-party-notices.txt.',
    ...(withNode ? ['The licence of Node is in node/LICENSE.'] : []),
  ].join('\n');
  return `${[head, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
