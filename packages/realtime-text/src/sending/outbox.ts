import { commonPrefixLength } from '../common-length.ts';
import type { Doubt } from '../conversation/doubts.ts';
import { withDoubtfulText } from '../conversation/doubts.ts';
import type { GapInput } from '../conversation/gap.ts';
import { closeAtGap } from '../conversation/gap.ts';
import { applyToText } from '../conversation/text-log.ts';
import { CHUNK_LENGTH } from '../limits.ts';
import { BELL, MISSING_TEXT_MARK } from '../t140/characters.ts';
import { takeGraphemes } from '../t140/graphemes.ts';
import { decode, initialDecoder } from '../t140/t140-decoder.ts';
import { differenceOf, toCharacters } from './edit.ts';
import type { AwaitedChunk, OutboxStep, OutboxTransport, Paced } from './pace.ts';
import { sendAtPace, withSent } from './pace.ts';

export type Chunk = { readonly chunkId: number; readonly characters: string };

type Awaited = AwaitedChunk & {
  /** `sent` as it was before this chunk. */
  readonly before: string;
  readonly knocks: number;
  readonly hasMark: boolean;
};

/**
 * The typed text on its way to the peer. There is no queue: `target` is the content of the text field, `sent`
 * is the reader's text after the last gap once every unconfirmed chunk has arrived, and each chunk is the
 * next part of the difference between them. So a letter typed and erased between two chunks is never sent
 * (T16), and text that stays in the field cannot be lost. A failed chunk makes a gap: later differences
 * ignore the text before the gap (decision D41).
 */
export type OutboxState = Paced<Awaited> & {
  /** The start of `target` up to the last gap; it cannot be changed any more. */
  readonly settled: string;
  readonly sent: string;
  readonly target: string;
  /** Whether U+FFFD at the last gap is still to be sent: now (`due`), or before the next text (`waiting`). */
  readonly mark: 'none' | 'due' | 'waiting';
  /** Knocks still to be sent. */
  readonly knocks: number;
  /** Text and erasures that may not have arrived; shown to the user who typed them (T22). */
  readonly doubts: readonly Doubt[];
};

export type OutboxEvent =
  /** The text field now holds `text` (cleaned). `now` in milliseconds. */
  | { readonly type: 'edited'; readonly text: string; readonly now: number }
  | { readonly type: 'knocked'; readonly now: number }
  | { readonly type: 'timerFired'; readonly now: number }
  | { readonly type: 'delivered'; readonly chunkId: number; readonly now: number }
  /**
   * The transport failed at the unconfirmed chunk `chunkId` (the event is ignored if it is not one). Every
   * unconfirmed chunk may or may not have arrived, except those from `unsentFrom` on: they were never sent.
   */
  | { readonly type: 'failed'; readonly chunkId: number; readonly unsentFrom?: number; readonly now: number }
  /**
   * Chunks from `unsentFrom` on were never sent. `isSafe`: the old transport never carried any text. `isExact`: the
   * transport itself sends again what the peer lacks, so every chunk is still awaited and there is no gap.
   */
  | {
      readonly type: 'transportChanged';
      readonly transport: OutboxTransport;
      readonly isSafe?: boolean;
      readonly isExact?: boolean;
      readonly unsentFrom?: number;
      readonly now: number;
    }
  /** This side ends the call: all text is sent now, and no text is sent later. */
  | { readonly type: 'closing'; readonly now: number }
  /** The call is over: nothing can be sent, and no answer comes. */
  | { readonly type: 'callEnded'; readonly now: number };

type Step = OutboxStep<OutboxState>;

export const initialOutbox: OutboxState = {
  transport: { name: 'none' },
  settled: '',
  sent: '',
  target: '',
  mark: 'none',
  knocks: 0,
  awaited: [],
  doubts: [],
  nextChunkId: 1,
  isTimerRunning: false,
  history: [],
};

/** The part of the text field that can still be changed. */
const behindGap = ({ settled, target }: OutboxState): string => target.slice(settled.length);

export const hasUnsent = (state: OutboxState): boolean => state.sent !== behindGap(state) || state.knocks > 0;

/** Whether a chunk awaits its answer or text is still to be sent. */
export const isUnderWay = (state: OutboxState): boolean => state.awaited.length > 0 || hasUnsent(state);

/**
 * The text of the field from the first character that is unsent, or sent and not yet confirmed; '' if all is
 * confirmed.
 */
export function unconfirmedText(state: OutboxState): string {
  const text = behindGap(state);
  return text.slice(commonPrefixLength(state.awaited[0]?.before ?? state.sent, text));
}

type NextChunk = { readonly mark: string; readonly knocks: number; readonly text: string };

/** The next chunk: the mark of a gap, then knocks, backspaces and text. */
function nextChunk(state: OutboxState, limit: number): NextChunk {
  const mark = state.mark === 'none' || limit === 0 ? '' : MISSING_TEXT_MARK;
  const knocks = Math.min(state.knocks, limit - mark.length);
  const room = limit - mark.length - knocks;
  const difference = differenceOf(state.sent, behindGap(state), room + 1);
  const backspaces = Math.min(difference.backspaces, room);
  const tail = backspaces < difference.backspaces ? '' : takeGraphemes(difference.tail, room - backspaces);
  return { mark, knocks, text: toCharacters({ backspaces, tail }) };
}

const charactersOf = ({ mark, knocks, text }: NextChunk): string => mark + BELL.repeat(knocks) + text;

