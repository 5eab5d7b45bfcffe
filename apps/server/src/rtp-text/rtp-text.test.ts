import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { RtpPacket } from './rtp-packet.ts';
import { readRtpPacket } from './rtp-packet.ts';
import type { ReceiverEvent } from './rtp-text-receiver.ts';
import { createReceiver, stepReceiver } from './rtp-text-receiver.ts';
import type { SenderEvent } from './rtp-text-sender.ts';
import { createSender, stepSender } from './rtp-text-sender.ts';

type Network = {
  readonly seed: number;
  readonly generations: number;
  readonly loss: number;
  readonly repeats: number;
  /** Packets take up to this time, so that they overtake one another. */
  readonly delayMs: number;
};

const LETTERS = Array.from('abcåäö漢👋\b\u2028');

type SentPacket = { readonly packet: RtpPacket; readonly at: number; readonly text: string };

/** What a user writes, and the packets in which it leaves. */
function send({ generations }: Network, random: () => number): { written: string; packets: SentPacket[] } {
  const sequence = Math.floor(random() * 0x10000);
  let state = createSender({ ssrc: 5, sequence, timestamp: 99 });
  let written = '';
  let now = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  const packets: SentPacket[] = [];
  let left = '';
  function step(event: SenderEvent): void {
    const before = state.waiting.map(({ text }) => text).join('');
    const result = stepSender(state, event);
    state = result.state;
    dueAt = now + (result.timerMs ?? Number.POSITIVE_INFINITY);
    for (const { bytes } of result.effects) {
      const packet = readRtpPacket(bytes);
      if (packet === undefined) throw new Error('no packet');
      left = state.waiting.map(({ text }) => text).join('');
      const all = event.type === 'written' ? before + event.text : before;
      packets.push({
        packet,
        at: now,
        text: all.slice(0, all.length - left.length).replaceAll('\uFEFF', ''),
      });
    }
  }
  const red = generations === 0 ? undefined : 100;
  step({ type: 'formatChanged', format: { t140: 98, red, generations, cps: 1000 }, now });
  const until = 30_000;
  let typesAt = 1_000;
  while (now < until + 5_000) {
    now = Math.min(dueAt, typesAt, until + 5_000);
    if (now === typesAt) {
      const text = LETTERS[Math.floor(random() * LETTERS.length)] ?? '';
      written += text;
      step({ type: 'written', id: written.length, text, now });
      const pauseMs = random() < 0.1 ? 4_000 * random() : 250 * random();
      typesAt = now + pauseMs > until ? Number.POSITIVE_INFINITY : now + Math.ceil(pauseMs);
    } else if (now === dueAt) step({ type: 'timerFired', now });
  }
  return { written, packets };
}

/** The packets that arrive, in the order in which they do; the first one always arrives at once. */
function carry(network: Network, random: () => number, packets: readonly SentPacket[]) {
  const { loss, repeats, delayMs } = network;
  return packets
    .flatMap(({ packet, at }, index) => {
      if (index === 0) return [{ packet, index, at }];
      if (random() < loss) return [];
      const copies = random() < repeats ? 2 : 1;
      return Array.from({ length: copies }, () => ({
        packet,
        index,
        at: at + Math.floor(delayMs * random()),
      }));
    })
    .toSorted((one, other) => one.at - other.at);
}

function receive(arrivals: readonly { readonly packet: RtpPacket; readonly at: number }[]): string {
  let state = createReceiver({ t140: 98, red: 100 });
  let dueAt = Number.POSITIVE_INFINITY;
  let text = '';
  function step(event: ReceiverEvent): void {
    const result = stepReceiver(state, event);
    state = result.state;
    dueAt = event.now + (result.timerMs ?? Number.POSITIVE_INFINITY);
    for (const effect of result.effects) if (effect.do === 'readText') text += effect.text;
  }
  for (const { packet, at } of arrivals) {
    while (dueAt <= at) step({ type: 'timerFired', now: dueAt });
    step({ type: 'packetReceived', packet, now: at });
  }
  while (dueAt < Number.POSITIVE_INFINITY) step({ type: 'timerFired', now: dueAt });
  return text;
}

/** What a reader must see: each block that one of the packets which carry it brings, and a mark for each gap. */
function expectedText(
  { generations }: Network,
  packets: readonly SentPacket[],
  arrived: ReadonlySet<number>,
): string {
  const isKnown = (index: number): boolean =>
    Array.from({ length: generations + 1 }, (_, later) => index + later).some((each) => arrived.has(each));
  const last = Math.max(...arrived);
  let text = '';
  let isInGap = false;
  for (const [index, sent] of packets.entries()) {
    if (index > last) break;
    if (isKnown(index)) text += sent.text;
    else if (!isInGap) text += MISSING_TEXT_MARK;
    isInGap = !isKnown(index);
  }
  return text;
}

const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

test.each([
  ['no loss', { generations: 2, loss: 0, repeats: 0, delayMs: 0 }],
  ['5 % loss', { generations: 2, loss: 0.05, repeats: 0, delayMs: 0 }],
  [
    '20 % loss, repeats, and packets that overtake one another',
    { generations: 2, loss: 0.2, repeats: 0.1, delayMs: 800 },
  ],
  [
    '50 % loss and packets that overtake one another',
    { generations: 2, loss: 0.5, repeats: 0.1, delayMs: 800 },
  ],
  ['20 % loss and one generation', { generations: 1, loss: 0.2, repeats: 0, delayMs: 400 }],
  ['20 % loss without red', { generations: 0, loss: 0.2, repeats: 0.1, delayMs: 800 }],
] as const)('D94 with %s text is complete, or marked exactly where it is missing', (_name, network) => {
  for (const seed of seeds) {
    const random = createSeededRandom(seed);
    const run = { ...network, seed };
    const { written, packets } = send(run, random);
    const arrivals = carry(run, random, packets);
    const text = receive(arrivals);
    const arrived = new Set(arrivals.map(({ index }) => index));
    expect(text, `seed ${seed}`).toBe(expectedText(run, packets, arrived));
    if (arrived.size === packets.length) expect(text, `seed ${seed}`).toBe(written);
  }
});
