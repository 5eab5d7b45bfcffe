import { joinSdp, splitSdp } from '@samtal/realtime-text';
import { isLoopbackAddress } from '../../network/loopback.ts';

/** A transport address to which media can be sent. */
export type Destination = { readonly host: string; readonly port: number };

function candidatesOf(lines: readonly string[]): readonly Destination[] {
  return lines.flatMap((line) => {
    const [, host, port] = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ /.exec(line) ?? [];
    return host === undefined ? [] : [{ host, port: Number(port) }];
  });
}

/** Ranks addresses by how many phones can reach them: IPv4 best, then IPv6, loopback last. */
const reach = ({ host }: Destination): number => (isLoopbackAddress(host) ? 0 : host.includes(':') ? 1 : 2);

/** The candidates of these sections, those first that most phones can reach. */
export const rankedCandidates = (media: readonly (readonly string[])[]): readonly Destination[] =>
  candidatesOf(media.flat()).toSorted((one, other) => reach(other) - reach(one));

/**
 * Writes one candidate into `m=`, `c=` and `a=rtcp` of each section as the default destination (RFC 8839
 * §4.2.1.2): the one in use, or else one that most phones can reach. The stack writes 0.0.0.0 port 9, which
 * is meant for answers without candidates (RFC 8840); libre does not send to that address.
 * @param inUse the local candidate of the nominated pair; undefined before ICE has nominated one
 */
export function nameDefaultCandidate(sdp: string, inUse: Destination | undefined): string {
  const { session, media } = splitSdp(sdp);
  const [best] = rankedCandidates(media);
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
