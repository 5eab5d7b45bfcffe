import { commonPrefixLength, commonSuffixLength } from '../common-length.ts';
import { MOST_DELETED, MOST_INSERTED, MOST_RETYPED } from '../limits.ts';
import { BACKSPACE, LINE_SEPARATOR } from '../t140/characters.ts';
import { graphemesEndingAfter } from '../t140/graphemes.ts';

/**
 * Cleans the value of a text field: every line break becomes `\n`, a tab becomes a space, and other control
 * characters, lone surrogates, U+FEFF and U+FFFD are removed.
 */
export function cleanText(value: string): string {
  return value
    .replaceAll(/\r\n|[\r\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?![\n])[\p{Cc}\p{Cs}\uFEFF\uFFFD]/gu, '');
}

/**
 * What turns the text `before` of the reader into `after`: the fewest backspaces, then `tail` (A-047, T15).
 */
export type Difference = { readonly backspaces: number; readonly tail: string };

/**
 * The difference from `before` to `after`.
 * @param most the counting of backspaces stops at this number, because no more can be sent now
 */
export function differenceOf(before: string, after: string, most?: number): Difference {
  if (after.startsWith(before)) return { backspaces: 0, tail: after.slice(before.length) };
  const { boundary, count } = graphemesEndingAfter(before, commonPrefixLength(before, after), most);
  return { backspaces: count, tail: after.slice(boundary) };
}

/** A difference as characters of T.140, where a line break is U+2028. */
export const toCharacters = ({ backspaces, tail }: Difference): string =>
  BACKSPACE.repeat(backspaces) + tail.replaceAll('\n', LINE_SEPARATOR);

/** Whether `text` has more than `most` user-perceived characters; an emoji family counts as one. */
const hasMoreThan = (most: number, text: string): boolean =>
  text.length > most && graphemesEndingAfter(text, 0, most + 1).count > most;

export type EditVerdict = 'accepted' | 'tooManyCharacters' | 'tooManyDeleted' | 'beforeGap' | 'tooFarBack';

/** The state before an edit: the content of the text field, and how much of it has been sent. */
export type Edited = {
  readonly target: string;
  /** The start of `target` that cannot be changed. */
  readonly settled: string;
  /** The reader's text after `settled`. */
  readonly sent: string;
};

/**
 * Whether an edit of the text field is allowed, or why not (RTT-08, RTT-10, decision D41).
 * @param after the new text of the field, cleaned by `cleanText`
 */
export function judgeEdit({ target, settled, sent }: Edited, after: string): EditVerdict {
  const prefix = commonPrefixLength(target, after);
  const suffix = commonSuffixLength(target, after, prefix);
  if (after.length - prefix - suffix > MOST_INSERTED) return 'tooManyCharacters';
  if (hasMoreThan(MOST_DELETED, target.slice(prefix, target.length - suffix))) return 'tooManyDeleted';
  if (prefix < settled.length) return 'beforeGap';
  const erased = sent.length - commonPrefixLength(sent, after.slice(settled.length));
  return erased > MOST_RETYPED ? 'tooFarBack' : 'accepted';
}
