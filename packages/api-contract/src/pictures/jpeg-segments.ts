/** One marker segment of a JPEG file (ITU-T T.81 B.1.1.4). */
export type JpegSegment = {
  /** The second byte of the marker. */
  readonly marker: number;
  /** The content without marker and length. */
  readonly body: Uint8Array;
  /** The whole segment. */
  readonly bytes: Uint8Array;
};

export type JpegParts = {
  readonly segments: readonly JpegSegment[];
  /** What follows the header of the first scan: its data, and whatever comes after that. */
  readonly rest: Uint8Array;
};

export const MARKERS = {
  start: 0xd8,
  end: 0xd9,
  baselineFrame: 0xc0,
  huffmanTables: 0xc4,
  quantizationTables: 0xdb,
  restartInterval: 0xdd,
  scan: 0xda,
  jfif: 0xe0,
  firstMetadata: 0xe1,
  lastMetadata: 0xef,
  comment: 0xfe,
} as const;

/** Most segments in front of the picture data; a canvas writes ten. */
const MOST_SEGMENTS = 64;

/** The segments of a JPEG file up to its first scan; undefined if the bytes are not such a file. */
export function jpegParts(bytes: Uint8Array): JpegParts | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== MARKERS.start) return undefined;
  const segments: JpegSegment[] = [];
  let at = 2;
  while (segments.length < MOST_SEGMENTS) {
    const [lead, marker, high, low] = bytes.subarray(at, at + 4);
    if (lead !== 0xff || marker === undefined || high === undefined || low === undefined) return undefined;
    // Markers without content cannot be told from data here, and do not occur before a scan.
    if (marker === 0xff || (marker >= 0xd0 && marker <= MARKERS.end) || marker <= 0x01) return undefined;
    const end = at + 2 + high * 256 + low;
    if (high * 256 + low < 2 || end > bytes.length) return undefined;
    segments.push({ marker, body: bytes.subarray(at + 4, end), bytes: bytes.subarray(at, end) });
    at = end;
    if (marker === MARKERS.scan) return { segments, rest: bytes.subarray(at) };
  }
  return undefined;
}
