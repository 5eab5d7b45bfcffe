import type { Clock } from '@samtal/call-core';

/**
 * How much longer JsSIP waits after the first candidate of the kind that arrives last (`lastKindFrom`):
 * others of the same round trip may follow.
 */
const STRAGGLER_MS = 100;
/** The same after the first own address: browsers find the others in the same moment. */
const OWN_STRAGGLER_MS = 50;

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

/**
 * How long JsSIP waits after a candidate; undefined = until gathering is complete. A call that is interrupted does not
 * wait for the candidates over TCP, of which a browser has no others than those that connect (RFC 6544 §4.1): they come a
 * tenth of a second later, and the peer learns them from the checks.
 */
function stragglerMsAfter(
  { type, protocol }: RTCIceCandidate,
  lastKind: RTCIceCandidateType | undefined,
  isRestart: boolean,
): number | undefined {
  if (lastKind !== undefined) return type === lastKind ? STRAGGLER_MS : undefined;
  return isRestart && protocol === 'udp' ? OWN_STRAGGLER_MS : undefined;
}

/**
 * Makes JsSIP stop waiting for ICE candidates of `connection` after `timeoutMs` at most (SIP-08): without a
 * limit, an unreachable STUN server delays an INVITE by 40 s. Must be called before the local description is
 * set.
 * @param isRestart whether the description restarts ICE in a call that is interrupted
 * @returns a function that removes the limit
 */
export function limitGathering(
  connection: RTCPeerConnection,
  clock: Clock,
  iceServers: readonly RTCIceServer[],
  timeoutMs: number,
  isRestart = false,
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

  connection.addEventListener('signalingstatechange', () => endAfter(timeoutMs), { once: true, signal });
  connection.addEventListener(
    'icecandidate',
    ({ candidate }) => {
      const waitMs = candidate ? stragglerMsAfter(candidate, lastKind, isRestart) : undefined;
      if (waitMs !== undefined) endAfter(waitMs);
    },
    { signal },
  );
  connection.addEventListener(
    'icegatheringstatechange',
    () => {
      if (connection.iceGatheringState === 'complete') forget();
    },
    { signal },
  );
  return forget;
}
