import type { LocalMediaEvent } from '@samtal/call-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Device, DeviceKind } from '../../client/media/devices.ts';
import { createDeviceChoice } from '../../client/media/devices.ts';
import { createStore } from '../../client/store/store.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { negotiate, passCandidates } from '../testing/connect-pair.ts';
import { createCallDevices } from './call-devices.ts';
import { createCallStreams } from './call-streams.ts';
import { createDeviceBench } from './device-bench.ts';
import { createDeviceList } from './device-list.ts';
import { createLocalMedia } from './local-media.ts';
import { preferredDevices } from './preferred-devices.ts';
import { createSinks } from './sinks.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const { mediaDevices } = navigator;

async function createScene() {
  const asked: MediaStreamConstraints[] = [];
  const opened: MediaStreamTrack[] = [];
  /** Names of errors; each of them makes one opening of devices fail. */
  const failures: string[] = [];
  const devices = {
    async getUserMedia(constraints: MediaStreamConstraints = {}) {
      asked.push(constraints);
      const failure = failures.shift();
      if (failure !== undefined) throw new DOMException('', failure);
      const stream = await mediaDevices.getUserMedia(constraints);
      opened.push(...stream.getTracks());
      return stream;
    },
  };
  onTestFinished(() => {
    for (const track of opened) track.stop();
  });
  const real = createDeviceList(mediaDevices, silent);
  await real.refresh();
  // A list that tests can change, as if the user plugged devices in and out.
  const shown = createStore(real.devices.get());
  const list = { devices: shown, refresh: () => Promise.resolve() };
  const choice = createDeviceChoice(createMemoryStore());
  const preferred = () => preferredDevices(list, choice);
  const streams = createCallStreams();
  const localMedia = createLocalMedia({
    emit: () => {},
    streams,
    log: silent,
    mediaDevices: devices,
    preferred,
  });
  const { restoreSending } = localMedia;
  const reported: LocalMediaEvent[] = [];
  const inCall = createCallDevices({
    emit: (event) => reported.push(event),
    streams,
    restoreSending,
    mediaDevices: devices,
    list,
    choice,
    log: silent,
  });
  const bench = createDeviceBench({ mediaDevices: devices, list, preferred, log: silent });
  const named = (kind: DeviceKind, index: number): Device => {
    const device = shown.get().filter((each) => each.kind === kind)[index];
    if (device === undefined) throw new Error(`the browser has no ${kind} ${index}`);
    return device;
  };
  const track = (kind: string) =>
    streams
      .get('c', 'local')
      ?.getTracks()
      .find((each) => each.kind === kind);
  async function begin(wanted = { audio: true, video: true }): Promise<void> {
    localMedia.acquire('c', wanted);
    await vi.waitUntil(() => streams.get('c', 'local'), { timeout: 5000 });
  }
  const idle = () =>
    vi.waitUntil(() => !inCall.state.get().isSwitching && failures.length === 0, {
      timeout: 5000,
      interval: 5,
    });
  return {
    asked,
    opened,
    failures,
    reported,
    shown,
    list,
    choice,
    streams,
    localMedia,
    inCall,
    bench,
    named,
    track,
    begin,
    idle,
  };
}

