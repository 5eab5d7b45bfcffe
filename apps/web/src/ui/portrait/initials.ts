const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstOf = (word: string): string => {
  const all = [...graphemes.segment(word)].map(({ segment }) => segment);
  return all.find((segment) => /[\p{L}\p{N}]/u.test(segment)) ?? all[0] ?? '';
};

/**
 * The initials of a name, shown in place of an image: the first letters of its first word and, if it has
 * several words, of its last word.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = name, ...rest] = words;
  return (firstOf(first) + firstOf(rest.at(-1) ?? '')).toLocaleUpperCase();
}
