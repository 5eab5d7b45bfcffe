import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { applyToText } from '../conversation/text-log.ts';
import { LONGEST_FLAG_RUN, LONGEST_GRAPHEME } from '../limits.ts';
import { graphemesEndingAfter, graphemesOf, withoutLastGrapheme } from './graphemes.ts';
import type { TextElement } from './t140-decoder.ts';
import { decode, initialDecoder } from './t140-decoder.ts';

const erase: TextElement = { kind: 'erase' };
const erased = (text: string, count: number): string =>
  applyToText(
    text,
    Array.from({ length: count }, () => erase),
  );

/** Erases the last `count` graphemes by segmenting the whole text: the result to compare with. */
const naive = (text: string, count: number): string =>
  count === 0 ? text : graphemesOf(text).slice(0, -count).join('');

/**
 * Characters of each script that join with their neighbours or prevent joining, of one or more UTF-16 units.
 */
const pieces: Readonly<Record<string, readonly string[]>> = {
  latin: ['a', 'å', 'e\u0301', 'Z\u0323\u0307', ' ', '\n', '-', '\u00AD'],
  han: ['漢', '字', '𠮷', '漢\u{E0100}', '、', 'か\u3099', 'ｶﾞ'],
  hangul: ['각', '\u1100\u1161\u11A8', '\u1100\u1100', '\u1161', '\u11A8', '가\u11A8', '\uA960\uD7B0\uD7CB'],
  indic: ['क्षि', 'क', '\u094D', '\u093F', 'ক্ষ', 'ക്ഷ', 'త్రి', 'ன்', 'ಕ್ಷ', '\u200D', '\u200C'],
  southEast: ['ก', 'กำ', 'ที่', 'ກຳ', 'ក្ស', 'မြန်', 'ᬓ᭄ᬱ', '𑄇𑄴'],
  rightToLeft: ['م', 'ر', 'مُ', 'ש', 'שָׁ', '\u0600\u0661', '\u200F', '\u08E2م', '𞤀𞤻'],
  emoji: ['😀', '👋🏽', '👨‍👩‍👧‍👦', '❤️', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🧑🏿‍🤝‍🧑🏻', '🏽', '\uFE0F', '\u200D', '©', '🕵️‍♀️'],
  flags: ['🇸🇪', '🇩🇰', '🇸', '🇪\uFE0F', '\u200D', 'x'],
  prepended: ['\u0600', '\u{110BD}', '\u0D4E', 'a', '🇸', 'क', '\n', '\u{11D46}'],
  broken: ['\uD83D', '\uDC4B', '\uD83C', '\uDDF8', '\uFFFD', 'a', '\u0000', '\u2028'],
};
const everything = Object.values(pieces).flat();

const textOf = (parts: readonly string[], maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...parts), fc.integer({ min: 1, max: 4 })), { maxLength })
    .map((all) => all.map(([part, times]) => part.repeat(times)).join(''));

/** Whether `text` could be real text: no grapheme and no run of flags is longer than the limits. */
const isHonest = (text: string): boolean =>
  graphemesOf(text).every(({ length }) => length <= LONGEST_GRAPHEME) &&
  !new RegExp(`(?:\\p{RI}){${LONGEST_FLAG_RUN + 1}}`, 'u').test(text);

