import { BACKSPACE, LINE_SEPARATOR } from './characters.ts';
import { commonPrefixLength, commonSuffixLength } from './common-length.ts';
import { graphemesEndingAfter } from './graphemes.ts';
import { MOST_DELETED, MOST_INSERTED, MOST_RETYPED } from './limits.ts';

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

export type EditVerdict = 'accepted' | 'tooManyCharacters' | 'tooManyDeleted' | 'beforeGap' | 'tooFarBack';

/** The text that is changed: what the field holds, and what of it has been sent. */
export type Edited = {
  readonly target: string;
  /** The start of `target` that cannot be changed. */
  readonly settled: string;
  /** What the reader has behind it. */
  readonly sent: string;
};

/** Whether one change of the text field is allowed (RTT-08, RTT-10, decision D41); `after` cleaned. */
export function judgeEdit({ target, settled, sent }: Edited, after: string): EditVerdict {
  const prefix = commonPrefixLength(target, after);
  const suffix = commonSuffixLength(target, after, prefix);
  if (after.length - prefix - suffix > MOST_INSERTED) return 'tooManyCharacters';
  if (hasMoreThan(MOST_DELETED, target.slice(prefix, target.length - suffix))) return 'tooManyDeleted';
  if (prefix < settled.length) return 'beforeGap';
  const erased = sent.length - commonPrefixLength(sent, after.slice(settled.length));
  return erased > MOST_RETYPED ? 'tooFarBack' : 'accepted';
}
