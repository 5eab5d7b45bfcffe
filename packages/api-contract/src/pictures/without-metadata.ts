import { jpegParts, MARKERS } from './jpeg-segments.ts';

const isMetadata = (marker: number): boolean =>
  (marker >= MARKERS.firstMetadata && marker <= MARKERS.lastMetadata) || marker === MARKERS.comment;

/**
 * A JPEG file without EXIF, colour profiles, comments and whatever else says more than the picture: Safari
 * writes such segments even for a canvas. Undefined if the bytes are not a JPEG file.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const parts = jpegParts(bytes);
  if (parts === undefined) return undefined;
  const kept = parts.segments.filter(({ marker }) => !isMetadata(marker)).map((segment) => segment.bytes);
  const pieces = [bytes.subarray(0, 2), ...kept, parts.rest];
  const result = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}
