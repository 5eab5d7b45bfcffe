import type { Clock } from '@samtal/call-core';

/**
 * How much longer JsSIP waits after the first candidate of the kind that arrives last (`lastKindFrom`):
 * others of the same round trip may follow.
 */
const STRAGGLER_MS = 100;

const hasServer = ({ urls }: RTCIceServer, scheme: RegExp): boolean =>
  [urls].flat().some((url) => scheme.test(url));

/**
 * The kind of candidate that arrives last: relay with a TURN server, else srflx with a STUN server. Undefined
 * without a server: browsers find their own addresses by themselves, and then report that gathering is
 * complete.
 */
function lastKindFrom(iceServers: readonly RTCIceServer[]): RTCIceCandidateType | undefined {
  if (iceServers.some((server) => hasServer(server, /^turns?:/))) return 'relay';
  return iceServers.some((server) => hasServer(server, /^stuns?:/)) ? 'srflx' : undefined;
}

export type GatheringLimit = {
  readonly timeoutMs: number;
  /** How much longer to wait while there is no candidate that the peer can send to; 0 = no longer. */
  readonly patienceMs: number;
};

/**
 * Makes JsSIP stop waiting for ICE candidates of `connection` after a limit (SIP-08): without one, an unreachable
 * STUN server delays an INVITE by 40 s. Must be called before the local description is set.
 * @returns a function that removes the limit
 */
export function limitGathering(
  connection: RTCPeerConnection,
  clock: Clock,
  iceServers: readonly RTCIceServer[],
  { timeoutMs, patienceMs }: GatheringLimit,
): () => void {
  const lastKind = lastKindFrom(iceServers);
  const listening = new AbortController();
  const { signal } = listening;
  const timers: (() => void)[] = [];
  const forget = (): void => {
    listening.abort();
    for (const forgetTimer of timers) forgetTimer();
  };
  // For JsSIP, an event without a candidate ends gathering. Its function `ready` would do the same, but JsSIP
  // passes it only together with a candidate.
  const end = (): void => {
    forget();
    connection.dispatchEvent(new Event('icecandidate'));
  };
  const endAfter = (delayMs: number): void => void timers.push(clock.setTimer(delayMs, end));

  let [isGathering, isReachable, isPatient] = [false, false, false];
  const endAtLimit = (): void => {
    if (isReachable || patienceMs === 0 || connection.iceGatheringState !== 'gathering') return end();
    isPatient = true;
    endAfter(patienceMs);
  };
  connection.addEventListener(
    'signalingstatechange',
    () => {
      // Gathering begins with the own description. A busy machine can need long for the answer to an offer.
      if (isGathering || connection.signalingState === 'have-remote-offer') return;
      isGathering = true;
      timers.push(clock.setTimer(timeoutMs, endAtLimit));
    },
    { signal },
  );
  connection.addEventListener(
    'icecandidate',
    ({ candidate }) => {
      if (!isGathering || !candidate) return;
      // To a candidate for TCP that browsers make, no peer can connect (RFC 6544 §4.1, active).
      isReachable ||= candidate.protocol === 'udp';
      const isLast = lastKind !== undefined && candidate.type === lastKind;
      if (isLast || (isPatient && isReachable)) endAfter(STRAGGLER_MS);
    },
    { signal },
  );
  connection.addEventListener(
    'icegatheringstatechange',
    () => {
      // Before the own description, an earlier gathering has ended.
      if (isGathering && connection.iceGatheringState === 'complete') forget();
    },
    { signal },
  );
  return forget;
}
