import type { Log } from '@samtal/call-core';
import { mediaFailureOf } from './media-failure.ts';

/** Signs need frames more than pixels (decision D17). */
const CAMERA: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 30 },
};

export type DeviceKinds = { readonly audio: boolean; readonly video: boolean };
export type Devices = Pick<MediaDevices, 'getUserMedia'>;

/** Stops every track, so that the lights of the devices go out (MEDIA-12). */
export const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

async function open(devices: Devices, { audio, video }: DeviceKinds): Promise<MediaStream> {
  const stream = await devices.getUserMedia({ audio, video: video ? CAMERA : false });
  for (const track of stream.getVideoTracks()) track.contentHint = 'motion';
  return stream;
}

/**
 * Camera and microphone, or the one of them that works: a device that is missing or in use does not take the other
 * medium down (MEDIA-04). Refused permission is not asked for again. Rejects with the browser's error.
 */
export async function openDevices(devices: Devices, wanted: DeviceKinds, log: Log): Promise<MediaStream> {
  try {
    return await open(devices, wanted);
  } catch (error) {
    if (!wanted.audio || !wanted.video || mediaFailureOf(error) === 'denied') throw error;
    log.warn('one device has failed', { failure: mediaFailureOf(error) });
    return await open(devices, { audio: true, video: false }).catch(() =>
      open(devices, { audio: false, video: true }).catch(() => Promise.reject(error)),
    );
  }
}
