import { expect, onTestFinished, test, vi } from 'vitest';
import { browserClock } from '../../page/browser-clock.ts';
import { negotiate, passCandidates } from '../../testing/connect-pair.ts';
import { createTextChannel } from './text-channel.ts';
import type { TextTransportOptions } from './text-transport.ts';
import { createTextTransport } from './text-transport.ts';

const SIGNATURE = '\uFEFF';

const wordsOf = (heard: readonly string[]): readonly string[] => heard.filter((each) => each !== SIGNATURE);

async function link(one: RTCPeerConnection, two: RTCPeerConnection): Promise<void> {
  passCandidates(one, two);
  await negotiate(one, two);
}

/** Everything received on a channel. */
function hear(channel: RTCDataChannel): string[] {
  const heard: string[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => heard.push(data));
  return heard;
}

/** A text transport at one end of a real connection, and plain channels at the other. */
async function createScene(
  changes: Partial<TextTransportOptions> = {},
  theirs: RTCPeerConnection = new RTCPeerConnection(),
) {
  const ours = new RTCPeerConnection();
  const opened: { readonly channel: RTCDataChannel; readonly heard: readonly string[] }[] = [];
  theirs.addEventListener('datachannel', (event) =>
    opened.push({ channel: event.channel, heard: hear(event.channel) }),
  );
  const channel = createTextChannel(ours, 1);
  const remote = createTextChannel(theirs, 1);
  const heard = hear(remote);
  const events: unknown[][] = [];
  const messages: string[] = [];
  /**
   * The delay of each timer, in milliseconds; unlike a measured time, it does not depend on how busy the
   * machine is.
   */
  const delays: number[] = [];
  const note =
    (name: string) =>
    (...values: readonly unknown[]) =>
      void events.push([name, ...values]);
  const transport = createTextTransport({
    transport: 'dataChannel',
    fallback: 'message',
    channel,
    reopen: () => ours.createDataChannel('t140', { protocol: 't140' }),
    messages: {
      send: async (characters) => {
        messages.push(characters);
        return true;
      },
    },
    report: () => ours.getStats(),
    clock: {
      ...browserClock,
      setTimer(delayMs, run) {
        delays.push(delayMs);
        return browserClock.setTimer(delayMs, run);
      },
    },
    events: {
      received: note('received'),
      delivered: note('delivered'),
      failed: note('failed'),
      changed: note('changed'),
    },
    ...changes,
  });
  ours.addEventListener('datachannel', (event) => transport.take(event.channel));
  onTestFinished(() => {
    transport.stop();
    ours.close();
    theirs.close();
  });
  await link(ours, theirs);
  await vi.waitUntil(() => remote.readyState === 'open' && channel.readyState === 'open');
  const isDelivered = (chunkId: number) =>
    vi.waitUntil(() => events.some(([name, id]) => name === 'delivered' && id === chunkId), {
      timeout: 4000,
      interval: 5,
    });
  const has = (name: string) =>
    vi.waitUntil(() => events.find(([each]) => each === name), { timeout: 4000, interval: 5 });
  return {
    ours,
    theirs,
    channel,
    remote,
    heard,
    opened,
    transport,
    events,
    messages,
    delays,
    has,
    isDelivered,
  };
}

/**
 * The limit for what takes about a second, so that a busy machine passes too. Without the timer under test,
 * the browser would take five seconds or more.
 */
const SOON_MS = 4000;

test('D41 RFC 8865 a character is delivered when the peer is heard after it, not when sent', async () => {
  const { transport, events, heard, has } = await createScene();
  transport.send(1, 'a');
  expect(events).toEqual([]);
  expect(await has('delivered')).toEqual(['delivered', 1]);
  expect([heard[0], wordsOf(heard)]).toEqual([SIGNATURE, ['a']]);
});

test('D41 if only text flows, each character is confirmed', async () => {
  const { transport, heard, isDelivered } = await createScene();
  for (let chunkId = 1; chunkId <= 2; chunkId++) {
    transport.send(chunkId, 'x');
    await isDelivered(chunkId);
  }
  expect(wordsOf(heard)).toEqual(['x', 'x']);
});

test('D41 T.140 §8.1 the peer’s signature is not displayed', async () => {
  const { remote, events, has } = await createScene();
  remote.send(SIGNATURE);
  remote.send('hi');
  await has('received');
  expect(events).toEqual([['received', 'hi']]);
});

test('a message that is too long is not read, and a mark replaces it', async () => {
  const { remote, events, has } = await createScene();
  remote.send('x'.repeat(8193));
  remote.send('x'.repeat(8192));
  await has('received');
  await vi.waitUntil(() => events.length === 2);
  expect(events.map(([, characters]) => String(characters).length)).toEqual([1, 8192]);
  expect(events[0]).toEqual(['received', '\uFFFD']);
});

test('a character split between two binary messages arrives complete', async () => {
  const { remote, events } = await createScene();
  const bytes = new TextEncoder().encode('a😀b');
  for (let at = 0; at < bytes.length; at += 2) remote.send(bytes.slice(at, at + 2));
  await vi.waitUntil(() => events.map(([, characters]) => characters).join('') === 'a😀b');
});

test('D41 the end of a call waits at most a second for the last characters to be confirmed', async () => {
  const { transport, events, delays, heard } = await createScene();
  let isDone = false;
  transport.whenSent(() => (isDone = true));
  expect(isDone).toBe(true);
  transport.send(1, 'last');
  const since = performance.now();
  delays.length = 0;
  await new Promise<void>((resolve) => transport.whenSent(resolve));
  expect(delays).toContain(1000);
  expect(events).toEqual([['delivered', 1]]);
  expect(wordsOf(heard)).toEqual(['last']);
  expect(performance.now() - since).toBeLessThan(SOON_MS);
});

test('D41 text sent to a vanished peer is not delivered, and the end waits at most a second', async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const { RTCPeerConnection: Their } = frame.contentWindow as Window & typeof globalThis;
  const { transport, events, delays, has } = await createScene({}, new Their());
  transport.send(1, 'a');
  await has('delivered');
  frame.remove();
  transport.send(2, 'b');
  transport.send(3, 'c');
  const since = performance.now();
  delays.length = 0;
  await new Promise<void>((resolve) => transport.whenSent(resolve));
  expect(delays).toContain(1000);
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  expect(events.filter(([name]) => name === 'delivered')).toEqual([['delivered', 1]]);
});

test('T17 RFC 8865 §5.4 D41 a failed channel is opened again, and used once it has received data', async () => {
  const { remote, opened, transport, events, has, isDelivered } = await createScene();
  transport.send(1, 'a');
  await has('delivered');
  remote.close();
  await vi.waitUntil(() => opened.length === 1);
  const [{ channel: again, heard } = expect.fail('it was opened')] = opened;
  expect([again.protocol, again.negotiated, events.length]).toEqual(['t140', false, 1]);
  transport.send(2, 'held');
  again.send(SIGNATURE);
  expect(await has('changed')).toEqual(['changed', 'dataChannel', false, 2]);
  transport.send(3, 'held');
  await isDelivered(3);
  expect([heard[0], wordsOf(heard)]).toEqual([SIGNATURE, ['held']]);
});

test('T17 RFC 8865 §5.4 D41 a peer that is slow may still use the first of two attempts, and the other one is closed', async () => {
  const { remote, opened, transport, has, isDelivered } = await createScene();
  transport.send(1, 'a');
  await has('delivered');
  remote.close();
  await vi.waitUntil(() => opened.length === 2);
  const [first = expect.fail('opened'), second = expect.fail('opened again')] = opened;
  first.channel.send(SIGNATURE);
  expect(await has('changed')).toEqual(['changed', 'dataChannel', false, undefined]);
  transport.send(2, 'b');
  await isDelivered(2);
  expect(wordsOf(first.heard)).toEqual(['b']);
  await vi.waitUntil(() => second.channel.readyState === 'closed');
});

test('T17 D41 a reopened channel whose data is read before it counts as open is used when it opens', async () => {
  let resolve: (channel: RTCDataChannel) => void = () => {};
  const tried = new Promise<RTCDataChannel>((done) => {
    resolve = done;
  });
  let isOpen = false;
  const { ours, remote, opened, transport, events, has, isDelivered } = await createScene({
    reopen() {
      const channel = ours.createDataChannel('t140', { protocol: 't140' });
      Object.defineProperty(channel, 'readyState', { get: () => (isOpen ? 'open' : 'connecting') });
      resolve(channel);
      return channel;
    },
  });
  transport.send(1, 'a');
  await has('delivered');
  remote.close();
  const channel = await tried;
  const happens = (type: 'open' | 'message') => new Promise((done) => channel.addEventListener(type, done));
  const openAndHeard = Promise.all([happens('open'), happens('message')]);
  await vi.waitUntil(() => opened[0]?.channel.readyState === 'open');
  opened[0]?.channel.send(SIGNATURE);
  await openAndHeard;
  expect(events.some(([name]) => name === 'changed')).toBe(false);
  isOpen = true;
  channel.dispatchEvent(new Event('open'));
  expect(await has('changed')).toEqual(['changed', 'dataChannel', false, undefined]);
  transport.send(2, 'b');
  await isDelivered(2);
  expect(wordsOf(opened[0]?.heard ?? [])).toEqual(['b']);
});

test('T17 D41 a channel without incoming data is replaced by MESSAGE, sent text in doubt', async () => {
  const { channel, remote, transport, messages, delays, has, isDelivered } = await createScene();
  const since = performance.now();
  transport.send(1, 'a');
  channel.close();
  transport.send(2, 'b');
  await vi.waitUntil(() => remote.readyState === 'closed');
  expect(await has('failed')).toEqual(['failed', 1, 2]);
  transport.send(3, 'b');
  expect(await has('changed')).toEqual(['changed', 'message', false, 3]);
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  // For 1.5 s a new channel could still have replaced the failed one.
  expect(delays).toContain(1500);
  transport.send(4, 'b');
  await isDelivered(4);
  expect(messages).toEqual(['b']);
});

test('RFC 8832 without a text transport a channel opened in band is used, whatever its label', async () => {
  const { theirs, transport, has, isDelivered } = await createScene({ transport: 'none', fallback: 'none' });
  const theirChannel = theirs.createDataChannel('chat', { protocol: 't140' });
  const heard = hear(theirChannel);
  expect(await has('changed')).toEqual(['changed', 'dataChannel', true, undefined]);
  // The end that opens a channel sees it open after the other one.
  await vi.waitUntil(() => theirChannel.readyState === 'open', { timeout: SOON_MS });
  theirChannel.send('hi');
  expect(await has('received')).toEqual(['received', 'hi']);
  transport.send(1, 'hello');
  await isDelivered(1);
  expect([heard[0], wordsOf(heard)]).toEqual([SIGNATURE, ['hello']]);
});

test('T17 a MESSAGE with a mark changes the other direction to MESSAGE, with one mark', async () => {
  const { transport, events } = await createScene();
  transport.receive('\uFFFDhi');
  expect(events).toEqual([
    ['changed', 'message', false, undefined],
    ['received', '\uFFFDhi'],
  ]);
});
