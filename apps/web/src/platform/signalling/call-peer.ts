import type { MediaKinds } from '@samtal/call-core';

const KINDS = ['audio', 'video'] as const;

const trackOf = (stream: MediaStream | undefined, kind: string): MediaStreamTrack | undefined =>
  stream?.getTracks().find((track) => track.kind === kind);

/** Puts what is wanted into an offer; a kind without a device is asked for all the same (MEDIA-04). */
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

/** Adds own tracks so that the other end's offer takes them up (RFC 8829 §5.10: only tracks added this way are). */
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

/** Once the offer is in: a medium that is off here flows neither way. */
export function refuseUnwantedMedia(connection: RTCPeerConnection, wanted: MediaKinds): void {
  for (const transceiver of connection.getTransceivers()) {
    const { kind } = transceiver.receiver.track;
    if (kind !== 'audio' && kind !== 'video') continue;
    if (!wanted[kind]) transceiver.direction = 'inactive';
  }
}

/** One stream of everything the other end sends, whatever streams it names; told anew for each track. */
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
