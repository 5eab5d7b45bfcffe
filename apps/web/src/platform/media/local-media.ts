import type { Clock, LocalMedia, LocalMediaEvent, Log, MediaFailure } from '@samtal/call-core';
import { browserClock } from '../page/browser-clock.ts';
import { createAddedDevices } from './added-devices.ts';
import type { CallStreams } from './call-streams.ts';
import { mediaFailureOf } from './media-failure.ts';
import type { Permissions } from './media-permission.ts';
import { readMediaPermission } from './media-permission.ts';
import { createMediaPriming } from './media-priming.ts';
import type { DeviceKinds, Devices, Opened, PreferredDevices } from './open-devices.ts';
import { openDevices, stop } from './open-devices.ts';

export type LocalMediaOptions = {
  readonly emit: (event: LocalMediaEvent) => void;
  readonly streams: CallStreams;
  readonly log: Log;
  /** `navigator.mediaDevices`; undefined outside a secure context. */
  readonly mediaDevices: Devices | undefined;
  /** The browser's Permissions API by default; undefined if the browser has none. */
  readonly permissions?: Permissions | undefined;
  readonly clock?: Clock;
  /** Returns the devices that the user prefers now; without it, the system's defaults are used. */
  readonly preferred?: () => PreferredDevices;
};

export type BrowserLocalMedia = LocalMedia & {
  /** Makes the tracks of a call send or not, as last requested (INCALL-09, INCALL-11). */
  readonly restoreSending: (callId: string) => void;
  /**
   * Opens the camera outside a call (DIAL-05); a call that starts meanwhile shares it. The returned function
   * closes the preview.
   */
  openPreview(
    onStream: (stream: MediaStream) => void,
    onFailure?: (failure: MediaFailure) => void,
  ): () => void;
};

