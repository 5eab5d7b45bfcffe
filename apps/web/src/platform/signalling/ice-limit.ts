import type { Clock } from '@samtal/call-core';

/** Once an address from the farthest kind of server is known, others of the same round trip still get this long. */
const STRAGGLER_MS = 100;

const hasServer = ({ urls }: RTCIceServer, scheme: RegExp): boolean =>
  [urls].flat().some((url) => scheme.test(url));

/** The kind of candidate after which none is expected that would connect more; host addresses need no server. */
function lastKindFrom(iceServers: readonly RTCIceServer[]): RTCIceCandidateType {
  if (iceServers.some((server) => hasServer(server, /^turns?:/))) return 'relay';
  return iceServers.some((server) => hasServer(server, /^stuns?:/)) ? 'srflx' : 'host';
}

/**
 * Ends the gathering of `connection` for JsSIP after `timeoutMs` at the latest (SIP-08): without a limit an
 * unreachable STUN server holds an INVITE back for 40 s. To be called before the local description is set;
 * returns the function that forgets it.
 */
export function limitGathering(
  connection: RTCPeerConnection,
  clock: Clock,
  iceServers: readonly RTCIceServer[],
  timeoutMs: number,
): () => void {
  const lastKind = lastKindFrom(iceServers);
  const listening = new AbortController();
  const { signal } = listening;
  const timers: (() => void)[] = [];
  const forget = (): void => {
    listening.abort();
    for (const forgetTimer of timers) forgetTimer();
  };
  // To JsSIP an event without a candidate is the end of gathering; its own `ready` exists only once there is one.
  const end = (): void => {
    forget();
    connection.dispatchEvent(new Event('icecandidate'));
  };
  const endAfter = (delayMs: number): void => void timers.push(clock.setTimer(delayMs, end));

  connection.addEventListener('signalingstatechange', () => endAfter(timeoutMs), { once: true, signal });
  connection.addEventListener(
    'icecandidate',
    ({ candidate }) => {
      if (candidate?.type === lastKind) endAfter(STRAGGLER_MS);
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
