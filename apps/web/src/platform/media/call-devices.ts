import type { LocalMediaEvent, Log, MediaFailure } from '@samtal/call-core';
import { type Device, type DeviceChoice, findChosen } from '../../client/media/devices.ts';
import type {
  CallDeviceState,
  CallDevices,
  DeviceList,
  DeviceNotice,
} from '../../client/ports/device-ports.ts';
import { createStore } from '../../client/store/store.ts';
import type { CallStreams } from './call-streams.ts';
import { mediaFailureOf } from './media-failure.ts';
import type { Devices } from './open-devices.ts';
import { openInstead, sendInstead, type TrackKind } from './replace-track.ts';

export type CallDevicesOptions = {
  readonly emit: (event: LocalMediaEvent) => void;
  readonly streams: CallStreams;
  readonly restoreSending: (callId: string) => void;
  readonly mediaDevices: Devices;
  readonly list: DeviceList;
  readonly choice: DeviceChoice;
  readonly log: Log;
};

type Switchable = 'microphone' | 'camera';
const KIND_OF: Readonly<Record<Switchable, TrackKind>> = { microphone: 'audio', camera: 'video' };
const switchables: readonly Switchable[] = ['microphone', 'camera'];

const noCall: CallDeviceState = {
  microphone: undefined,
  camera: undefined,
  isSwitching: false,
  notice: undefined,
};

const isSame = (one: Device, other: Device): boolean => one.id === other.id || one.label === other.label;

