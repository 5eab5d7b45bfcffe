import type { MediaKinds } from '@samtal/call-core';

const KINDS = ['audio', 'video'] as const;

const trackOf = (stream: MediaStream | undefined, kind: string): MediaStreamTrack | undefined =>
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
 * Collects all tracks of the peer in one stream, whatever streams the peer names; calls `onStream` for each
 * track.
 */
export function gatherRemoteStream(
  connection: RTCPeerConnection,
  onStream: (stream: MediaStream) => void,
): void {
  const stream = new MediaStream();
  connection.addEventListener('track', ({ track }) => {
    stream.addTrack(track);
    onStream(stream);
  });
}
