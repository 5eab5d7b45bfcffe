import type { DeviceKind, LocalMedia, LocalMediaEvent, Log } from '@samtal/call-core';
import type { CallStreams } from './call-streams.ts';
import { mediaFailureOf } from './media-failure.ts';
import { type DeviceKinds, type Opened, stop } from './open-devices.ts';

export type AddedDevicesOptions = {
  readonly emit: (event: LocalMediaEvent) => void;
  readonly streams: CallStreams;
  readonly log: Log;
  readonly open: (wanted: DeviceKinds) => Promise<Opened>;
  /** Called before the track of `kind` becomes part of the call: what the user adds is not muted. */
  readonly unmute: (callId: string, kind: DeviceKind) => void;
  /** Called when the call has other tracks: those of a held call send nothing. */
  readonly restoreSending: (callId: string) => void;
};

export type AddedDevices = Pick<LocalMedia, 'open' | 'close'> & {
  /** The call is over: a device that opens later is closed immediately. */
  forget(callId: string): void;
};

/** Camera and microphone that are opened and closed while a call is in progress (decision D33). */
export function createAddedDevices(options: AddedDevicesOptions): AddedDevices {
  const { emit, streams, log, open, unmute, restoreSending } = options;
  const opening = new Map<string, Set<DeviceKind>>();

  /** Replaces the tracks of `kind` in the local stream of the call, and reports the devices that work. */
  function replace(callId: string, kind: DeviceKind, fresh: readonly MediaStreamTrack[]): void {
    const tracks = streams.get(callId, 'local')?.getTracks() ?? [];
    for (const track of tracks) if (track.kind === kind) track.stop();
    const kept = [...tracks.filter((track) => track.kind !== kind), ...fresh];
    streams.set(callId, 'local', new MediaStream(kept));
    restoreSending(callId);
    const isLive = (each: DeviceKind): boolean =>
      kept.some((track) => track.kind === each && track.readyState === 'live');
    emit({ type: 'devicesChanged', callId, audio: isLive('audio'), video: isLive('video') });
  }

  async function add(callId: string, kind: DeviceKind): Promise<void> {
    const kinds = opening.get(callId) ?? new Set();
    opening.set(callId, kinds.add(kind));
    try {
      const { stream } = await open({ audio: kind === 'audio', video: kind === 'video' });
      if (!kinds.delete(kind)) {
        stop(stream);
        return;
      }
      unmute(callId, kind);
      replace(callId, kind, stream.getTracks());
      emit({ type: 'deviceOpened', callId, kind });
    } catch (error) {
      const failure = mediaFailureOf(error);
      log.warn('device_not_added', { kind, failure });
      if (kinds.delete(kind)) emit({ type: 'deviceFailed', callId, kind, failure });
    }
  }

  return {
    open: (callId, kind) => void add(callId, kind),
    close(callId, kind) {
      opening.get(callId)?.delete(kind);
      if (streams.get(callId, 'local') !== undefined) replace(callId, kind, []);
    },
    forget(callId) {
      opening.get(callId)?.clear();
      opening.delete(callId);
    },
  };
}
