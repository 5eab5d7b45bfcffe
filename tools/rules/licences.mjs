/** Checks that the licence of every delivered package allows delivery with the product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';

/** Permissive licences, and MPL-2.0, which covers its own files only (mediabunny, used unchanged). */
const welcome = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

/** @returns {{ code: number, output: string }} */
export function checkLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const delivered = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
  );
  const others = delivered.filter(([, { license }]) => !welcome.has(license));
  return {
    code: others.length === 0 ? 0 : 1,
    output:
      others.length === 0
        ? `${delivered.length} packages`
        : others.map(([path, { license }]) => `${path}: ${license ?? 'no licence named'}`).join('\n'),
  };
}
