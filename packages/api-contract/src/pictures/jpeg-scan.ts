/** A Huffman table (T.81 annex C): the symbol of each code, keyed by `length * 65536 + code`. */
export type HuffmanTable = ReadonlyMap<number, number>;

/** One colour of the picture: how many blocks a unit has of it, and the tables of its coefficients. */
export type ScanComponent = {
  readonly blocks: number;
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
};

export type Scan = {
  readonly components: readonly ScanComponent[];
  /** Number of coded units (MCU) in the whole picture. */
  readonly units: number;
  /** Units between two restart markers; 0 = there are none. */
  readonly restartInterval: number;
};

class BadPicture extends Error {}

/** Reads the bits of a scan; FF is always followed by 00 in data (T.81 F.1.2.3). */
class BitReader {
  private readonly bytes: Uint8Array;
  private position = 0;
  private bits = 0;
  private left = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  bit(): number {
    if (this.left === 0) {
      const byte = this.bytes[this.position];
      if (byte === undefined) throw new BadPicture();
      this.position += 1;
      if (byte === 0xff) {
        if (this.bytes[this.position] !== 0) throw new BadPicture();
        this.position += 1;
      }
      this.bits = byte;
      this.left = 8;
    }
    this.left -= 1;
    return (this.bits >> this.left) & 1;
  }

  skip(count: number): void {
    for (let index = 0; index < count; index += 1) this.bit();
  }

  symbol(table: HuffmanTable): number {
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      code = code * 2 + this.bit();
      const symbol = table.get(length * 65_536 + code);
      if (symbol !== undefined) return symbol;
    }
    throw new BadPicture();
  }

  /** Goes to the next byte, which must begin this marker. */
  takeMarker(marker: number): void {
    this.left = 0;
    if (this.bytes[this.position] !== 0xff || this.bytes[this.position + 1] !== marker)
      throw new BadPicture();
    this.position += 2;
  }

  get isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }
}

const COEFFICIENTS = 64;

function readBlock(reader: BitReader, { dc, ac }: ScanComponent): void {
  const size = reader.symbol(dc);
  if (size > 11) throw new BadPicture();
  reader.skip(size);
  let index = 1;
  while (index < COEFFICIENTS) {
    const symbol = reader.symbol(ac);
    const zeros = symbol >> 4;
    const bits = symbol & 15;
    if (bits === 0) {
      if (zeros === 0) return;
      if (zeros !== 15) throw new BadPicture();
      index += 16;
    } else {
      index += zeros + 1;
      if (index > COEFFICIENTS || bits > 10) throw new BadPicture();
      reader.skip(bits);
    }
  }
}

/**
 * Whether the data of a baseline scan can be decoded to its last unit, and nothing follows its end: a file
 * that is a picture and something else at once is refused.
 */
export function isWholeScan(data: Uint8Array, { components, units, restartInterval }: Scan): boolean {
  const reader = new BitReader(data);
  try {
    for (let unit = 0; unit < units; unit += 1) {
      if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0)
        reader.takeMarker(0xd0 + ((unit / restartInterval - 1) % 8));
      for (const component of components)
        for (let block = 0; block < component.blocks; block += 1) readBlock(reader, component);
    }
    reader.takeMarker(0xd9);
    return reader.isAtEnd;
  } catch (error) {
    if (error instanceof BadPicture) return false;
    throw error;
  }
}
