import { describe, expect, test } from 'vitest';
import { readRedundantPayload } from './redundant-payload.ts';
import { readRtpPacket } from './rtp-packet.ts';
import type { SenderEvent, SenderState, TextFormat } from './rtp-text-sender.ts';
import { createSender, stepSender, waitingLength } from './rtp-text-sender.ts';

const RED: TextFormat = { t140: 98, red: 100, generations: 2, cps: 30 };
const PLAIN: TextFormat = { t140: 98, red: undefined, generations: 0, cps: 30 };

const text = (data: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(data);

type Seen = {
  readonly at: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly blocks: readonly string[];
};

/** Runs a sender in simulated time; `seen` has its packets. */
function run(format: TextFormat | undefined = RED) {
  let state: SenderState = createSender({ ssrc: 7, sequence: 0xffff, timestamp: 5 });
  let dueAt: number | undefined;
  let now = 0;
  const seen: Seen[] = [];
  const done: number[] = [];

  function step(event: SenderEvent): void {
    const result = stepSender(state, event);
    state = result.state;
    dueAt = result.timerMs === undefined ? undefined : now + result.timerMs;
    for (const { bytes, ids } of result.effects) {
      done.push(...ids);
      const packet = readRtpPacket(bytes);
      if (packet === undefined) throw new Error('no packet');
      const { marker, sequence, timestamp, payload, payloadType, ssrc } = packet;
      expect(ssrc).toBe(7);
      const isRed = payloadType === 100;
      const read = isRed ? readRedundantPayload(payload, 98) : { redundant: [], primary: payload };
      if (read === undefined) throw new Error('no payload');
      seen.push({
        at: now,
        marker,
        sequence,
        timestamp,
        blocks: [...read.redundant, read.primary].map(text),
      });
    }
  }
  function advance(ms: number): void {
    const until = now + ms;
    while (dueAt !== undefined && dueAt <= until) {
      now = dueAt;
      step({ type: 'timerFired', now });
    }
    now = until;
  }
  if (format !== undefined) step({ type: 'formatChanged', format, now });
  return {
    seen,
    done,
    advance,
    describe: (next: TextFormat | undefined) => step({ type: 'formatChanged', format: next, now }),
    write: (id: number, written: string) => step({ type: 'written', id, text: written, now }),
    withdraw: (id: number) => step({ type: 'withdrawn', id, now }),
    waiting: () => waitingLength(state),
    now: () => now,
  };
}

/** A sender whose U+FEFF at the start and its repeats have been sent. */
function started(format?: TextFormat) {
  const sender = run(format);
  sender.advance(1_000);
  sender.seen.length = 0;
  return sender;
}

describe('text over RTP to a phone', () => {
  test('D94 a stream begins with U+FEFF (T.140 §8.1)', () => {
    const { seen } = run();
    expect(seen).toEqual([
      { at: 0, marker: true, sequence: 0xffff, timestamp: 5, blocks: ['', '', '\uFEFF'] },
    ]);
  });

  test('D94 a letter after a pause leaves at once, with the marker, and is repeated twice 300 ms apart', () => {
    const sender = started();
    sender.write(1, 'h');
    sender.advance(5_000);
    const at = 1_000;
    expect(sender.seen).toEqual([
      { at, marker: true, sequence: 2, timestamp: at + 5, blocks: ['', '', 'h'] },
      { at: at + 300, marker: false, sequence: 3, timestamp: at + 305, blocks: ['', 'h', ''] },
      { at: at + 600, marker: false, sequence: 4, timestamp: at + 605, blocks: ['h', '', ''] },
    ]);
  });

  test('D94 letters wait at most 300 ms for one another', () => {
    const sender = started();
    sender.write(1, 'h');
    sender.advance(100);
    sender.write(2, 'e');
    sender.advance(100);
    sender.write(3, 'j');
    sender.advance(5_000);
    expect(sender.seen.map(({ blocks }) => blocks)).toEqual([
      ['', '', 'h'],
      ['', 'h', 'ej'],
      ['h', 'ej', ''],
      ['ej', '', ''],
    ]);
    expect(sender.done).toEqual([1, 2, 3]);
  });

  test('D94 without red each letter is sent once, and an empty block begins the pause (RFC 4103 §5.2)', () => {
    const sender = started(PLAIN);
    sender.write(1, 'h');
    sender.advance(5_000);
    expect(sender.seen.map(({ blocks, marker }) => [marker, ...blocks])).toEqual([
      [true, 'h'],
      [false, ''],
    ]);
  });

  test.each([1, 3, 30, 100])(
    'D94 a phone with cps %i never gets more in any ten seconds, and gets all',
    (cps) => {
      const sender = run({ ...RED, cps });
      const written = 'åäö👨‍👩‍👧‍👦x'.repeat(12);
      sender.write(1, written);
      let all = '';
      for (let ms = 0; ms < 300_000; ms += 1_000) sender.advance(1_000);
      for (const { at, blocks } of sender.seen) {
        all += blocks.at(-1);
        const within = sender.seen.filter((other) => other.at > at - 10_000 && other.at <= at);
        const length = within.reduce((sum, other) => sum + (other.blocks.at(-1)?.length ?? 0), 0);
        expect(length).toBeLessThanOrEqual(cps * 10);
      }
      expect(all.replaceAll('\uFEFF', '')).toBe(written);
      expect(sender.done).toEqual([1]);
    },
  );

  test('D94 an emoji is not cut where the pace leaves a choice', () => {
    const sender = started({ ...RED, cps: 2 });
    sender.write(1, `${'a'.repeat(15)}👨‍👩‍👧‍👦`);
    sender.advance(30_000);
    const texts = sender.seen.map(({ blocks }) => blocks.at(-1)).filter((block) => block !== '');
    expect(texts).toEqual(['a'.repeat(15), '👨‍👩‍👧‍👦']);
  });

  test('D94 text is repeated also while the pace lets nothing new through', () => {
    const sender = started({ ...RED, cps: 1 });
    sender.write(1, 'abcdefghijkl');
    sender.advance(1_000);
    expect(sender.seen.map(({ blocks }) => blocks)).toEqual([
      ['', '', 'abcdefghi'],
      ['', 'abcdefghi', ''],
      ['abcdefghi', '', ''],
    ]);
    expect(sender.done).toEqual([]);
    expect(sender.waiting()).toBe(3);
  });

  test('D94 text that was withdrawn is not sent, and the text after it is', () => {
    const sender = started();
    sender.write(1, 'a');
    sender.write(2, 'b');
    sender.write(3, 'c');
    sender.withdraw(2);
    sender.advance(400);
    expect(sender.seen.map(({ blocks }) => blocks.at(-1))).toEqual(['a', 'c']);
    expect(sender.done).toEqual([1, 3]);
  });

  test('D94 while the phone takes no text, text waits', () => {
    const sender = started();
    sender.describe(undefined);
    sender.write(1, 'a');
    sender.advance(60_000);
    expect(sender.seen).toEqual([]);
    sender.describe(RED);
    expect(sender.seen.map(({ blocks }) => blocks.at(-1))).toEqual(['a']);
  });

  test('D94 U+FEFF keeps the way open in pauses', () => {
    const sender = started();
    sender.advance(60_000);
    const times = sender.seen.filter(({ blocks }) => blocks.at(-1) === '\uFEFF').map(({ at }) => at);
    // The last repeat of the first U+FEFF left after 600 ms.
    expect(times).toEqual([20_600, 41_200]);
  });

  test('D94 a packet has whole characters and no more than RFC 2198 has room for', () => {
    const sender = started({ ...RED, cps: 1000 });
    sender.write(1, '漢'.repeat(600));
    sender.advance(2_000);
    const primaries = sender.seen.map(({ blocks }) => blocks.at(-1) ?? '');
    expect(primaries.join('')).toBe('漢'.repeat(600));
    expect(Math.max(...primaries.map((block) => Buffer.byteLength(block)))).toBeLessThanOrEqual(1_023);
  });

  test('D94 a clock that is set back does not stop the text', () => {
    let state = createSender({ ssrc: 7, sequence: 1, timestamp: 0 });
    state = stepSender(state, { type: 'formatChanged', format: RED, now: 1_000_000 }).state;
    const { effects } = stepSender(state, { type: 'written', id: 1, text: 'a', now: 1_000 });
    expect(effects.flatMap(({ ids }) => ids)).toEqual([1]);
  });
});
