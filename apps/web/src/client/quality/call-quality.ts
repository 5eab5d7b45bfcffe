/**
 * The statistics of one stream of a call at one moment; its counters run since the stream's start. Adapter:
 * `platform/quality`.
 */
export type StreamReading = {
  readonly kind: 'audio' | 'video';
  readonly codec?: string | undefined;
  readonly bytes: number;
  readonly packets: number;
  /**
   * Of an incoming stream: packets lost on the way to this client. Of an outgoing stream: packets that the
   * remote client reports as lost.
   */
  readonly packetsLost: number;
  /** The jitter; known for incoming streams only. */
  readonly jitterMs?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly framesPerSecond?: number | undefined;
};

export type QualityReading = {
  /** Milliseconds of the client's clock. */
  readonly atMs: number;
  readonly isConnected: boolean;
  readonly incoming: readonly StreamReading[];
  readonly outgoing: readonly StreamReading[];
  readonly roundTripMs?: number | undefined;
  readonly path?: 'direct' | 'relay' | undefined;
  /**
   * A counter that grows with everything that arrives: media bytes, and answers to consent checks (RFC 7675).
   */
  readonly arrivals: number;
};

/** One direction of one medium between two readings. */
export type StreamSummary = Pick<
  StreamReading,
  'codec' | 'width' | 'height' | 'framesPerSecond' | 'jitterMs'
> & {
  readonly kbps: number;
  /** The share of lost packets, from 0 to 100. */
  readonly lossPercent: number;
};

/**
 * A call's connection between two readings. A stream that does not exist or has carried nothing is undefined.
 */
export type QualitySummary = {
  readonly atMs: number;
  readonly isConnected: boolean;
  readonly audioIn: StreamSummary | undefined;
  readonly audioOut: StreamSummary | undefined;
  readonly videoIn: StreamSummary | undefined;
  readonly videoOut: StreamSummary | undefined;
  readonly roundTripMs: number | undefined;
  readonly path: 'direct' | 'relay' | undefined;
  /** For how long nothing has arrived. */
  readonly silentMs: number;
};

function summariseStream(
  before: readonly StreamReading[],
  now: readonly StreamReading[],
  kind: StreamReading['kind'],
  elapsedMs: number,
): StreamSummary | undefined {
  const [old, current] = [before, now].map((streams) => streams.find((stream) => stream.kind === kind));
  if (current === undefined || current.bytes === 0) return undefined;
  // The counters of a replaced stream start at 0 again.
  const grown = (counter: 'bytes' | 'packets' | 'packetsLost'): number =>
    Math.max(0, current[counter] - (old?.[counter] ?? 0));
  const packets = grown('packets');
  const lost = grown('packetsLost');
  const { codec, width, height, framesPerSecond, jitterMs } = current;
  return {
    codec,
    width,
    height,
    framesPerSecond,
    jitterMs,
    kbps: elapsedMs > 0 ? Math.round((grown('bytes') * 8) / elapsedMs) : 0,
    lossPercent: packets + lost === 0 ? 0 : Math.round((lost * 1000) / (packets + lost)) / 10,
  };
}

/** Summarises the time between two readings; `previous` is the summary made at `before`. */
export function summarise(
  before: QualityReading,
  now: QualityReading,
  previous: QualitySummary | undefined,
): QualitySummary {
  const elapsedMs = now.atMs - before.atMs;
  const incoming = (kind: StreamReading['kind']) =>
    summariseStream(before.incoming, now.incoming, kind, elapsedMs);
  const outgoing = (kind: StreamReading['kind']) =>
    summariseStream(before.outgoing, now.outgoing, kind, elapsedMs);
  return {
    atMs: now.atMs,
    isConnected: now.isConnected,
    audioIn: incoming('audio'),
    audioOut: outgoing('audio'),
    videoIn: incoming('video'),
    videoOut: outgoing('video'),
    roundTripMs: now.roundTripMs,
    path: now.path,
    silentMs: now.arrivals > before.arrivals ? 0 : (previous?.silentMs ?? 0) + elapsedMs,
  };
}
