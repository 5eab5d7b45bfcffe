import type { Clock } from '@samtal/call-core';
import type { NetworkFinding, NetworkFindings, TestNetwork } from '../../client/ports/call-monitor.ts';

const TIMEOUT_MS = 6_000;

export type NetworkTestOptions = {
  readonly iceServersFor: (serverUri: string) => readonly RTCIceServer[];
  readonly clock: Clock;
};

/**
 * The first two parts of an IP address: they show the network but not the computer, and support needs no
 * more.
 */
export function maskAddress(address: string): string {
  const separator = address.includes(':') ? ':' : '.';
  return `${address.split(separator).slice(0, 2).join(separator)}${separator}…`;
}

const isTurn = ({ urls }: RTCIceServer): boolean => [urls].flat().some((url) => /^turns?:/i.test(url));

/**
 * Runs `begin`, which starts a test and returns a function that ends it. Resolves with the result of the
 * test, or with `giveUp` when the user leaves or the time is up.
 */
function within<T>(
  { clock }: NetworkTestOptions,
  signal: AbortSignal,
  giveUp: T,
  begin: (finish: (result: T) => void) => () => void,
): Promise<T> {
  return new Promise((resolve) => {
    let isOver = false;
    let end = (): void => undefined;
    const finish = (result: T): void => {
      if (isOver) return;
      isOver = true;
      forgetTimer();
      // `begin` may finish before it has returned its end function.
      queueMicrotask(() => end());
      resolve(result);
    };
    const forgetTimer = clock.setTimer(TIMEOUT_MS, () => finish(giveUp));
    signal.addEventListener('abort', () => finish(giveUp), { once: true });
    end = begin(finish);
  });
}

function tryServer(
  options: NetworkTestOptions,
  serverUri: string,
  signal: AbortSignal,
): Promise<NetworkFinding> {
  const { clock } = options;
  return within<NetworkFinding>(options, signal, { ok: false }, (finish) => {
    try {
      const startedAt = clock.now();
      const socket = new WebSocket(serverUri, 'sip');
      socket.addEventListener('open', () => finish({ ok: true, ms: clock.now() - startedAt }));
      socket.addEventListener('error', () => finish({ ok: false }));
      return () => socket.close();
    } catch {
      finish({ ok: false });
      return () => undefined;
    }
  });
}

type Candidate = NetworkFindings['stun'];

/** Gathers with `servers` until a candidate of `type` is found or gathering is complete. */
function gather(
  options: NetworkTestOptions,
  servers: readonly RTCIceServer[],
  type: 'srflx' | 'relay',
  signal: AbortSignal,
): Promise<Candidate> {
  const { clock } = options;
  return within<Candidate>(options, signal, { ok: false }, (finish) => {
    const connection = new RTCPeerConnection({
      iceServers: [...servers],
      iceTransportPolicy: type === 'relay' ? 'relay' : 'all',
    });
    const startedAt = clock.now();
    let hasFailed = false;
    connection.addEventListener('icecandidateerror', () => {
      hasFailed = true;
    });
    connection.addEventListener('icecandidate', ({ candidate }) => {
      const ms = clock.now() - startedAt;
      if (candidate?.type === type) {
        const { address } = candidate;
        finish({ ok: true, ms, ...(address === null ? {} : { address: maskAddress(address) }) });
      }
      // Without address translation the STUN server's answer adds no candidate, so a missing candidate is no
      // fault.
      else if (candidate === null) finish(type === 'srflx' && !hasFailed ? { ok: true, ms } : { ok: false });
    });
    connection.createDataChannel('');
    connection
      .createOffer()
      .then((offer) => connection.setLocalDescription(offer))
      .catch(() => finish({ ok: false }));
    return () => connection.close();
  });
}

/** Tests server, STUN and TURN at the same time, each for six seconds at most. */
export function createNetworkTest(options: NetworkTestOptions): TestNetwork {
  return async (serverUri, signal) => {
    const servers = options.iceServersFor(serverUri);
    const relays = servers.filter(isTurn);
    const others = servers.filter((server) => !isTurn(server));
    const [server, stun, relay] = await Promise.all([
      tryServer(options, serverUri, signal),
      gather(options, others, 'srflx', signal),
      relays.length === 0 ? undefined : gather(options, relays, 'relay', signal),
    ]);
    return { server, stun, relay };
  };
}