/** The browser's camera and microphone. Local streams are put into `streams`. */
export function createLocalMedia(options: LocalMediaOptions): BrowserLocalMedia {
  const { emit, streams, log, mediaDevices, preferred = () => ({}) } = options;
  const permissions = 'permissions' in options ? options.permissions : navigator.permissions;
  const acquiring = new Map<string, DeviceKinds>();
  const mutedKinds = new Map<string, Set<string>>();
  const held = new Set<string>();
  const previews = new Set<MediaStream>();

  /**
   * Copies of the wanted tracks that are open already, in a preview or in another call. A copy starts immediately
   * and continues when the first one ends; a device that is opened again would mute the first track on iOS.
   */
  const copyOf = (kind: string): MediaStreamTrack | undefined => {
    const copy = [...previews, ...streams.locals()]
      .flatMap((stream) => stream.getTracks())
      .find((track) => track.kind === kind && track.readyState === 'live')
      ?.clone();
    // Unlike the first track, it is not muted or on hold.
    if (copy !== undefined) copy.enabled = true;
    return copy;
  };

  async function open(wanted: DeviceKinds): Promise<Opened> {
    if (mediaDevices === undefined) throw new Error('no devices outside a secure context');
    const audio = wanted.audio ? copyOf('audio') : undefined;
    const video = wanted.video ? copyOf('video') : undefined;
    const copies = [audio, video].filter((copy) => copy !== undefined);
    const rest = { audio: wanted.audio && audio === undefined, video: wanted.video && video === undefined };
    if (!rest.audio && !rest.video) return { stream: new MediaStream(copies) };
    try {
      const { stream, failure } = await openDevices(mediaDevices, rest, log, preferred());
      for (const copy of copies) stream.addTrack(copy);
      return { stream, ...(failure && { failure }) };
    } catch (error) {
      // A missing device does not prevent the other medium, a refused permission does (MEDIA-04, MEDIA-10).
      const failure = mediaFailureOf(error);
      if (copies.length > 0 && failure !== 'denied') return { stream: new MediaStream(copies), failure };
      for (const copy of copies) copy.stop();
      throw error;
    }
  }

  function restoreSending(callId: string): void {
    const muted = mutedKinds.get(callId);
    for (const track of streams.get(callId, 'local')?.getTracks() ?? [])
      track.enabled = !held.has(callId) && muted?.has(track.kind) !== true;
  }

  const added = createAddedDevices({
    emit,
    streams,
    log,
    open,
    unmute: (callId, kind) => mutedKinds.get(callId)?.delete(kind),
    restoreSending,
  });

  async function acquire(callId: string, wanted: DeviceKinds): Promise<void> {
    acquiring.set(callId, wanted);
    try {
      const { stream, failure } = await open(wanted);
      // The call ended while its devices were being opened.
      if (!acquiring.delete(callId)) {
        stop(stream);
        return;
      }
      streams.set(callId, 'local', stream);
      // After a reload of the page, what was muted is muted before anything is sent.
      restoreSending(callId);
      const audio = stream.getAudioTracks().length > 0;
      const video = stream.getVideoTracks().length > 0;
      emit({ type: 'mediaAcquired', callId, audio, video, ...(failure && { failure }) });
    } catch (error) {
      const failure = mediaFailureOf(error);
      log.warn('devices_not_opened', { failure });
      if (acquiring.delete(callId)) emit({ type: 'mediaFailed', callId, failure });
    }
  }

  const { prime, sought } = createMediaPriming({
    open: async (wanted) => (await open(wanted)).stream,
    permissions,
    clock: options.clock ?? browserClock,
    log,
    onPermission: (isDenied) => emit({ type: 'permissionChanged', isDenied }),
  });

  /** The devices that are being opened now, for calls or to ask for permission. */
  function opening(): DeviceKinds | undefined {
    const seeking = sought();
    const kinds = [...acquiring.values(), ...(seeking === undefined ? [] : [seeking])];
    if (kinds.length === 0) return undefined;
    return { audio: kinds.some(({ audio }) => audio), video: kinds.some(({ video }) => video) };
  }

  async function lookForPrompt(): Promise<void> {
    const wanted = opening();
    if (wanted === undefined) return;
    const permission = await readMediaPermission(permissions, wanted);
    // The user has answered the prompt meanwhile, or there is none and the device is only slow.
    if (opening() === undefined || permission?.needsPrompt === false) return;
    emit({ type: 'promptFound' });
  }

  return {
    acquire: (callId, wanted) => void acquire(callId, wanted),
    open: added.open,
    close: added.close,
    setSending(callId, kind, isOn) {
      const muted = mutedKinds.get(callId) ?? new Set();
      mutedKinds.set(callId, muted);
      if (isOn) muted.delete(kind);
      else muted.add(kind);
      restoreSending(callId);
    },
    setHeld(callId, isHeld) {
      if (isHeld) held.add(callId);
      else held.delete(callId);
      restoreSending(callId);
    },
    release(callId) {
      acquiring.delete(callId);
      held.delete(callId);
      added.forget(callId);
      mutedKinds.delete(callId);
      const stream = streams.get(callId, 'local');
      if (stream !== undefined) stop(stream);
      streams.remove(callId, 'local');
    },
    prime,
    lookForPrompt: () => void lookForPrompt(),
    restoreSending,
    openPreview(onStream, onFailure) {
      let preview: MediaStream | undefined;
      let isClosed = false;
      const begin = async (): Promise<void> => {
        try {
          const { stream } = await open({ audio: false, video: true });
          preview = stream;
          if (isClosed) {
            stop(stream);
            return;
          }
          previews.add(stream);
          onStream(stream);
        } catch (error) {
          const failure = mediaFailureOf(error);
          log.info('preview_not_opened', { failure });
          if (!isClosed) onFailure?.(failure);
        }
      };
      void begin();
      return () => {
        isClosed = true;
        if (preview === undefined) return;
        stop(preview);
        previews.delete(preview);
      };
    },
  };
}
