import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyToText } from '../conversation/text-log.ts';
import { cleanText, differenceOf, judgeEdit, toCharacters } from '../sending/edit.ts';
import { takeGraphemes } from './graphemes.ts';
import { decode, initialDecoder } from './t140-decoder.ts';

/** The text that a reader sees after these chunks, and the number of knocks. */
function read(...chunks: string[]): { text: string; alerts: number } {
  let state = initialDecoder;
  let text = '';
  let alerts = 0;
  for (const chunk of chunks) {
    const step = decode(state, chunk);
    state = step.state;
    text = applyToText(text, step.elements);
    alerts += step.elements.filter(({ kind }) => kind === 'alert').length;
  }
  return { text, alerts };
}

const family = '👨‍👩‍👧‍👦';

test.each<[string, string[], string]>([
  ['T1 RTT-12 backspace erases the last character', ['AC', '\b', 'B'], 'AB'],
  ['T2 U+2028 is a line break', ['A\u2028B'], 'A\nB'],
  ['T3 CR LF split by a chunk border is one line break', ['A\r', '\nB'], 'A\nB'],
  ['T3 CR alone and LF alone are one line break each', ['A\rB\nC\r\rD'], 'A\nB\nC\n\nD'],
  ['T3 an empty chunk between CR and LF changes nothing', ['A\r', '', '\nB'], 'A\nB'],
  ['T3 CR CR LF is two line breaks, wherever it is cut', ['A\r', '\r', '\n', 'B'], 'A\n\nB'],
  ['T3 LF CR is two line breaks', ['A\n', '\rB'], 'A\n\nB'],
  ['T3 a second LF after CR LF counts', ['A\r', '\n', '\nB'], 'A\n\nB'],
  ['T3 U+2028 and U+2029 after CR are separate line breaks', ['A\r', '\u2028B\u2029C'], 'A\n\nB\nC'],
  ['T3 the next line of ISO 6429 is a line break', ['A\u0085B'], 'A\nB'],
  ['T3 backspace after a split CR LF erases the one line break', ['A\r', '\n', '\bB'], 'AB'],
  ['T5 lost text shows as one mark', ['A\uFFFD', '\uFFFDB'], 'A\uFFFDB'],
  ['T6 a byte order mark is dropped', ['\uFEFFA\uFEFF'], 'A'],
  ['T7 a family is one character', [`A${family}\b`], 'A'],
  ['T8 a letter and its accent are one character', ['Ae\u0301\b'], 'A'],
  ['T9 a flag is one character', ['A🇸🇪🇩🇰\b'], 'A🇸🇪'],
  [
    'T11 a colour sequence is not text, whole or split',
    ['A\u009B31mB', '\u001B[1', ';4mC', '\u009B', '0mD'],
    'ABCD',
  ],
  ['an escape sequence is not text, whole or split', ['A\u001BaB\u001B(', '[C', '\u001B', '=D'], 'ABCD'],
  ['a lone escape swallows no backspace', ['AB\u001B\bC'], 'AC'],
  ['a lone escape swallows no line', ['A\u001B', '\u2028B'], 'A\nB'],
  ['a lone escape swallows no mark', ['A\u001B\uFFFDB'], 'A\uFFFDB'],
  ['a lone escape swallows no letter beyond ISO 6429', ['A\u001BåB'], 'AåB'],
  ['T12 a string is not text, whole or split', ['A\u0098hid', 'den\u009CB\u001BXhidden\u001B', '\\C'], 'ABC'],
  ['T12 an unterminated string ends at its cap', [`A\u0098${'x'.repeat(1024)}`, 'yB'], 'AyB'],
  ['T13 A-048 backspace on an empty line joins it to the one before', ['A\u2028\bB'], 'AB'],
  ['T14 backspace on an empty text does nothing', ['\b\bA'], 'A'],
  ['T21 markup is text', ['<b>'], '<b>'],
  ['other control characters are dropped', ['A\u0000\u0001\u007F\u0084B'], 'AB'],
  ['a high surrogate waits for its low surrogate', ['A\uD83D', '\uDC4B'], 'A👋'],
  ['a lone surrogate is lost text', ['A\uDC4BB'], 'A\uFFFDB'],
])('%s', (_name, chunks, text) => {
  expect(read(...chunks).text).toBe(text);
});

test('T4 RTT-11 a bell knocks and is not shown', () => {
  expect(read('A\u0007', 'B\u0007')).toEqual({ text: 'AB', alerts: 2 });
});

test.each([
  ['T15 RTT-13 "helo" to "hello" erases and types as little as possible', 'helo', 'hello', '\blo'],
  ['appending sends only what is new', 'hej', 'hej!', '!'],
  ['a line break is sent as U+2028', 'a', 'a\nb', '\u2028b'],
  ['RTT-13 erasing the last character is one backspace', 'abc', 'ab', '\b'],
  ['erasing an emoji is one backspace', `ok ${family}`, 'ok ', '\b'],
  ['another skin tone replaces the whole emoji', '👋🏽', '👋🏿', '\b👋🏿'],
  ['an accent added to a letter already sent needs no backspace', 'e', 'e\u0301', '\u0301'],
  ['clearing three characters', 'Å👋é', '', '\b\b\b'],
])('A-047 %s', (_name, before, after, wire) => {
  expect(toCharacters(differenceOf(before, after))).toBe(wire);
});

