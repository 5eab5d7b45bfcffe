import type { Run } from '@samtal/realtime-text';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { costFrom, hiddenIn, linesOf, newestPart, theBeginning } from './latest-part.ts';

const words = fc
  .array(
    fc.tuple(
      fc.constantFrom('a ', '漢', '👨‍👩‍👧‍👦', '\n', 'word\n', 'e\u0301'),
      fc.integer({ min: 1, max: 700 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''));

test('the lines of a text add up to the text, and none is longer than a part', () => {
  fc.assert(
    fc.property(words, (text) => {
      const lines = linesOf(text, 0);
      const joined = lines
        .map(({ at, words: line }, index) => {
          const isBehindBreak = index > 0 && text[at - 1] === '\n';
          return isBehindBreak ? `\n${line}` : line;
        })
        .join('');
      expect(joined).toBe(text);
      for (const { at, words: line } of lines) {
        expect(text.startsWith(line, at)).toBe(true);
        expect(line.length).toBeLessThan(2200);
        expect(line).not.toMatch(/^(?:\p{M}|\p{Cs}|\u200D)/u);
      }
    }),
    { numRuns: 30, seed: 7 },
  );
});

test('a letter at the end of a long paragraph changes its last part only', () => {
  const [before, after] = [linesOf('漢'.repeat(9000), 0), linesOf('漢'.repeat(9001), 0)];
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.at(-1)?.words).toBe(`${before.at(-1)?.words}漢`);
});

test.each([
  ['empty lines', '\n'.repeat(200_000)],
  ['one line', '漢'.repeat(200_000)],
  ['lines', `${'x'.repeat(60)}\n`.repeat(3000)],
])('of 200,000 units in %s only a small part is rendered, the newest', (_, text) => {
  const run: Run = { author: 'other', text };
  const start = newestPart([run], 15_000);
  const lines = linesOf(text, hiddenIn(run, 0, start));
  expect(lines.length).toBeLessThanOrEqual(15_000 / 20 + 1);
  expect(lines.reduce((sum, line) => sum + line.words.length, 0)).toBeLessThan(18_000);
  expect(text.endsWith(lines.map((line) => line.words).join(text.includes('漢') ? '' : '\n'))).toBe(true);
  expect(costFrom([run], start)).toBeLessThan(18_000);
});

test('a short conversation is rendered completely', () => {
  const runs: readonly Run[] = [
    { author: 'own', text: 'Hi\n' },
    { author: 'other', text: 'Hello' },
  ];
  expect(newestPart(runs, 1000)).toEqual(theBeginning);
});

test('of many runs the newest are rendered, and a run is rendered in part', () => {
  const runs = Array.from(
    { length: 100 },
    (_, index): Run => ({
      author: index % 2 === 0 ? 'own' : 'other',
      text: `${index}\n${'x'.repeat(1000)}\n`,
    }),
  );
  const start = newestPart(runs, 5700);
  expect(start.run).toBe(94);
  const [hidden, partly, drawn] = [93, 94, 95].map((index) =>
    hiddenIn(runs[index] ?? { author: 'own', text: '' }, index, start),
  );
  expect([hidden, partly, drawn]).toEqual([1004, 3, 0]);
});

test('the rendered part stays when earlier text is no longer kept', () => {
  const text = `${'x'.repeat(99)}\n`.repeat(300);
  const run: Run = { author: 'other', text, cutBefore: 500 };
  const cut: Run = { author: 'other', text: text.slice(200), cutBefore: 700 };
  const start = newestPart([run], 5000);
  expect(cut.text.slice(hiddenIn(cut, 0, start))).toBe(text.slice(hiddenIn(run, 0, start)));
  expect(hiddenIn(cut, 0, theBeginning)).toBe(0);
});
