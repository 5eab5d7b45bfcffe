import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialAnnouncer, LONGEST_WAIT_MS, PAUSE_MS, pauseElapsed, textChanged } from './announcer.ts';

/** A listener with a clock: what is heard, and when. */
function createListener() {
  let state = initialAnnouncer;
  let now = 0;
  let dueAt: number | undefined;
  const heard: string[] = [];
  function take(step: ReturnType<typeof textChanged>): void {
    state = step.state;
    dueAt = step.waits ? now + PAUSE_MS : undefined;
    if (step.words !== '') heard.push(step.words);
  }
  function advance(ms: number): void {
    const until = now + ms;
    if (dueAt !== undefined && dueAt <= until) {
      now = dueAt;
      take(pauseElapsed(state, now));
    }
    now = until;
  }
  return {
    heard,
    advance,
    read: (text: string) => take(textChanged(state, text, now)),
    /** Letter by letter, 100 ms apart. */
    watch(text: string, from = 0) {
      for (let length = from + 1; length <= text.length; length++) {
        advance(100);
        take(textChanged(state, text.slice(0, length), now));
      }
    },
  };
}

test('INCALL-05 letters are never said one by one: a phrase is said after a pause', () => {
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

test('a finished line is said at once, what follows it after the next pause', () => {
  const listener = createListener();
  listener.watch('Hi!\nHow ');
  expect(listener.heard).toEqual(['Hi!']);
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual(['Hi!', 'How']);
});

test('a correction says the whole word as it reads now', () => {
  const listener = createListener();
  listener.read('I come at nime');
  listener.advance(PAUSE_MS);
  listener.read('I come at ni');
  listener.read('I come at nine');
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual(['I come at nime', 'nine']);
});

test('what is erased before it was said is never said', () => {
  const listener = createListener();
  listener.read('secret');
  listener.read('');
  listener.advance(PAUSE_MS);
  expect(listener.heard).toEqual([]);
});

test('somebody who writes without a pause is heard in whole words', () => {
  const listener = createListener();
  listener.watch('one two three four five six seven eight nine ten eleven twelve');
  const [first = ''] = listener.heard;
  expect('one two three four five six seven eight nine ten eleven twelve').toContain(first);
  expect(first.length).toBeGreaterThan(LONGEST_WAIT_MS / 100 - 10);
  expect(first).toMatch(/^one .*\b(nine|ten)$/);
});

test('whatever is appended in whatever pieces is said completely and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n') }), fc.nat(2000))),
      (pieces) => {
        const listener = createListener();
        let text = '';
        for (const [piece, ms] of pieces) {
          text += piece;
          listener.read(text);
          listener.advance(ms);
        }
        listener.advance(PAUSE_MS);
        const letters = (value: string): string => value.replaceAll(/\s/g, '');
        expect(letters(listener.heard.join(''))).toBe(letters(text));
      },
    ),
  );
});
