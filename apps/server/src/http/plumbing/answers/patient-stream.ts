import { Readable } from 'node:stream';

type Patience = { readonly stallMs: number; readonly mostMs: number };

/**
 * A stream of pieces, each made after the client has taken the one before. It is destroyed when the client reads nothing
 * for `stallMs`, or takes longer than `mostMs` in all.
 */
export function patientStream(pieces: AsyncIterable<string>, { stallMs, mostMs }: Patience): Readable {
  let stalled: NodeJS.Timeout | undefined;
  async function* watched(): AsyncGenerator<string, void, undefined> {
    for await (const piece of pieces) {
      stalled = setTimeout(cut, stallMs);
      yield piece;
      clearTimeout(stalled);
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
