/** One RTP packet (RFC 3550 §5.1), without its CSRC list, header extension and padding. */
export type RtpPacket = {
  readonly marker: boolean;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
};

const FIXED_BYTES = 12;
const VERSION = 2;

/** Where the payload begins, behind CSRC list and header extension; undefined if the packet is cut. */
function payloadStart(view: DataView): number | undefined {
  const first = view.getUint8(0);
  const start = FIXED_BYTES + 4 * (first & 0x0f);
  if ((first & 0x10) === 0) return start;
  return start + 4 > view.byteLength ? undefined : start + 4 + 4 * view.getUint16(start + 2);
}

/** Reads a datagram; undefined if it is not an RTP packet. */
export function readRtpPacket(datagram: Uint8Array): RtpPacket | undefined {
  if (datagram.length < FIXED_BYTES) return undefined;
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  const first = view.getUint8(0);
  const second = view.getUint8(1);
  if (first >> 6 !== VERSION) return undefined;
  const start = payloadStart(view);
  const padding = (first & 0x20) === 0 ? 0 : view.getUint8(datagram.length - 1);
  // Padding counts itself, so it is never 0.
  if (start === undefined || ((first & 0x20) !== 0 && padding === 0)) return undefined;
  const end = datagram.length - padding;
  if (start > end) return undefined;
  return {
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: datagram.subarray(start, end),
  };
}

export function writeRtpPacket(packet: RtpPacket): Uint8Array {
  const { marker, payloadType, sequence, timestamp, ssrc, payload } = packet;
  const bytes = new Uint8Array(FIXED_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION << 6);
  view.setUint8(1, (marker ? 0x80 : 0) | payloadType);
  view.setUint16(2, sequence);
  view.setUint32(4, timestamp);
  view.setUint32(8, ssrc);
  bytes.set(payload, FIXED_BYTES);
  return bytes;
}

const HALF = 0x8000;

/** How far `sequence` is behind (negative) or ahead of `other`, around the wrap at 2^16 (RFC 3550 §A.1). */
export const sequenceDistance = (sequence: number, other: number): number =>
  ((sequence - other + HALF) & 0xffff) - HALF;

export const nextSequence = (sequence: number): number => (sequence + 1) & 0xffff;
