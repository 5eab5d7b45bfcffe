import { BELL, LINE_SEPARATOR } from './characters.ts';
import { differenceOf, toWire } from './edit.ts';
import { takeGraphemes } from './graphemes.ts';
import { CHUNK_INTERVAL_MS, CHUNK_LENGTH, CPS_WINDOW_MS, LONGEST_USUAL_GRAPHEME } from './limits.ts';
import { decode, initialDecoder } from './t140-decoder.ts';
import { applyToText } from './text-log.ts';

/** How text travels: `dataChannel` takes chunk after chunk, `message` one at a time, `none` not now (decision D10). */
export type OutboxWire = { readonly name: 'dataChannel' | 'message' | 'none'; readonly cps?: number };

export type Chunk = { readonly chunkId: number; readonly characters: string };

/** A chunk that has left and whose fate is not known yet. */
type Awaited = Chunk & { readonly wire: OutboxWire['name'] };

/**
 * What is typed on its way to the other end. There is no queue: `sent` is the text the reader has once everything on
 * the way has arrived, `target` is what the text field holds, and each chunk is the next part of the difference. So a
 * letter typed and erased between two chunks is never sent (T16), and nothing that stays in the field can be lost.
 * When the call is over both are the same, and what did not leave stands in `undelivered`.
 */
export type OutboxState = {
  readonly wire: OutboxWire;
  readonly sent: string;
  readonly target: string;
  /** Knocks still to be sent. */
  readonly knocks: number;
  /** Whatever becomes of the wire, each of these is answered once: `delivered` or `failed`. */
  readonly awaited: readonly Awaited[];
  /** Chunks that did not arrive; shown to the person who typed them (T22). */
  readonly undelivered: readonly Chunk[];
  readonly nextChunkId: number;
  readonly isTimerRunning: boolean;
  /** When and how much was sent, as far back as pace needs to know. */
  readonly history: readonly { readonly at: number; readonly length: number }[];
};

export type OutboxEvent =
  /** The text field now holds `text` (cleaned). `now` in milliseconds. */
  | { readonly type: 'edited'; readonly text: string; readonly now: number }
  | { readonly type: 'knocked'; readonly now: number }
  | { readonly type: 'timerFired'; readonly now: number }
  | { readonly type: 'delivered'; readonly chunkId: number; readonly now: number }
  | { readonly type: 'failed'; readonly chunkId: number; readonly now: number }
  | { readonly type: 'wireChanged'; readonly wire: OutboxWire; readonly now: number }
  /** The call is about to end here. */
  | { readonly type: 'closing'; readonly now: number }
  /** The call is over, and not by this side: nothing leaves any more, and no answer comes. */
  | { readonly type: 'cutOff'; readonly now: number };

export type OutboxEffect =
  | { readonly do: 'send'; readonly chunkId: number; readonly characters: string }
  | { readonly do: 'startTimer'; readonly delayMs: number };

type Step = { readonly state: OutboxState; readonly effects: readonly OutboxEffect[] };

export const initialOutbox: OutboxState = {
  wire: { name: 'none' },
  sent: '',
  target: '',
  knocks: 0,
  awaited: [],
  undelivered: [],
  nextChunkId: 1,
  isTimerRunning: false,
  history: [],
};

export const hasUnsent = ({ sent, target, knocks }: OutboxState): boolean => sent !== target || knocks > 0;

/** How many characters a negotiated cps leaves for now, and when there will be more (decision D11, RFC 4103 §6). */
function allowance(
  { wire, history }: OutboxState,
  now: number,
): { readonly length: number; readonly waitMs: number } {
  const recent = history.filter(({ at }) => now - at < CPS_WINDOW_MS);
  const [oldest] = recent;
  if (wire.cps === undefined) return { length: CHUNK_LENGTH, waitMs: 0 };
  const most = wire.cps * (CPS_WINDOW_MS / 1000);
  // After a silence one long grapheme may leave even to the slowest reader, or it could never be sent.
  if (oldest === undefined)
    return { length: Math.min(CHUNK_LENGTH, Math.max(most, LONGEST_USUAL_GRAPHEME)), waitMs: 0 };
  const left = most - recent.reduce((sum, { length }) => sum + length, 0);
  return {
    length: Math.min(CHUNK_LENGTH, Math.max(0, left)),
    waitMs: oldest.at + CPS_WINDOW_MS - now,
  };
}

/** The next chunk: knocks, then backspaces, then text, cut where no grapheme is. */
function nextChunk(
  state: OutboxState,
  limit: number,
): { readonly characters: string; readonly knocks: number } {
  const knocks = Math.min(state.knocks, limit);
  const room = limit - knocks;
  const difference = differenceOf(state.sent, state.target, room + 1);
  const backspaces = Math.min(difference.backspaces, room);
  const tail = backspaces < difference.backspaces ? '' : takeGraphemes(difference.tail, room - backspaces);
  return {
    characters: BELL.repeat(knocks) + toWire({ backspaces, tail }),
    knocks,
  };
}

