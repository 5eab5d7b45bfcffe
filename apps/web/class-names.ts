import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * A class name of a style sheet: the name in the file and a short hash of the file's path. Without the line
 * number that is usual, which makes each name different from all others in the style sheet and in the code.
 * The server's page and the browser's app must have the same names.
 */
export function classNameOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ''));
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}
