import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, initialDecoder } from '../t140/t140-decoder.ts';
import { authorWrote, type Conversation, emptyConversation, type Run, textOf } from './conversation.ts';
import { receiveText } from './received-text.ts';
import { applyToText } from './text-log.ts';

type Sent = readonly [Run['author'], string];

const elementsOf = (characters: string) => decode(initialDecoder, characters).elements;

const receive = (conversation: Conversation, [author, characters]: Sent): Conversation =>
  receiveText(conversation, author, elementsOf(characters));

/** The same as `receive`, but it replaces the whole text of the author. */
const rewrite = (conversation: Conversation, [author, characters]: Sent): Conversation =>
  authorWrote(conversation, author, applyToText(textOf(conversation, author), elementsOf(characters)));

const characters = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      '\u2028',
      '\b',
      '\u0007',
      '\uFFFD',
      'e\u0301',
      '🇸🇪',
      '🇸',
      '👨‍👩‍👧‍👦',
      '각',
      '\uD83D',
    ),
    maxLength: 12,
  }),
  // Texts longer than one backspace can reach.
  fc
    .tuple(fc.constantFrom('ab \u2028', '漢', '\u0301', '🇸', 'क्षि'), fc.integer({ min: 1, max: 900 }))
    .map(([unit, count]) => unit.repeat(count)),
  fc.integer({ min: 1, max: 700 }).map((count) => '\b'.repeat(count)),
);
const sent = fc.tuple(fc.constantFrom<Run['author']>('own', 'other'), characters);

test('A-049 T14 what arrives changes the same runs as the whole new text of its author does', () => {
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 25 }), (chunks) => {
      let [received, rewritten] = [emptyConversation, emptyConversation];
      for (const chunk of chunks) {
        received = receive(received, chunk);
        rewritten = rewrite(rewritten, chunk);
        expect(received).toEqual(rewritten);
      }
    }),
    { numRuns: 200 },
  );
});

test('A-049 characters without text leave the conversation as it was', () => {
  const conversation = receive(emptyConversation, ['other', 'Hi']);
  for (const nothing of ['', '\u0007', 'x\b', '\uFEFF'])
    expect(receive(conversation, ['other', nothing])).toBe(conversation);
});

test('T14 a backspace erases from earlier runs of its author, never from the other author’s', () => {
  const conversation = (
    [
      ['other', 'one\u2028'],
      ['own', 'mine\u2028'],
      ['other', 'two'],
    ] as const
  ).reduce<Conversation>(receive, emptyConversation);
  expect(receive(conversation, ['other', '\b'.repeat(5)])).toEqual([
    { author: 'other', text: 'on' },
    { author: 'own', text: 'mine\n' },
  ]);
  expect(receive(conversation, ['other', '\b'.repeat(50)])).toEqual([{ author: 'own', text: 'mine\n' }]);
});
