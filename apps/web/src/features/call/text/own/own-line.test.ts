import { authorWrote, type Run } from '@samtal/realtime-text';
import { expect, test } from 'vitest';
import { lastLineOf, ownLineStart, withoutOwnLine } from './own-line.ts';

const own = (text: string): Run => ({ author: 'own', text });
const other = (text: string): Run => ({ author: 'other', text });

test.each([
  ['', 0],
  ['Hi', 0],
  ['Hi\n', 3],
  ['Hi\nyou', 3],
  ['\n\n', 2],
])('D42 the line that is being written in %j begins at %i', (text, start) => {
  expect(ownLineStart(text)).toBe(start);
});

test('D42 D47 the line that is being written is not in the conversation, finished lines are in their place', () => {
  const conversation = [own('Hi\nWhere'), other('Hello\n'), other('here')];
  expect(withoutOwnLine(conversation, 5)).toEqual([own('Hi\n'), other('Hello\n'), other('here')]);
  expect(withoutOwnLine([other('Hello'), own('Whe'), own('re')], 5)).toEqual([other('Hello')]);
});

test('D42 without a line that is being written the conversation is the same object', () => {
  const conversation = [own('Hi\n'), other('Hello')];
  expect(withoutOwnLine(conversation, 0)).toBe(conversation);
});

test('D42 own words are shown once: the conversation and the field together are the own text', () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 300; round++) {
    let conversation: readonly Run[] = [];
    const texts = { own: '', other: '' };
    for (let step = 0; step < 12; step++) {
      const author = random() < 0.5 ? 'own' : 'other';
      const before = texts[author];
      texts[author] = random() < 0.2 ? before.slice(0, -1) : `${before}${random() < 0.3 ? '\n' : 'x'}`;
      conversation = authorWrote(conversation, author, texts[author]);
    }
    const start = ownLineStart(texts.own);
    const shown = withoutOwnLine(conversation, texts.own.length - start);
    const wordsOf = (author: Run['author']) =>
      shown.map((run) => (run.author === author ? run.text : '')).join('');
    expect([wordsOf('own') + texts.own.slice(start), wordsOf('other')]).toEqual([texts.own, texts.other]);
  }
});

test('the last line of the other person skips lines without words', () => {
  expect(lastLineOf([other('07 12 34\n'), own('Thanks\n'), other('8 Main Street \n\n')])).toBe(
    '8 Main Street',
  );
  expect(lastLineOf([own('Hi')])).toBeUndefined();
});
