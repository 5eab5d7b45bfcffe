import type { FileHandle } from 'node:fs/promises';

/** Bytes that are read at a time. A longer line is left out; the server writes shorter ones. */
const CHUNK = 65_536;
const LINE_FEED = 10;

export type Line = {
  readonly text: string;
  /** Where it begins in the file. */
  readonly start: number;
};

/**
 * The lines of a file from its end to its begin, in portions of one read each.
 * @param end where the first line that is not read begins
 */
export async function* linesFromEnd(
  file: FileHandle,
  end: number,
): AsyncGenerator<readonly Line[], void, undefined> {
  let place = end;
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  while (place > 0) {
    const length = Math.min(CHUNK, place);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place - length);
    // Another program has made the file shorter.
    if (bytesRead < length) return;
    place -= length;
    const lines: Line[] = [];
    let upTo = length;
    for (
      let at = buffer.lastIndexOf(LINE_FEED);
      at !== -1;
      at = at === 0 ? -1 : buffer.lastIndexOf(LINE_FEED, at - 1)
    ) {
      const bytes = Buffer.concat([buffer.subarray(at + 1, upTo), rest]);
      if (bytes.length > 0 && !isTooLong) lines.push({ text: bytes.toString('utf8'), start: place + at + 1 });
      rest = Buffer.alloc(0);
      isTooLong = false;
      upTo = at;
    }
    rest = Buffer.concat([buffer.subarray(0, upTo), rest]);
    if (rest.length > CHUNK) {
      rest = Buffer.alloc(0);
      isTooLong = true;
    }
    if (place === 0 && rest.length > 0 && !isTooLong) lines.push({ text: rest.toString('utf8'), start: 0 });
    yield lines;
  }
}
