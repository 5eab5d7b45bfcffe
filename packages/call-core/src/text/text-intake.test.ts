import { createFakeClock } from '@samtal/test-kit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialClientState } from '../client/client-step.ts';
import { MOST_WAITING_TEXT, TEXT_INTERVAL_MS, TEXT_SLICE } from '../limits.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { createTextIntake } from './text-intake.ts';

const changed = { type: 'textTransportChanged', callId: 'c', transport: 'message' } as const;

function intake(callId = 'c') {
  const clock = createFakeClock();
  const handedOn: { at: number; characters: string }[] = [];
  const begin = clock.now();
  const named: string[] = [];
  const made = createTextIntake(clock, ({ callId: of, characters }) => {
    handedOn.push({ at: clock.now() - begin, characters });
    named.push(`${of}: ${characters}`);
  });
  return {
    clock,
    handedOn,
    named,
    hear: (characters: string, call = callId) =>
      made.take({ type: 'textReceived', callId: call, characters }),
    drain: (event: ClientEvent = changed) => made.drain(event, initialClientState, initialClientState),
    read: () => handedOn.map(({ characters }) => characters).join(''),
  };
}

test('RTT-07 a letter after a pause is read immediately', () => {
  const { clock, hear, handedOn } = intake();
  hear('a');
  clock.advance(TEXT_INTERVAL_MS);
  hear('b');
  expect(handedOn).toEqual([
    { at: 0, characters: 'a' },
    { at: TEXT_INTERVAL_MS, characters: 'b' },
  ]);
});

test('a thousand texts a second are read together, at most 50 times a second', () => {
  const { clock, hear, handedOn, read } = intake();
  for (let index = 0; index < 1000; index++) {
    hear(`${index};`);
    clock.advance(1);
  }
  clock.advance(TEXT_INTERVAL_MS);
  expect(handedOn.length).toBeLessThanOrEqual(1000 / TEXT_INTERVAL_MS + 1);
  expect(read()).toBe(Array.from({ length: 1000 }, (_, index) => `${index};`).join(''));
});

test('one long text is read in slices, and time passes between them', () => {
  const { clock, hear, handedOn, read } = intake();
  const long = '\b'.repeat(8192);
  hear(long);
  expect(read().length).toBe(TEXT_SLICE);
  clock.advance(4 * TEXT_INTERVAL_MS);
  expect(handedOn.map(({ at }) => at)).toEqual([0, 20, 40, 60]);
  expect(read()).toBe(long);
});

test.each([
  { type: 'pageHidden' },
  {
    type: 'callTakenUp',
    callId: 'c',
    media: { audio: false, video: false, text: true, textTransport: 'message' },
  },
] as const)('D81 text that waits is read before $type', (event) => {
  const { hear, drain } = intake();
  hear('\b'.repeat(2 * TEXT_SLICE));
  expect(drain(event)?.characters).toHaveLength(TEXT_SLICE);
});

test('D10 any input is read once and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 3000 }), fc.integer({ min: 0, max: 50 }))),
      (texts) => {
        const { clock, hear, read, drain } = intake();
        for (const [text, pause] of texts) {
          hear(text);
          clock.advance(pause);
        }
        expect(read() + (drain()?.characters ?? '')).toBe(texts.map(([text]) => text).join(''));
      },
    ),
  );
});

test('a flood that cannot be read in time ends in one mark for what is missing', () => {
  const { clock, hear, read } = intake();
  hear('a'.repeat(TEXT_SLICE));
  for (let index = 0; index < 100; index++) hear('b'.repeat(8192));
  clock.advance(10_000);
  hear('c');
  expect(read()).toBe(`${'a'.repeat(TEXT_SLICE)}${'b'.repeat(MOST_WAITING_TEXT)}\uFFFDc`);
});

test('drained text is not read again', () => {
  const { hear, drain } = intake();
  hear('a');
  hear('b');
  expect(drain()?.characters).toBe('b');
  expect(drain()).toBeUndefined();
});

test('D87 D41 text of two calls that comes in turn is passed on in order, each as text of its own call', () => {
  const { clock, hear, named } = intake('new');
  hear('a');
  hear('b');
  hear('x', 'ended');
  hear('c');
  clock.advance(10 * TEXT_INTERVAL_MS);
  expect(named).toEqual(['new: a', 'new: b', 'ended: x', 'new: c']);
});
