import type { Random } from './random.ts';

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/**
 * Letters of many scripts, each one grapheme. None is ASCII, so no word of the screens contains one, and none
 * forms a grapheme with its neighbour.
 */
const SCRIPTS: readonly [readonly string[], ...(readonly string[])[]] = [
  // Latin
  range(0x00e0, 0x00f6),
  range(0x0100, 0x017e),
  // Greek, Cyrillic, Armenian, Georgian
  range(0x03b1, 0x03c9),
  range(0x0430, 0x045f),
  range(0x0561, 0x0586),
  range(0x10d0, 0x10f0),
  // Hebrew, Arabic
  range(0x05d0, 0x05ea),
  range(0x0628, 0x063a),
  // Devanagari with vowel signs, Thai
  range(0x0915, 0x0939).map((letter) => `${letter}\u093f`),
  range(0x0e01, 0x0e2e),
  // Hiragana, Hangul, Han
  range(0x3041, 0x3093),
  range(0xac00, 0xb3ff),
  range(0x4e00, 0x6fff),
  // Letters with a combining mark, emoji of one and of several code points, flags
  range(0x0250, 0x02a8).map((letter) => `${letter}\u0301`),
  range(0x1f400, 0x1f43e),
  range(0x1f466, 0x1f469).map((person) => `${person}\u{1f3fd}\u200d\u{1f680}`),
  ['🇸🇪', '🇩🇪', '🇫🇷', '🇯🇵', '🇧🇷', '🇮🇳'],
];

/** Which of the two users of a call; the two have no letter in common. */
export type Half = 0 | 1;

/** Gives out each letter only once, so that a letter missing at the other end is identified exactly. */
export function createLetters(random: Random, half: Half): () => string {
  const used = new Set<string>();
  return function next() {
    const script = random.pick(SCRIPTS);
    const letter = script[2 * random.below(Math.floor(script.length / 2)) + half];
    if (letter === undefined || used.has(letter)) return next();
    used.add(letter);
    return letter;
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const isLetter = (grapheme: string): boolean =>
  /^[\p{L}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(grapheme) && !/^\p{ASCII}/u.test(grapheme);

/** The letters of `text` in their order, without spaces, line breaks, gap marks and the words of a screen. */
export const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment).filter(isLetter);
