import type { DeviceKind, MediaKinds } from '@samtal/call-core';

const KINDS = ['audio', 'video'] as const;

/** Whether a transceiver is that of a shared screen (decision D88). */
export type IsOfScreen = (transceiver: RTCRtpTransceiver) => boolean;

export const trackOf = (stream: MediaStream | undefined, kind: string): MediaStreamTrack | undefined =>
  stream?.getTracks().find((track) => track.kind === kind);

/** Adds the wanted media to an offer; a medium without a local device becomes receive-only (MEDIA-04). */
export function addOfferedMedia(
  connection: RTCPeerConnection,
  wanted: MediaKinds,
  local: MediaStream | undefined,
): void {
  for (const kind of KINDS.filter((each) => wanted[each])) {
    const track = trackOf(local, kind);
    connection.addTransceiver(track ?? kind, {
      direction: track === undefined ? 'recvonly' : 'sendrecv',
      streams: local === undefined ? [] : [local],
    });
  }
}

/** Adds local tracks by `addTrack`: only these are used for the media of a peer's offer (RFC 8829 §5.10). */
export function addAnsweredMedia(
  connection: RTCPeerConnection,
  wanted: MediaKinds,
  local: MediaStream | undefined,
): void {
  for (const kind of KINDS.filter((each) => wanted[each])) {
    const track = trackOf(local, kind);
    if (track !== undefined && local !== undefined) connection.addTrack(track, local);
  }
}

/** Makes media that are off here inactive in both directions, once the peer's offer is set. */
export function refuseUnwantedMedia(connection: RTCPeerConnection, wanted: MediaKinds): void {
  for (const transceiver of connection.getTransceivers()) {
    const { kind } = transceiver.receiver.track;
    if (kind !== 'audio' && kind !== 'video') continue;
    if (!wanted[kind]) transceiver.direction = 'inactive';
  }
}

/**
 * Collects the tracks of the peer in one stream, whatever streams the peer names, but for that of a screen; calls
 * `onStream` for each track.
 */
export function gatherRemoteStream(
  connection: RTCPeerConnection,
  isOfScreen: IsOfScreen,
  onStream: (stream: MediaStream) => void,
): void {
  const stream = new MediaStream();
  connection.addEventListener('track', ({ track, transceiver }) => {
    if (isOfScreen(transceiver)) return;
    stream.addTrack(track);
    onStream(stream);
  });
}

export const kindOfTransceiver = ({ receiver }: RTCRtpTransceiver): string => receiver.track.kind;

export const isStopped = ({ direction, currentDirection }: RTCRtpTransceiver): boolean =>
  direction === 'stopped' || currentDirection === 'stopped';

/** Takes one video of the peer: there is no end to what a peer may offer, and another one would be shown nowhere. */
export function refuseMoreVideos(connection: RTCPeerConnection): void {
  let hasVideo = false;
  for (const each of connection.getTransceivers()) {
    const isSent = each.sender.track !== null;
    if (each.mid === null || kindOfTransceiver(each) !== 'video' || isStopped(each)) continue;
    if (hasVideo && !isSent) each.direction = 'inactive';
    hasVideo ||= isSent || each.currentDirection !== 'inactive';
  }
}

/**
 * In an offer of the peer that changes the call: media that may be added are received, and sent only if this
 * side sends them already (decision D33).
 */
export function takeAddedMedia(
  connection: RTCPeerConnection,
  mayAdd: Readonly<Record<DeviceKind, boolean>>,
): void {
  for (const transceiver of connection.getTransceivers()) {
    const kind = kindOfTransceiver(transceiver);
    if (isStopped(transceiver) || (kind !== 'audio' && kind !== 'video')) continue;
    const taken = mayAdd[kind] ? 'recvonly' : 'inactive';
    transceiver.direction = transceiver.sender.track === null ? taken : 'sendrecv';
  }
}

/**
 * Sets the last offer of the peer and this side's answer a second time, in this browser only. A rollback in Chromium
 * (131 to 150 at least) undoes too much: if this side has answered an offer with a new section, and later its own offer
 * is rolled back, sound or video of that section stops in both directions. After a second answer they go on.
 */
export async function repeatAnswer(connection: RTCPeerConnection): Promise<void> {
  const { remoteDescription, signalingState } = connection;
  if (remoteDescription?.type !== 'offer' || signalingState !== 'stable') return;
  await connection.setRemoteDescription(remoteDescription);
  await connection.setLocalDescription(await connection.createAnswer());
}

/** Remembers the directions of the transceivers; returns a function that gives them these directions again. */
export function keepDirections(connection: RTCPeerConnection): () => void {
  const kept = connection
    .getTransceivers()
    .map((transceiver) => [transceiver, transceiver.direction] as const);
  return () => {
    for (const [transceiver, direction] of kept)
      if (!isStopped(transceiver) && direction !== 'stopped') transceiver.direction = direction;
  };
}

/** Stops sending the media for which `isUsed` is false; they can be added again later. */
export async function stopUnused(
  connection: RTCPeerConnection,
  isUsed: (kind: DeviceKind) => boolean,
): Promise<void> {
  for (const transceiver of connection.getTransceivers()) {
    const kind = kindOfTransceiver(transceiver);
    if (isStopped(transceiver) || transceiver.sender.track === null) continue;
    if ((kind === 'audio' || kind === 'video') && !isUsed(kind)) await stopSending(transceiver);
  }
}

export async function stopSending(transceiver: RTCRtpTransceiver): Promise<void> {
  transceiver.direction = 'recvonly';
  await transceiver.sender.replaceTrack(null);
}