function send(state: OutboxState, { characters, knocks }: ReturnType<typeof nextChunk>, now: number): Step {
  const chunk: Chunk = { chunkId: state.nextChunkId, characters };
  const { elements } = decode(initialDecoder, characters);
  const next: OutboxState = {
    ...state,
    sent: applyToText(state.sent, elements),
    knocks: state.knocks - knocks,
    awaited: [...state.awaited, { ...chunk, wire: state.wire.name }],
    nextChunkId: state.nextChunkId + 1,
    history: [
      ...state.history.filter(({ at }) => now - at < CPS_WINDOW_MS),
      { at: now, length: characters.length },
    ],
  };
  return { state: next, effects: [{ do: 'send', ...chunk }] };
}

/** MESSAGE goes strictly one at a time, so that order holds (decision D11). */
const mustWaitForAnswer = ({ wire, awaited }: OutboxState): boolean =>
  wire.name === 'message' && awaited.some((chunk) => chunk.wire === 'message');

/** Sends what may be sent now and plans the rest. */
function flush(state: OutboxState, now: number): Step {
  if (!hasUnsent(state) || state.wire.name === 'none' || state.isTimerRunning || mustWaitForAnswer(state))
    return { state, effects: [] };
  const plan = (delayMs: number): Step => ({
    state: { ...state, isTimerRunning: true },
    effects: [{ do: 'startTimer', delayMs }],
  });
  const lastAt = state.history.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  if (lastAt + CHUNK_INTERVAL_MS > now) return plan(lastAt + CHUNK_INTERVAL_MS - now);
  const { length, waitMs } = allowance(state, now);
  const chunk = nextChunk(state, length);
  if (chunk.characters === '') return plan(waitMs);
  const sent = send(state, chunk, now);
  const rest = flush(sent.state, now);
  return { state: rest.state, effects: [...sent.effects, ...rest.effects] };
}

/** Everything at once, whatever the pace: there will be no other time (decision D10). */
function sendRest(state: OutboxState, now: number): Step {
  const chunk = nextChunk(state, CHUNK_LENGTH);
  if (state.wire.name === 'none' || chunk.characters === '') return { state, effects: [] };
  const sent = send(state, chunk, now);
  const rest = sendRest(sent.state, now);
  return { state: rest.state, effects: [...sent.effects, ...rest.effects] };
}

/** What will never leave does not stay in the text as if it had: it is told as not delivered (decision D10). */
function dropRest(state: OutboxState): OutboxState {
  const { sent, target, undelivered, nextChunkId } = state;
  const rest: Chunk = { chunkId: nextChunkId, characters: toWire(differenceOf(sent, target)) };
  if (rest.characters === '') return state;
  return { ...state, target: sent, undelivered: [...undelivered, rest], nextChunkId: nextChunkId + 1 };
}

/** A chunk nobody has answered may have arrived; marking it is the lesser evil (RFC 8865 §5.4). */
const giveUpAwaited = (state: OutboxState): OutboxState => ({
  ...state,
  awaited: [],
  undelivered: [
    ...state.undelivered,
    ...state.awaited.map(({ chunkId, characters }) => ({ chunkId, characters })),
  ],
});

/** Letters that a failed chunk held, in the words of the sender. */
export const readable = ({ characters }: Chunk): string =>
  characters.replaceAll(LINE_SEPARATOR, '\n').replaceAll(/(?!\n)\p{Cc}/gu, '');

export function stepOutbox(state: OutboxState, event: OutboxEvent): Step {
  const { now } = event;
  switch (event.type) {
    case 'edited':
      return flush({ ...state, target: event.text }, now);
    case 'knocked':
      return flush({ ...state, knocks: state.knocks + 1 }, now);
    case 'timerFired':
      return flush({ ...state, isTimerRunning: false }, now);
    case 'delivered':
    case 'failed': {
      const chunk = state.awaited.find(({ chunkId }) => chunkId === event.chunkId);
      if (chunk === undefined) return { state, effects: [] };
      const awaited = state.awaited.filter((other) => other !== chunk);
      // A chunk that failed may have arrived all the same; sending it twice would be worse than marking it (RFC 8865 §5.4).
      const { chunkId, characters } = chunk;
      const undelivered =
        event.type === 'failed' ? [...state.undelivered, { chunkId, characters }] : state.undelivered;
      return flush({ ...state, awaited, undelivered }, now);
    }
    case 'wireChanged':
      return flush({ ...state, wire: event.wire }, now);
    case 'closing': {
      const rest = sendRest(state, now);
      return { state: dropRest(rest.state), effects: rest.effects };
    }
    case 'cutOff':
      return { state: dropRest(giveUpAwaited(state)), effects: [] };
  }
}