/** The state before an edit when the whole text of the field has arrived at the reader. */
const allSent = (target: string) => ({ target, settled: '', sent: target });

test('RTT-08 A-046 exactly 1000 characters may be inserted in one edit, 1001 may not', () => {
  expect(judgeEdit(allSent('ab'), `a${'x'.repeat(1000)}b`)).toBe('accepted');
  expect(judgeEdit(allSent('ab'), `a${'x'.repeat(1001)}b`)).toBe('tooManyCharacters');
});

test('RTT-10 exactly 50 characters may be removed in one edit, 51 may not', () => {
  const text = 'x'.repeat(100);
  expect(judgeEdit(allSent(`a${text}b`), `a${text.slice(50)}b`)).toBe('accepted');
  expect(judgeEdit(allSent(`a${text}b`), `a${text.slice(51)}b`)).toBe('tooManyDeleted');
});

test.each([
  ['behind the gap', 'abcd!', 'accepted'],
  ['at the gap', 'ab!cd', 'accepted'],
  ['before the gap', 'a!bcd', 'beforeGap'],
  ['across the gap', 'ad', 'beforeGap'],
  ['to nothing', '', 'beforeGap'],
] as const)('D41 a change %s: %s is %s', (_where, after, verdict) => {
  expect(judgeEdit({ target: 'abcd', settled: 'ab', sent: 'cd' }, after)).toBe(verdict);
});

test('D41 only the last 2000 sent characters can be changed, and unsent text can always be changed', () => {
  const sent = 'x'.repeat(3000);
  const changeAt = (index: number, text: string) => `${text.slice(0, index)}y${text.slice(index)}`;
  expect(judgeEdit(allSent(sent), changeAt(1000, sent))).toBe('accepted');
  expect(judgeEdit(allSent(sent), changeAt(999, sent))).toBe('tooFarBack');
  const waiting = { target: sent, settled: '', sent: sent.slice(0, 100) };
  expect(judgeEdit(waiting, changeAt(0, sent))).toBe('accepted');
});

test.each([family, 'e\u0301', '🇸🇪', '漢'])(
  'RTT-10 A-048 one edit may remove as many of %s as of letters',
  (one) => {
    expect(judgeEdit(allSent(`a${one.repeat(50)}b`), 'ab')).toBe('accepted');
    expect(judgeEdit(allSent(`a${one.repeat(51)}b`), 'ab')).toBe('tooManyDeleted');
  },
);

test.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085'])(
  'T3 %j is the same line break in a text field and in T.140',
  (lineBreak) => {
    expect(cleanText(`a${lineBreak}b`)).toBe('a\nb');
    expect(read(`a${lineBreak}b`).text).toBe('a\nb');
  },
);

test('a text field holds no control characters, and every line break becomes the same', () => {
  expect(cleanText('a\r\nb\rc\u2028d\te\u0007\b\u009Bf\uFEFF\uD800')).toBe('a\nb\nc\nd ef');
});

const graphemes = fc.constantFrom(
  'a',
  'å',
  ' ',
  '\n',
  'e\u0301',
  family,
  '🇸🇪',
  '👋🏽',
  'م',
  'ر',
  '각',
  '\u1100\u1161',
  '𝒳',
  'क्षि',
  '\u200D',
);
const text = fc.array(graphemes, { maxLength: 40 }).map((parts) => parts.join(''));

test('D12 after any edits and any chunk borders the reader has the text of the field', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      (edits, cuts) => {
        let wire = '';
        let before = '';
        for (const after of edits) {
          wire += toCharacters(differenceOf(before, after));
          before = after;
        }
        const chunks: string[] = [];
        for (let at = 0; at < wire.length; ) {
          const length = cuts.next().value ?? 1;
          chunks.push(wire.slice(at, at + length));
          at += length;
        }
        expect(read(...chunks).text).toBe(before);
      },
    ),
    { numRuns: 500 },
  );
});

test('T10 a cut never splits a grapheme that fits, and never a surrogate pair', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 12, max: 60 }), (value, limit) => {
      const taken = takeGraphemes(value, limit);
      expect(taken.length).toBeLessThanOrEqual(limit);
      expect(taken).not.toMatch(/\p{Surrogate}/u);
      expect(value.startsWith(taken)).toBe(true);
      const [first = ''] = [...new Intl.Segmenter().segment(value)].map(({ segment }) => segment);
      if (first !== '' && first.length <= limit) expect(taken).not.toBe('');
    }),
    // A joiner makes one grapheme of 16 units out of a family and a hand: the grapheme waits for more room.
    { examples: [['👨\u200D👩\u200D👧\u200D👦\u200D👋🏽', 12]] },
  );
});

test('garbage decodes to some text and never throws', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' })),
      (chunks) => typeof read(...chunks).text === 'string',
    ),
  );
});
