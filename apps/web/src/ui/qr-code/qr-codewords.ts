import { errorCorrection } from './reed-solomon.ts';

/**
 * Of each version from 1 on: error correction codewords of a block, and number of blocks, at level M (ISO/IEC
 * 18004 table 9). Version 10 holds 213 bytes, more than any address of a person.
 */
const blocksOfVersion = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
] as const;

/** The number of codewords, data and error correction, that a code of this version has room for. */
function roomOf(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
  }
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

const MODE_BYTES = 0b0100;
const padding = [0xec, 0x11] as const;

/** The data codewords in one block, filled up to `length`. */
function dataCodewords(bytes: Uint8Array, version: number, length: number): number[] {
  const bits: number[] = [];
  const add = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  add(MODE_BYTES, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, length * 8 - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let index = 0; index < bits.length; index += 8)
    words.push(Number.parseInt(bits.slice(index, index + 8).join(''), 2));
  for (let index = 0; words.length < length; index++) words.push(padding[index % 2] ?? 0);
  return words;
}

/** Splits the data into blocks, adds their error correction, and interleaves them (§7.6). */
function interleaved(data: readonly number[], version: number): number[] {
  const [correction, count] = blocksOfVersion[version - 1] ?? [0, 1];
  const room = roomOf(version);
  const short = count - (room % count);
  const shortLength = Math.floor(room / count) - correction;
  const blocks: { readonly words: readonly number[]; readonly correction: readonly number[] }[] = [];
  let from = 0;
  for (let index = 0; index < count; index++) {
    const words = data.slice(from, from + shortLength + (index < short ? 0 : 1));
    from += words.length;
    blocks.push({ words, correction: errorCorrection(words, correction) });
  }
  const inTurn = (columns: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) =>
      columns.flatMap((column) => column[row] ?? []),
    ).flat();
  return [...inTurn(blocks.map(({ words }) => words)), ...inTurn(blocks.map((block) => block.correction))];
}

/** The smallest version for a text, and all its codewords in their order; undefined if the text is too long. */
export function qrCodewords(
  text: string,
): { readonly version: number; readonly words: readonly number[] } | undefined {
  const bytes = new TextEncoder().encode(text);
  for (const [index, [correction, count]] of blocksOfVersion.entries()) {
    const version = index + 1;
    const length = roomOf(version) - correction * count;
    const header = version < 10 ? 2 : 3;
    if (bytes.length + header <= length) {
      return { version, words: interleaved(dataCodewords(bytes, version, length), version) };
    }
  }
  return undefined;
}
