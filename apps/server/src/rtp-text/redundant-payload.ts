/** The payload of `red` (RFC 2198 §3) in a text stream: earlier T140blocks, the oldest first, and the new one. */
export type RedundantPayload = {
  readonly redundant: readonly Uint8Array[];
  readonly primary: Uint8Array;
};

/** An earlier T140block, and the milliseconds since it was sent first. */
export type Generation = { readonly offset: number; readonly data: Uint8Array };

/** The header has 14 bits for the offset and 10 for the length. */
const LONGEST_OFFSET = 0x3fff;
export const LONGEST_BLOCK = 0x3ff;
const HEADER_BYTES = 4;
/** Two generations are usual (RFC 4103 §5); a longer list is not that of a phone. */
const MOST_GENERATIONS = 16;

/** Reads a payload; undefined if it is cut, or has a block of another type than text. */
export function readRedundantPayload(payload: Uint8Array, t140: number): RedundantPayload | undefined {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const lengths: number[] = [];
  let at = 0;
  for (;;) {
    if (at >= payload.length || lengths.length > MOST_GENERATIONS) return undefined;
    const first = view.getUint8(at);
    if ((first & 0x7f) !== t140) return undefined;
    if ((first & 0x80) === 0) break;
    if (at + HEADER_BYTES > payload.length) return undefined;
    lengths.push(view.getUint16(at + 2) & LONGEST_BLOCK);
    at += HEADER_BYTES;
  }
  at += 1;
  const redundant: Uint8Array[] = [];
  for (const length of lengths) {
    if (at + length > payload.length) return undefined;
    redundant.push(payload.subarray(at, at + length));
    at += length;
  }
  return { redundant, primary: payload.subarray(at) };
}

/** Writes a payload. A block that is too old for its offset is written as empty. */
export function writeRedundantPayload(
  t140: number,
  generations: readonly Generation[],
  primary: Uint8Array,
): Uint8Array {
  const blocks = generations.map((generation) =>
    generation.offset > LONGEST_OFFSET ? { offset: 0, data: new Uint8Array() } : generation,
  );
  const dataBytes = blocks.reduce((sum, { data }) => sum + data.length, primary.length);
  const bytes = new Uint8Array(blocks.length * HEADER_BYTES + 1 + dataBytes);
  const view = new DataView(bytes.buffer);
  let [header, at] = [0, blocks.length * HEADER_BYTES + 1];
  for (const { offset, data } of blocks) {
    view.setUint32(header, ((0x80 | t140) << 24) | (offset << 10) | data.length);
    header += HEADER_BYTES;
    bytes.set(data, at);
    at += data.length;
  }
  view.setUint8(header, t140);
  bytes.set(primary, at);
  return bytes;
}
