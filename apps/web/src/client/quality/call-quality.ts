/**
 * One reading of the statistics of a call's connection, with counters since its start. Adapter:
 * `platform/quality`.
 */
export type StreamReading = {
  readonly kind: 'audio' | 'video';
  readonly codec?: string | undefined;
  readonly bytes: number;
  readonly packets: number;
  /** Incoming: lost on the way here. Outgoing: lost on the way there, as the remote end reports. */
  readonly packetsLost: number;
  /** Incoming streams only. */
  readonly jitterMs?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly framesPerSecond?: number | undefined;
};

export type QualityReading = {
  /** Milliseconds of any monotonic clock. */
  readonly atMs: number;
  readonly isConnected: boolean;
  readonly incoming: readonly StreamReading[];
  readonly outgoing: readonly StreamReading[];
  readonly roundTripMs?: number | undefined;
  readonly path?: 'direct' | 'relay' | undefined;
  /** Everything that arrived on the path: media bytes, and answers to consent checks (RFC 7675). */
  readonly arrivals: number;
};

/** One direction of one medium between two readings. */
export type StreamSummary = Pick<
  StreamReading,
  'codec' | 'width' | 'height' | 'framesPerSecond' | 'jitterMs'
> & {
  readonly kbps: number;
  /** 0 to 100. */
  readonly lossPercent: number;
};

/** A call's connection over the last second or two. A medium that is not flowing is undefined. */
export type QualitySummary = {
  readonly atMs: number;
  readonly isConnected: boolean;
  readonly audioIn: StreamSummary | undefined;
  readonly audioOut: StreamSummary | undefined;
  readonly videoIn: StreamSummary | undefined;
  readonly videoOut: StreamSummary | undefined;
  readonly roundTripMs: number | undefined;
  readonly path: 'direct' | 'relay' | undefined;
  /** How long nothing has arrived. */
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
  // Counters restart when a stream is replaced.
  const grown = (counter: 'bytes' | 'packets' | 'packetsLost'): number =>
    Math.max(0, current[counter] - (old?.[counter] ?? 0));
  const [packets, lost] = [grown('packets'), grown('packetsLost')];
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
