import { changeBetween, graphemesOf, takeGraphemes } from '@samtal/realtime-text';

/** For each length of a start of `others`, how many of `ones` come again in it, in their order. */
function foundInStarts(ones: readonly string[], others: readonly string[]): readonly number[] {
  let found: readonly number[] = [0, ...others.map(() => 0)];
  for (const one of ones) {
    const next = [0];
    for (const [index, other] of others.entries())
      next.push(one === other ? (found[index] ?? 0) + 1 : Math.max(found[index + 1] ?? 0, next[index] ?? 0));
    found = next;
  }
  return found;
}

/**
 * How much of `inserted`, which takes the place of `earlier` and `later`, belongs to the earlier part. Where little of
 * `earlier` comes again, all of it is new; else the earlier part was written anew, and has all up to what comes again of
 * `later`.
 */
function earlierIn(inserted: string, earlier: string, later: string): number {
  const [all, ones, others] = [inserted, earlier, later].map(graphemesOf) as [string[], string[], string[]];
  const found = foundInStarts(ones, all);
  if (2 * (found.at(-1) ?? 0) < ones.length) return 0;
  const foundInEnds = foundInStarts(others.toReversed(), all.toReversed()).toReversed();
  const sums = found.map((count, length) => count + (foundInEnds[length] ?? 0));
  return all.slice(0, sums.lastIndexOf(Math.max(...sums))).join('').length;
}

/**
 * How long the earlier part of own text is after a change: it moves with what is changed inside it, and what is typed at its
 * end is not of it (ADR 33). In UTF-16 units.
 * @param length how long it was in `before`
 * @param after the whole own text after a change that is allowed
 */
export function earlierLength(before: string, length: number, after: string): number {
  const { start, removed, inserted } = changeBetween(before, after);
  if (start >= length) return length;
  if (start + removed < length) return length + after.length - before.length;
  const from = takeGraphemes(after, start).length;
  const end = start + inserted.length;
  // Two characters outside the first plane may end alike.
  const changed = after.slice(from, /^[\uDC00-\uDFFF]/.test(after.charAt(end)) ? end + 1 : end);
  return from + earlierIn(changed, before.slice(from, length), before.slice(length, start + removed));
}
