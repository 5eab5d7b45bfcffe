import type { SdpSections } from '@samtal/realtime-text';
import { directionOf, isRefused, joinSdp, kindOf, splitSdp } from '@samtal/realtime-text';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { refuseSection } from '../sdp-answer.ts';
import type { SdpSession } from '../server-agent.ts';
import type { PlannedCodec } from './codec-choice.ts';
import { chooseCodec } from './codec-choice.ts';

/** Input of the WebRTC stack: plain data, because the stack runs in its own thread. */
export type StackOffer = {
  /** An offer with only the accepted sections, and in them only recognised lines. */
  readonly sdp: string;
  readonly codecs: readonly PlannedCodec[];
  /** Stream id of the T.140 data channel; undefined = no channel. */
  readonly textStreamId: number | undefined;
  /** Characters per second that the peer accepts (RFC 8865 §4.2.2). */
  readonly cps: number | undefined;
};

export type MediaPlan = {
  readonly stackOffer: StackOffer;
  /**
   * Creates the answer for the caller: the sections that the stack answers, and the others refused, in the
   * order of the offer.
   */
  readonly complete: (stackAnswer: string, session: SdpSession) => string;
};

/** The media that the answering side supports. */
export type SupportedMedia = {
  readonly audio: boolean;
  readonly video: boolean;
  readonly text: { readonly streamId: number; readonly cps?: number } | undefined;
};

type Section = readonly string[];

const mediaPattern = /^m=(?:audio|video) \d{1,5} UDP\/TLS\/RTP\/SAVPF (\d{1,3}(?: \d{1,3})*)$/;
const channelPattern = /^m=application \d{1,5} (?:UDP|TCP)\/DTLS\/SCTP webrtc-datachannel$/;

/** ICE and DTLS parameters (RFC 8839 §5.4, RFC 8122 §5, RFC 8842 §5), each in the only accepted form. */
const transportPatterns = [
  /^a=ice-ufrag:[A-Za-z0-9+/]{4,256}$/,
  /^a=ice-pwd:[A-Za-z0-9+/]{22,256}$/,
  /^a=fingerprint:sha-256 [0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31}$/i,
  /^a=setup:(?:actpass|active|passive)$/,
];

/** The only supported header extension: the MID, which names the section of a packet (RFC 9143 §15). */
const extensionPattern = /^a=extmap:(?:[1-9]|1[0-4]) urn:ietf:params:rtp-hdrext:sdes:mid$/;

