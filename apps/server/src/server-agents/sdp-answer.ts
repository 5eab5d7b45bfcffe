import type { SdpSections } from '@samtal/realtime-text';
import { addTextToSdp, joinSdp, splitSdp } from '@samtal/realtime-text';
import type { SdpSession } from './server-agent.ts';

/**
 * Matches an m-line with kind, port, protocol and formats: `m=audio 9 UDP/TLS/RTP/SAVPF 111 0` (RFC 8866
 * §5.14).
 */
const mediaPattern = /^m=([\w-]+) \d{1,5}(?:\/\d+)? (\S+ \S.*)$/;

/** Whether a body has the lines of SDP (RFC 8866 §5), and media sections with valid m-lines. */
export const isSdp = ({ session, media }: SdpSections): boolean =>
  session[0] === 'v=0' &&
  [...session, ...media.flat()].every((line) => /^[a-z]=/.test(line) && !line.includes('\r')) &&
  media.every(([first = '']) => mediaPattern.test(first));

/**
 * The SDP answer for text by MESSAGE only: every section of the offer, in order, refused with port 0
 * (RFC 3264 §6). undefined when the offer is not SDP.
 */
export function answerWithoutMedia(offer: string, { id, version }: SdpSession): string | undefined {
  const sections = splitSdp(offer);
  const refused = sections.media.map(refuseSection);
  if (!isSdp(sections) || !refused.every((section) => section !== undefined)) return undefined;
  return addTextToSdp(
    joinSdp({
      session: ['v=0', `o=- ${id} ${version} IN IP4 0.0.0.0`, 's=-', 't=0 0'],
      media: refused,
    }),
    { dataChannel: false, message: true },
  );
}

/**
 * The section refused with port 0; undefined when its m-line is invalid. A refused section is in no BUNDLE
 * group (RFC 9143 §7.3.3) and needs neither keys nor candidates.
 */
export function refuseSection([first = '', ...lines]: readonly string[]): readonly string[] | undefined {
  const [, kind, rest] = mediaPattern.exec(first) ?? [];
  if (kind === undefined || rest === undefined) return undefined;
  const mid = lines.filter((line) => line.startsWith('a=mid:')).slice(0, 1);
  return [`m=${kind} 0 ${rest}`, 'c=IN IP4 0.0.0.0', ...mid, 'a=inactive'];
}
