import type { MediaFailure } from '@samtal/call-core';
import { mediaFailureOf } from './media-failure.ts';
import { askForDevices, type Devices, type PreferredDevices } from './open-devices.ts';

export type TrackKind = 'audio' | 'video';

/** The new track; `failure` is present if the track does not come from the requested device, and says why. */
export type Replacement = { readonly track: MediaStreamTrack; readonly failure?: MediaFailure };

/**
 * Opens a track of the same kind as `old`. If a device is in use, `old` is stopped first, because many phones
 * open a second camera only then; if that fails too, the old device or the system's default is opened again.
 * Rejects with the browser's error; `old` may have ended in that case.
 */
export async function openInstead(
  devices: Devices,
  old: MediaStreamTrack,
  constraints: MediaTrackConstraints | undefined,
): Promise<Replacement> {
  const kinds = { audio: old.kind === 'audio', video: old.kind === 'video' };
  const open = async (from: MediaTrackConstraints | undefined): Promise<MediaStreamTrack> => {
    const preferred: PreferredDevices = from === undefined ? {} : { [old.kind]: from };
    const [track] = (await askForDevices(devices, kinds, preferred)).getTracks();
    if (track === undefined) throw new Error('the stream has no requested track');
    return track;
  };
  try {
    return { track: await open(constraints) };
  } catch (error) {
    if (mediaFailureOf(error) !== 'inUse') throw error;
  }
  const { deviceId } = old.getSettings();
  old.stop();
  try {
    return { track: await open(constraints) };
  } catch (error) {
    const before = deviceId === undefined ? undefined : { deviceId: { exact: deviceId } };
    const track = await open(before).catch(() => open(undefined));
    return { track, failure: mediaFailureOf(error) };
  }
}

/**
 * Sends `fresh` in place of `old` without a new offer. The sender's parameters (bit rate, frame rate before
 * resolution, decision D17) stay, because they belong to the sender and not to its track (WebRTC 1.0 §5.2).
 */
export async function sendInstead(
  connection: RTCPeerConnection | undefined,
  old: MediaStreamTrack,
  fresh: MediaStreamTrack,
): Promise<void> {
  fresh.enabled = old.enabled;
  await connection
    ?.getSenders()
    .find(({ track }) => track === old)
    ?.replaceTrack(fresh);
}
