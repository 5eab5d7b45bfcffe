import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboxTransport } from './pace.ts';
import type { StreamOutboxEvent, StreamOutboxState } from './stream-outbox.ts';
import { initialStreamOutbox, stepStreamOutbox } from './stream-outbox.ts';

/** A stream with its own clock that records what is sent and when. */
function createStream(transport: OutboxTransport) {
  let state: StreamOutboxState = initialStreamOutbox;
  let now = 10_000;
  let timerAt: number | undefined;
  const sent: { at: number; chunkId: number; characters: string }[] = [];
  function feed(event: StreamOutboxEvent): void {
    const step = stepStreamOutbox(state, event);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.do === 'send')
        sent.push({ at: now - 10_000, chunkId: effect.chunkId, characters: effect.characters });
      else timerAt = now + effect.delayMs;
    }
  }
  const lastId = (): number => sent.at(-1)?.chunkId ?? 0;
  feed({ type: 'transportChanged', transport, now });
  return {
    sent,
    chunks: () => sent.map(({ characters }) => characters),
    state: () => state,
    write: (characters: string) => feed({ type: 'written', characters, now }),
    change: (next: OutboxTransport) => feed({ type: 'transportChanged', transport: next, now }),
    deliver: (chunkId = lastId()) => feed({ type: 'delivered', chunkId, now }),
    fail: (chunkId = lastId()) => feed({ type: 'failed', chunkId, now }),
    advance(ms: number) {
      const until = now + ms;
      while (timerAt !== undefined && timerAt <= until) {
        now = timerAt;
        timerAt = undefined;
        feed({ type: 'timerFired', now });
      }
      now = until;
    },
  };
}

test('A-042 characters are sent as they were written, also controls', () => {
  const unit = fc.constantFrom(
    'a',
    ' ',
    '\b',
    '\r',
    '\n',
    '\u2028',
    '\u0007',
    '\u001B',
    'é',
    '👋',
    '\u{1F3FD}',
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit, minLength: 1, maxLength: 400 }), { maxLength: 8 }), (texts) => {
      const stream = createStream({ name: 'dataChannel' });
      for (const text of texts) {
        stream.write(text);
        stream.advance(100);
      }
      stream.advance(60_000);
      expect(stream.chunks().join('')).toBe(texts.join(''));
      expect(stream.state()).toMatchObject({ waiting: '', awaited: [], isTimerRunning: false });
    }),
  );
});

test('D11 the first characters are sent immediately, the rest in chunks of 250 every 250 ms', () => {
  const stream = createStream({ name: 'dataChannel' });
  for (const text of ['a', 'b', 'c'.repeat(300)]) stream.write(text);
  stream.advance(2_000);
  expect(stream.sent.map(({ at, characters }) => [at, characters.length])).toEqual([
    [0, 1],
    [250, 250],
    [500, 51],
  ]);
});

test('D11 the cps of the peer is kept over every ten seconds', () => {
  const stream = createStream({ name: 'dataChannel', cps: 30 });
  stream.write('x'.repeat(1000));
  stream.advance(60_000);
  expect(stream.chunks().join('')).toHaveLength(1000);
  for (const { at: from } of stream.sent) {
    const within = stream.sent.filter(({ at }) => at >= from && at < from + 10_000);
    expect(within.reduce((sum, { characters }) => sum + characters.length, 0)).toBeLessThanOrEqual(300);
  }
});

test.each([undefined, 1, 3])('no grapheme is split (cps %s)', (cps) => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
  const stream = createStream({ name: 'dataChannel', ...(cps === undefined ? {} : { cps }) });
  stream.write(`a${family.repeat(60)}`);
  stream.advance(1_000_000);
  const [first = '', ...others] = stream.chunks();
  expect(stream.chunks().join('')).toBe(`a${family.repeat(60)}`);
  expect(others.length).toBeGreaterThan(0);
  for (const chunk of [first.slice(1), ...others]) expect(chunk.length % family.length).toBe(0);
});

test('a grapheme that is longer than a chunk is cut between code points', () => {
  const endless = `a${'\u0301'.repeat(600)}`;
  const stream = createStream({ name: 'dataChannel' });
  stream.write(endless);
  stream.advance(2_000);
  expect(stream.chunks().join('')).toBe(endless);
  expect(Math.max(...stream.chunks().map(({ length }) => length))).toBeLessThanOrEqual(250);
});

test('D11 A-042 with MESSAGE one chunk is awaited at a time, and what was written meanwhile goes together', () => {
  const stream = createStream({ name: 'message' });
  for (const text of ['one', 'two', 'three']) stream.write(text);
  stream.advance(5_000);
  expect(stream.chunks()).toEqual(['one']);
  stream.deliver();
  expect(stream.chunks()).toEqual(['one', 'twothree']);
  stream.write('!');
  stream.deliver();
  expect(stream.chunks()).toHaveLength(2);
  stream.advance(250);
  expect(stream.chunks()).toEqual(['one', 'twothree', '!']);
});

test('A-042 D41 after a failed MESSAGE one U+FFFD precedes the next text, and nothing is sent twice', () => {
  const stream = createStream({ name: 'message' });
  stream.write('lost');
  stream.advance(1_000);
  stream.fail();
  stream.fail();
  stream.advance(1_000);
  expect(stream.chunks()).toEqual(['lost']);
  stream.write('lost too');
  stream.advance(1_000);
  stream.fail();
  stream.write('x'.repeat(300));
  stream.deliver();
  stream.advance(1_000);
  expect(stream.chunks()).toEqual(['lost', '\uFFFDlost too', `\uFFFD${'x'.repeat(249)}`, 'x'.repeat(51)]);
});

test('text waits for a transport', () => {
  const stream = createStream({ name: 'none' });
  stream.write('hello');
  stream.advance(1_000);
  expect(stream.chunks()).toEqual([]);
  stream.change({ name: 'message' });
  expect(stream.chunks()).toEqual(['hello']);
});
