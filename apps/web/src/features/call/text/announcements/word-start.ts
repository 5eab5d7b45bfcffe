/** Most UTF-16 units examined to find the start or end of a word; words of all languages are shorter. */
const LONGEST_LOOK = 200;

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined;

/** Matches scripts without spaces between words, in which only a dictionary finds the start of a word. */
const needsDictionary =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Start of the stretch without spaces that ends at `index`. */
function stretchStart(text: string, index: number): number {
  const from = Math.max(0, index - LONGEST_LOOK);
  return from + text.slice(from, index).search(/\S*$/u);
}

/** Start of the word that contains the letter before `index`; `index` itself after a space. */
export function wordStart(text: string, index: number): number {
  const start = stretchStart(text, index);
  const stretch = text.slice(start, index);
  if (stretch === '' || segmenter === undefined || !needsDictionary.test(stretch)) return start;
  return start + ([...segmenter.segment(stretch)].at(-1)?.index ?? 0);
}

/** Whether the letters on both sides of `index` belong to one word. */
export function isInsideWord(text: string, index: number): boolean {
  if (index === 0 || index === text.length) return false;
  const start = stretchStart(text, index);
  const around = text.slice(start, index + LONGEST_LOOK);
  if (segmenter === undefined) return /^\S\S/u.test(text.slice(index - 1));
  return segmenter.segment(around).containing(index - start)?.index !== index - start;
}
