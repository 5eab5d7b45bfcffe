import { foldName, hasNoSpaces, isBetweenWords, wordsOf } from './fold-name.ts';

/** A part of a name, and whether the user has typed it. */
export type NamePart = { readonly text: string; readonly isMarked: boolean };

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The number of characters from `start` that `term` covers; 0 if it is not there. */
function covered(folded: readonly string[], start: number, term: string): number {
  let text = '';
  for (let index = start; index < folded.length && text.length < term.length; index += 1) {
    text += folded[index] ?? '';
    if (text.startsWith(term)) return index - start + 1;
    if (!term.startsWith(text)) return 0;
  }
  return 0;
}

/**
 * `name` in parts, of which those are marked that the typed words cover. Parts end between characters as
 * readers count them, so no letter loses its accent or vowel sign.
 */
export function markedName(name: string, typed: string): readonly NamePart[] {
  const letters = [...graphemes.segment(name)].map(({ segment }) => segment);
  const folded = letters.map(foldName);
  const isUnspaced = hasNoSpaces(name);
  const marked = new Set<number>();
  for (const term of wordsOf(typed)) {
    const starts = [...letters.keys()].filter(
      (index) => isUnspaced || index === 0 || isBetweenWords(letters[index - 1] ?? ''),
    );
    const start = starts.find((index) => covered(folded, index, term) > 0);
    if (start === undefined) continue;
    for (let index = 0; index < covered(folded, start, term); index += 1) marked.add(start + index);
  }
  const parts: { text: string; isMarked: boolean }[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last?.isMarked === marked.has(index)) last.text += letter;
    else parts.push({ text: letter, isMarked: marked.has(index) });
  }
  return parts;
}
