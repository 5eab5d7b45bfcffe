import type { Clock, PeerView } from '@samtal/call-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCallStreams } from '../media/call-streams.ts';
import { browserClock } from '../page/browser-clock.ts';
import { negotiate, passCandidates } from '../testing/connect-pair.ts';
import { keyFramesIn } from '../testing/key-frames-in.ts';
import { createPeerMonitor } from './peer-monitor.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };

/**
 * A call from one connection of this page to another, with fake camera and microphone, watched by the receiver.
 * @param isMutual the receiver sends its camera too
 */
async function createCall({ isMutual = false } = {}) {
  const camera = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
  const [own, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  passCandidates(own, other);
  const shown = document.createElement('video');
  const received = new MediaStream();
  shown.srcObject = received;
  document.body.append(shown);
  other.addEventListener('track', ({ track }) => {
    received.addTrack(track);
    void shown.play();
  });
  for (const track of camera.getTracks()) own.addTrack(track, camera);
  await negotiate(own, other, () => {
    if (isMutual) for (const track of camera.getTracks()) other.addTrack(track, camera);
  });
  const streams = createCallStreams();
  streams.setConnection('c', other);
  const views: PeerView[] = [];
  const asked: string[] = [];
  /** The times between readings. */
  const pauses: number[] = [];
  const clock: Clock = {
    ...browserClock,
    setTimer(delayMs, run) {
      pauses.push(delayMs);
      return browserClock.setTimer(delayMs, run);
    },
  };
  const stop = createPeerMonitor({
    streams,
    clock,
    log: silent,
    reachServer: async () => {
      asked.push('server');
      return true;
    },
  }).watch(
    'c',
    () => shown,
    (view) => views.push(view),
  );
  onTestFinished(() => {
    stop();
    own.close();
    other.close();
    shown.remove();
    for (const track of camera.getTracks()) track.stop();
  });
  const sends = (kind: string, isOn: boolean): void => {
    for (const track of camera.getTracks()) if (track.kind === kind) track.enabled = isOn;
  };
  const shows = (expected: Partial<PeerView>) =>
    vi.waitFor(() => expect(views.at(-1)).toMatchObject(expected), { timeout: 12_000 });
  const flows = () => vi.waitUntil(() => shown.videoWidth > 0, { timeout: 8000 });
  return { own, other, sends, shows, flows, asked, views, pauses };
}

test('INCALL-09 INCALL-11 a camera and a microphone that are turned off, and on again, are seen at the other end', async () => {
  const { sends, shows, flows, views } = await createCall();
  await flows();
  sends('video', false);
  await shows({ camera: 'off', contact: 'good' });
  sends('video', true);
  await shows({ camera: 'on' });
  sends('audio', false);
  await shows({ microphone: 'off', camera: 'on' });
  sends('audio', true);
  await shows({ microphone: 'on' });
  expect(views.every(({ contact }) => contact === 'good')).toBe(true);
}, 40_000);

test('a peer that vanishes is told from a fault of our own by asking our server', async () => {
  const { own, shows, flows, asked } = await createCall();
  await flows();
  expect(asked).toEqual([]);
  own.close();
  await shows({ contact: 'theirs' });
  expect(asked.length).toBeGreaterThan(0);
}, 30_000);

test('RFC 3264 a medium whose direction does not let the peer send it is missing, not off', async () => {
  const { own, other, shows, flows } = await createCall();
  await flows();
  for (const transceiver of own.getTransceivers())
    if (transceiver.sender.track?.kind === 'video') transceiver.direction = 'recvonly';
  await negotiate(own, other);
  await shows({ camera: 'none', microphone: 'on' });
}, 30_000);

test('D80 a gap in the network is read five times a second, and after it the peer decodes a key frame for which it has not asked', async () => {
  const { own, other, flows, pauses } = await createCall({ isMutual: true });
  await flows();
  await vi.waitUntil(async () => (await keyFramesIn(own)).decoded > 0);
  const before = await keyFramesIn(own);
  // In a gap, the counters of what arrives stand still.
  const still = await other.getStats();
  const gap = vi.spyOn(other, 'getStats').mockResolvedValue(still);
  await vi.waitUntil(() => gap.mock.calls.length === 3, { timeout: 8000 });
  expect(pauses.at(-1)).toBe(200);
  gap.mockRestore();
  await vi.waitUntil(() => pauses.at(-1) === 1000, { timeout: 8000 });
  await vi.waitUntil(async () => (await keyFramesIn(own)).decoded > before.decoded, { timeout: 8000 });
  expect((await keyFramesIn(own)).asked).toBe(before.asked);
}, 30_000);
