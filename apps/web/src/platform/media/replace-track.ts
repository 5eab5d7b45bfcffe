import { mediaFailureOf } from './media-failure.ts';
import { askForDevices, type Devices, type PreferredDevices } from './open-devices.ts';

export type TrackKind = 'audio' | 'video';

/**
 * A new track of the same kind. Many phones open their second camera only after the first is closed; should it not
 * open then either, whatever the system has takes its place.
 */
export async function openInstead(
  devices: Devices,
  old: MediaStreamTrack,
  wish: MediaTrackConstraints | undefined,
): Promise<MediaStreamTrack> {
  const kinds = { audio: old.kind === 'audio', video: old.kind === 'video' };
  const open = async (preferred: PreferredDevices): Promise<MediaStreamTrack> => {
    const [track] = (await askForDevices(devices, kinds, preferred)).getTracks();
    if (track === undefined) throw new Error('a stream without the track that was asked for');
    return track;
  };
  const wished: PreferredDevices = wish === undefined ? {} : { [old.kind]: wish };
  try {
    return await open(wished);
  } catch (error) {
    if (mediaFailureOf(error) !== 'inUse') throw error;
    old.stop();
    return await open(wished).catch(() => open({}));
  }
}

/**
 * Sends `fresh` in place of `old` without a new offer. What the sender was told (bit rate, frames before pixels,
 * decision D17) stays, because it belongs to the sender and not to its track (WebRTC 1.0 §5.2).
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
