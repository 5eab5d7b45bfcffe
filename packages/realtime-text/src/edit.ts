import { BACKSPACE, LINE_SEPARATOR } from './characters.ts';
import { commonPrefixLength, commonSuffixLength } from './common-length.ts';
import { graphemesEndingAfter } from './graphemes.ts';
import { MOST_DELETED, MOST_INSERTED } from './limits.ts';

/** What a text field may hold: `\n` for every kind of line break, no control characters, no half surrogate pairs. */
export function cleanText(value: string): string {
  return value
    .replaceAll(/\r\n|[\r\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?![\n])[\p{Cc}\p{Cs}\uFEFF\uFFFD]/gu, '');
}

/** Characters that turn the reader's `before` into `after`: as few backspaces as can be, then what follows (A-047, T15). */
export type Difference = { readonly backspaces: number; readonly tail: string };

/** @param most backspaces that can be sent now; the difference that needs more is not counted to its end */
export function differenceOf(before: string, after: string, most?: number): Difference {
  if (after.startsWith(before)) return { backspaces: 0, tail: after.slice(before.length) };
  const { boundary, count } = graphemesEndingAfter(before, commonPrefixLength(before, after), most);
  return { backspaces: count, tail: after.slice(boundary) };
}

/** The same as it goes on the wire, where a line break is U+2028. */
export const toWire = ({ backspaces, tail }: Difference): string =>
  BACKSPACE.repeat(backspaces) + tail.replaceAll('\n', LINE_SEPARATOR);

/** Counts characters as people do: a family of emoji is one. */
const hasMoreThan = (most: number, text: string): boolean =>
  text.length > most && graphemesEndingAfter(text, 0, most + 1).count > most;

export type EditVerdict = 'accepted' | 'tooManyCharacters' | 'tooManyDeleted';

/** Whether one change of the text field is allowed (RTT-08, RTT-10); both texts cleaned. */
export function judgeEdit(before: string, after: string): EditVerdict {
  const prefix = commonPrefixLength(before, after);
  const suffix = commonSuffixLength(before, after, prefix);
  if (after.length - prefix - suffix > MOST_INSERTED) return 'tooManyCharacters';
  const removed = before.slice(prefix, before.length - suffix);
  return hasMoreThan(MOST_DELETED, removed) ? 'tooManyDeleted' : 'accepted';
}
