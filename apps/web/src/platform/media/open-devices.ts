import type { Log, MediaFailure } from '@samtal/call-core';
import { cameraConstraintsFor } from './camera-constraints.ts';
import { mediaFailureOf } from './media-failure.ts';

export type DeviceKinds = { readonly audio: boolean; readonly video: boolean };
export type Devices = Pick<MediaDevices, 'getUserMedia'>;
/** The preferred device for each medium; a medium without one uses the system's default. */
export type PreferredDevices = {
  readonly audio?: MediaTrackConstraints;
  readonly video?: MediaTrackConstraints;
};

/** The opened stream; if one of two requested media is missing in it, `failure` says why. */
export type Opened = { readonly stream: MediaStream; readonly failure?: MediaFailure };

/** Stops every track, so that the lights of the devices turn off (MEDIA-12). */
export const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Opens the devices in exactly one attempt. Rejects with the browser's error. */
export async function askForDevices(
  devices: Devices,
  wanted: DeviceKinds,
  preferred: PreferredDevices,
): Promise<MediaStream> {
  const stream = await devices.getUserMedia({
    audio: wanted.audio && (preferred.audio ?? true),
    video: wanted.video && { ...cameraConstraintsFor(navigator.hardwareConcurrency), ...preferred.video },
  });
  for (const track of stream.getVideoTracks()) track.contentHint = 'motion';
  return stream;
}

/** Opens the chosen devices or, if one of them is in use, removed or unusable, the system's defaults. */
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
 * Opens camera and microphone, or only one of them: a missing or busy device does not prevent the other
 * medium (MEDIA-04). If the user refuses permission, no other device is tried. Rejects with the browser's
 * error.
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
    log.warn('device_not_opened', { failure });
    const stream = await open(devices, { audio: true, video: false }, preferred).catch(() =>
      open(devices, { audio: false, video: true }, preferred).catch(() => Promise.reject(error)),
    );
    return { stream, failure };
  }
}
