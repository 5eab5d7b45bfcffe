import type { Log, MediaFailure } from '@samtal/call-core';
import { mediaFailureOf } from './media-failure.ts';

/** Signs need frames more than pixels (decision D17). */
const CAMERA: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 30 },
};

export type DeviceKinds = { readonly audio: boolean; readonly video: boolean };
export type Devices = Pick<MediaDevices, 'getUserMedia'>;
/** What each medium should come from; a medium left out comes from wherever the system likes. */
export type PreferredDevices = {
  readonly audio?: MediaTrackConstraints;
  readonly video?: MediaTrackConstraints;
};

/** What could be opened, and why not the other medium that was asked for. */
export type Opened = { readonly stream: MediaStream; readonly failure?: MediaFailure };

/** Stops every track, so that the lights of the devices go out (MEDIA-12). */
export const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Exactly one try. Rejects with the browser's error. */
export async function askForDevices(
  devices: Devices,
  wanted: DeviceKinds,
  preferred: PreferredDevices,
): Promise<MediaStream> {
  const stream = await devices.getUserMedia({
    audio: wanted.audio && (preferred.audio ?? true),
    video: wanted.video && { ...CAMERA, ...preferred.video },
  });
  for (const track of stream.getVideoTracks()) track.contentHint = 'motion';
  return stream;
}

/** The chosen devices; when one of them is in use or has just gone, what the system has. */
async function open(
  devices: Devices,
  wanted: DeviceKinds,
  preferred: PreferredDevices,
): Promise<MediaStream> {
  try {
    return await askForDevices(devices, wanted, preferred);
  } catch (error) {
    const hasChoice =
      (wanted.audio && preferred.audio !== undefined) || (wanted.video && preferred.video !== undefined);
    if (!hasChoice || mediaFailureOf(error) === 'denied') throw error;
    return await askForDevices(devices, wanted, {});
  }
}

/**
 * Camera and microphone, or the one of them that works: a device that is missing or in use does not take the other
 * medium down (MEDIA-04). Refused permission is not asked for again. Rejects with the browser's error.
 */
export async function openDevices(
  devices: Devices,
  wanted: DeviceKinds,
  log: Log,
  preferred: PreferredDevices = {},
): Promise<Opened> {
  try {
    return { stream: await open(devices, wanted, preferred) };
  } catch (error) {
    const failure = mediaFailureOf(error);
    if (!wanted.audio || !wanted.video || failure === 'denied') throw error;
    log.warn('one device has failed', { failure });
    const stream = await open(devices, { audio: true, video: false }, preferred).catch(() =>
      open(devices, { audio: false, video: true }, preferred).catch(() => Promise.reject(error)),
    );
    return { stream, failure };
  }
}
