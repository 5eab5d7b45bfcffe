/** An SDP body split at its m-lines (RFC 8866 §5); each part is a list of lines without line ends. */
export type SdpSections = {
  readonly session: readonly string[];
  readonly media: readonly (readonly string[])[];
};

export function splitSdp(sdp: string): SdpSections {
  const session: string[] = [];
  const media: string[][] = [];
  for (const line of sdp.split(/\r?\n/)) {
    if (line === '') continue;
    if (line.startsWith('m=')) media.push([line]);
    else (media.at(-1) ?? session).push(line);
  }
  return { session, media };
}

export const joinSdp = ({ session, media }: SdpSections): string =>
  [...session, ...media.flat(), ''].join('\r\n');

/** The media type in the m-line of a section: `audio`, `video`, `application`, `text` … */
export const kindOf = (section: readonly string[]): string => /^m=(\S+)/.exec(section[0] ?? '')?.[1] ?? '';

/** Whether a section is refused: its port is 0 (RFC 3264 §6), and it is not bundle-only (RFC 9143 §6). */
export const isRefused = (section: readonly string[]): boolean =>
  /^m=\S+ 0[ /]/.test(section[0] ?? '') && !section.includes('a=bundle-only');

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** The direction of a section: its own, else that of the session, else sendrecv (RFC 3264 §5.1). */
export function directionOf(section: readonly string[], session: readonly string[]): Direction {
  const find = (lines: readonly string[]) =>
    lines
      .map((line) => /^a=(sendrecv|sendonly|recvonly|inactive)$/.exec(line)?.[1])
      .find((found) => found !== undefined);
  return (find(section) ?? find(session) ?? 'sendrecv') as Direction;
}
