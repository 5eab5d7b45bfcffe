/** What a test may do wrong in a small JPEG file. */
export type JpegFaults = {
  readonly size?: number;
  /** A segment with this marker and text in front of the picture, such as EXIF (0xe1). */
  readonly segment?: { readonly marker: number; readonly text: string };
  /** Bytes behind the end. */
  readonly tail?: string;
  /** Drops this many bytes of the data. */
  readonly missing?: number;
};

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 255,
  ...body,
];

/** A baseline JPEG file of one grey, small enough for a test; `shade` from 0 to 31. */
export function smallJpeg(
  shade = 16,
  { size = 256, segment: extra, tail = '', missing = 0 }: JpegFaults = {},
) {
  // Codes: DC `00` = no change, `01` = a change of five bits; AC `0` = the rest of the block is zero.
  const blocks = (size / 8) ** 2;
  const bits = `01${shade.toString(2).padStart(5, '0')}0${'000'.repeat(blocks - 1)}`;
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const data = Array.from({ length: whole.length / 8 }, (_, index) =>
    Number.parseInt(whole.slice(index * 8, index * 8 + 8), 2),
  );
  const counts = (...given: number[]) => Array.from({ length: 16 }, (_, index) => given[index] ?? 0);
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xe0, [...ascii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...(extra === undefined ? [] : segment(extra.marker, ascii(extra.text))),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...segment(0xc0, [8, size >> 8, size & 255, size >> 8, size & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...counts(0, 2), 0, 5]),
    ...segment(0xc4, [0x10, ...counts(1), 0]),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    ...data.slice(0, data.length - missing),
    0xff,
    0xd9,
    ...ascii(tail),
  ]);
}
