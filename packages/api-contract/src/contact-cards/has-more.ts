/**
 * Whether a pattern matches more than `most` times; matches that begin with a quote are not counted. The
 * search stops when the answer is known, so that a huge file costs little.
 */
export function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const [part] of text.matchAll(pattern)) if (!part.startsWith('"') && ++count > most) return true;
  return false;
}
