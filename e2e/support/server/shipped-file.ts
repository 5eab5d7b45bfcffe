import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tools/runtime.mjs';

/** A file of `deploy/` as an operator fills it in; each replacement must find what it replaces. */
export function shippedFile(path: string, replacements: readonly (readonly [string, string])[] = []): string {
  let text = readFileSync(join(root, path), 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${path} has no "${from}"`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}
