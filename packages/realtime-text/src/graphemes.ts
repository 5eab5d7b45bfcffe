import { LONGEST_USUAL_GRAPHEME } from './limits.ts';

/** User-perceived characters: T.140's "combined characters", the unit of a backspace (A-048, decision D12). */

const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** Falls back to code points in browsers without Intl.Segmenter. */
export function graphemesOf(text: string): string[] {
  return segmenter === undefined
    ? Array.from(text)
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const isPrintableAscii = (code: number): boolean => code >= 0x20 && code < 0x7f;

/**
 * A place at or before `end` where a grapheme surely begins, so that only the text behind it need be segmented:
 * behind a line break, or between two ASCII characters. 0 when there is none.
 */
function safeBoundary(text: string, end: number): number {
  for (let index = end - 1; index > 0; index--) {
    const before = text.charCodeAt(index - 1);
    if (before === 0x0a || (isPrintableAscii(before) && isPrintableAscii(text.charCodeAt(index))))
      return index;
  }
  return 0;
}

/** `text` without its last grapheme; a line break is one. */
export function withoutLastGrapheme(text: string): string {
  const start = safeBoundary(text, text.length);
  const last = graphemesOf(text.slice(start)).at(-1) ?? '';
  return text.slice(0, text.length - last.length);
}

/** Where the graphemes of `text` begin that end behind `limit`: the first such place, and how many there are. */
export function graphemesEndingAfter(
  text: string,
  limit: number,
): { readonly boundary: number; readonly count: number } {
  if (limit >= text.length) return { boundary: text.length, count: 0 };
  let boundary = safeBoundary(text, Math.min(limit + 1, text.length));
  const graphemes = graphemesOf(text.slice(boundary));
  let index = 0;
  for (; index < graphemes.length; index++) {
    const length = graphemes[index]?.length ?? 0;
    if (boundary + length > limit) break;
    boundary += length;
  }
  return { boundary, count: graphemes.length - index };
}

/**
 * The longest start of `text` of at most `limit` UTF-16 units that cuts no grapheme; '' when the first does not fit.
 * A monster of a grapheme is cut between code points, or it could never be sent at all.
 */
export function takeGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let taken = 0;
  for (const grapheme of graphemesOf(text.slice(0, limit + LONGEST_USUAL_GRAPHEME))) {
    if (taken + grapheme.length > limit) {
      const isMonster = taken === 0 && grapheme.length > LONGEST_USUAL_GRAPHEME;
      return isMonster ? takeCodePoints(text, limit) : text.slice(0, taken);
    }
    taken += grapheme.length;
  }
  return text.slice(0, taken);
}

function takeCodePoints(text: string, limit: number): string {
  const endsInHalf = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return text.slice(0, Math.max(0, endsInHalf ? limit - 1 : limit));
}
