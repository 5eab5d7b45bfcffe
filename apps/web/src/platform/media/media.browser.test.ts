import type { LocalMediaEvent } from '@samtal/call-core';
import { createFakeClock } from '@samtal/test-kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { browserClock } from '../page/browser-clock.ts';
import { watchPage } from '../page/page-events.ts';
import { findLocalAddress } from '../signalling/connection/local-address.ts';
import { createMediaStage } from './browser-media-stage.ts';
import { createCallStreams } from './call-streams.ts';
import type { LocalMediaOptions } from './local-media.ts';
import { createLocalMedia } from './local-media.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const real = (constraints?: MediaStreamConstraints) => navigator.mediaDevices.getUserMedia(constraints);
type GetUserMedia = typeof real;

function createScene(getUserMedia: GetUserMedia = real, more: Partial<LocalMediaOptions> = {}) {
  const events: LocalMediaEvent[] = [];
  const asked: MediaStreamConstraints[] = [];
  const tracks: MediaStreamTrack[] = [];
  const streams = createCallStreams();
  const localMedia = createLocalMedia({
    emit: (event) => events.push(event),
    streams,
    log: silent,
    ...more,
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

test('MEDIA-12 D17 devices opened for a call are stopped with it', async () => {
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

test('EN 301 549 6.5.2 6.5.3 D17 the camera is requested with VGA or more, and 30 frames a second', async () => {
  const { localMedia, happened, asked, tracks } = createScene();
  localMedia.acquire('c', { audio: false, video: true });
  await happened();
  const isStrong = navigator.hardwareConcurrency >= 4;
  const [width, height] = isStrong ? [1280, 720] : [640, 480];
  const video = {
    width: { ideal: width },
    height: { ideal: height },
    frameRate: { ideal: 30 },
    advanced: [{ frameRate: { min: 24 } }],
  };
  expect(asked).toEqual([{ audio: false, video }]);
  expect(tracks[0]?.getSettings()).toMatchObject({ width, height });
  localMedia.release('c');
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
    ['no camera', 'NotFoundError', 'video', { audio: true, video: false, failure: 'notFound' }],
    ['a camera in use', 'NotReadableError', 'video', { audio: true, video: false, failure: 'inUse' }],
    ['no microphone', 'NotFoundError', 'audio', { audio: false, video: true, failure: 'notFound' }],
    ['a microphone in use', 'NotReadableError', 'audio', { audio: false, video: true, failure: 'inUse' }],
  ] as const)(
    'MEDIA-04 MEDIA-08 MEDIA-09 %s: the other medium continues, and the reason is reported',
    async (_name, error, missing, got) => {
      const { localMedia, happened } = createScene(
        failing(error, (constraints) => Boolean(constraints[missing])),
      );
      localMedia.acquire('c', { audio: true, video: true });
      expect(await happened()).toEqual({ type: 'mediaAcquired', callId: 'c', ...got });
      localMedia.release('c');
    },
  );

  test('a refused permission is not asked for a second time', async () => {
    const { localMedia, happened, asked } = createScene(failing('NotAllowedError'));
    localMedia.acquire('c', { audio: true, video: true });
    await happened();
    expect(asked).toHaveLength(1);
  });

  test('a page without devices reports this', async () => {
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

test('a permission given after the call has ended opens nothing', async () => {
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
  vi.waitUntil(() => element.videoWidth > 0 && !element.paused, { timeout: 10_000 });

describe('elements', () => {
  test('DIAL-05 a call shares the preview’s video, and each ends without the other', async () => {
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

  test('DIAL-06 a preview that cannot be opened reports why', async () => {
    const { localMedia, streams } = createScene(failing('NotReadableError'));
    const failures: string[] = [];
    const stage = createMediaStage(streams, localMedia, silent);
    stage.attachPreview(video(), (failure) => failures.push(failure));
    await vi.waitUntil(() => failures.length > 0);
    expect(failures).toEqual(['inUse']);
  });

  test('a preview closed before the camera opened leaves it off', async () => {
    const { localMedia, tracks, streams } = createScene();
    createMediaStage(streams, localMedia, silent).attachPreview(video())();
    await vi.waitUntil(() => tracks[0]?.readyState === 'ended', { timeout: 5000 });
  });

  test('an element shows a stream that starts later, follows it, and is empty afterwards', async () => {
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

  test('if the browser requires a user action, the next one starts playing', async () => {
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

test('A-074 the page reports its size, its network, and being shown and hidden', () => {
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

describe('MEDIA-03 A-075 permission before the first call', () => {
  class FakeStatus extends EventTarget {
    state: PermissionState;
    constructor(state: PermissionState) {
      super();
      this.state = state;
    }
    become(state: PermissionState): void {
      this.state = state;
      this.dispatchEvent(new Event('change'));
    }
  }

  function createPriming(camera: PermissionState | undefined, getUserMedia: GetUserMedia = real) {
    const clock = createFakeClock();
    const statuses = { microphone: new FakeStatus('granted'), camera: new FakeStatus(camera ?? 'prompt') };
    const queried: string[] = [];
    const permissions = {
      query({ name }: PermissionDescriptor) {
        queried.push(name);
        return Promise.resolve(statuses[name as keyof typeof statuses] as unknown as PermissionStatus);
      },
    };
    const scene = createScene(getUserMedia, { clock, permissions: camera && permissions });
    return { ...scene, clock, statuses, queried };
  }
  const both = { audio: true, video: true };
  const change = (isDenied: boolean) => ({ type: 'permissionChanged', isDenied });

  test('the devices are held for 3 s and stopped', async () => {
    const { localMedia, happened, asked, tracks, clock } = createPriming('prompt');
    localMedia.prime(both);
    expect(await happened()).toEqual(change(false));
    expect(asked.map(({ audio, video: camera }) => [Boolean(audio), Boolean(camera)])).toEqual([
      [true, true],
    ]);
    clock.advance(2_999);
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live']);
    clock.advance(1);
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    expect(clock.pending()).toBe(0);
  });

  test('MEDIA-02 an open prompt is found, an answered one is not', async () => {
    let allow: () => void = () => undefined;
    const waiting: GetUserMedia = async (constraints) => {
      await new Promise<void>((resolve) => (allow = resolve));
      return real(constraints);
    };
    const { localMedia, happened, events, asked } = createPriming('prompt', waiting);
    localMedia.prime(both);
    await vi.waitUntil(() => asked.length === 1);
    localMedia.lookForPrompt();
    expect(await happened()).toEqual({ type: 'promptFound' });
    allow();
    await vi.waitUntil(() => events.length === 2);
    localMedia.lookForPrompt();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(events).toEqual([{ type: 'promptFound' }, change(false)]);
  });

  /** Devices that take longer to open than any test. */
  const slow: GetUserMedia = () => new Promise<MediaStream>(() => undefined);

  test.each([
    ['prompt', both, true],
    ['granted', both, false],
    ['denied', both, false],
    ['prompt', { audio: true, video: false }, false],
    [undefined, both, true],
  ] as const)(
    'MEDIA-02 devices open slowly, the camera is %s, wanted %j: a prompt is found: %s',
    async (camera, wanted, isFound) => {
      const { localMedia, events, asked } = createPriming(camera, slow);
      localMedia.acquire('c', wanted);
      await vi.waitUntil(() => asked.length === 1);
      localMedia.lookForPrompt();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(events).toEqual(isFound ? [{ type: 'promptFound' }] : []);
    },
  );

  test('MEDIA-02 a prompt answered while the browser is queried is not found', async () => {
    const { localMedia, events, asked } = createPriming('prompt', slow);
    localMedia.acquire('c', both);
    await vi.waitUntil(() => asked.length === 1);
    localMedia.lookForPrompt();
    localMedia.release('c');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(events).toEqual([]);
  });

  test('a granted permission opens nothing, and a later change is reported once', async () => {
    const { localMedia, happened, asked, events, queried, statuses } = createPriming('granted');
    localMedia.prime(both);
    await vi.waitUntil(() => queried.length === 2);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    statuses.camera.become('denied');
    expect(await happened()).toEqual(change(true));
    statuses.microphone.become('denied');
    statuses.camera.become('granted');
    statuses.microphone.become('granted');
    expect([events, asked]).toEqual([[change(true), change(false)], []]);
  });

  test('after a second login the permission is watched once', async () => {
    const { localMedia, events, queried, statuses } = createPriming('granted');
    for (const times of [2, 4]) {
      localMedia.prime(both);
      await vi.waitUntil(() => queried.length === times);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    statuses.camera.become('denied');
    expect(events).toEqual([change(true)]);
  });

  test.each([
    ['MEDIA-07 refused', 'NotAllowedError', true],
    ['MEDIA-09 a missing device is not a refusal', 'NotFoundError', false],
  ])('%s', async (_name, error, isDenied) => {
    const { localMedia, happened, clock } = createPriming('denied', failing(error));
    localMedia.prime(both);
    expect(await happened()).toEqual(change(isDenied));
    expect(clock.pending()).toBe(0);
  });

  test('a browser that does not report its permissions is asked anyway', async () => {
    const { localMedia, happened, clock } = createPriming(undefined);
    localMedia.prime(both);
    expect(await happened()).toEqual(change(false));
    clock.advance(3_000);
  });

  test.each([
    ['MEDIA-02 no media', { audio: false, video: false }, []],
    ['sound alone', { audio: true, video: false }, ['microphone']],
  ])('%s: only the permissions of wanted media are queried', async (_name, wanted, expected) => {
    const { localMedia, asked, queried } = createPriming('prompt');
    localMedia.prime(wanted);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect([queried, asked]).toEqual([expected, []]);
  });

  test('a page whose browser grants everything opens nothing', async () => {
    const { localMedia, asked, events } = createScene();
    localMedia.prime(both);
    await navigator.permissions.query({ name: 'camera' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect([asked, events]).toEqual([[], []]);
  });
});

test('A-008 the real connection used for the lookup is closed, and its result is stored', async () => {
  const stored = new Map<string, string>();
  const made: RTCPeerConnection[] = [];
  const address = await findLocalAddress({
    iceServers: [],
    clock: browserClock,
    log: silent,
    store: {
      get: (key) => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
      clear: () => stored.clear(),
    },
    createConnection(configuration) {
      const connection = new RTCPeerConnection(configuration);
      made.push(connection);
      return connection;
    },
  });
  expect(made.map(({ signalingState }) => signalingState)).toEqual(['closed']);
  expect(stored.get('localIp')).toBe(address);
  expect(address ?? '').not.toContain('.local');
});