/** Sends one chunk of at most `length` units. */
function send(state: OutboxState, length: number, now: number): Step {
  const next = nextChunk(state, length);
  const characters = charactersOf(next);
  if (characters === '') return { state, effects: [] };
  const { nextChunkId: chunkId, sent: before, transport } = state;
  const { mark, knocks, text } = next;
  const hasMark = mark !== '';
  return {
    state: {
      ...state,
      sent: applyToText(before, decode(initialDecoder, text).elements),
      mark: hasMark ? 'none' : state.mark,
      knocks: state.knocks - knocks,
      awaited: [...state.awaited, { chunkId, transport: transport.name, before, knocks, hasMark }],
      nextChunkId: chunkId + 1,
      history: withSent(state.history, { at: now, length: characters.length }),
    },
    effects: [{ do: 'send', chunkId, characters }],
  };
}

const hasSomethingToSend = (state: OutboxState): boolean => state.mark === 'due' || hasUnsent(state);

const flush = (state: OutboxState, now: number): Step =>
  sendAtPace(state, now, { hasMore: hasSomethingToSend, send });

/** Sends all text immediately, regardless of the pace, because the call ends now (decision D10). */
function sendRest(state: OutboxState, now: number): Step {
  if (state.transport.name === 'none' || !hasSomethingToSend(state)) return { state, effects: [] };
  const sent = send(state, CHUNK_LENGTH, now);
  const rest = sendRest(sent.state, now);
  return { state: rest.state, effects: [...sent.effects, ...rest.effects] };
}

/** Gives up what can no longer be sent: text stays in the text field, in doubt; an erasure is undone. */
function dropRest(state: OutboxState): OutboxState {
  const { settled, sent } = state;
  const { tail } = differenceOf(sent, behindGap(state));
  const sentUntil = settled.length + sent.length;
  const target = settled + sent + tail;
  return {
    ...state,
    target,
    doubts: withDoubtfulText(state.doubts, { start: sentUntil, end: target.length }),
  };
}

/** Takes back the chunks from `unsentFrom` on, which never left: their content counts as unsent again. */
function takeBack(state: OutboxState, unsentFrom = Number.POSITIVE_INFINITY): OutboxState {
  const isUnsent = ({ chunkId }: Awaited): boolean => chunkId >= unsentFrom;
  const unsent = state.awaited.filter(isUnsent);
  const [first] = unsent;
  if (first === undefined) return state;
  return {
    ...state,
    sent: first.before,
    mark: unsent.some(({ hasMark }) => hasMark) ? 'due' : state.mark,
    knocks: unsent.reduce((sum, { knocks }) => sum + knocks, state.knocks),
    awaited: state.awaited.filter((chunk) => !isUnsent(chunk)),
  };
}

/** Starts a new gap (`closeAtGap`); `states` are the texts that the reader may have now. */
function closeGap(state: OutboxState, states: GapInput['states']): OutboxState {
  const { settled, doubts } = state;
  const closed = closeAtGap({ settled, states, wanted: behindGap(state), doubts });
  return { ...state, ...closed, sent: '', mark: 'due', awaited: [] };
}

/**
 * Stops waiting for answers. Every awaited chunk may have arrived, so none is sent again: text that arrives
 * twice would be worse than a mark (RFC 8865 §5.4).
 */
function giveUpAwaited(state: OutboxState): OutboxState {
  const { awaited, sent } = state;
  const [first] = awaited;
  if (first === undefined) return state;
  const states = [first.before, ...awaited.slice(1).map(({ before }) => before), sent] as const;
  if (states.some((text) => text !== sent)) return closeGap(state, states);
  // If only a mark failed, it waits for the next text; otherwise it would be retried forever.
  return { ...state, mark: awaited.some(({ hasMark }) => hasMark) ? 'waiting' : state.mark, awaited: [] };
}

/**
 * Changes the transport, with a gap unless `isSafe`: at a change the reader adds a mark of its own (RFC 8865
 * §5.4), and a backspace would erase that mark.
 */
function changeTransport(state: OutboxState, transport: OutboxTransport, isSafe: boolean): OutboxState {
  const left = giveUpAwaited(state);
  return { ...(isSafe ? left : closeGap(left, [left.sent])), transport };
}

export function stepOutbox(state: OutboxState, event: OutboxEvent): Step {
  const { now } = event;
  switch (event.type) {
    case 'edited':
      return flush({ ...state, target: event.text }, now);
    case 'knocked':
      return flush({ ...state, knocks: state.knocks + 1 }, now);
    case 'timerFired':
      return flush({ ...state, isTimerRunning: false }, now);
    case 'delivered': {
      const awaited = state.awaited.filter(({ chunkId }) => chunkId !== event.chunkId);
      return awaited.length === state.awaited.length
        ? { state, effects: [] }
        : flush({ ...state, awaited }, now);
    }
    case 'failed': {
      const isAwaited = state.awaited.some(({ chunkId }) => chunkId === event.chunkId);
      if (!isAwaited) return { state, effects: [] };
      return flush(giveUpAwaited(takeBack(state, event.unsentFrom)), now);
    }
    case 'transportChanged': {
      if (event.isExact === true) return flush({ ...state, transport: event.transport }, now);
      const left = takeBack(state, event.unsentFrom);
      return flush(changeTransport(left, event.transport, event.isSafe === true), now);
    }
    case 'closing': {
      const rest = sendRest(state, now);
      return { state: { ...rest.state, transport: { name: 'none' } }, effects: rest.effects };
    }
    case 'callEnded':
      return { state: { ...dropRest(giveUpAwaited(state)), transport: { name: 'none' } }, effects: [] };
  }
}
