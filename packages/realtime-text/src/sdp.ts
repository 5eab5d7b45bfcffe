import type { SdpSections } from './sdp-sections.ts';
import { isRefused, joinSdp, kindOf, splitSdp } from './sdp-sections.ts';

/**
 * Real-time text in SDP bodies. Browsers drop the attributes of RFC 8864, so they are put into the body after
 * setLocalDescription and taken out before setRemoteDescription (decision D10, A-041).
 */

/** Stream of the T.140 data channel. Odd, because an offering browser becomes the DTLS server (RFC 8832 §6). */
export const T140_STREAM_ID = 1;
export const T140_SUBPROTOCOL = 't140';

/** What one body says of text. */
export type TextSupport = {
  /** The T.140 data channel it offers or accepts, in a section that has not been refused. */
  readonly dataChannel:
    | {
        readonly streamId: number;
        readonly cps?: number;
        /** It takes no text there: `sendonly` or `inactive` (RFC 8865 §4.2.3, T25). */
        readonly takesNone?: true;
      }
    | undefined;
  /** `a=rtt:`: MESSAGE carries text, text is off, or nothing was said. */
  readonly rtt: 'sip-message' | 'none' | undefined;
};

const isTextAttribute = (line: string): boolean => /^a=(?:dcmap:|dcsa:|rtt:)/.test(line);

/**
 * A copy of `sdp` that says which wires of text this side has. Needs an m=application section for the data channel.
 * @param streamId of the channel; an answer must use the one that was offered (RFC 8864 §6.4)
 */
export function addTextToSdp(
  sdp: string,
  own: { readonly dataChannel: boolean; readonly message: boolean },
  streamId = T140_STREAM_ID,
): string {
  const { session, media } = splitSdp(stripTextFromSdp(sdp));
  const dcmap = `a=dcmap:${streamId} label="t140";subprotocol="${T140_SUBPROTOCOL}";ordered=true`;
  const isChannel = (section: readonly string[]) =>
    own.dataChannel && kindOf(section) === 'application' && !isRefused(section);
  return joinSdp({
    session: [...session, `a=rtt:${own.message ? 'sip-message' : 'none'}`],
    media: media.map((section) => (isChannel(section) ? [...section, dcmap] : section)),
  });
}

/** A copy without any of those attributes, as a browser may be given it. */
export function stripTextFromSdp(sdp: string): string {
  const { session, media } = splitSdp(sdp);
  return joinSdp({
    session: session.filter((line) => !isTextAttribute(line)),
    media: media.map((section) => section.filter((line) => !isTextAttribute(line))),
  });
}

function dataChannelOf({ media }: SdpSections): TextSupport['dataChannel'] {
  for (const section of media.filter((each) => kindOf(each) === 'application' && !isRefused(each))) {
    for (const line of section) {
      const [, id, settings = ''] = /^a=dcmap:(\d{1,5})\s+(.*)$/.exec(line) ?? [];
      // Text must come whole and in order: a channel that may drop or reorder is refused (RFC 8865 §4.1, T19).
      // What stands in quotes, such as a label, is no parameter (RFC 8864 §5.1).
      const unquoted = settings.replaceAll(/"[^"]*"/g, '""');
      const isUsable =
        /subprotocol="t140"/i.test(settings) && !/max-(?:retr|time)=|ordered=false/i.test(unquoted);
      if (id === undefined || !isUsable) continue;
      const cps = section
        .map((each) => new RegExp(`^a=dcsa:${id} fmtp:t140 .*cps=(\\d{1,5})`).exec(each)?.[1])
        .find(Boolean);
      const takesNone = section.some((each) => new RegExp(`^a=dcsa:${id} (?:sendonly|inactive)$`).test(each));
      return {
        streamId: Number(id),
        ...(cps === undefined || Number(cps) === 0 ? {} : { cps: Number(cps) }),
        ...(takesNone ? { takesNone } : {}),
      };
    }
  }
  return undefined;
}

export function readTextFromSdp(sdp: string): TextSupport {
  const sections = splitSdp(sdp);
  const value = sections.session
    .map((line) => /^a=rtt:\s*(\S+)/.exec(line)?.[1])
    .find((found) => found !== undefined);
  return {
    dataChannel: dataChannelOf(sections),
    rtt: value === 'sip-message' || value === 'none' ? value : undefined,
  };
}

/**
 * Takes m=text sections out of an offer, because a browser may fail at them (T27); `restore` puts each back into the
 * answer at its place, refused, as RFC 3264 §6 wants it. Nothing changes when there is none.
 */
export function cutTextMedia(offer: string): {
  readonly sdp: string;
  readonly restore: (answer: string) => string;
} {
  const { session, media } = splitSdp(offer);
  const isText = (section: readonly string[]) => kindOf(section) === 'text';
  if (!media.some(isText)) return { sdp: offer, restore: (answer) => answer };
  const cutMids = media
    .filter(isText)
    .flatMap((section) => section.flatMap((line) => /^a=mid:(\S+)/.exec(line)?.[1] ?? []));
  const withoutCut = (line: string) =>
    line.startsWith('a=group:')
      ? line
          .split(' ')
          .filter((mid) => !cutMids.includes(mid))
          .join(' ')
      : line;
  return {
    sdp: joinSdp({ session: session.map(withoutCut), media: media.filter((section) => !isText(section)) }),
    restore: (answer) => {
      const answered = splitSdp(answer);
      const kept = [...answered.media];
      const restored = media.map((section) => {
        if (!isText(section)) return kept.shift() ?? [];
        const mid = section.filter((line) => line.startsWith('a=mid:'));
        return [
          (section[0] ?? '').replace(/^m=text \S+/, 'm=text 0'),
          'c=IN IP4 0.0.0.0',
          ...mid,
          'a=inactive',
        ];
      });
      return joinSdp({ session: answered.session, media: restored });
    },
  };
}

/** A copy with `b=AS` in each audio and video section; 0 = no limit. */
export function applyBandwidth(
  sdp: string,
  { audioKbps, videoKbps }: { readonly audioKbps: number; readonly videoKbps: number },
): string {
  const { session, media } = splitSdp(sdp);
  const limits: Readonly<Record<string, number>> = { audio: audioKbps, video: videoKbps };
  return joinSdp({
    session,
    media: media.map((section) => {
      const limit = limits[kindOf(section)] ?? 0;
      if (limit === 0) return section;
      const lines = section.filter((line) => !line.startsWith('b=AS:'));
      // b= comes behind i= and c=, before k= and a= (RFC 8866 §5).
      const at = lines.findIndex((line, index) => index > 0 && !/^[ic]=/.test(line));
      return lines.toSpliced(at < 0 ? lines.length : at, 0, `b=AS:${limit}`);
    }),
  });
}