const midOf = (section: Section): string | undefined =>
  section
    .map((line) => /^a=mid:([\w!#$%&'*+.^`{|}~-]{1,32})$/.exec(line)?.[1])
    .find((mid) => mid !== undefined);

/** The lines of one transport, each from the first of `places` that has it; undefined when one is missing. */
function transportLines(places: readonly Section[]): readonly string[] | undefined {
  const lines = transportPatterns.map((pattern) =>
    places.map((place) => place.find((line) => pattern.test(line))).find((line) => line !== undefined),
  );
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** The lines of an audio or video section for the stack, and its only codec; undefined = not acceptable. */
function mediaLines(
  section: Section,
  session: Section,
): { readonly lines: readonly string[]; readonly codec: PlannedCodec } | undefined {
  const payloadTypes = mediaPattern
    .exec(section[0] ?? '')?.[1]
    ?.split(' ')
    .map(Number);
  if (payloadTypes === undefined || !section.includes('a=rtcp-mux')) return undefined;
  const kind = kindOf(section);
  const codec = chooseCodec(kind === 'audio' ? 'audio' : 'video', payloadTypes, section);
  if (codec === undefined) return undefined;
  const ssrc = section
    .map((line) => /^a=ssrc:(\d{1,10}) cname:/.exec(line)?.[1])
    .find((found) => found !== undefined);
  return {
    codec,
    lines: [
      `m=${kind} 9 UDP/TLS/RTP/SAVPF ${codec.payloadType}`,
      'c=IN IP4 0.0.0.0',
      'a=rtcp-mux',
      `a=${directionOf(section, session)}`,
      ...section.filter((line) => extensionPattern.test(line)),
      ...codec.lines,
      ...(ssrc === undefined ? [] : [`a=ssrc:${ssrc} cname:caller`]),
    ],
  };
}

const channelLines = (section: Section): readonly string[] | undefined =>
  channelPattern.test(section[0] ?? '')
    ? [
        'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
        'c=IN IP4 0.0.0.0',
        section.find((line) => /^a=sctp-port:\d{1,5}$/.test(line)) ?? 'a=sctp-port:5000',
        `a=max-message-size:${AGENT_LIMITS.textBytes}`,
      ]
    : undefined;

/**
 * Selects the sections of an offer that a WebRTC stack can accept, all over one transport. The stack reads
 * only lines that are recognised here, and no addresses or names of the caller: ICE-lite only answers checks,
 * so no caller can make the server send to a third party (RFC 8445 §2.5).
 * @returns undefined when no section can be accepted
 */
export function planMedia(offer: string, supported: SupportedMedia): MediaPlan | undefined {
  const offered = splitSdp(offer);
  const { session, media } = offered;
  if (media.length > AGENT_LIMITS.sections) return undefined;
  const bundle = bundleOf(offered);
  const bundled = media.filter((section) => bundle.includes(midOf(section) ?? ''));
  const taken = new Map<Section, readonly string[]>();
  const codecs: PlannedCodec[] = [];
  let hasChannel = false;

  for (const section of media) {
    const mid = midOf(section);
    const kind = kindOf(section);
    if (mid === undefined || isRefused(section)) continue;
    // Only one transport is supported; WebRTC clients bundle all sections.
    if (taken.size > 0 && !bundle.includes(mid)) continue;
    const transport = transportLines([section, session, ...(bundle.includes(mid) ? bundled : [])]);
    if (transport === undefined) continue;
    if (kind === 'application' && supported.text !== undefined && !hasChannel) {
      const lines = channelLines(section);
      if (lines === undefined) continue;
      hasChannel = true;
      taken.set(section, [...lines, `a=mid:${mid}`, ...transport]);
    } else if ((kind === 'audio' && supported.audio) || (kind === 'video' && supported.video)) {
      if (codecs.some((codec) => codec.kind === kind)) continue;
      const read = mediaLines(section, session);
      if (read === undefined) continue;
      codecs.push(read.codec);
      taken.set(section, [...read.lines, `a=mid:${mid}`, ...transport]);
    }
  }
  if (taken.size === 0) return undefined;

  const group = `a=group:BUNDLE ${[...taken.keys()].map(midOf).join(' ')}`;
  return {
    stackOffer: {
      sdp: joinSdp({
        session: ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', group],
        media: [...taken.values()],
      }),
      codecs,
      textStreamId: hasChannel ? supported.text?.streamId : undefined,
      cps: supported.text?.cps,
    },
    complete(stackAnswer, { id, version }) {
      const answered = splitSdp(stackAnswer);
      const kept = [...answered.media];
      return joinSdp({
        session: [
          'v=0',
          `o=- ${id} ${version} IN IP4 0.0.0.0`,
          's=-',
          't=0 0',
          group,
          ...answered.session.filter((line) =>
            /^a=(?:ice-lite|fingerprint:|setup:|msid-semantic:)/.test(line),
          ),
        ],
        media: media.map((section) =>
          taken.has(section) ? (kept.shift() ?? []) : (refuseSection(section) ?? []),
        ),
      });
    },
  };
}

function bundleOf({ session }: SdpSections): readonly string[] {
  const group = session.find((line) => line.startsWith('a=group:BUNDLE '));
  return group === undefined ? [] : group.split(' ').slice(1);
}
