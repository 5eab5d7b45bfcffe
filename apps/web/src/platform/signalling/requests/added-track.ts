import type { DeviceKind } from '@samtal/call-core';
import { type IsOfScreen, isStopped, kindOfTransceiver, stopSending, trackOf } from '../media/call-peer.ts';

/** A section or a transceiver of `kind` that sends nothing, those that the call has already first. */
function findFree(
  connection: RTCPeerConnection,
  kind: DeviceKind,
  isOfScreen: IsOfScreen,
): RTCRtpTransceiver | undefined {
  const free = connection
    .getTransceivers()
    .filter(
      (each) =>
        kindOfTransceiver(each) === kind &&
        each.sender.track === null &&
        !isStopped(each) &&
        !isOfScreen(each),
    );
  return free.find(({ mid }) => mid !== null) ?? free[0];
}

/**
 * Sends the local track of `kind` from the next offer on: in a section that the call has already, else in a
 * new one (RFC 3264 §8.1).
 * @returns a function that undoes this after the peer has refused it
 */
export async function addTrackOf(
  connection: RTCPeerConnection,
  kind: DeviceKind,
  local: MediaStream | undefined,
  isOfScreen: IsOfScreen,
): Promise<() => Promise<void>> {
  const track = trackOf(local, kind);
  if (track === undefined || local === undefined) return () => Promise.resolve();
  const free = findFree(connection, kind, isOfScreen);
  if (free === undefined) connection.addTrack(track, local);
  else {
    free.direction = 'sendrecv';
    await free.sender.replaceTrack(track);
  }
  return async () => {
    const used = connection.getTransceivers().find(({ sender }) => sender.track === track);
    if (used === undefined || isStopped(used)) return;
    const isUnknownToPeer = used.mid === null;
    await stopSending(used);
    // The transceiver is not stopped: after a rollback Chromium would take a stopped one for the next new section.
    // The next offer of either end uses it (RFC 8829 §5.10).
    if (isUnknownToPeer) used.direction = 'inactive';
  };
}
