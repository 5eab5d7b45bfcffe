import { joinSdp, kindOf, splitSdp } from '@samtal/realtime-text';

/** One part of a session description, of which JsSIP reads and changes only the direction. */
type Section = { direction?: string; readonly lines: readonly string[] };
type Medium = Section & { readonly type: string };

const directionLine = /^a=(sendrecv|sendonly|recvonly|inactive)$/;

function sectionOf(lines: readonly string[]): Section {
  const direction = lines.map((line) => directionLine.exec(line)?.[1]).find((found) => found !== undefined);
  return direction === undefined ? { lines } : { lines, direction };
}

const linesOf = ({ lines, direction }: Section): readonly string[] => [
  ...lines.filter((line) => !directionLine.test(line)),
  ...(direction === undefined ? [] : [`a=${direction}`]),
];

/** Replaces `parse` of the package `sdp-transform`. */
export function parse(sdp: string): Section & { readonly media: readonly Medium[] } {
  const { session, media } = splitSdp(sdp);
  return {
    ...sectionOf(session),
    media: media.map((lines) => ({ ...sectionOf(lines), type: kindOf(lines) })),
  };
}

/** Replaces `write` of the package `sdp-transform`. */
export const write = ({ media, ...session }: ReturnType<typeof parse>): string =>
  joinSdp({ session: linesOf(session), media: media.map(linesOf) });
