import { exactTextMachine } from '@samtal/realtime-text/exact';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { ExactTextTransport } from './exact-text-transport.ts';
import { createExactTextTransport } from './exact-text-transport.ts';
import { createTextTransport } from './text-transport.ts';

const machine = exactTextMachine;

/** One end of a channel; what it sends arrives at `peer` at once, or waits while the channel is `held`. */
class FakeChannel extends EventTarget {
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  binaryType = '';
  readyState = 'open';
  peer: FakeChannel | undefined;
  isHeld = false;
  readonly sent: string[] = [];
  send(data: string): void {
    this.sent.push(data);
    if (!this.isHeld) this.peer?.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  close(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.dispatchEvent(new Event('close'));
  }
}

/** Two ends of a call with a channel between them and a server for MESSAGE. */
function createScene() {
  const clock = createFakeClock();
  const channels = [new FakeChannel(), new FakeChannel()] as const;
  channels[0].peer = channels[1];
  channels[1].peer = channels[0];
  let isServerLost = false;
  const messages: string[] = [];

  function createEnd(self: 0 | 1, restored?: unknown) {
    const seen = { received: '', delivered: [] as number[], failed: [] as number[], changed: [] as string[] };
    const transport: ExactTextTransport = createExactTextTransport(
      { machine, createWire: createTextTransport },
      {
        transport: 'dataChannel',
        fallback: 'message',
        channel: channels[self] as unknown as RTCDataChannel,
        messages: {
          async send(data) {
            messages.push(data);
            if (isServerLost) return false;
            ends[1 - self]?.transport.receive(data);
            return true;
          },
        },
        report: async () => new Map() as RTCStatsReport,
        clock,
        restored,
        events: {
          received: (characters) => void (seen.received += characters),
          delivered: (chunkId) => void seen.delivered.push(chunkId),
          failed: (chunkId) => void seen.failed.push(chunkId),
          changed: (name) => void seen.changed.push(name),
        },
      },
    );
    return { transport, seen };
  }
  const ends = [createEnd(0), createEnd(1)] as const;
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    clock,
    channels,
    ends,
    messages,
    settle,
    loseServer: (isLost: boolean) => void (isServerLost = isLost),
    createEnd,
  };
}

test('D82 D41 text on a channel is delivered when the peer has reported it, and nothing else is sent', () => {
  const { ends, channels } = createScene();
  const [alice, bobby] = ends;
  alice.transport.send(1, 'hi');
  expect(bobby.seen.received).toBe('hi');
  expect(alice.seen.delivered).toEqual([1]);
  expect(channels[0].sent).toEqual(['\uFEFF', '\u0098P0;0;0\u009Chi']);
  expect(channels[1].sent).toEqual(['\uFEFF', '\u0098P0;0;2\u009C']);
});

test('D82 D10 text that was on a channel that died goes by MESSAGE, once, and its sender has no doubt', async () => {
  const { ends, channels, clock, settle, messages } = createScene();
  const [alice, bobby] = ends;
  alice.transport.send(1, 'one ');
  // The peer has read this text, but its report is lost.
  channels[1].isHeld = true;
  alice.transport.send(2, 'two ');
  channels[0].isHeld = true;
  alice.transport.send(3, 'three ');
  for (const channel of channels) channel.close();
  alice.transport.send(4, 'four');
  clock.advance(1500);
  await settle();
  expect(bobby.seen).toMatchObject({ received: 'one two three four', changed: ['message'] });
  expect(alice.seen).toMatchObject({ delivered: [1, 2, 3, 4], failed: [], changed: ['message'] });
  expect(messages[0]).toBe('\u0098P4;4;0\u009Ctwo three four');
});

test('D82 a peer that still trusts its channel follows to MESSAGE, also if no one types', async () => {
  const { ends, channels, clock, settle } = createScene();
  const [alice, bobby] = ends;
  channels[1].isHeld = true;
  bobby.transport.send(1, 'lost on the way');
  channels[0].close();
  clock.advance(1500);
  await settle();
  expect(bobby.transport.current).toBe('message');
  expect(alice.seen.received).toBe('lost on the way');
  expect(bobby.seen.delivered).toEqual([1]);
});

test('D82 MESSAGE that gets no 2xx is sent again until it does', async () => {
  const { ends, channels, clock, settle, loseServer } = createScene();
  const [alice, bobby] = ends;
  for (const channel of channels) channel.close();
  loseServer(true);
  clock.advance(1500);
  alice.transport.send(1, 'hello');
  await settle();
  clock.advance(1000);
  await settle();
  expect(bobby.seen.received).toBe('');
  loseServer(false);
  clock.advance(8000);
  await settle();
  expect(bobby.seen.received).toBe('hello');
  expect(alice.seen).toMatchObject({ delivered: [1], failed: [] });
});

test('D82 D41 the end of a call waits for the report of the last text, but a second at most', async () => {
  const { ends, channels, clock } = createScene();
  const [alice] = ends;
  let isDone = false;
  alice.transport.send(1, 'bye');
  alice.transport.whenSent(() => (isDone = true));
  expect(isDone).toBe(true);
  isDone = false;
  channels[0].isHeld = true;
  alice.transport.send(2, 'bye');
  alice.transport.whenSent(() => (isDone = true));
  clock.advance(999);
  expect(isDone).toBe(false);
  clock.advance(1);
  expect([isDone, alice.seen.delivered]).toEqual([true, [1]]);
});

test('D82 a report that is read after the end of the call still counts, and nothing is sent any more', () => {
  const { ends, channels } = createScene();
  const [alice] = ends;
  channels[1].isHeld = true;
  alice.transport.send(1, 'bye');
  const sent = channels[0].sent.length;
  alice.transport.stopSending();
  const [, report = ''] = channels[1].sent;
  channels[0].dispatchEvent(Object.assign(new Event('message'), { data: report }));
  alice.transport.send(2, 'too late');
  expect(alice.seen.delivered).toEqual([1]);
  expect(channels[0].sent).toHaveLength(sent);
});

test('D82 after a reload the rest is sent from what was stored', () => {
  const { ends, channels, createEnd, clock } = createScene();
  const [alice, bobby] = ends;
  alice.transport.send(1, 'one ');
  channels[0].isHeld = true;
  alice.transport.send(2, 'two');
  const stored: unknown = JSON.parse(JSON.stringify(alice.transport.snapshot()));
  alice.transport.stop();
  channels[0].isHeld = false;
  const again = createEnd(0, stored);
  expect(bobby.seen.received).toBe('one two');
  clock.advance(300);
  expect(again.seen.delivered).toEqual([2]);
});

test('D82 D81 text that was never written to a wire is known, for a page that is reloaded', async () => {
  const { ends, channels, clock, settle, loseServer } = createScene();
  const [alice] = ends;
  for (const channel of channels) channel.close();
  clock.advance(1500);
  await settle();
  loseServer(true);
  expect(alice.transport.firstUnsent(false)).toBeUndefined();
  alice.transport.send(1, 'written, and lost ');
  await settle();
  alice.transport.send(2, 'waits');
  expect(alice.transport.firstUnsent(false)).toBe(2);
});
