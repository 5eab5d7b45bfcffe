import type { MediaKinds } from '@samtal/call-core';

const KINDS = ['audio', 'video'] as const;

const trackOf = (stream: MediaStream | undefined, kind: string): MediaStreamTrack | undefined =>
  stream?.getTracks().find((track) => track.kind === kind);

/** Adds the wanted media to an offer; a medium without a device is requested as well (MEDIA-04). */
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

/** Adds local tracks so that the peer's offer uses them (RFC 8829 §5.10: only tracks added this way are). */
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

/** Runs once the offer is set: a medium that is off here flows in neither direction. */
export function refuseUnwantedMedia(connection: RTCPeerConnection, wanted: MediaKinds): void {
  for (const transceiver of connection.getTransceivers()) {
    const { kind } = transceiver.receiver.track;
    if (kind !== 'audio' && kind !== 'video') continue;
    if (!wanted[kind]) transceiver.direction = 'inactive';
  }
}

/** Collects all tracks of the peer in one stream, whatever streams it names; reported for each track. */
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
