/**
 * How the client knows that text on a data channel has arrived (decision D41). Browsers report when text has
 * left their buffer, and when the peer's last packet arrived. A packet that arrives at least one round trip
 * after the text has left was sent after the text had arrived, unless packets to the peer are lost, which its
 * missing STUN responses show.
 */

/** The round trip time that is assumed when the browser does not know it. */
const UNKNOWN_ROUND_TRIP_MS = 500;

/**
 * How much longer than the measured round trip a packet may take while a computer is busy: it waits in the
 * buffers of either end, and one that comes in this time may have been sent before the text arrived.
 */
const BUSY_MS = 300;

/** One path to the peer: the selected candidate pair of a transport. */
type Path = {
  readonly heardAt: number;
  readonly received: number;
  /** STUN requests sent on this path, and responses to them; undefined in browsers that do not count them. */
  readonly requests: number | undefined;
  readonly responses: number | undefined;
};

/** One reading of the browser's statistics; times on the page's clock. */
export type PathReading = {
  /** When the statistics were requested. */
  readonly at: number;
  readonly paths: ReadonlyMap<string, Path>;
  /** The longest time in which a packet reaches the peer, and an answer comes back. */
  readonly roundTripMs: number;
};

/**
 * The fields that are read from candidate pairs and transports (W3C WebRTC statistics; Firefox has
 * `selected`).
 */
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
  readonly requestsSent?: number;
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
 * The path of a candidate pair. The statistics and the page may use different clocks, so only the age of the
 * last packet is used.
 */
function pathOf(pair: Stats, at: number): Path {
  const { timestamp, lastPacketReceivedTimestamp: last = 0 } = pair;
  const { bytesReceived = 0, packetsReceived = 0, responsesReceived, requestsSent } = pair;
  return {
    heardAt: last > 0 ? at - Math.max(0, timestamp - last) : Number.NEGATIVE_INFINITY,
    received: bytesReceived + packetsReceived + (responsesReceived ?? 0),
    requests: requestsSent,
    responses: responsesReceived,
  };
}

/**
 * Reads the selected paths and their longest round trip time, with the delay of a busy computer.
 * @param at when the report was requested
 */
export function readPaths(report: Iterable<Stats>, at: number): PathReading {
  const pairs = selectedPairs([...report]);
  const roundTrips = pairs.map(({ currentRoundTripTime: seconds }) =>
    seconds === undefined ? UNKNOWN_ROUND_TRIP_MS : seconds * 1000,
  );
  return {
    at,
    paths: new Map(pairs.map((pair) => [pair.id, pathOf(pair, at)])),
    roundTripMs: Math.max(0, ...roundTrips) + BUSY_MS,
  };
}

function heardOn(id: string, path: Path, before: PathReading | undefined): number {
  const earlier = before?.paths.get(id);
  const hasGrown = earlier !== undefined && path.received > earlier.received;
  return hasGrown ? Math.max(path.heardAt, before?.at ?? path.heardAt) : path.heardAt;
}

/**
 * The latest time at which the peer is known to have sent: the time of its last packet, or of the previous
 * reading if the counters have grown since. Of several transports, the one that was silent for longest
 * counts.
 */
export function heardAt(before: PathReading | undefined, { paths }: PathReading): number {
  const moments = [...paths].map(([id, path]) => heardOn(id, path, before));
  return moments.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...moments);
}

const hasNewResponse = (id: string, { responses = 0 }: Path, before: PathReading | undefined): boolean => {
  const earlier = before?.paths.get(id)?.responses;
  return earlier !== undefined && responses > earlier;
};

/** Whether the browser counts STUN requests and responses. */
export const countsRequests = ({ paths }: PathReading): boolean =>
  [...paths.values()].every(({ requests, responses }) => requests !== undefined && responses !== undefined);

/**
 * The earliest time at which a STUN request that was answered since the previous reading can have been sent:
 * text that had left by then has arrived. -Infinity unless a request was answered on every path.
 */
export function answeredAt(before: PathReading | undefined, { paths, roundTripMs }: PathReading): number {
  const isAnswered = paths.size > 0 && [...paths].every(([id, path]) => hasNewResponse(id, path, before));
  return before === undefined || !isAnswered ? Number.NEGATIVE_INFINITY : before.at - roundTripMs;
}

/** For each path with a STUN request that has had no response since: when that request was first seen. */
export type Unanswered = ReadonlyMap<string, number>;

/**
 * `unanswered` updated by a new reading: with the paths that have a new request, without those that have a
 * new response.
 */
export function followRequests(
  unanswered: Unanswered,
  before: PathReading | undefined,
  { paths, at }: PathReading,
): Unanswered {
  const isAsked = (id: string, { requests = 0 }: Path): boolean =>
    requests > (before?.paths.get(id)?.requests ?? requests);
  return new Map(
    [...paths].flatMap(([id, path]): readonly [string, number][] => {
      if (hasNewResponse(id, path, before)) return [];
      const since = unanswered.get(id) ?? (isAsked(id, path) ? at : undefined);
      return since === undefined ? [] : [[id, since]];
    }),
  );
}

/** Whether the peer still sends, but no longer receives: it does not answer STUN requests. */
export const isDeaf = (
  unanswered: Unanswered,
  before: PathReading | undefined,
  { paths, roundTripMs }: PathReading,
): boolean =>
  [...paths].some(([id, path]) => {
    const since = unanswered.get(id);
    return since !== undefined && heardOn(id, path, before) > since + roundTripMs;
  });

/**
 * Whether text has arrived: the peer was heard at least one round trip after the text had left the buffer.
 * @param leftAt when the text was first seen to have left; undefined if it has not
 */
export const hasArrived = (
  leftAt: number | undefined,
  heard: number,
  { roundTripMs }: PathReading,
): boolean => leftAt !== undefined && heard >= leftAt + roundTripMs;
