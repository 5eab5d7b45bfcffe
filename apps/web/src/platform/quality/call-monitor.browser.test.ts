import { createFakeClock } from '@samtal/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { QualitySummary } from '../../client/quality/call-quality.ts';
import { createCallStreams } from '../media/call-streams.ts';
import { browserClock } from '../page/browser-clock.ts';
import { negotiate, passCandidates } from '../testing/connect-pair.ts';
import { createCallMonitor } from './call-monitor.ts';
import { createNetworkTest } from './network-test.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };

/** Sends a tone, which can be turned on, from one connection of this page to another, and plays it there. */
async function createCall(video = false) {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const loudness = context.createGain();
  const sent = context.createMediaStreamDestination();
  loudness.gain.value = 0;
  tone.connect(loudness).connect(sent);
  tone.start();
  const camera = video ? await navigator.mediaDevices.getUserMedia({ video: true }) : new MediaStream();

  const [own, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  passCandidates(own, other);
  const [played, shown] = [new Audio(), document.createElement('video')];
  other.addEventListener('track', ({ track }) => {
    const element = track.kind === 'audio' ? played : shown;
    element.muted = track.kind === 'video';
    element.srcObject = new MediaStream([track]);
    void element.play();
  });
  for (const track of [...sent.stream.getTracks(), ...camera.getTracks()]) own.addTrack(track);
  await negotiate(own, other);
  await vi.waitUntil(() => other.connectionState === 'connected', { timeout: 5000 });
  const streams = createCallStreams();
  streams.setConnection('c', other);
  onTestFinished(async () => {
    own.close();
    other.close();
    for (const track of camera.getTracks()) track.stop();
    await context.close();
  });
  return {
    streams,
    other,
    setTone: (isOn: boolean): void => {
      loudness.gain.value = isOn ? 0.5 : 0;
    },
  };
}

/**
 * The maximum time from the sound to its visible sign that EN 301 549 6.2.2.4 and 6.5.5 allow, in
 * milliseconds.
 */
const SIGN_WITHIN_MS = 200;

test('EN 301 549 6.2.2.4 6.5.5 A12 a voice is shown within 200 ms, five times a second, until its end', async ({
  annotate,
}) => {
  const { streams, setTone } = await createCall();
  const readings: { readonly level: number; readonly atMs: number }[] = [];
  let onReading: (level: number) => void = () => {};
  const stop = createCallMonitor(streams, browserClock, silent).watchVoice('c', (level) => {
    readings.push({ level, atMs: performance.now() });
    onReading(level);
  });
  const reading = (fits: (level: number) => boolean): Promise<number> =>
    new Promise((resolve) => {
      onReading = (level) => {
        if (fits(level)) resolve(performance.now());
      };
    });
  const delays: number[] = [];
  // The first run is not counted, because the connection starts to carry sound only during that run.
  for (let time = 0; time <= 5; time += 1) {
    const begunAt = performance.now();
    setTone(true);
    const seenAt = await reading((level) => level > 0.3);
    if (time > 0) delays.push(seenAt - begunAt);
    setTone(false);
    await reading((level) => level < 0.1);
  }
  stop();
  const [median = Number.NaN] = delays.toSorted((one, two) => one - two).slice(2);
  await annotate(`from the sound to its sign: ${Math.round(median)} ms`);
  expect(median).toBeLessThanOrEqual(SIGN_WITHIN_MS);
  const [first, last] = [readings[0]?.atMs ?? 0, readings.at(-1)?.atMs ?? 0];
  expect((1000 * readings.length) / (last - first)).toBeGreaterThanOrEqual(5);
  const count = readings.length;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(readings).toHaveLength(count);
});

test('without a connection there is no voice and no measurement', async () => {
  const clock = createFakeClock();
  const monitor = createCallMonitor(createCallStreams(), clock, silent);
  const levels: number[] = [];
  const stopVoice = monitor.watchVoice('c', (level) => levels.push(level));
  await vi.waitUntil(() => levels.length > 0);
  stopVoice();
  const stopQuality = monitor.watchQuality('c', () => expect.unreachable());
  await vi.waitUntil(() => clock.pending() === 1);
  stopQuality();
  expect([levels[0], clock.pending()]).toEqual([0, 0]);
});

test('the traffic between two connections is summarised every two seconds', async () => {
  const { streams, setTone } = await createCall(true);
  const clock = createFakeClock();
  const summaries: QualitySummary[] = [];
  setTone(true);
  const stop = createCallMonitor(streams, clock, silent).watchQuality('c', (each) => summaries.push(each));
  // On a busy machine no packet may come in the short time that the fake clock calls two seconds.
  const isFlowing = ({ videoIn, audioIn, silentMs }: QualitySummary): boolean =>
    (videoIn?.framesPerSecond ?? 0) > 0 && audioIn !== undefined && silentMs === 0;
  await vi.waitUntil(
    () => {
      clock.advance(2000);
      return summaries.slice(-1).some(isFlowing);
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(summaries.at(-1)).toMatchObject({
    isConnected: true,
    path: 'direct',
    audioIn: { codec: 'opus' },
    videoIn: { codec: expect.any(String), width: expect.any(Number) },
    audioOut: undefined,
    silentMs: 0,
  });
  stop();
  expect(clock.pending()).toBe(0);
});

test('a closed connection receives nothing', async () => {
  const { streams, other } = await createCall();
  const clock = createFakeClock();
  const summaries: QualitySummary[] = [];
  const stop = createCallMonitor(streams, clock, silent).watchQuality('c', (each) => summaries.push(each));
  await vi.waitUntil(() => clock.pending() === 1);
  other.close();
  clock.advance(2000);
  await vi.waitUntil(() => summaries.length > 0);
  expect(summaries[0]?.isConnected).toBe(false);
  stop();
});

test('leaving a network test does not wait for it', async () => {
  const clock = createFakeClock();
  const relay = { urls: 'turn:127.0.0.1:9', username: 'u', credential: 'p' };
  const run = createNetworkTest({ clock, iceServersFor: () => [relay] });
  const leaving = new AbortController();
  const looking = run('ws://127.0.0.1:9/sip', leaving.signal);
  leaving.abort();
  expect(await looking).toEqual({ server: { ok: false }, stun: { ok: false }, relay: { ok: false } });
  expect(clock.pending()).toBe(0);
});

test('a server that does not answer fails when the time is up', async () => {
  const clock = createFakeClock();
  const relay = { urls: 'turn:127.0.0.1:9', username: 'u', credential: 'p' };
  const run = createNetworkTest({ clock, iceServersFor: () => [relay] });
  const looking = run('no address', new AbortController().signal);
  clock.advance(6000);
  expect(await looking).toMatchObject({ server: { ok: false }, relay: { ok: false } });
});

test('without a relay there is no result for it', async () => {
  const run = createNetworkTest({ clock: browserClock, iceServersFor: () => [] });
  const found = await run('no address', new AbortController().signal);
  expect([found.server, found.relay]).toEqual([{ ok: false }, undefined]);
});
