import { createSocket } from 'node:dgram';
import { addTextToSdp, stripTextFromSdp } from '@samtal/realtime-text';
import { expect, onTestFinished, test } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import type { MediaPlan } from './media-plan.ts';
import { planMedia } from './media-plan.ts';
import type { MediaStack } from './media-threads.ts';
import { createMediaThreads } from './media-threads.ts';
import type { StackReport } from './stack-messages.ts';

/** Ports, timers and threads of this process. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /UDP|TCP|MessagePort|Worker/.test(name)).length;

const session = { id: '1', version: 1 };

const vp8 = new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, payloadType: 96 });

/** A caller with a picture and a data channel, and the stack that answers. */
async function connect() {
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
  const plan = planMedia(offer, { sound: true, picture: true, text: { streamId: 1 } });
  if (plan === undefined) throw new Error('nothing in common');
  const { stack, next, threads } = start();
  onTestFinished(async () => {
    await stack.close();
    await peer.close();
  });
  await answerWith(peer, plan, stack, next);
  return { peer, plan, track, transceiver, remoteTrack, channel, stack, next, threads };
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

/** A stack, and a way to wait for its next report of a kind. */
function start() {
  const reports: StackReport[] = [];
  const waiting: (() => void)[] = [];
  const threads = createMediaThreads(1);
  const stack = threads.open((report) => {
    reports.push(report);
    for (const look of waiting.splice(0)) look();
  });
  if (stack === undefined) throw new Error('no place');
  async function next(type: StackReport['type']): Promise<StackReport> {
    for (;;) {
      const at = reports.findIndex((report) => report.type === type);
      const [report] = at < 0 ? [] : reports.splice(at, 1);
      if (report !== undefined) return report;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }
  return { stack, next, threads };
}

test('D28 D10 text arrives on the data channel, what is sent arrives, pictures come back under another name', {
  timeout: 30_000,
}, async () => {
  const { track, transceiver, remoteTrack, channel, stack, next } = await connect();
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
  const { peer, plan, stack, next } = await connect();
  await next('channelOpened');
  await peer.setLocalDescription(await peer.createOffer());
  await answerWith(peer, plan, stack, next);
});

test('D28 a flood of text ends that call', { timeout: 30_000 }, async () => {
  const { channel, next } = await connect();
  await next('channelOpened');
  for (let index = 0; index < 100; index += 1) channel.send('x');
  expect(await next('failed')).toEqual({ type: 'failed', reason: 'too many texts' });
});

test('D28 rubbish on its port harms neither the call nor the process', { timeout: 30_000 }, async () => {
  const { peer, channel, next } = await connect();
  await next('channelOpened');
  const port = Number(
    /^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+)/m.exec(peer.remoteDescription?.sdp ?? '')?.[1],
  );
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  // First bytes of STUN, DTLS and RTP (RFC 7983 §7), with nothing sensible behind them.
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
  'D28 an offer that the stack cannot bear ends its thread at most: %s',
  { timeout: 30_000 },
  async (_name, sdp) => {
    const { stack, next } = start();
    onTestFinished(() => stack.close());
    stack.order({ do: 'answer', offer: { sdp, codecs: [], textStreamId: undefined, cps: undefined } });
    const told = await Promise.race([next('failed'), next('answered')]);
    expect(['failed', 'answered']).toContain(told.type);
  },
);

test('D28 an exception that nobody catches ends its thread, and only that', { timeout: 30_000 }, async () => {
  const { stack, next, threads } = start();
  stack.order(undefined as never);
  expect((await next('failed')).type).toBe('failed');
  await stack.close();
  expect(threads.count()).toBe(0);
});

test('D28 as many as there is place for, and nothing is left of them', { timeout: 30_000 }, async () => {
  const before = handles();
  const { stack, threads } = start();
  expect(threads.open(() => undefined)).toBeUndefined();
  await stack.close();
  expect([threads.count(), handles()]).toEqual([0, before]);
  const second = threads.open(() => undefined);
  expect(threads.count()).toBe(1);
  await threads.close();
  expect([second === undefined, threads.count(), handles()]).toEqual([false, 0, before]);
});
