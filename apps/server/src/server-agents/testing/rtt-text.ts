/**
 * The text of a phone as RFC 4103 and RFC 2198 say, written for tests by the byte and without the product's code, so that
 * a mistake of the product cannot hide in both.
 */

/** Payload types: `t140`, and `red` unless the phone has no redundancy. */
export type RttTypes = { readonly t140: number; readonly red?: number };

/** The m=text section of an SDP body, read or to be written. */
export type RttMedia = RttTypes & { readonly host: string; readonly port: number; readonly cps?: number };

/** The lines of a section. */
export const rttSection = ({ host, port, t140, red, cps }: RttMedia): string =>
  [
    `m=text ${port} RTP/AVP ${red === undefined ? t140 : `${red} ${t140}`}`,
    `c=IN IP4 ${host}`,
    `a=rtpmap:${t140} t140/1000`,
    ...(cps === undefined ? [] : [`a=fmtp:${t140} cps=${cps}`]),
    ...(red === undefined ? [] : [`a=rtpmap:${red} red/1000`, `a=fmtp:${red} ${t140}/${t140}/${t140}`]),
    '',
  ].join('\r\n');

/** Reads the m=text section of a body; undefined if it has none or refuses text. */
export function readRttSection(sdp: string): RttMedia | undefined {
  const [, rest = ''] = sdp.split(/^m=text /m);
  const [section = ''] = rest.split(/^m=/m);
  const port = Number.parseInt(section, 10);
  const host = /^c=IN IP4 (\S+)/m.exec(section)?.[1];
  const t140 = /^a=rtpmap:(\d+) t140\/1000/m.exec(section)?.[1];
  const red = /^a=rtpmap:(\d+) red\/1000/m.exec(section)?.[1];
  const cps = /cps=(\d+)/.exec(section)?.[1];
  if (!(port > 0) || host === undefined || t140 === undefined) return undefined;
  return {
    host,
    port,
    t140: Number(t140),
    ...(red !== undefined && { red: Number(red) }),
    ...(cps !== undefined && { cps: Number(cps) }),
  };
}

type Packet = {
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** The texts of the blocks, the new one last. */
  readonly blocks: readonly string[];
};

function readPacket(data: Buffer, { t140, red }: RttTypes): Packet {
  if (data[0] !== 0x80) throw new Error(`a packet begins with ${data[0]}`);
  const second = data.readUInt8(1);
  const type = second & 0x7f;
  const head = {
    marker: second >= 0x80,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    ssrc: data.readUInt32BE(8),
  };
  const payload = data.subarray(12);
  if (type === t140) return { ...head, blocks: [payload.toString('utf8')] };
  if (type !== red) throw new Error(`a packet has payload type ${type}`);
  const lengths: number[] = [];
  let at = 0;
  for (; payload.readUInt8(at) >= 0x80; at += 4) {
    if ((payload.readUInt8(at) & 0x7f) !== t140) throw new Error('a block is no text');
    lengths.push(payload.readUInt16BE(at + 2) & 0x3ff);
  }
  if (payload.readUInt8(at) !== t140) throw new Error('the new block is no text');
  at += 1;
  const blocks = [...lengths, undefined].map((length) => {
    const block = payload.subarray(at, length === undefined ? undefined : at + length);
    at += block.length;
    return block.toString('utf8');
  });
  return { ...head, blocks };
}

export type RttSender = {
  /** The next packet, with new text, or none to repeat what was sent before. */
  next(text: string): Buffer;
};

/** Writes packets with the two texts before, as a phone does every 300 ms. */
export function createRttSender(
  { t140, red }: RttTypes,
  ssrc = 0x51_51_51_51,
  firstSequence = 65_534,
): RttSender {
  let sequence = firstSequence;
  let timestamp = 0;
  let earlier = [Buffer.alloc(0), Buffer.alloc(0)];
  let emptyPackets = 2;
  return {
    next(text) {
      const data = Buffer.from(text, 'utf8');
      const head = Buffer.alloc(12);
      head.writeUInt8(0x80, 0);
      head.writeUInt8((emptyPackets >= 2 ? 0x80 : 0) | (red ?? t140), 1);
      head.writeUInt16BE(sequence, 2);
      head.writeUInt32BE(timestamp, 4);
      head.writeUInt32BE(ssrc, 8);
      const headers = earlier.map((block, index) => {
        const header = Buffer.alloc(4);
        header.writeUInt32BE(((0x80 | t140) * 2 ** 24 + (2 - index) * 300 * 2 ** 10 + block.length) >>> 0);
        return header;
      });
      const body = red === undefined ? [data] : [...headers, Buffer.from([t140]), ...earlier, data];
      sequence = (sequence + 1) % 65_536;
      timestamp += 300;
      earlier = [...earlier.slice(1), data];
      emptyPackets = data.length === 0 ? emptyPackets + 1 : 0;
      return Buffer.concat([head, ...body]);
    },
  };
}

export type RttReader = {
  take(data: Buffer): void;
  readonly packets: readonly Packet[];
  /** All text so far: each block once, in order, and U+FFFD where blocks are missing. */
  text(): string;
};

/** Reads packets in any order; what was lost is taken from later packets. */
export function createRttReader(types: RttTypes): RttReader {
  const packets: Packet[] = [];
  return {
    packets,
    take: (data) => void packets.push(readPacket(data, types)),
    text() {
      const first = packets[0]?.sequence ?? 0;
      const blocks = new Map<number, string>();
      for (const { sequence, blocks: texts } of packets)
        texts
          .toReversed()
          .forEach((text, back) => blocks.set(((sequence - first + 98_304) % 65_536) - 32_768 - back, text));
      const numbers = [...blocks.keys()].toSorted((one, other) => one - other);
      return numbers
        .map((number, index) => {
          const isGap = index > 0 && number !== (numbers[index - 1] ?? 0) + 1;
          return (isGap ? '\uFFFD' : '') + (blocks.get(number) ?? '');
        })
        .join('')
        .replaceAll('\uFEFF', '');
    },
  };
}
