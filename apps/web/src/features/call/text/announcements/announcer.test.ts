import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  initialAnnouncer,
  LEAST_INTERVAL_MS,
  LETTER_PAUSE_MS,
  LONGEST_ANNOUNCEMENT,
  LONGEST_WAIT_MS,
  PAUSE_MS,
  type ReadAloud,
  stepAnnouncer,
} from './announcer.ts';

/** A listener with a clock, which records each announcement and its time. */
function createListener(mode: ReadAloud = 'line') {
  let state = initialAnnouncer;
  let now = 0;
  let text = '';
  let dueAt: number | undefined;
  const heard: string[] = [];
  const heardAt: number[] = [];
  function look(): void {
    const step = stepAnnouncer(state, text, now, mode);
    state = step.state;
    dueAt = step.waitMs === undefined ? undefined : now + step.waitMs;
    if (step.words === '') return;
    heard.push(step.words);
    heardAt.push(now);
  }
  function advance(ms: number): void {
    const until = now + ms;
    while (dueAt !== undefined && dueAt <= until) {
      now = dueAt;
      look();
    }
    now = until;
  }
  const read = (next: string): void => {
    text = next;
    look();
  };
  return {
    heard,
    heardAt,
    advance,
    read,
    /** Lets text arrive letter by letter, 100 ms apart. */
    watch(whole: string) {
      for (const letter of whole) {
        advance(100);
        read(text + letter);
      }
    },
  };
}

test('INCALL-05 letters are never announced one by one: a phrase is announced after a pause', () => {
  const listener = createListener();
  listener.watch('Hello there');
  expect(listener.heard).toEqual([]);
  listener.advance(PAUSE_MS - 1);
  expect(listener.heard).toEqual([]);
  listener.advance(1);
  expect(listener.heard).toEqual(['Hello there']);
  listener.advance(60_000);
  expect(listener.heard).toEqual(['Hello there']);
});

test('a finished line is announced immediately, the text after it at the next pause', () => {
  const listener = createListener();
  listener.watch('Hi!\nHow ');
  expect(listener.heard).toEqual(['Hi!']);
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual(['Hi!', 'How']);
});

test('A15 fast lines are announced together, a second after the previous announcement', () => {
  const listener = createListener();
  listener.read('one\n');
  listener.read('one\ntwo\n');
  listener.read('one\ntwo\nthree\n');
  expect(listener.heard).toEqual(['one']);
  listener.advance(LEAST_INTERVAL_MS);
  expect(listener.heard).toEqual(['one', 'two\nthree']);
});

test.each([
  ['a correction announces the whole new word', ['I come at nime', 'I come at ni', 'I come at nine'], 'nine'],
  ['a word that was announced in part is announced whole', ['See you tom', 'See you tomorrow'], 'tomorrow'],
  ['an unchanged word is not announced again', ['See you there', 'See you', 'See you soon'], 'soon'],
  ['Thai has no spaces, and no word of it is announced in part', ['สวัสดีครั', 'สวัสดีครับ'], 'ครับ'],
])('%s', (_name, [announced = '', ...later], expected) => {
  const listener = createListener();
  listener.read(announced);
  listener.advance(PAUSE_MS);
  for (const text of later) listener.read(text);
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual([announced, expected]);
});

test.each([
  ['the first letter of a word waits for the word', 'H', 'Hello', 'Hello'],
  ['also on a new line', 'Hi.\nH', 'Hi.\nHello', 'Hello'],
  ['also with an accent', 'e\u0301', 'e\u0301n', 'e\u0301n'],
])('INCALL-05 A15 %s', (_name, letter, text, word) => {
  const listener = createListener();
  listener.read(letter);
  listener.advance(2 * PAUSE_MS);
  expect(listener.heard.at(-1)).not.toBe(letter.slice(letter.lastIndexOf('\n') + 1));
  listener.read(text);
  listener.advance(PAUSE_MS);
  expect(listener.heard.at(-1)).toBe(word);
  expect(listener.heard.every((words) => words.length > 1)).toBe(true);
});

test.each([
  ['a word of one letter with a space after it', 'I ', PAUSE_MS],
  ['a digit', '7', PAUSE_MS],
  ['a lone letter after which nothing comes', 'K', LETTER_PAUSE_MS],
])('INCALL-05 A15 %s is announced after a pause', (_name, text, pauseMs) => {
  const listener = createListener();
  listener.read(text);
  listener.advance(pauseMs - 1);
  expect(listener.heard).toEqual([]);
  listener.advance(1);
  expect(listener.heard).toEqual([text.trim()]);
  listener.advance(60_000);
  expect(listener.heard).toHaveLength(1);
});

test('text erased before its announcement is never announced', () => {
  const listener = createListener();
  listener.read('secret');
  listener.read('');
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual([]);
});

const long = 'one two three four five six seven eight nine ten eleven twelve';

test('text typed without a pause is announced in whole words', () => {
  const listener = createListener();
  listener.watch(long);
  const [first = ''] = listener.heard;
  expect(long).toContain(first);
  expect(first.length).toBeGreaterThan(LONGEST_WAIT_MS / 100 - 10);
  expect(first).toMatch(/^one .*\b(nine|ten)$/);
});

test('in word mode words are announced as they come, at most once a second', () => {
  const listener = createListener('word');
  listener.watch(long);
  listener.advance(PAUSE_MS);
  expect(listener.heard.slice(0, 3)).toEqual(['one', 'two three', 'four five']);
  expect(listener.heard.join(' ')).toBe(long);
});

test('A15 of a very long text the newest words are announced', () => {
  const { read, advance, heard } = createListener();
  read('word '.repeat(20_000));
  advance(PAUSE_MS);
  expect(heard.join('')).toBe('word '.repeat(LONGEST_ANNOUNCEMENT / 5).trim());
});

test('in off mode nothing is announced', () => {
  const listener = createListener('off');
  listener.watch(`${long}\n`);
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual([]);
});

test('A15 any words at any speed are announced once each, in order, a second apart', () => {
  const word = fc.constantFrom('ja', 'nej', 'å', "don't", '👩‍👩‍👧', 'مرحبا', 'e\u0301n');
  const piece = fc.tuple(word, fc.constantFrom(' ', '\n', ' \n'), fc.nat(2000));
  fc.assert(
    fc.property(fc.constantFrom('line' as const, 'word' as const), fc.array(piece), (mode, pieces) => {
      const listener = createListener(mode);
      let text = '';
      for (const [written, space, ms] of pieces) {
        text += written + space;
        listener.read(text);
        listener.advance(ms);
      }
      listener.advance(10_000);
      const words = (value: string): string[] => value.split(/\s+/).filter(Boolean);
      expect(words(listener.heard.join(' '))).toEqual(words(text));
      for (const [index, at] of listener.heardAt.entries())
        expect(at - (listener.heardAt[index - 1] ?? -LEAST_INTERVAL_MS)).toBeGreaterThanOrEqual(
          LEAST_INTERVAL_MS,
        );
    }),
    { numRuns: 500 },
  );
});