describe('T7 T8 T9 RTT-12 erasing gives what segmentation of the whole text gives', () => {
  test.each([...Object.entries(pieces), ['everything', everything] as const])('in %s', (_, parts) => {
    fc.assert(
      fc.property(textOf(parts, 200), fc.integer({ min: 1, max: 40 }), (text, count) => {
        fc.pre(isHonest(text));
        expect(erased(text, count)).toBe(naive(text, count));
        expect(withoutLastGrapheme(text)).toBe(naive(text, 1));
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  test('in any Unicode text', () => {
    const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const text = fc.array(character, { maxLength: 150 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (value, count) => {
        expect(erased(value, count)).toBe(naive(value, count));
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  test.each(Object.entries(pieces))('one by one to the beginning of a long text in %s', (_, parts) => {
    const text = parts
      .join('')
      .repeat(Math.ceil(6000 / parts.join('').length))
      .slice(0, 6000);
    const starts = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
    let [one, many] = [text, text];
    while (starts.length > 0) {
      const taken = starts.splice(-7);
      for (let index = 0; index < taken.length; index++) one = withoutLastGrapheme(one);
      many = erased(many, taken.length);
      const expected = text.slice(0, taken[0]?.index);
      if (one !== expected || many !== expected) throw new Error(`differs at ${taken[0]?.index}`);
    }
    expect([one, many]).toEqual(['', '']);
  });

  test.each([1, 2, 3, 127, 128, LONGEST_FLAG_RUN - 1, LONGEST_FLAG_RUN])(
    'T9 in a run of %i regional indicators',
    (length) => {
      const text = `x${'🇸'.repeat(length)}`;
      for (const count of [1, 2, 5, 60]) expect(erased(text, count)).toBe(naive(text, count));
    },
  );

  test('T9 in ten thousand flags in a row', () => {
    expect(erased('🇸🇪'.repeat(10_000), 9_999)).toBe('🇸🇪');
  });
});

test('T7 the sender counts as many backspaces as the reader needs', () => {
  fc.assert(
    fc.property(textOf(everything, 60), fc.nat(), (text, place) => {
      const limit = place % (text.length + 1);
      const { boundary, count } = graphemesEndingAfter(text, limit);
      expect(boundary).toBeLessThanOrEqual(limit);
      expect(erased(text, count)).toBe(text.slice(0, boundary));
      if (count > 0) expect(erased(text, count - 1).length).toBeGreaterThan(limit);
    }),
  );
});

describe('hostile text', () => {
  const marks = '\u0301'.repeat(10_000);

  test('of ten thousand combining marks one backspace takes the last 128 units', () => {
    expect(withoutLastGrapheme(`a${marks}`)).toBe(`a${marks.slice(LONGEST_GRAPHEME)}`);
    expect(erased(`b\na${marks}`, 79)).toBe('b\n');
    expect(erased(`b\na${marks}`, 78)).not.toBe('b\n');
  });

  test.each([
    ['marks', `a${marks}`],
    ['joined emoji', '👩\u200D'.repeat(5000)],
    ['conjuncts', 'क्'.repeat(5000)],
    ['Hangul', '\u1100'.repeat(10_000)],
    ['an odd run of flags', '🇸'.repeat(2001)],
    ['half surrogate pairs', '\uD83C'.repeat(5000) + '\uDDF8'.repeat(5000)],
  ])('%s are erased completely, with the same result one by one and together', (_, text) => {
    let slowly = text;
    for (let index = 0; index < 12; index++) slowly = withoutLastGrapheme(slowly);
    expect(erased(text, 12)).toBe(slowly);
    expect(erased(text, 10_000)).toBe('');
    let steps = 0;
    for (let rest = text; rest !== ''; steps++) rest = withoutLastGrapheme(rest);
    expect(steps).toBeLessThanOrEqual(text.length);
  });
});

/** Counts the UTF-16 units that `run` passes to Intl.Segmenter. */
function unitsSegmented(run: () => void): number {
  const spy = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  run();
  const units = spy.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  spy.mockRestore();
  return units;
}

afterEach(() => vi.restoreAllMocks());

const scripts: Readonly<Record<string, string>> = {
  Han: '漢',
  Latin: 'é',
  Hangul: '각',
  Devanagari: 'क्षि',
  Thai: 'ที่',
  Arabic: 'مُ',
  emoji: '👨‍👩‍👧‍👦',
  flags: '🇸🇪',
  marks: '\u0301',
};

describe('the cost of an erasure does not grow with the text', () => {
  test.each(Object.entries(scripts))('in %s', (_, character) => {
    const cost = (count: number): number =>
      unitsSegmented(() => {
        const { elements } = decode(initialDecoder, '\b'.repeat(count));
        applyToText(character.repeat(count), elements);
      });
    const [once, twice] = [cost(10_000), cost(20_000)];
    expect(twice).toBeLessThan(2.1 * once);
    expect(twice).toBeLessThan(20_000 * 5 * character.length);
  });

  test.each(Object.entries(scripts))('in %s, each letter erased as it comes', (_, character) => {
    const cost = (length: number): number =>
      unitsSegmented(() => {
        const { elements } = decode(initialDecoder, `${character}\b`.repeat(500));
        applyToText(character.repeat(length), elements);
      });
    expect(cost(20_000)).toBeLessThan(500 * (LONGEST_GRAPHEME + 4));
  });
});
