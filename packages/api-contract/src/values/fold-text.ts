/** What users without the matching keyboard type for letters that NFD does not decompose. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Text without case and accents, so that `oberg` finds `Öberg`; the server and its clients fold it alike. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    // Lower-casing can add marks: İ becomes i and a combining dot above.
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æœøßđðłþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** The words of a search, folded; all of them must be found. */
export const searchTerms = (words: string): readonly string[] =>
  foldText(words)
    .split(/\s+/)
    .filter((term) => term !== '');
