import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createTextTransport } from './text-transport.ts';

/** An open channel that counts how often its state is read. */
class FakeChannel extends EventTarget {
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  binaryType = '';
  isOpen = true;
  reads = 0;
  readonly id = 5;
  readonly sent: string[] = [];
  get readyState(): string {
    this.reads++;
    return this.isOpen ? 'open' : 'closed';
  }
  send(characters: string): void {
    this.sent.push(characters);
  }
  close(): void {
    this.isOpen = false;
    this.dispatchEvent(new Event('close'));
  }
  receive(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

/** A call whose text is on a negotiated channel. */
function createScene(report = async (): Promise<ReadonlyMap<string, object>> => new Map()) {
  const negotiated = new FakeChannel();
  const clock = createFakeClock();
  let received = '';
  const transport = createTextTransport({
    transport: 'dataChannel',
    fallback: 'message',
    channel: negotiated as unknown as RTCDataChannel,
    messages: { send: async () => true },
    report,
    clock,
    events: {
      received: (characters) => void (received += characters),
      delivered() {},
      failed() {},
      changed() {},
    },
  });
  const take = (): FakeChannel => {
    const channel = new FakeChannel();
    transport.take(channel as unknown as RTCDataChannel);
    return channel;
  };
  return { negotiated, clock, transport, take, received: () => received };
}

/** Resolves when the transport has read the statistics for which it has asked. */
const areRead = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('D10 a second channel that carries many messages is kept once, and replaces the first', () => {
  const { negotiated, transport, take, received } = createScene();
  const second = take();
  for (let count = 0; count < 1000; count++) second.receive('a');
  expect(received()).toHaveLength(1000);
  second.reads = 0;
  negotiated.close();
  expect(second.reads).toBeLessThan(10);
  expect(transport.current).toBe('dataChannel');
});

test('D10 T17 when a channel fails and no other one takes its place, MESSAGE takes over within 2 s', async () => {
  const { negotiated, clock, transport, take } = createScene();
  clock.advance(60_000);
  const second = take();
  await areRead();
  negotiated.close();
  expect(transport.current).toBe('dataChannel');
  clock.advance(60_000);
  expect(transport.current).toBe('dataChannel');
  second.close();
  clock.advance(1000);
  // A new channel may still come.
  expect(transport.current).toBe('dataChannel');
  clock.advance(1000);
  expect(transport.current).toBe('message');
});

test('D10 a peer that opens more than eight channels finds the others closed', () => {
  const { take } = createScene();
  const channels = Array.from({ length: 20 }, take);
  expect(channels.filter(({ isOpen }) => isOpen)).toHaveLength(8);
});

test.each(['nothing', 'a signature'])(
  'RFC 8832 D41 after %s of the peer, text waits until the statistics count the own signature on its channel: what is sent before may be lost',
  async (heard) => {
    let messagesSent = 0;
    const report = async () =>
      new Map([['channel', { type: 'data-channel', dataChannelIdentifier: 5, messagesSent }]]);
    const { negotiated, clock, transport, take } = createScene(report);
    negotiated.close();
    const channel = take();
    if (heard === 'a signature') channel.receive('\uFEFF');
    transport.send(1, 'a');
    await areRead();
    for (let time = 0; time < 4; time++) {
      clock.advance(50);
      await areRead();
    }
    expect(new Set(channel.sent)).toEqual(new Set(['\uFEFF']));
    expect(channel.sent.length).toBeGreaterThan(1);
    messagesSent = 1;
    clock.advance(50);
    await areRead();
    transport.send(2, 'a');
    expect(channel.sent.filter((each) => each !== '\uFEFF')).toEqual(['a']);
  },
);

test('RFC 8832 a channel of the peer begins with one signature, also where the browser says twice that it is open', async () => {
  const { take } = createScene();
  const channel = take();
  channel.dispatchEvent(new Event('open'));
  await areRead();
  expect(channel.sent).toEqual(['\uFEFF']);
});
