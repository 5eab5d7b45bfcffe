import { joinSdp, splitSdp } from '@samtal/realtime-text';
import { rankedCandidates } from './default-candidate.ts';

/** RFC 8445 §5.1.2.1 for a host candidate of component 1: preference of the type, of the address, and the component. */
const priorityOf = (localPreference: number): number => 126 * 2 ** 24 + localPreference * 2 ** 8 + 255;

const HIGHEST_PREFERENCE = 65_535;

/**
 * Gives each host candidate a different priority; the address that most phones can reach gets the highest one. The stack
 * gives all of them the same priority, which RFC 8445 §5.1.2.1 forbids and rtpengine refuses.
 */
export function setCandidatePriorities(sdp: string): string {
  const { session, media } = splitSdp(sdp);
  const ranks = new Map<string, number>();
  for (const { host, port } of rankedCandidates(media)) {
    const key = `${host} ${port}`;
    if (!ranks.has(key)) ranks.set(key, ranks.size);
  }
  const rank = (line: string): string =>
    line.replace(
      /^(a=candidate:\S+ 1 udp )\d+ (\S+ \d+)(?= typ host\b)/,
      (_all, start: string, address: string) =>
        `${start}${priorityOf(HIGHEST_PREFERENCE - (ranks.get(address) ?? 0))} ${address}`,
    );
  return joinSdp({ session, media: media.map((section) => section.map(rank)) });
}
