import type { LocalMediaEvent } from '@samtal/call-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { watchPage } from '../page-events.ts';
import { createMediaStage } from './browser-media-stage.ts';
import { createCallStreams } from './call-streams.ts';
import { createLocalMedia } from './local-media.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const real = (constraints?: MediaStreamConstraints) => navigator.mediaDevices.getUserMedia(constraints);
type GetUserMedia = typeof real;

function createScene(getUserMedia: GetUserMedia | undefined = real) {
  const events: LocalMediaEvent[] = [];
  const asked: MediaStreamConstraints[] = [];
  const tracks: MediaStreamTrack[] = [];
  const streams = createCallStreams();
  const localMedia = createLocalMedia({
    emit: (event) => events.push(event),
    streams,
    log: silent,
    mediaDevices: {
      async getUserMedia(constraints = {}) {
        asked.push(constraints);
        const stream = await getUserMedia(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      },
    },
  });
  const happened = () => vi.waitUntil(() => events.at(-1), { timeout: 5000, interval: 5 });
  return { events, asked, tracks, streams, localMedia, happened };
}

const failing =
  (name: string, fails: (constraints: MediaStreamConstraints) => boolean = () => true): GetUserMedia =>
  (constraints = {}) =>
    fails(constraints) ? Promise.reject(new DOMException('', name)) : real(constraints);

test('MEDIA-12 D17 what was opened for a call is stopped with it', async () => {
  const { localMedia, happened, tracks, streams } = createScene();
  localMedia.acquire('c', { audio: true, video: true });
  expect(await happened()).toEqual({ type: 'mediaAcquired', callId: 'c', audio: true, video: true });
  expect(tracks.find(({ kind }) => kind === 'video')?.contentHint).toBe('motion');
  localMedia.setSending('c', 'audio', false);
  expect(tracks.map(({ kind, enabled }) => [kind, enabled])).toEqual([
    ['audio', false],
    ['video', true],
  ]);
  for (const track of tracks) track.enabled = true;
  localMedia.restoreSending('c');
  expect(tracks.map(({ enabled }) => enabled)).toEqual([false, true]);
  localMedia.release('c');
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect(streams.get('c', 'local')).toBeUndefined();
});

describe('failures', () => {
  test.each([
    ['NotReadableError', 'inUse'],
    ['AbortError', 'inUse'],
    ['NotFoundError', 'notFound'],
    ['OverconstrainedError', 'notFound'],
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['TypeError', 'other'],
  ])('MEDIA-08 MEDIA-09 MEDIA-10 %s is %s', async (name, failure) => {
    const { localMedia, happened } = createScene(failing(name));
    localMedia.acquire('c', { audio: true, video: true });
    expect(await happened()).toEqual({ type: 'mediaFailed', callId: 'c', failure });
  });

  test.each([
    ['MEDIA-04 no camera', 'NotFoundError', 'video', { audio: true, video: false }],
    ['MEDIA-04 a camera in use', 'NotReadableError', 'video', { audio: true, video: false }],
    ['MEDIA-04 no microphone', 'NotFoundError', 'audio', { audio: false, video: true }],
  ] as const)('%s: the other medium goes on', async (_name, error, missing, got) => {
    const { localMedia, happened } = createScene(
      failing(error, (constraints) => Boolean(constraints[missing])),
    );
    localMedia.acquire('c', { audio: true, video: true });
    expect(await happened()).toEqual({ type: 'mediaAcquired', callId: 'c', ...got });
    localMedia.release('c');
  });

  test('refused permission is not asked for a second time', async () => {
    const { localMedia, happened, asked } = createScene(failing('NotAllowedError'));
    localMedia.acquire('c', { audio: true, video: true });
    await happened();
    expect(asked).toHaveLength(1);
  });

  test('a page without devices says so', async () => {
    const events: LocalMediaEvent[] = [];
    const emit = (event: LocalMediaEvent): void => void events.push(event);
    const media = createLocalMedia({
      emit,
      streams: createCallStreams(),
      log: silent,
      mediaDevices: undefined,
    });
    media.acquire('c', { audio: true, video: true });
    await vi.waitUntil(() => events.length > 0);
    expect(events).toEqual([{ type: 'mediaFailed', callId: 'c', failure: 'other' }]);
  });
});

test('a permission given after the call has gone opens nothing', async () => {
  const { localMedia, tracks, events, streams } = createScene();
  localMedia.acquire('c', { audio: true, video: true });
  localMedia.release('c');
  await vi.waitUntil(() => tracks.length === 2 && tracks.every(({ readyState }) => readyState === 'ended'));
  expect([events, streams.get('c', 'local')]).toEqual([[], undefined]);
});

const video = (): HTMLVideoElement => {
  const element = document.createElement('video');
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
};
const isPlaying = (element: HTMLVideoElement) =>
  vi.waitUntil(() => element.videoWidth > 0 && !element.paused, { timeout: 5000 });

describe('elements', () => {
  test('DIAL-05 a call shares the picture of the preview, and each ends without the other', async () => {
    const { localMedia, happened, asked, tracks, streams } = createScene();
    const stage = createMediaStage(streams, localMedia, silent);
    const preview = video();
    const closePreview = stage.attachPreview(preview);
    await isPlaying(preview);
    localMedia.acquire('c', { audio: true, video: true });
    await happened();
    expect(asked.map(({ audio, video: camera }) => [Boolean(audio), Boolean(camera)])).toEqual([
      [false, true],
      [true, false],
    ]);
    const own = streams.get('c', 'local')?.getVideoTracks()[0];
    closePreview();
    expect([preview.srcObject, tracks[0]?.readyState, own?.readyState]).toEqual([null, 'ended', 'live']);
    localMedia.release('c');
    expect(own?.readyState).toBe('ended');
  });

  test('a preview closed before the camera opened leaves it off', async () => {
    const { localMedia, tracks, streams } = createScene();
    createMediaStage(streams, localMedia, silent).attachPreview(video())();
    await vi.waitUntil(() => tracks[0]?.readyState === 'ended', { timeout: 5000 });
  });

  test('an element shows a stream that comes later, follows it, and is empty afterwards', async () => {
    const { localMedia, happened, streams } = createScene();
    const stage = createMediaStage(streams, localMedia, silent);
    const [own, other] = [video(), video()];
    const detach = stage.attachLocal('c', own);
    stage.attachRemote('c', other);
    localMedia.acquire('c', { audio: false, video: true });
    await happened();
    await isPlaying(own);
    expect([own.muted, other.muted, other.srcObject]).toEqual([true, false, null]);
    const stream = streams.get('c', 'local');
    if (stream !== undefined) streams.set('c', 'remote', stream);
    expect(other.srcObject).toBe(stream);
    streams.remove('c', 'remote');
    expect(other.srcObject).toBeNull();
    detach();
    expect(own.srcObject).toBeNull();
    localMedia.release('c');
  });

  test('a browser that wants a gesture first gets one more try with the next', async () => {
    const { localMedia, streams } = createScene();
    const element = video();
    const plays: string[] = [];
    element.play = () => {
      plays.push('play');
      return plays.length === 1 ? Promise.reject(new DOMException('', 'NotAllowedError')) : Promise.resolve();
    };
    streams.set('c', 'remote', new MediaStream());
    createMediaStage(streams, localMedia, silent).attachRemote('c', element);
    await Promise.resolve();
    for (let press = 0; press < 3; press += 1) {
      document.dispatchEvent(new KeyboardEvent('keydown'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    expect(plays).toHaveLength(2);
  });
});

test('A-074 the page reports its size, its network and its comings and goings', () => {
  const events: unknown[] = [];
  const stop = watchPage(window, (event) => events.push(event));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  stop();
  window.dispatchEvent(new Event('offline'));
  expect(events).toEqual([
    { type: 'screenResized', isSmall: window.innerWidth < 992 },
    { type: 'browserOffline' },
    { type: 'browserOnline' },
    { type: 'pageHidden' },
    { type: 'pageShown' },
  ]);
});
