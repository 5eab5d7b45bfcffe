import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** The style sheet of each class name. */
const files = new Map<string, string>();

/**
 * A class name of a style sheet: the name in the file and a short hash of the file's path. Without the line
 * number that is usual, which makes each name different from all others in the style sheet and in the code.
 * The server's page and the browser's app must have the same names. Throws if two style sheets would share one.
 */
export function classNameOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ''));
  const short = `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 4)}`;
  const other = files.get(short) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} share the class name ${short}: rename one class`);
  files.set(short, path);
  return short;
}