/** Reports which devices the current call uses, and switches them. */
export function createCallDevices(options: CallDevicesOptions): CallDevices {
  const { emit, streams, restoreSending, mediaDevices, list, choice, log } = options;
  const state = createStore(noCall);
  let followedCall: string | undefined;
  let followedStream: MediaStream | undefined;
  let listened = new AbortController();
  let known: readonly Device[] = list.devices.get();
  /** Settles after the last requested switch: switches run one at a time, in the order of the requests. */
  let work: Promise<void> = Promise.resolve();

  const update = (change: Partial<CallDeviceState>): void => state.set({ ...state.get(), ...change });
  const tell = (notice: DeviceNotice): void => update({ notice });
  const trackOf = (kind: Switchable): MediaStreamTrack | undefined =>
    followedStream?.getTracks().find((track) => track.kind === KIND_OF[kind]);

  function deviceOf(kind: Switchable): Device | undefined {
    const track = trackOf(kind);
    if (track === undefined) return undefined;
    if (track.readyState === 'ended') return { kind, id: '', label: '' };
    const id = track.getSettings().deviceId ?? '';
    const listed = list.devices.get().find((device) => device.kind === kind && device.id === id);
    return listed ?? { kind, id, label: track.label };
  }

  function wantedElsewhere(kind: Switchable): Device | undefined {
    const used = deviceOf(kind);
    const wanted = findChosen(list.devices.get(), choice.choices.get(), kind);
    return used !== undefined && wanted !== undefined && !isSame(used, wanted) ? wanted : undefined;
  }

  function tellMissing(): void {
    for (const kind of switchables) {
      const used = deviceOf(kind);
      const chosen = choice.choices.get()[kind];
      if (used === undefined || chosen === undefined || isSame(used, { kind, ...chosen })) continue;
      tell({ kind: 'missing', wanted: chosen.label, used: used.label });
    }
  }

  /**
   * Replaces the device of `kind` in the call. The result says why the requested device is not used;
   * undefined if it is used.
   */
  async function replace(
    kind: Switchable,
    constraints: MediaTrackConstraints | undefined,
  ): Promise<MediaFailure | undefined> {
    const callId = followedCall;
    const stream = followedStream;
    const old = trackOf(kind);
    if (callId === undefined || stream === undefined || old === undefined) return undefined;
    const { track: fresh, failure } = await openInstead(mediaDevices, old, constraints);
    try {
      if (streams.get(callId, 'local') !== stream) throw new Error('the call has ended meanwhile');
      await sendInstead(streams.connection(callId), old, fresh);
      if (streams.get(callId, 'local') !== stream) throw new Error('the call has ended meanwhile');
    } catch (error) {
      fresh.stop();
      throw error;
    }
    old.stop();
    streams.set(
      callId,
      'local',
      new MediaStream(stream.getTracks().map((track) => (track === old ? fresh : track))),
    );
    // The user may have muted or unmuted while the device opened.
    restoreSending(callId);
    return failure;
  }

  /**
   * Reports which devices work. An ended track stays in the stream without sending, so that another device
   * can replace it.
   */
  function report(callId: string): void {
    update({ microphone: deviceOf('microphone'), camera: deviceOf('camera') });
    const [audio, video] = switchables.map((kind) => trackOf(kind)?.readyState === 'live');
    emit({ type: 'devicesChanged', callId, audio: audio === true, video: video === true });
  }

  async function perform(
    callId: string,
    kind: Switchable,
    constraints: MediaTrackConstraints | undefined,
    noticeOf: ((isReplaced: boolean) => DeviceNotice) | undefined,
  ): Promise<void> {
    if (callId !== followedCall) return;
    update({ isSwitching: true });
    let failure: MediaFailure | undefined;
    let isReplaced = true;
    try {
      failure = await replace(kind, constraints);
    } catch (error) {
      failure = mediaFailureOf(error);
      isReplaced = false;
    }
    if (failure !== undefined) log.warn('device_not_switched', { kind, failure });
    if (callId !== followedCall) return;
    report(callId);
    update({ isSwitching: false });
    const notice = noticeOf?.(isReplaced) ?? (failure && { kind: 'failed', failure });
    if (notice !== undefined) tell(notice);
  }

  function schedule(
    kind: Switchable,
    constraints: MediaTrackConstraints | undefined,
    noticeOf?: (isReplaced: boolean) => DeviceNotice,
  ): void {
    const callId = followedCall;
    if (callId !== undefined) work = work.then(() => perform(callId, kind, constraints, noticeOf));
  }

  function replaceVanished(kind: Switchable, lost: string): void {
    schedule(kind, undefined, (isReplaced) => ({
      kind: 'vanished',
      lost,
      used: isReplaced ? deviceOf(kind)?.label : undefined,
    }));
  }

  function listen(): void {
    listened.abort();
    listened = new AbortController();
    for (const kind of switchables) {
      const track = trackOf(kind);
      // A track ends by itself when its device is removed or no longer available to the page.
      track?.addEventListener('ended', () => replaceVanished(kind, track.label), { signal: listened.signal });
    }
  }

  function follow(): void {
    const callId = streams.localCallId();
    const stream = callId === undefined ? undefined : streams.get(callId, 'local');
    if (stream === followedStream) return;
    const isNewCall = callId !== followedCall;
    [followedCall, followedStream] = [callId, stream];
    listen();
    const used = { microphone: deviceOf('microphone'), camera: deviceOf('camera') };
    state.set({ ...(isNewCall ? noCall : state.get()), ...used });
    if (!isNewCall || stream === undefined) return;
    tellMissing();
    // A device that was removed while the call waited has ended its track already.
    for (const kind of switchables) {
      const track = trackOf(kind);
      if (track?.readyState === 'ended') replaceVanished(kind, track.label);
    }
    // Now that devices are open, the browser tells their names and ids.
    void list.refresh();
  }

  function compare(): void {
    const before = known;
    known = list.devices.get();
    if (followedStream === undefined) return;
    update({ microphone: deviceOf('microphone'), camera: deviceOf('camera') });
    for (const kind of switchables) {
      const wanted = wantedElsewhere(kind);
      const isNew = wanted !== undefined && !before.some((device) => isSame(device, wanted));
      if (isNew && before.length > 0) tell({ kind: 'offered', device: wanted });
    }
  }

  streams.subscribe(follow);
  list.devices.subscribe(compare);

  return {
    state,
    use(kind, device) {
      choice.choose(kind, device);
      update({ notice: undefined });
      schedule(kind, device && { deviceId: { exact: device.id } });
    },
    useNextCamera() {
      const facing = trackOf('camera')?.getSettings().facingMode;
      const cameras = list.devices.get().filter(({ kind }) => kind === 'camera');
      const current = cameras.findIndex(({ id }) => id === deviceOf('camera')?.id);
      const next = cameras[(current + 1) % cameras.length];
      if (facing === 'user' || facing === 'environment')
        schedule('camera', { facingMode: { ideal: facing === 'user' ? 'environment' : 'user' } });
      else if (next !== undefined) schedule('camera', { deviceId: { exact: next.id } });
    },
    dismissNotice: () => update({ notice: undefined }),
  };
}
