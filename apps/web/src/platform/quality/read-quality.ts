import type { QualityReading, StreamReading } from '../../client/quality/call-quality.ts';

/** The fields that are read from records of any type (W3C webrtc-stats). Times are in seconds. */
export type Stat = {
  readonly id: string;
  readonly type: string;
  readonly kind?: string;
  readonly trackIdentifier?: string;
  readonly codecId?: string;
  readonly remoteId?: string;
  readonly mimeType?: string;
  readonly bytesReceived?: number;
  readonly bytesSent?: number;
  readonly packetsReceived?: number;
  readonly packetsSent?: number;
  readonly packetsLost?: number;
  readonly responsesReceived?: number;
  readonly jitter?: number;
  readonly frameWidth?: number;
  readonly frameHeight?: number;
  readonly framesPerSecond?: number;
  readonly framesDecoded?: number;
  readonly totalAudioEnergy?: number;
  readonly currentRoundTripTime?: number;
  readonly selectedCandidatePairId?: string;
  readonly localCandidateId?: string;
  readonly remoteCandidateId?: string;
  readonly candidateType?: string;
  readonly nominated?: boolean;
  readonly state?: string;
};

const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 1000);

/**
 * A counter that grows with everything that arrives: media bytes, and answers to consent checks (RFC 7675).
 */
export function arrivalsIn(stats: readonly Stat[]): number {
  const pair = selectedPair(stats);
  return (pair?.bytesReceived ?? 0) + (pair?.responsesReceived ?? 0);
}

/** The candidate pair in use: in Firefox, which has no transport record, the nominated one that succeeded. */
function selectedPair(stats: readonly Stat[]): Stat | undefined {
  const selected = stats.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
  return (
    stats.find(({ id }) => id === selected) ??
    stats.find(
      ({ type, nominated, state }) =>
        type === 'candidate-pair' && nominated === true && state === 'succeeded',
    )
  );
}

/** Converts a connection's statistics to the types of `quality/call-quality.ts`. */
export function readQuality(stats: readonly Stat[], isConnected: boolean, atMs: number): QualityReading {
  const find = (id: string | undefined): Stat | undefined => stats.find((stat) => stat.id === id);
  const streamsOf = (
    type: string,
    counters: (stat: Stat) => Pick<StreamReading, 'bytes' | 'packets' | 'packetsLost' | 'jitterMs'>,
  ): readonly StreamReading[] =>
    stats.flatMap((stat) => {
      if (stat.type !== type || (stat.kind !== 'audio' && stat.kind !== 'video')) return [];
      const { kind, frameWidth, frameHeight, framesPerSecond } = stat;
      const codec = find(stat.codecId)?.mimeType?.split('/')[1];
      return [{ kind, codec, width: frameWidth, height: frameHeight, framesPerSecond, ...counters(stat) }];
    });

  const pair = selectedPair(stats);
  const types = [pair?.localCandidateId, pair?.remoteCandidateId].map((id) => find(id)?.candidateType);
  return {
    atMs,
    isConnected,
    incoming: streamsOf('inbound-rtp', (stat) => ({
      bytes: stat.bytesReceived ?? 0,
      packets: stat.packetsReceived ?? 0,
      packetsLost: stat.packetsLost ?? 0,
      jitterMs: milliseconds(stat.jitter),
    })),
    outgoing: streamsOf('outbound-rtp', (stat) => ({
      bytes: stat.bytesSent ?? 0,
      packets: stat.packetsSent ?? 0,
      packetsLost: find(stat.remoteId)?.packetsLost ?? 0,
    })),
    roundTripMs: milliseconds(pair?.currentRoundTripTime),
    path: pair === undefined ? undefined : types.includes('relay') ? 'relay' : 'direct',
    arrivals: arrivalsIn(stats),
  };
}

/** A connection's statistics records as a list. */
export async function readStats(connection: RTCPeerConnection): Promise<readonly Stat[]> {
  const stats: Stat[] = [];
  (await connection.getStats()).forEach((stat: Stat) => stats.push(stat));
  return stats;
}
