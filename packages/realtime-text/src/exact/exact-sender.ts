import { codePointsIn, sliceCodePoints } from './code-points.ts';

/** A chunk that the peer has not reported as a whole: the code points from `start` to `end`. */
type KeptChunk = {
  readonly chunkId: number;
  readonly start: number;
  readonly end: number;
  readonly characters: string;
};

/** The text of this side, of which it keeps what the peer has not reported. Positions count code points. */
export type ExactSender = {
  /** Oldest first, without gaps between them. */
  readonly chunks: readonly KeptChunk[];
  /** The position behind all text so far. */
  readonly end: number;
  /** The peer has reported everything before this position. */
  readonly reported: number;
  /** Everything before this position was written to the current wire, or need not be. */
  readonly written: number;
  /** The highest position that was ever written to a wire; no honest report is higher. */
  readonly highest: number;
};

export const initialSender: ExactSender = { chunks: [], end: 0, reported: 0, written: 0, highest: 0 };

/** The first position whose text can still be sent. */
export const keptFrom = ({ chunks, end, reported }: ExactSender): number =>
  Math.max(reported, chunks[0]?.start ?? end);

export const hasUnwritten = ({ written, end }: ExactSender): boolean => written < end;

/** The first chunk from `position` on; undefined if there is none. */
export const firstChunkFrom = ({ chunks }: ExactSender, position: number): number | undefined =>
  chunks.find(({ start }) => start >= position)?.chunkId;

/**
 * Adds a chunk. If more than `most` code points would be kept, all of them are given up, this chunk too: they
 * are in doubt, and the peer reads a mark for those that it lacks.
 */
export function keepChunk(
  sender: ExactSender,
  chunk: { readonly chunkId: number; readonly characters: string },
  most: number,
): { readonly sender: ExactSender; readonly isGivenUp: boolean } {
  const end = sender.end + codePointsIn(chunk.characters);
  if (end - keptFrom(sender) > most)
    return {
      sender: { ...sender, chunks: [], end, written: end, highest: end },
      isGivenUp: true,
    };
  const kept = { ...chunk, start: sender.end, end };
  return { sender: { ...sender, chunks: [...sender.chunks, kept], end }, isGivenUp: false };
}

/** Takes the next text that was not written to the current wire, at most `most` code points. */
export function writeNext(
  sender: ExactSender,
  most: number,
): { readonly sender: ExactSender; readonly position: number; readonly characters: string } {
  const position = Math.max(sender.written, keptFrom(sender));
  let written = position;
  let characters = '';
  for (const chunk of sender.chunks) {
    if (chunk.end <= written || written - position >= most) continue;
    const slice = sliceCodePoints(chunk.characters, written - chunk.start, most - (written - position));
    characters += slice;
    written += codePointsIn(slice);
  }
  return {
    sender: { ...sender, written, highest: Math.max(sender.highest, written) },
    position,
    characters,
  };
}

/** Everything that the peer may lack is to be written again, from `position` on. */
export const rewind = (sender: ExactSender, position = keptFrom(sender)): ExactSender => ({
  ...sender,
  written: Math.max(keptFrom(sender), Math.min(sender.written, position)),
});

/**
 * Takes the report that the peer has everything before `have`. A report that claims more than was written, or less
 * than an earlier one, changes nothing.
 * @returns the sender, and the ids of the chunks that have arrived with it
 */
export function takeReport(
  sender: ExactSender,
  have: number,
): { readonly sender: ExactSender; readonly arrived: readonly number[] } {
  if (have <= sender.reported || have > sender.highest) return { sender, arrived: [] };
  return {
    sender: {
      ...sender,
      chunks: sender.chunks.filter(({ end }) => end > have),
      reported: have,
      written: Math.max(sender.written, have),
    },
    arrived: sender.chunks.filter(({ end }) => end <= have).map(({ chunkId }) => chunkId),
  };
}
