import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patientStream } from './patient-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PIECE = 100_000;
const MOST_PIECES = 100;

async function* pieces(makingMs = 0, sign = 'x'): AsyncGenerator<string, void, undefined> {
  for (let count = 0; count < MOST_PIECES; count += 1) {
    if (makingMs > 0) await new Promise((resolve) => setTimeout(resolve, makingMs));
    yield sign.repeat(PIECE);
  }
}

/** How many pieces a client gets that takes one each `everyMs`. */
async function taken(stream: AsyncIterable<string>, everyMs: number): Promise<number> {
  let count = 0;
  const reading = (async () => {
    for await (const piece of stream) {
      expect(piece).toHaveLength(PIECE);
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000_000);
  await reading;
  return count;
}

const patience = { stallMs: 60_000, mostMs: 10_000_000 };
const pace = (areOthersWaiting: boolean) => ({
  ...patience,
  pace: { bytesPerSecond: 64_000, overMs: 60_000, isNeeded: () => areOthersWaiting },
});

test('D96 a client that reads slower than the least pace is cut off, while others need its place', async () => {
  const cut = await taken(patientStream(pieces(), pace(true)), 20_000);
  expect(cut).toBeGreaterThan(2);
  expect(cut).toBeLessThan(8);
});

test.each([
  ['reads at the pace', patientStream(pieces(), pace(true)), 1_500],
  // Each sign is three bytes long.
  ['reads Thai at the pace', patientStream(pieces(0, 'ก'), pace(true)), 4_000],
  ['reads slowly while its place is not needed', patientStream(pieces(), pace(false)), 20_000],
  ['waits for pieces that are made slowly', patientStream(pieces(10_000), pace(true)), 1_000],
  ['may read at any pace', patientStream(pieces(), patience), 20_000],
])('D96 a client that %s gets all', async (_what, stream, everyMs) => {
  expect(await taken(stream, everyMs)).toBe(MOST_PIECES);
});
