import { LONGEST_FLAG_RUN, LONGEST_GRAPHEME, LONGEST_USUAL_GRAPHEME } from '../limits.ts';

/**
 * Graphemes are user-perceived characters: T.140's "combined characters", the unit of a backspace (A-048,
 * decision D12).
 */

const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** The graphemes of `text`; in browsers without Intl.Segmenter, its code points. */
export function graphemesOf(text: string): string[] {
  return segmenter === undefined
    ? Array.from(text)
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** UTF-16 units that are segmented in one call when many graphemes are erased. */
const SPAN = 4 * LONGEST_GRAPHEME;
/** Where the last graphemes of a text begin depends on at most this many UTF-16 units at its end. */
export const LONGEST_LOOK = SPAN + 2 * LONGEST_FLAG_RUN + 4;
/** From this number of erased graphemes on, segmenting a whole span is faster than one grapheme at a time. */
const FEW = 4;

const isPrintableAscii = (code: number): boolean => code >= 0x20 && code < 0x7f;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Whether a regional indicator (U+1F1E6 … U+1F1FF) begins at `index`; two of them form a flag. */
const isRegionalIndicatorAt = (text: string, index: number): boolean =>
  text.charCodeAt(index) === 0xd83c &&
  text.charCodeAt(index + 1) >= 0xdde6 &&
  text.charCodeAt(index + 1) <= 0xddff;

/**
 * Number of adjacent regional indicators from `index` on, forwards or backwards; at most LONGEST_FLAG_RUN.
 */
function flagRun(text: string, index: number, step: 2 | -2): number {
  let count = 0;
  while (count < LONGEST_FLAG_RUN && isRegionalIndicatorAt(text, index + count * step)) count++;
  return count;
}

/**
 * Where a segmentation that ends at `end` starts: about `length` units earlier, never inside a surrogate pair
 * or a flag. Which two regional indicators form a flag depends on the whole run of them (UAX #29, GB12 and
 * GB13). A run longer than LONGEST_FLAG_RUN is paired from its end.
 */
function windowStart(text: string, end: number, length: number): number {
  let start = Math.max(0, end - length);
  if (start > 0 && isLowSurrogate(text.charCodeAt(start))) start--;
  if (start < 2 || !isRegionalIndicatorAt(text, start)) return start;
  const before = flagRun(text, start - 2, -2);
  const toPair = before < LONGEST_FLAG_RUN ? before : flagRun(text, start, 2);
  return toPair % 2 === 0 ? start : start - 2;
}

function lastCodePointStart(text: string, end: number): number {
  return end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;
}

/**
 * Starts of the last graphemes of `text` before `end`, the last grapheme first: at most `most`, and at least
 * one unless the text is empty. The result equals segmentation of the whole text, but the cost does not grow
 * with the text. Two exceptions do not occur in normal text: of a grapheme longer than LONGEST_GRAPHEME only
 * the last part is taken, and an odd run of more than LONGEST_FLAG_RUN regional indicators is paired from its
 * end.
 */
export function lastGraphemeStarts(text: string, end: number, most: number): readonly number[] {
  const starts: number[] = [];
  let at = end;
  while (
    at > 1 &&
    starts.length < Math.min(most, SPAN) &&
    isPrintableAscii(text.charCodeAt(at - 1)) &&
    isPrintableAscii(text.charCodeAt(at - 2))
  )
    starts.push(--at);
  if (starts.length > 0 || end === 0) return starts;
  if (segmenter === undefined) return [lastCodePointStart(text, end)];

  if (most >= FEW) {
    const from = windowStart(text, end, SPAN);
    for (const { index, segment } of segmenter.segment(text.slice(from, end))) {
      // Only a grapheme that begins at least this far after the start of the window is certainly whole.
      const isWhole = from === 0 || index >= LONGEST_GRAPHEME;
      if (segment.length > LONGEST_GRAPHEME) starts.length = 0;
      else if (isWhole) starts.push(from + index);
    }
    if (starts.length > 0) return starts.toReversed().slice(0, most);
  }
  const from = windowStart(text, end, LONGEST_GRAPHEME);
  const last = segmenter.segment(text.slice(from, end)).containing(end - from - 1);
  return [from + (last?.index ?? 0)];
}

/**
 * A grapheme boundary of `text` after `index`, at most LONGEST_GRAPHEME units away, or the start of the last
 * grapheme.
 */
export const graphemeBoundaryAfter = (text: string, index: number): number =>
  lastGraphemeStarts(text, Math.min(text.length, index + LONGEST_GRAPHEME + 1), 1)[0] ?? 0;

/** `text` without its last grapheme; a line break is one grapheme. */
export const withoutLastGrapheme = (text: string): string =>
  text.slice(0, lastGraphemeStarts(text, text.length, 1)[0] ?? 0);

/**
 * The number of backspaces that shorten `text` to `limit` units or fewer, and the length that is left; the
 * count stops at `most`. `TextEnd.erase` gives the same text, because it also uses `lastGraphemeStarts`.
 */
export function graphemesEndingAfter(
  text: string,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): { readonly boundary: number; readonly count: number } {
  let boundary = text.length;
  let count = 0;
  while (boundary > limit && count < most)
    for (const start of lastGraphemeStarts(text, boundary, most - count)) {
      if (boundary <= limit) break;
      boundary = start;
      count++;
    }
  return { boundary, count };
}

/**
 * The longest start of `text` of at most `limit` UTF-16 units that splits no grapheme; '' if the first
 * grapheme does not fit. A grapheme longer than LONGEST_USUAL_GRAPHEME that does not fit is cut between code
 * points; otherwise it could never be sent.
 */
export function takeGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let taken = 0;
  for (const grapheme of graphemesOf(text.slice(0, limit + LONGEST_USUAL_GRAPHEME))) {
    if (taken + grapheme.length > limit) {
      const isTooLong = taken === 0 && grapheme.length > LONGEST_USUAL_GRAPHEME;
      return isTooLong ? takeCodePoints(text, limit) : text.slice(0, taken);
    }
    taken += grapheme.length;
  }
  return text.slice(0, taken);
}

function takeCodePoints(text: string, limit: number): string {
  const endsInHalf = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return text.slice(0, Math.max(0, endsInHalf ? limit - 1 : limit));
}
