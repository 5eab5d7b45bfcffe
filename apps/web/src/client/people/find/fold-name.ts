import { PLAIN_LETTERS } from '@samtal/api-contract';

/** Letters that Unicode does not decompose, as users without the matching keyboard type them. */
const plainLetters: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, ς: 'σ', ى: 'ي', ة: 'ه' };

/**
 * What a user may leave out: accents, vowel points of Arabic and Hebrew, tatweel, and invisible characters.
 * Vowel signs of Thai or Devanagari stay, because they are letters there.
 */
const leftOut =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * `text` without case and accents, so that `oberg` finds `Öberg`. Hangul stays decomposed: a syllable that
 * is still being typed is then the beginning of the finished one.
 */
export const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(leftOut, '')
    .toLowerCase()
    .replaceAll(/[æœøßđðłþıςىة]/g, (letter) => plainLetters[letter] ?? letter);

/** The characters that separate the words of a name. */
const betweenWords = /[\s\-_.,'’"“”()/&+]+/u;

/** The folded words of a name or of what the user types. */
export const wordsOf = (text: string): readonly string[] =>
  foldName(text)
    .split(betweenWords)
    .filter((word) => word !== '');

/** Whether `character` stands between the words of a name. */
export const isBetweenWords = (character: string): boolean => /^[\s\-_.,'’"“”()/&+]/u.test(character);

/** Whether the name is in a script without spaces: each of its characters may begin a word. */
export const hasNoSpaces = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );
