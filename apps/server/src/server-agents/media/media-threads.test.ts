import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { addTextToSdp, stripTextFromSdp } from '@samtal/realtime-text';
import { createFakeClock } from '@samtal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import type { MediaPlan } from './media-plan.ts';
import { planMedia } from './media-plan.ts';
import type { MediaStack, MediaThreadOptions } from './media-threads.ts';
import { createMediaThreads } from './media-threads.ts';
import type { StackReport } from './stack-messages.ts';
import { createWebRtcStack } from './webrtc-stack.ts';

/** Open ports, timers and threads of this process. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /UDP|TCP|MessagePort|Worker/.test(name)).length;

const session = { id: '1', version: 1 };

const vp8 = new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, payloadType: 96 });

/** Connects a caller with video and a data channel to the stack that `startStack` starts. */
async function connect<Started extends Pick<ReturnType<typeof start>, 'stack' | 'next'>>(
  startStack: () => Started,
) {
  const peer = new RTCPeerConnection({
    codecs: { video: [vp8] },
    iceAdditionalHostAddresses: ['127.0.0.1'],
    bundlePolicy: 'max-bundle',
  });
  const track = new MediaStreamTrack({ kind: 'video' });
  const transceiver = peer.addTransceiver(track, { direction: 'sendrecv' });
  const remoteTrack = new Promise<MediaStreamTrack>((resolve) => transceiver.onTrack.once(resolve));
  const channel = peer.createDataChannel('t140', { negotiated: true, id: 1, protocol: 't140' });
  await peer.setLocalDescription(await peer.createOffer());
  const offer = addTextToSdp(peer.localDescription?.sdp ?? '', { dataChannel: true, message: true });
  const plan = planMedia(offer, { audio: true, video: true, text: { streamId: 1 } });
  if (plan === undefined) throw new Error('nothing in common');
  const started = startStack();
  const { stack, next } = started;
  onTestFinished(async () => {
    await stack.close();
    await peer.close();
  });
  await answerWith(peer, plan, stack, next);
  return { ...started, peer, plan, track, transceiver, remoteTrack, channel };
}

async function answerWith(
  peer: RTCPeerConnection,
  plan: MediaPlan,
  stack: MediaStack,
  next: (type: StackReport['type']) => Promise<StackReport>,
): Promise<void> {
  stack.order({ do: 'answer', offer: plan.stackOffer });
  const answered = await next('answered');
  const sdp = answered.type === 'answered' ? plan.complete(answered.sdp, session) : '';
  await peer.setRemoteDescription({ type: 'answer', sdp: stripTextFromSdp(sdp) });
}

/** Collects reports; `next` waits for the next report of a type and removes it. */
function createReports() {
  const reports: StackReport[] = [];
  const waiting: (() => void)[] = [];
  const report = (event: StackReport): void => {
    reports.push(event);
    for (const look of waiting.splice(0)) look();
  };
  async function next(type: StackReport['type']): Promise<StackReport> {
    for (;;) {
      const at = reports.findIndex((event) => event.type === type);
      const [event] = at < 0 ? [] : reports.splice(at, 1);
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }
  return { report, next };
}

/** A stack in its own thread. */
function start(options: Partial<MediaThreadOptions> = {}) {
  const { report, next } = createReports();
  const threads = createMediaThreads({ mostCalls: 1, ...options });
  const stack = threads.open('alice@demo.example', report);
  if (stack === undefined) throw new Error('no place');
  return { stack, next, threads };
}

/** A stack in this thread, with its own clock. */
function startHere() {
  const clock = createFakeClock();
  const { report, next } = createReports();
  const opened = createWebRtcStack(clock, report);
  const stack: MediaStack = {
    order(order) {
      if (order.do === 'answer') void opened.answer(order.offer);
    },
    close: async () => undefined,
  };
  return { stack, next, clock };
}

test('D28 D10 text goes both ways on the data channel, and video is returned with another SSRC', {
  timeout: 30_000,
}, async () => {
  const { track, transceiver, remoteTrack, channel, stack, next } = await connect(start);
  await next('channelOpened');
  const heard = new Promise((resolve) => channel.onMessage.once(resolve));
  channel.send('hej\b👋');
  expect(await next('textReceived')).toEqual({ type: 'textReceived', text: 'hej\b👋' });
  stack.order({ do: 'sendText', text: 'svar' });
  expect(await heard).toBe('svar');

  const remote = await remoteTrack;
  const returned = new Promise<RtpPacket>((resolve) => {
    remote.onReceiveRtp.once((packet) => resolve(packet));
  });
  let sequenceNumber = 0;
  const camera = setInterval(() => {
    sequenceNumber += 1;
    const header = new RtpHeader({
      payloadType: 96,
      sequenceNumber,
      timestamp: sequenceNumber * 3000,
      ssrc: 7,
    });
    track.writeRtp(new RtpPacket(header, Buffer.from([0x10, 1, 2, 3])));
  }, 20);
  onTestFinished(() => clearInterval(camera));
  const packet = await returned;
  expect([packet.header.payloadType, [...packet.payload]]).toEqual([96, [0x10, 1, 2, 3]]);
  expect(packet.header.ssrc).not.toBe(transceiver.sender.ssrc);
});

test('a later offer is answered by the same stack', { timeout: 30_000 }, async () => {
  const { peer, plan, stack, next } = await connect(start);
  await next('channelOpened');
  await peer.setLocalDescription(await peer.createOffer());
  await answerWith(peer, plan, stack, next);
});

test('RFC 8839 §4.2.1.2 each answer names a default candidate, after connecting the one in use', {
  timeout: 30_000,
}, async () => {
  const { peer, plan, stack, next } = await connect(start);
  const named = (): readonly [string | undefined, number] => {
    const sdp = peer.remoteDescription?.sdp ?? '';
    return [/^c=IN IP[46] (\S+)/m.exec(sdp)?.[1], Number(/^m=\w+ (\d+)/m.exec(sdp)?.[1])];
  };
  const [address, port] = named();
  expect(peer.remoteDescription?.sdp).toContain(` ${address} ${port} typ host`);
  await next('channelOpened');
  await peer.setLocalDescription(await peer.createOffer());
  await answerWith(peer, plan, stack, next);
  const inUse = peer.iceTransports[0]?.connection.nominated?.remoteCandidate;
  expect(named()).toEqual([inUse?.host, inUse?.port]);
});

test('D28 a flood of text ends its call', { timeout: 30_000 }, async () => {
  const { channel, next } = await connect(start);
  await next('channelOpened');
  for (let index = 0; index < 100; index += 1) channel.send('x');
  expect(await next('failed')).toEqual({ type: 'failed', reason: 'too many texts' });
});

test('D28 invalid packets on its port do not affect the call or the process', {
  timeout: 30_000,
}, async () => {
  const { peer, channel, next } = await connect(start);
  await next('channelOpened');
  const port = Number(
    /^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+)/m.exec(peer.remoteDescription?.sdp ?? '')?.[1],
  );
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  // First bytes of STUN, DTLS and RTP (RFC 7983 §7), followed by invalid data.
  for (const first of [0, 1, 3, 20, 22, 23, 63, 64, 128, 191, 255])
    for (const length of [1, 4, 12, 13, 40, 1400])
      socket.send(Buffer.alloc(length, 0xa5).fill(first, 0, 1), port, '127.0.0.1');
  channel.send('still there');
  expect(await next('textReceived')).toEqual({ type: 'textReceived', text: 'still there' });
});

test.each([
  ['no SDP', 'x'],
  ['no sections', 'v=0\r\n'],
  ['a section without anything', 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\n'],
])(
  'D28 an invalid offer ends at most the thread of its stack: %s',
  { timeout: 30_000 },
  async (_name, sdp) => {
    const { stack, next } = start();
    onTestFinished(() => stack.close());
    stack.order({ do: 'answer', offer: { sdp, codecs: [], textStreamId: undefined, cps: undefined } });
    const told = await Promise.race([next('failed'), next('answered')]);
    expect(['failed', 'answered']).toContain(told.type);
  },
);

test('D28 an uncaught exception ends only its thread', { timeout: 30_000 }, async () => {
  const { stack, next, threads } = start();
  stack.order(undefined as never);
  expect((await next('failed')).type).toBe('failed');
  await stack.close();
  expect(threads.count()).toBe(0);
});

test('D28 the number of threads is limited, and closed ones leave nothing open', {
  timeout: 30_000,
}, async () => {
  const before = handles();
  const { stack, threads } = start();
  expect(threads.open('bobby@demo.example', () => undefined)).toBeUndefined();
  await stack.close();
  expect([threads.count(), handles()]).toEqual([0, before]);
  const second = threads.open('bobby@demo.example', () => undefined);
  expect(threads.count()).toBe(1);
  await threads.close();
  expect([second === undefined, threads.count(), handles()]).toEqual([false, 0, before]);
});

/** The script of a thread that does nothing, and the script of a thread in an endless loop. */
const idle = new URL('data:text/javascript,setInterval(() => {}, 1e9)');
const stuck = new URL('data:text/javascript,for (;;);');

test('D28 one caller gets two threads, anonymous callers together a third', async () => {
  const threads = createMediaThreads({ mostCalls: 6, script: idle });
  onTestFinished(() => threads.close());
  const open = (caller: string) => threads.open(`${caller}@demo.example`, () => undefined);
  const alice = [open('alice'), open('alice'), open('alice')];
  const strangers = [open('anonymous-a'), open('anonymous-b'), open('anonymous-c')];
  const others = [open('bobby'), open('carol'), open('david')];
  const places = (stacks: typeof alice) => stacks.map((stack) => stack !== undefined);
  expect([places(alice), places(strangers), places(others)]).toEqual([
    [true, true, false],
    [true, true, false],
    [true, true, false],
  ]);
  await alice[0]?.close();
  await strangers[0]?.close();
  expect(places([open('alice'), open('anonymous-c'), open('david')])).toEqual([true, true, false]);
});

test('D28 LIMIT_MEDIA_CALLS of 0 starts no thread', () => {
  expect(createMediaThreads({ mostCalls: 0 }).open('alice@demo.example', () => undefined)).toBeUndefined();
});

test('D28 a thread that does not answer is terminated, and its call is told', async () => {
  const { next, threads, stack } = start({ script: stuck, aliveMs: 50 });
  onTestFinished(() => stack.close());
  expect(await next('failed')).toEqual({ type: 'failed', reason: 'a thread does not answer' });
  expect(await next('failed')).toEqual({ type: 'failed', reason: 'a thread ended' });
  expect(threads.count()).toBe(0);
});

test('D28 a thread that answers is asked repeatedly and keeps running', { timeout: 30_000 }, async () => {
  const answering = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (order) => {
      parentPort.postMessage({ type: 'alive' });
      parentPort.postMessage({ type: 'textReceived', text: order.do });
    });`;
  const script = new URL(`data:text/javascript,${encodeURIComponent(answering)}`);
  const { next, stack } = start({ script, aliveMs: 1_000 });
  onTestFinished(() => stack.close());
  // The third question shows that the answer to the second was received.
  for (let count = 0; count < 3; count++)
    expect(await next('textReceived')).toEqual({ type: 'textReceived', text: 'reportAlive' });
});

test('D28 the thread of a stack answers reportAlive', { timeout: 30_000 }, async () => {
  const thread = new Worker(new URL('./stack-thread.ts', import.meta.url));
  onTestFinished(() => void thread.terminate());
  thread.postMessage({ do: 'reportAlive' }, []);
  expect(await once(thread, 'message')).toEqual([{ type: 'alive' }]);
});

test('D28 RFC 7675 a stack that receives nothing for one minute ends', { timeout: 30_000 }, async () => {
  const { next, clock } = await connect(startHere);
  await next('channelOpened');
  // When only the idle timer is pending, the connection is established.
  await expect.poll(() => clock.pending()).toBe(1);
  // The first check counts what was received until then; from the first to the second nothing arrives.
  clock.advance(60_000);
  clock.advance(60_000);
  expect(await next('failed')).toEqual({ type: 'failed', reason: 'nothing is received' });
});
