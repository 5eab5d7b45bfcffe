/** The only codec of a section: received packets are sent back unchanged, so both directions share it. */
export type PlannedCodec = {
  readonly kind: 'audio' | 'video';
  readonly mimeType: string;
  readonly payloadType: number;
  /** Hertz. */
  readonly clockRate: number;
  readonly channels: number | undefined;
  /** Value of fmtp. */
  readonly parameters: string | undefined;
  /** Values of rtcp-fb. */
  readonly feedback: readonly { readonly type: string; readonly parameter?: string }[];
  /** The lines of this codec in the offer. */
  readonly lines: readonly string[];
};

/**
 * The codecs in order of preference. All browsers have Opus and VP8 (RFC 7874 §3, RFC 7742 §5), and VP8 has
 * only one variant.
 */
const order = {
  audio: ['opus', 'g722', 'pcmu', 'pcma'],
  video: ['vp8', 'h264', 'vp9', 'av1'],
} as const;

/**
 * The accepted rtcp-fb values: NACK and PLI request lost packets and pictures again (RFC 4585). Feedback for
 * bandwidth estimates is not accepted: the stack takes a busy machine for low bandwidth and would reduce the
 * video too much. The sender uses the receiver reports instead.
 */
const feedbackPattern = /^(nack|nack pli)$/;

export function chooseCodec(
  kind: 'audio' | 'video',
  payloadTypes: readonly number[],
  section: readonly string[],
): PlannedCodec | undefined {
  const known = payloadTypes.flatMap((payloadType) => readCodec(kind, payloadType, section) ?? []);
  const rank = ({ mimeType }: PlannedCodec): number =>
    order[kind].findIndex((name) => mimeType.toLowerCase() === `${kind}/${name}`);
  return known.filter((codec) => rank(codec) >= 0).toSorted((one, two) => rank(one) - rank(two))[0];
}

function readCodec(
  kind: 'audio' | 'video',
  payloadType: number,
  section: readonly string[],
): PlannedCodec | undefined {
  const rtpmap = new RegExp(`^a=rtpmap:${payloadType} ([\\w-]{1,20})/(\\d{1,6})(?:/([12]))?$`);
  const mapLine = section.find((line) => rtpmap.test(line));
  const [, name, clockRate, channels] = rtpmap.exec(mapLine ?? '') ?? [];
  if (mapLine === undefined || name === undefined) return undefined;
  const fmtp = new RegExp(`^a=fmtp:${payloadType} ([\\w=;., /+-]{1,200})$`);
  const fmtpLine = section.find((line) => fmtp.test(line));
  const parameters = fmtp.exec(fmtpLine ?? '')?.[1];
  const prefix = `a=rtcp-fb:${payloadType} `;
  const feedbackLines = section.filter(
    (line) => line.startsWith(prefix) && feedbackPattern.test(line.slice(prefix.length)),
  );
  return {
    kind,
    mimeType: `${kind}/${name}`,
    payloadType,
    clockRate: Number(clockRate),
    channels: channels === undefined ? undefined : Number(channels),
    parameters,
    feedback: feedbackLines.map((line) => {
      const [type = '', parameter] = line.slice(prefix.length).split(' ');
      return parameter === undefined ? { type } : { type, parameter };
    }),
    lines: [mapLine, ...(fmtpLine === undefined ? [] : [fmtpLine]), ...feedbackLines],
  };
}