/** Two connected peer connections inside the page, with the tracks of `streams`. */
async function connect(streams: ReturnType<typeof createCallStreams>) {
  const [own, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  onTestFinished(() => {
    own.close();
    other.close();
  });
  passCandidates(own, other);
  const stream = streams.get('c', 'local');
  for (const track of stream?.getTracks() ?? []) own.addTrack(track, new MediaStream());
  await negotiate(own, other);
  await vi.waitUntil(() => own.connectionState === 'connected', { timeout: 5000 });
  streams.setConnection('c', own);
  return own;
}

const element = <Name extends 'audio' | 'video'>(name: Name) => {
  const made = document.createElement(name);
  document.body.append(made);
  onTestFinished(() => made.remove());
  return made;
};

describe('the device list', () => {
  test('contains every device of the browser once, under its own name', async () => {
    const { shown } = await createScene();
    const kinds = new Set(shown.get().map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['camera', 'microphone', 'speaker']);
    expect(shown.get().every(({ id, label }) => label !== '' && id !== 'default')).toBe(true);
  });

  test('notices plugging in and out; without permission devices have no names', async () => {
    const plugged: MediaDeviceInfo[] = [];
    const events = new EventTarget();
    const list = createDeviceList(
      {
        enumerateDevices: () => Promise.resolve(plugged),
        addEventListener: (name: string, listener: EventListenerOrEventListenerObject) =>
          events.addEventListener(name, listener),
      },
      silent,
    );
    const infos = await mediaDevices.enumerateDevices();
    plugged.push(...infos.filter(({ kind }) => kind === 'videoinput'));
    events.dispatchEvent(new Event('devicechange'));
    await vi.waitUntil(() => list.devices.get().length > 0);
    plugged.length = 0;
    events.dispatchEvent(new Event('devicechange'));
    await vi.waitUntil(() => list.devices.get().length === 0);
  });
});

describe('opening devices', () => {
  test('opens the chosen microphone', async () => {
    const { choice, named, begin, track, inCall } = await createScene();
    choice.choose('microphone', named('microphone', 1));
    await begin();
    expect(track('audio')?.getSettings().deviceId).toBe(named('microphone', 1).id);
    expect(inCall.state.get()).toMatchObject({
      microphone: { label: named('microphone', 1).label },
      notice: undefined,
    });
  });

  test('finds the same device under a new id by its label', async () => {
    const { choice, named, begin, track } = await createScene();
    choice.choose('microphone', { id: 'of-last-week', label: named('microphone', 1).label });
    await begin();
    expect(track('audio')?.getSettings().deviceId).toBe(named('microphone', 1).id);
  });

  test('opens another device if the chosen one is missing, and informs the user', async () => {
    const { choice, begin, inCall } = await createScene();
    choice.choose('microphone', { id: 'gone', label: 'My headset' });
    await begin();
    expect(inCall.state.get().notice).toMatchObject({ kind: 'missing', wanted: 'My headset' });
    inCall.dismissNotice();
    expect(inCall.state.get().notice).toBeUndefined();
  });

  test('opens another device if the chosen one is in use', async () => {
    const { choice, named, begin, track, failures, asked } = await createScene();
    choice.choose('camera', named('camera', 0));
    failures.push('NotReadableError');
    await begin({ audio: false, video: true });
    expect(track('video')?.readyState).toBe('live');
    expect(asked.map(({ video }) => typeof video === 'object' && 'deviceId' in video)).toEqual([true, false]);
  });
});

describe('switching in a call', () => {
  test('D16 D17 the peer gets the new device without a new offer; mute and limits stay', async () => {
    const { named, begin, track, streams, localMedia, inCall, idle } = await createScene();
    await begin();
    const connection = await connect(streams);
    const sender = connection.getSenders().find((each) => each.track?.kind === 'audio');
    const parameters = sender?.getParameters();
    for (const encoding of parameters?.encodings ?? []) encoding.maxBitrate = 32_000;
    if (parameters !== undefined) await sender?.setParameters(parameters);
    localMedia.setSending('c', 'audio', false);
    const old = track('audio');
    const offer = connection.localDescription?.sdp;

    inCall.use('microphone', named('microphone', 1));
    await vi.waitUntil(() => track('audio') !== old, { timeout: 5000 });
    await idle();
    const fresh = track('audio');
    expect(sender?.track).toBe(fresh);
    expect([old?.readyState, fresh?.readyState, fresh?.enabled]).toEqual(['ended', 'live', false]);
    expect(sender?.getParameters().encodings[0]?.maxBitrate).toBe(32_000);
    expect(connection.localDescription?.sdp).toBe(offer);
    localMedia.setSending('c', 'audio', true);
    expect(fresh?.enabled).toBe(true);
    expect(inCall.state.get().microphone?.id).toBe(named('microphone', 1).id);
  });

  test('D17 a new camera keeps the motion hint, and the self view shows it', async () => {
    const { begin, track, streams, inCall, idle, named } = await createScene();
    await begin();
    const connection = await connect(streams);
    const old = track('video');
    const seen: (MediaStream | undefined)[] = [];
    streams.subscribe(() => seen.push(streams.get('c', 'local')));
    inCall.use('camera', named('camera', 0));
    await vi.waitUntil(() => track('video') !== old, { timeout: 5000 });
    await idle();
    const fresh = track('video');
    expect([fresh?.contentHint, old?.readyState]).toEqual(['motion', 'ended']);
    expect(connection.getSenders().find((each) => each.track?.kind === 'video')?.track).toBe(fresh);
    expect(seen.at(-1)?.getVideoTracks()).toEqual([fresh]);
  });

  test('D16 a medium that is off in a call is not turned on', async () => {
    const { begin, inCall, named, asked, track } = await createScene();
    await begin({ audio: true, video: false });
    inCall.use('camera', named('camera', 0));
    inCall.useNextCamera();
    inCall.use('microphone', undefined);
    const old = track('audio');
    await vi.waitUntil(() => track('audio') !== old, { timeout: 5000 });
    expect(asked.filter(({ video }) => video !== false)).toEqual([]);
    expect(inCall.state.get().camera).toBeUndefined();
  });

  test('a phone that opens one camera at a time closes the first for the second', async () => {
    const { begin, track, inCall, idle, failures, named } = await createScene();
    await begin({ audio: false, video: true });
    const old = track('video');
    failures.push('NotReadableError');
    inCall.use('camera', named('camera', 0));
    await vi.waitUntil(() => track('video') !== old, { timeout: 5000 });
    await idle();
    expect([old?.readyState, track('video')?.readyState]).toEqual(['ended', 'live']);
    expect(inCall.state.get().notice).toBeUndefined();
  });

  test('if the second camera stays in use the first is opened again, and the user is informed', async () => {
    const { begin, track, inCall, idle, failures, named, asked, reported } = await createScene();
    await begin({ audio: false, video: true });
    const old = track('video');
    const id = old?.getSettings().deviceId;
    failures.push('NotReadableError', 'NotReadableError');
    inCall.use('camera', { ...named('camera', 0), id: 'of another program' });
    await vi.waitUntil(() => track('video') !== old, { timeout: 5000 });
    await idle();
    expect(asked.at(-1)?.video).toMatchObject({ deviceId: { exact: id } });
    expect([old?.readyState, track('video')?.readyState]).toEqual(['ended', 'live']);
    expect(inCall.state.get()).toMatchObject({
      camera: { id },
      notice: { kind: 'failed', failure: 'inUse' },
    });
    expect(reported.at(-1)).toEqual({ type: 'devicesChanged', callId: 'c', audio: false, video: true });
  });

  test('MEDIA-04 INCALL-26 a missing camera is reported; one that is free again can be used', async () => {
    const { begin, track, inCall, idle, failures, named, reported } = await createScene();
    await begin();
    const old = track('video');
    failures.push(...Array.from({ length: 4 }, () => 'NotReadableError'));
    inCall.use('camera', { ...named('camera', 0), id: 'of another program' });
    await vi.waitUntil(() => inCall.state.get().notice, { timeout: 5000 });
    expect([failures, old?.readyState]).toEqual([[], 'ended']);
    expect(inCall.state.get()).toMatchObject({
      camera: { id: '', label: '' },
      microphone: { id: track('audio')?.getSettings().deviceId },
      notice: { kind: 'failed', failure: 'inUse' },
      isSwitching: false,
    });
    expect(reported).toEqual([{ type: 'devicesChanged', callId: 'c', audio: true, video: false }]);
    inCall.use('camera', named('camera', 0));
    await vi.waitUntil(() => track('video') !== old, { timeout: 5000 });
    await idle();
    expect(inCall.state.get().camera?.id).toBe(named('camera', 0).id);
    expect(reported.at(-1)).toMatchObject({ audio: true, video: true });
  });

  test('if a device does not open the old one stays, and the user is informed', async () => {
    const { begin, track, inCall, failures, named } = await createScene();
    await begin();
    const old = track('audio');
    failures.push('NotFoundError');
    inCall.use('microphone', named('microphone', 1));
    await vi.waitUntil(() => inCall.state.get().notice, { timeout: 5000 });
    expect(inCall.state.get().notice).toEqual({ kind: 'failed', failure: 'notFound' });
    expect([track('audio') === old, old?.readyState]).toEqual([true, 'live']);
  });

  test('a call that ends while a device opens leaves nothing open', async () => {
    const { begin, inCall, named, localMedia, opened } = await createScene();
    await begin({ audio: true, video: false });
    inCall.use('microphone', named('microphone', 1));
    await Promise.resolve();
    localMedia.release('c');
    await vi.waitUntil(
      () => opened.length === 2 && opened.every(({ readyState }) => readyState === 'ended'),
      {
        timeout: 5000,
      },
    );
    expect(inCall.state.get()).toMatchObject({
      microphone: undefined,
      notice: undefined,
      isSwitching: false,
    });
  });
});

describe('plugging during a call', () => {
  test('if the device in use is removed, another replaces it, and the user reads which', async () => {
    const { begin, track, inCall } = await createScene();
    await begin();
    const old = track('audio');
    const label = old?.label;
    old?.stop();
    old?.dispatchEvent(new Event('ended'));
    await vi.waitUntil(() => inCall.state.get().notice, { timeout: 5000 });
    expect(inCall.state.get().notice).toEqual({ kind: 'vanished', lost: label, used: track('audio')?.label });
    expect([track('audio') === old, track('audio')?.readyState]).toEqual([false, 'live']);
  });

  test('if nothing can replace it, the user is informed', async () => {
    const { begin, track, inCall, failures, reported } = await createScene();
    await begin();
    failures.push('NotFoundError');
    track('video')?.stop();
    track('video')?.dispatchEvent(new Event('ended'));
    await vi.waitUntil(() => inCall.state.get().notice, { timeout: 5000 });
    expect(inCall.state.get().notice).toMatchObject({ kind: 'vanished', used: undefined });
    expect(reported).toEqual([{ type: 'devicesChanged', callId: 'c', audio: true, video: false }]);
  });

  test('if the chosen device is back, it is offered but not used', async () => {
    const { begin, choice, named, shown, inCall, asked } = await createScene();
    const wanted = named('microphone', 1);
    const all = shown.get();
    shown.set(all.filter((device) => device !== wanted));
    choice.choose('microphone', { id: 'gone', label: wanted.label });
    await begin();
    const before = asked.length;
    shown.set(all);
    expect(inCall.state.get().notice).toEqual({ kind: 'offered', device: wanted });
    await Promise.resolve();
    expect(asked).toHaveLength(before);
  });
});

test('sound follows the choice, and returns to the system’s default', async () => {
  const { list, choice, named, shown } = await createScene();
  const sinks = createSinks(list, choice, silent);
  expect(sinks.canChoose).toBe(true);
  const audio = element('audio');
  const stop = sinks.follow(audio, 'ringer');
  choice.choose('speaker', named('speaker', 0));
  choice.choose('ringer', named('speaker', 1));
  await vi.waitUntil(() => audio.sinkId === named('speaker', 1).id, { timeout: 5000 });
  const all = shown.get();
  shown.set([]);
  await vi.waitUntil(() => audio.sinkId === '', { timeout: 5000 });
  stop();
  shown.set(all);
  await Promise.resolve();
  expect(audio.sinkId).toBe('');
});

describe('testing devices', () => {
  test('the camera is shown and measured, and closed by the signal', async () => {
    const { bench, opened } = await createScene();
    const trying = new AbortController();
    const video = element('video');
    const trial = await bench.tryCamera(video, trying.signal);
    const [width, height] = navigator.hardwareConcurrency >= 4 ? [1280, 720] : [640, 480];
    expect(trial).toMatchObject({ ok: true, facts: { width, height } });
    expect(trial.ok && trial.facts.framesPerSecond).toBeGreaterThan(5);
    expect([video.srcObject !== null, video.muted]).toEqual([true, true]);
    trying.abort();
    expect([video.srcObject, opened[0]?.readyState]).toEqual([null, 'ended']);
  });

  test('the microphone is measured, and closed by the signal', async () => {
    const { bench, opened } = await createScene();
    const trying = new AbortController();
    const levels: number[] = [];
    await bench.tryMicrophone((level) => levels.push(level), trying.signal);
    await vi.waitUntil(() => Math.max(...levels) > 0.3 && Math.min(...levels) === 0, { timeout: 5000 });
    trying.abort();
    expect(opened[0]?.readyState).toBe('ended');
    const count = levels.length;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(levels).toHaveLength(count);
  });

  test('leaving during the permission prompt leaves nothing open', async () => {
    const { bench, opened } = await createScene();
    const trying = new AbortController();
    const trial = bench.tryMicrophone(() => {}, trying.signal);
    trying.abort();
    await trial;
    expect(opened[0]?.readyState).toBe('ended');
  });

  test('a device that does not open reports why', async () => {
    const { bench, failures } = await createScene();
    failures.push('NotAllowedError');
    const { signal } = new AbortController();
    expect(await bench.tryMicrophone(() => {}, signal)).toEqual({ ok: false, failure: 'denied' });
  });
});
