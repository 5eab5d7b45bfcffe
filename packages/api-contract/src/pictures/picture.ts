import { type HuffmanTable, isWholeScan, type ScanComponent } from './jpeg-scan.ts';
import { jpegParts, MARKERS } from './jpeg-segments.ts';

/** Width and height of the pictures of people, in pixels. */
export const PICTURE_SIZE = 256;
/** Most bytes of a picture; at good quality it has some 15,000. */
export const PICTURE_MAX_BYTES = 40_000;

type Frame = readonly { readonly id: number; readonly across: number; readonly down: number }[];

function readFrame(body: Uint8Array): Frame | undefined {
  const [precision, heightHigh, heightLow, widthHigh, widthLow, count = 0] = body;
  const isSquare = heightHigh === 1 && heightLow === 0 && widthHigh === 1 && widthLow === 0;
  if (precision !== 8 || !isSquare || (count !== 1 && count !== 3) || body.length !== 6 + 3 * count)
    return undefined;
  const frame = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = body.subarray(6 + 3 * index);
    return { id, across: sampling >> 4, down: sampling & 15 };
  });
  const isUsual = frame.every(({ across, down }) => [1, 2].includes(across) && [1, 2].includes(down));
  return isUsual ? frame : undefined;
}

/** Whether the body of an APP0 segment is a JFIF header without a preview picture (JFIF 1.02). */
const isPlainJfif = (body: Uint8Array): boolean =>
  body.length === 14 &&
  String.fromCharCode(...body.subarray(0, 5)) === 'JFIF\u0000' &&
  body[12] === 0 &&
  body[13] === 0;

/** Whether the body of a DQT segment has whole tables of 8 bits. */
const areQuantizationTables = (body: Uint8Array): boolean =>
  body.length > 0 && body.length % 65 === 0 && body.every((byte, index) => index % 65 !== 0 || byte < 4);

/** Adds the tables of a DHT segment (T.81 B.2.4.2), keyed by class and number. @returns false if it is broken */
function addHuffmanTables(body: Uint8Array, tables: Map<number, HuffmanTable>): boolean {
  let at = 0;
  while (at < body.length) {
    const key = body[at] ?? 0;
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = body.subarray(at + 17, at + 17 + total);
    if ((key & 0xef) > 3 || counts.length !== 16 || symbols.length !== total || total > 256) return false;
    const table = new Map<number, number>();
    let code = 0;
    let next = 0;
    counts.forEach((count, index) => {
      for (let each = 0; each < count; each += 1) {
        table.set((index + 1) * 65_536 + code, symbols[next] ?? 0);
        code += 1;
        next += 1;
      }
      code *= 2;
    });
    tables.set(key, table);
    at += 17 + total;
  }
  return true;
}

function scanComponents(
  header: Uint8Array,
  frame: Frame,
  tables: ReadonlyMap<number, HuffmanTable>,
): readonly ScanComponent[] | undefined {
  const [count = 0] = header;
  const [first, last, approximation] = header.subarray(1 + 2 * count);
  if (count !== frame.length || header.length !== 4 + 2 * count) return undefined;
  if (first !== 0 || last !== 63 || approximation !== 0) return undefined;
  const components = frame.map(({ id, across, down }, index) => {
    const [scanId, numbers = 0] = header.subarray(1 + 2 * index);
    const dc = tables.get(numbers >> 4);
    const ac = tables.get(0x10 + (numbers & 15));
    if (scanId !== id || dc === undefined || ac === undefined) return undefined;
    // A picture of one colour is coded block by block, whatever its sampling says (T.81 A.2.2).
    return { blocks: frame.length === 1 ? 1 : across * down, dc, ac };
  });
  const known = components.filter((component) => component !== undefined);
  return known.length === count ? known : undefined;
}

/**
 * Whether the bytes are a picture as this product makes it: a baseline JPEG file of 256 × 256 pixels that can
 * be decoded to its end, without metadata and with nothing behind it.
 */
export function isPicture(bytes: Uint8Array): boolean {
  const parts = bytes.length > PICTURE_MAX_BYTES ? undefined : jpegParts(bytes);
  if (parts === undefined) return false;
  const tables = new Map<number, HuffmanTable>();
  let frame: Frame | undefined;
  let restartInterval = 0;
  for (const { marker, body } of parts.segments) {
    switch (marker) {
      case MARKERS.jfif:
        if (!isPlainJfif(body)) return false;
        break;
      case MARKERS.quantizationTables:
        if (!areQuantizationTables(body)) return false;
        break;
      case MARKERS.baselineFrame:
        if (frame !== undefined) return false;
        frame = readFrame(body);
        break;
      case MARKERS.huffmanTables:
        if (!addHuffmanTables(body, tables)) return false;
        break;
      case MARKERS.restartInterval:
        if (body.length !== 2) return false;
        restartInterval = (body[0] ?? 0) * 256 + (body[1] ?? 0);
        break;
      case MARKERS.scan: {
        const components = frame && scanComponents(body, frame, tables);
        if (frame === undefined || components === undefined) return false;
        const [across, down] = frame.length === 1 ? [1, 1] : [mostOf(frame, 'across'), mostOf(frame, 'down')];
        const units = (PICTURE_SIZE / 8 / across) * (PICTURE_SIZE / 8 / down);
        return isWholeScan(parts.rest, { components, units, restartInterval });
      }
      default:
        return false;
    }
  }
  return false;
}

const mostOf = (frame: Frame, key: 'across' | 'down'): number => Math.max(...frame.map((part) => part[key]));
