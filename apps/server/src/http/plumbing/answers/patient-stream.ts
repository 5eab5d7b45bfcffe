import { Readable } from 'node:stream';

/** The least pace at which a client must read, over the time for which pieces wait for it. */
type Pace = {
  readonly bytesPerSecond: number;
  readonly overMs: number;
  /** Whether others need the place of this client; otherwise it may be slower. */
  readonly isNeeded: () => boolean;
};

type Patience = { readonly stallMs: number; readonly mostMs: number; readonly pace?: Pace };

/** Tells for each piece that a client has taken whether the client keeps the pace. */
function watchPace({ bytesPerSecond, overMs, isNeeded }: Pace) {
  let waitedMs = 0;
  let bytes = 0;
  return (pieceBytes: number, pieceMs: number): boolean => {
    waitedMs += pieceMs;
    bytes += pieceBytes;
    if (waitedMs < overMs) return true;
    const isSlow = bytes < (bytesPerSecond * waitedMs) / 1000;
    waitedMs = 0;
    bytes = 0;
    return !isSlow || !isNeeded();
  };
}

/**
 * A stream of pieces, each made after the client has taken the one before. It is destroyed when the client reads nothing
 * for `stallMs`, takes longer than `mostMs` in all, or reads slower than `pace`.
 */
export function patientStream(pieces: AsyncIterable<string>, { stallMs, mostMs, pace }: Patience): Readable {
  let stalled: NodeJS.Timeout | undefined;
  async function* watched(): AsyncGenerator<string, void, undefined> {
    const keepsPace = pace === undefined ? () => true : watchPace(pace);
    for await (const piece of pieces) {
      const since = performance.now();
      stalled = setTimeout(cut, stallMs);
      yield piece;
      clearTimeout(stalled);
      if (!keepsPace(Buffer.byteLength(piece), performance.now() - since))
        throw new Error('a client reads its answer too slowly');
    }
  }
  const stream = Readable.from(watched(), { highWaterMark: 1 });
  const cut = (): void => void stream.destroy(new Error('a client does not read its answer'));
  const late = setTimeout(cut, mostMs);
  stream.once('close', () => {
    clearTimeout(stalled);
    clearTimeout(late);
  });
  return stream;
}
