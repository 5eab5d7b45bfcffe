import { KEPT_INCOMING, MOST_INCOMING } from '../limits.ts';
import { graphemeBoundaryAfter } from '../t140/graphemes.ts';
import { lengthOf, type Run, textOf, withoutStart } from './conversation.ts';

/** The cut moves on to the start of the next line if that is within this many UTF-16 units. */
const LINE_WITHIN = 500;

/**
 * The newest part of `text` to keep, and the number of UTF-16 units cut off before it. Text longer than
 * MOST_INCOMING is cut to about KEPT_INCOMING, so that not every further letter causes a cut. The cut is at a
 * line break if one is near, and never inside a grapheme.
 */
export function keepNewest(text: string): { readonly text: string; readonly cut: number } {
  if (text.length <= MOST_INCOMING) return { text, cut: 0 };
  const least = text.length - KEPT_INCOMING;
  const lineBreak = text.slice(least, least + LINE_WITHIN).indexOf('\n');
  const cut = lineBreak < 0 ? graphemeBoundaryAfter(text, least) : least + lineBreak + 1;
  return { text: text.slice(cut), cut };
}

/** Applies {@link keepNewest} to the text of `author` in a conversation. */
export function keepNewestOf<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
): { readonly conversation: readonly Known[]; readonly cut: number } {
  if (lengthOf(conversation, author) <= MOST_INCOMING) return { conversation, cut: 0 };
  const { cut } = keepNewest(textOf(conversation, author));
  return { conversation: withoutStart(conversation, author, cut), cut };
}
