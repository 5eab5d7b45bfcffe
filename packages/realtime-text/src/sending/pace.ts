import { CHUNK_INTERVAL_MS, CHUNK_LENGTH, CPS_WINDOW_MS, LONGEST_USUAL_GRAPHEME } from '../limits.ts';

/**
 * A text transport: `dataChannel` sends a chunk without waiting for answers, `message` waits for the answer
 * to each chunk, `none` sends nothing (decision D10). `cps` is the rate that the reader accepts.
 */
export type OutboxTransport = { readonly name: 'dataChannel' | 'message' | 'none'; readonly cps?: number };

/** A sent chunk whose delivery is unknown. */
export type AwaitedChunk = { readonly chunkId: number; readonly transport: OutboxTransport['name'] };

/** The state that decides when the next chunk may be sent, and how long it may be. */
export type Paced<Awaited extends AwaitedChunk = AwaitedChunk> = {
  readonly transport: OutboxTransport;
  /**
   * Sent chunks that still get one answer each, `delivered` or `failed`, even after a change of transport.
   */
  readonly awaited: readonly Awaited[];
  readonly nextChunkId: number;
  readonly isTimerRunning: boolean;
  /** Time and length of the last chunks, as far back as the pace needs. */
  readonly history: readonly SentLength[];
};

type SentLength = { readonly at: number; readonly length: number };

export type OutboxEffect =
  | { readonly do: 'send'; readonly chunkId: number; readonly characters: string }
  | { readonly do: 'startTimer'; readonly delayMs: number };

export type OutboxStep<State> = { readonly state: State; readonly effects: readonly OutboxEffect[] };

/** Where `sendAtPace` gets chunks from: `hasMore` tells whether there is something to send. */
export type ChunkSource<State> = {
  hasMore(state: State): boolean;
  /** Sends one chunk of at most `length` UTF-16 units; gives no effect if not even one grapheme fits. */
  send(state: State, length: number, now: number): OutboxStep<State>;
};

/** Sends as much as the pace permits and starts a timer for the rest (decision D11). */
export function sendAtPace<State extends Paced>(
  state: State,
  now: number,
  source: ChunkSource<State>,
): OutboxStep<State> {
  if (mustWait(state) || !source.hasMore(state)) return { state, effects: [] };
  const { length, waitMs } = allowance(state, now);
  const sent = length === 0 ? undefined : source.send(state, length, now);
  if (sent === undefined || sent.effects.length === 0)
    return { state: { ...state, isTimerRunning: true }, effects: [{ do: 'startTimer', delayMs: waitMs }] };
  const rest = sendAtPace(sent.state, now, source);
  return { state: rest.state, effects: [...sent.effects, ...rest.effects] };
}

/** The history after a chunk was sent. */
export const withSent = (history: readonly SentLength[], sent: SentLength): readonly SentLength[] => [
  ...recent(history, sent.at),
  sent,
];

/**
 * Whether no chunk may be sent yet. A MESSAGE waits for the answer to the previous MESSAGE, so that text
 * arrives in order (decision D11).
 */
const mustWait = ({ transport, awaited, isTimerRunning }: Paced): boolean =>
  transport.name === 'none' ||
  isTimerRunning ||
  (transport.name === 'message' && awaited.some((chunk) => chunk.transport === 'message'));

/**
 * The sent chunks that count for the pace: those within CPS_WINDOW_MS. If the clock was set back, chunks that
 * seem to be sent in the future do not count.
 */
const recent = (history: readonly SentLength[], now: number): readonly SentLength[] =>
  history.filter(({ at }) => at <= now && now - at < CPS_WINDOW_MS);

/**
 * How many characters the interval and the negotiated cps permit now, and how long to wait for more (RFC 4103
 * §6).
 */
function allowance(
  { transport, history }: Paced,
  now: number,
): { readonly length: number; readonly waitMs: number } {
  const sent = recent(history, now);
  const lastAt = sent.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  if (lastAt + CHUNK_INTERVAL_MS > now) return { length: 0, waitMs: lastAt + CHUNK_INTERVAL_MS - now };
  if (transport.cps === undefined) return { length: CHUNK_LENGTH, waitMs: 0 };
  const most = transport.cps * (CPS_WINDOW_MS / 1000);
  const [oldest] = sent;
  // After a pause one long grapheme is sent even to the slowest reader; otherwise it could never be sent.
  if (oldest === undefined)
    return { length: Math.min(CHUNK_LENGTH, Math.max(most, LONGEST_USUAL_GRAPHEME)), waitMs: 0 };
  const left = most - sent.reduce((sum, { length }) => sum + length, 0);
  return {
    length: Math.min(CHUNK_LENGTH, Math.max(0, left)),
    waitMs: oldest.at + CPS_WINDOW_MS - now,
  };
}
