import { graphemeBoundaryAfter } from './graphemes.ts';
import { KEPT_INCOMING, MOST_INCOMING } from './limits.ts';

/** So far behind the shortest cut a line may begin that is kept whole. */
const LINE_WITHIN = 500;

/**
 * The end of `text` that is kept when it has become too long, and how many UTF-16 units have been cut off before it.
 * More is cut than must be, so that it happens now and then and not with each letter. The cut is at a line break where
 * one is near, and never inside a grapheme.
 */
export function keepNewest(text: string): { readonly text: string; readonly cut: number } {
  if (text.length <= MOST_INCOMING) return { text, cut: 0 };
  const least = text.length - KEPT_INCOMING;
  const lineBreak = text.slice(least, least + LINE_WITHIN).indexOf('\n');
  const cut = lineBreak < 0 ? graphemeBoundaryAfter(text, least) : least + lineBreak + 1;
  return { text: text.slice(cut), cut };
}
