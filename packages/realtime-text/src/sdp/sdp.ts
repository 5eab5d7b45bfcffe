import { CHUNK_INTERVAL_MS, CHUNK_LENGTH } from '../limits.ts';
import type { Direction, SdpSections } from './sdp-sections.ts';
import { isRefused, joinSdp, kindOf, splitSdp } from './sdp-sections.ts';

/**
 * Real-time text in SDP bodies. Browsers drop the attributes of RFC 8864, so they are added to a description
 * after setLocalDescription and removed before setRemoteDescription (decision D10, A-041).
 */

/**
 * Stream of the T.140 data channel in an offer; odd, because an offering browser is the DTLS server (RFC 8832
 * §6).
 */
export const T140_STREAM_ID = 1;
export const T140_SUBPROTOCOL = 't140';

/**
 * The rate for a reader who gives no rate, in characters per second averaged over ten seconds (RFC 8865
 * §4.2.1).
 */
export const USUAL_CPS = 30;
/** The rate that this side accepts; it also sends at most at this rate (decision D11). */
const OWN_CPS = Math.floor((1000 * CHUNK_LENGTH) / CHUNK_INTERVAL_MS);

/** A T.140 data channel as an SDP body describes it. */
export type T140Channel = {
  readonly streamId: number;
  /** The value of `label`, without quotes. */
  readonly label: string;
  /** Direction as seen by the side that wrote the body (RFC 8865 §4.2.3). */
  readonly direction: Direction;
  /** The rate that the side that wrote the body accepts. */
  readonly cps: number;
};

const OWN_CHANNEL: T140Channel = {
  streamId: T140_STREAM_ID,
  label: 't140',
  direction: 'sendrecv',
  cps: OWN_CPS,
};

const mirrored: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/**
 * The channel that answers an offered one: the same stream and label, the direction reversed (RFC 8864 §6.4,
 * RFC 8865 §4.2.3).
 */
export const answerChannel = ({ streamId, label, direction }: T140Channel): T140Channel => ({
  streamId,
  label,
  direction: mirrored[direction],
  cps: OWN_CPS,
});

/** The text transports that one SDP body describes. */
export type TextSupport = {
  /** The T.140 data channel that the body offers or accepts, in a section that is not refused. */
  readonly dataChannel: T140Channel | undefined;
  /** `a=rtt:`: MESSAGE carries text (`sip-message`), text is off (`none`), or the attribute is missing. */
  readonly rtt: 'sip-message' | 'none' | undefined;
  /** The body says that its writer counts text, so that it arrives exactly once (decision D82). */
  readonly isExact?: true;
  /** The writer goes on with the counts of the dialog that this one replaces. */
  readonly isContinued?: true;
};

/** The text transports of this side, and whether it counts text (decision D82). */
export type OwnText = {
  readonly dataChannel: boolean;
  readonly message: boolean;
  readonly isExact?: boolean;
  /** The counts are those of the dialog that this one replaces; counts for `isExact` only. */
  readonly isContinued?: boolean;
};

/** The session attribute of a body whose writer counts text (ADR 26); the number is the version of the frames. */
const EXACT = 'a=rtt-exact:1';
/** The same in an INVITE that replaces a dialog, and in its answer: the counts go on. */
const CONTINUED = `${EXACT} continued`;

const isTextAttribute = (line: string): boolean => /^a=(?:dcmap:|dcsa:|rtt:|rtt-exact:)/.test(line);

/**
 * A copy of `sdp` with this side's text transports. The data channel is described only in an m=application
 * section that is not refused.
 * @param channel this side's own channel in an offer, or the result of {@link answerChannel} in an answer
 */
export function addTextToSdp(
  sdp: string,
  own: OwnText,
  { streamId, label, direction, cps }: T140Channel = OWN_CHANNEL,
): string {
  const { session, media } = splitSdp(stripTextFromSdp(sdp));
  const lines = [
    `a=dcmap:${streamId} label="${label}";subprotocol="${T140_SUBPROTOCOL}";ordered=true`,
    `a=dcsa:${streamId} fmtp:t140 cps=${cps}`,
    ...(direction === 'sendrecv' ? [] : [`a=dcsa:${streamId} ${direction}`]),
  ];
  const isChannel = (section: readonly string[]) =>
    own.dataChannel && kindOf(section) === 'application' && !isRefused(section);
  return joinSdp({
    session: [
      ...session,
      `a=rtt:${own.message ? 'sip-message' : 'none'}`,
      ...(own.isExact === true ? [own.isContinued === true ? CONTINUED : EXACT] : []),
    ],
    media: media.map((section) => (isChannel(section) ? [...section, ...lines] : section)),
  });
}

/** A copy of `sdp` without the attributes of text, for the browser. */
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
      // Text must arrive complete and in order: a channel that may drop or reorder text is not used (RFC 8865
      // §4.1, T19). Quoted text, such as a label, contains no parameters (RFC 8864 §5.1).
      const unquoted = settings.replaceAll(/"[^"]*"/g, '""');
      const isUsable =
        /subprotocol="t140"/i.test(settings) && !/max-(?:retr|time)=|ordered=false/i.test(unquoted);
      if (id === undefined || !isUsable) continue;
      const find = (pattern: string) =>
        section
          .map((each) => new RegExp(`^a=dcsa:${id} ${pattern}`).exec(each)?.[1])
          .find((found) => found !== undefined);
      return {
        streamId: Number(id),
        label: /label="([^"]*)"/i.exec(settings)?.[1] ?? '',
        direction: (find('(sendrecv|sendonly|recvonly|inactive)$') ?? 'sendrecv') as Direction,
        cps: Number(find('fmtp:t140 .*cps=(\\d{1,5})')) || USUAL_CPS,
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
    ...(sections.session.includes(EXACT) ? { isExact: true } : {}),
    ...(sections.session.includes(CONTINUED) ? { isExact: true, isContinued: true } : {}),
  };
}

/**
 * Removes m=text sections from an offer, because a browser may reject the whole offer (T27). `restore` adds
 * each section to the answer in its old place, as refused (RFC 3264 §6). An offer without m=text is not
 * changed.
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

/** A copy of `sdp` with `b=AS` in each audio and video section; 0 adds no limit. */
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
      // b= follows i= and c=, and precedes k= and a= (RFC 8866 §5).
      const at = lines.findIndex((line, index) => index > 0 && !/^[ic]=/.test(line));
      return lines.toSpliced(at < 0 ? lines.length : at, 0, `b=AS:${limit}`);
    }),
  });
}
