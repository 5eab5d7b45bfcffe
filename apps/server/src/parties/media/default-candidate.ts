import { joinSdp, splitSdp } from '@samtal/realtime-text';
import { isLoopbackAddress } from '../../network/loopback.ts';

/** Where packets of a stream can go. */
export type Destination = { readonly host: string; readonly port: number };

function candidatesOf(lines: readonly string[]): readonly Destination[] {
  return lines.flatMap((line) => {
    const [, host, port] = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ /.exec(line) ?? [];
    return host === undefined ? [] : [{ host, port: Number(port) }];
  });
}

/** How many phones reach an address: all those of the network, those with IPv6, those on this machine. */
const reach = ({ host }: Destination): number => (isLoopbackAddress(host) ? 0 : host.includes(':') ? 1 : 2);

/**
 * Names in `m=`, `c=` and `a=rtcp` of each section a candidate as the default destination (RFC 8839 §4.2.1.2). The
 * stack leaves port 9 of 0.0.0.0 there, which is meant for answers without candidates (RFC 8840); libre sends
 * nothing to such an address.
 * @param inUse the local end of the pair that ICE has chosen; undefined before that
 */
export function nameDefaultCandidate(sdp: string, inUse: Destination | undefined): string {
  const { session, media } = splitSdp(sdp);
  const [best] = candidatesOf(media.flat()).toSorted((one, other) => reach(other) - reach(one));
  const destination = inUse ?? best;
  if (destination === undefined) return sdp;
  const { host, port } = destination;
  const address = `IN IP${host.includes(':') ? 6 : 4} ${host}`;
  const name = (line: string): string =>
    line
      .replace(/^(m=\S+) 9 /, `$1 ${port} `)
      .replace(/^c=IN IP4 0\.0\.0\.0$/, `c=${address}`)
      .replace(/^a=rtcp:9 IN IP4 0\.0\.0\.0$/, `a=rtcp:${port} ${address}`);
  return joinSdp({ session, media: media.map((section) => section.map(name)) });
}
