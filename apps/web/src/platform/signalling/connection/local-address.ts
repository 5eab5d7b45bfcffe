import type { Clock, Log } from '@samtal/call-core';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';

/** The key in session storage (docs/requirements.md 3.3). */
const KEY = 'localIp';
const TIMEOUT_MS = 1_000;

export type LocalAddressOptions = {
  readonly iceServers: readonly RTCIceServer[];
  readonly clock: Clock;
  /** The tab's storage. */
  readonly store: KeyValueStore;
  readonly log: Log;
  /** Creates a peer connection; the browser's own by default. */
  readonly createConnection?: (configuration: RTCConfiguration) => RTCPeerConnection;
};

/** Rank of an address: the lowest is the best; undefined = not usable. */
function rankOf(address: string, type: string): number | undefined {
  // Browsers hide host addresses behind mDNS names until the page may use the camera.
  if (address.endsWith('.local')) return undefined;
  if (type === 'srflx') return 2;
  if (type !== 'host') return undefined;
  return address.includes(':') ? 1 : 0;
}

/**
 * Address and type in a candidate line: `candidate:<foundation> 1 udp <priority> <address> <port> typ <type>`
 * (RFC 8839 §5.1).
 */
function parseCandidate(line: string): { readonly address: string; readonly type: string } | undefined {
  const [, , , , address, , , type] = line.split(' ');
  return address === undefined || type === undefined ? undefined : { address, type };
}

/** Gathers until the best rank is found, gathering is complete, or the time is up. */
function gather({ iceServers, clock, createConnection }: LocalAddressOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    let best: { readonly address: string; readonly rank: number } | undefined;
    const configuration = { iceServers: [...iceServers] };
    const connection = createConnection?.(configuration) ?? new RTCPeerConnection(configuration);
    const finish = (): void => {
      forgetTimer();
      connection.close();
      resolve(best?.address);
    };
    const forgetTimer = clock.setTimer(TIMEOUT_MS, finish);
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate === null || candidate.candidate === '') {
        finish();
        return;
      }
      const found = parseCandidate(candidate.candidate);
      const rank = found === undefined ? undefined : rankOf(found.address, found.type);
      if (found === undefined || rank === undefined || (best !== undefined && best.rank <= rank)) return;
      best = { address: found.address, rank };
      if (rank === 0) finish();
    });
    connection.createDataChannel('');
    connection
      .createOffer()
      .then((offer) => connection.setLocalDescription(offer))
      .catch(finish);
  });
}

/**
 * This browser's address in its own network, found with a temporary peer connection within a second and
 * remembered for the tab. Undefined when none is found: the `remoteAddress` of the login answer is
 * used then.
 */
export async function findLocalAddress(options: LocalAddressOptions): Promise<string | undefined> {
  const { store, log } = options;
  const remembered = store.get(KEY);
  if (remembered !== undefined) return remembered;
  const address = await gather(options).catch(() => undefined);
  if (address === undefined) log.warn('Failed to detect local IP address');
  else store.set(KEY, address);
  return address;
}
