/**
 * Whether text on a data channel has arrived (decision D41). Browsers report when it has left their buffer,
 * and when the peer's last packet arrived. A packet that arrives a round trip later was sent after the text
 * had arrived.
 */

/** Used when the browser does not know the round trip time. */
const UNKNOWN_ROUND_TRIP_MS = 500;

/** One path to the peer: the selected candidate pair of a transport. */
type Path = { readonly heardAt: number; readonly received: number };

/** One reading of the browser's statistics; times on the page's clock. */
export type PathReading = {
  /** When they were requested. */
  readonly at: number;
  readonly paths: ReadonlyMap<string, Path>;
  readonly roundTripMs: number;
};

/** The fields read of candidate pairs and transports (W3C WebRTC statistics; Firefox has `selected`). */
type Stats = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly selectedCandidatePairId?: string;
  readonly state?: string;
  readonly nominated?: boolean;
  readonly selected?: boolean;
  readonly lastPacketReceivedTimestamp?: number;
  readonly currentRoundTripTime?: number;
  readonly bytesReceived?: number;
  readonly packetsReceived?: number;
  readonly responsesReceived?: number;
};

function selectedPairs(report: readonly Stats[]): readonly Stats[] {
  const pairs = report.filter(({ type }) => type === 'candidate-pair');
  const ids = report.flatMap(({ type, selectedCandidatePairId: id }) =>
    type === 'transport' && id !== undefined ? [id] : [],
  );
  if (ids.length > 0) return pairs.filter(({ id }) => ids.includes(id));
  const selected = pairs.filter((pair) => pair.selected === true);
  return selected.length > 0
    ? selected
    : pairs.filter(({ state, nominated }) => state === 'succeeded' && nominated === true);
}

/**
 * The statistics and the page may use different clocks: only the packet's age at the time of the reading is
 * used.
 */
function pathOf(pair: Stats, at: number): Path {
  const { timestamp, lastPacketReceivedTimestamp: last = 0 } = pair;
  const { bytesReceived = 0, packetsReceived = 0, responsesReceived = 0 } = pair;
  return {
    heardAt: last > 0 ? at - Math.max(0, timestamp - last) : Number.NEGATIVE_INFINITY,
    received: bytesReceived + packetsReceived + responsesReceived,
  };
}

/** @param at when the report was asked for */
export function readPaths(report: Iterable<Stats>, at: number): PathReading {
  const pairs = selectedPairs([...report]);
  const roundTrips = pairs.map(({ currentRoundTripTime: seconds }) =>
    seconds === undefined ? UNKNOWN_ROUND_TRIP_MS : seconds * 1000,
  );
  return {
    at,
    paths: new Map(pairs.map((pair) => [pair.id, pathOf(pair, at)])),
    roundTripMs: Math.max(0, ...roundTrips),
  };
}

/**
 * The latest time at which the peer is known to have sent: the time of its last packet, or of the previous
 * reading if counters have grown since. Of several transports the one silent for longest counts.
 */
export function heardAt(before: PathReading | undefined, { paths }: PathReading): number {
  const moments = [...paths].map(([id, path]) => {
    const earlier = before?.paths.get(id);
    const hasGrown = earlier !== undefined && path.received > earlier.received;
    return hasGrown ? Math.max(path.heardAt, before?.at ?? path.heardAt) : path.heardAt;
  });
  return moments.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...moments);
}

/** @param leftAt when the text was first seen to have left the buffer */
export const hasArrived = (
  leftAt: number | undefined,
  heard: number,
  { roundTripMs }: PathReading,
): boolean => leftAt !== undefined && heard >= leftAt + roundTripMs;
