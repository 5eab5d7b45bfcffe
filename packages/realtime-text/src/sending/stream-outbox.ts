import { MISSING_TEXT_MARK } from '../t140/characters.ts';
import { takeGraphemes } from '../t140/graphemes.ts';
import type { OutboxStep, OutboxTransport, Paced } from './pace.ts';
import { sendAtPace, withSent } from './pace.ts';

/**
 * The outbox of a program: its T.140 characters are sent unchanged, in order, at the pace of all text. A
 * chunk sent over a data channel counts as delivered. After a MESSAGE that failed, U+FFFD precedes the next
 * text (decision D41).
 */
export type StreamOutboxState = Paced & {
  /** Characters still to be sent. */
  readonly waiting: string;
  readonly hasGap: boolean;
};

export type StreamOutboxEvent =
  | { readonly type: 'written'; readonly characters: string; readonly now: number }
  | { readonly type: 'timerFired'; readonly now: number }
  | { readonly type: 'delivered' | 'failed'; readonly chunkId: number; readonly now: number }
  | { readonly type: 'transportChanged'; readonly transport: OutboxTransport; readonly now: number };

type Step = OutboxStep<StreamOutboxState>;

export const initialStreamOutbox: StreamOutboxState = {
  transport: { name: 'none' },
  waiting: '',
  hasGap: false,
  awaited: [],
  nextChunkId: 1,
  isTimerRunning: false,
  history: [],
};

/** Sends one chunk of at most `length` units, never cut inside a grapheme. */
function send(state: StreamOutboxState, length: number, now: number): Step {
  const { waiting, hasGap, awaited, nextChunkId: chunkId, transport, history } = state;
  const mark = hasGap ? MISSING_TEXT_MARK : '';
  const text = takeGraphemes(waiting, length - mark.length);
  const characters = mark + text;
  if (characters === '') return { state, effects: [] };
  return {
    state: {
      ...state,
      waiting: waiting.slice(text.length),
      hasGap: false,
      awaited: transport.name === 'message' ? [...awaited, { chunkId, transport: transport.name }] : awaited,
      nextChunkId: chunkId + 1,
      history: withSent(history, { at: now, length: characters.length }),
    },
    effects: [{ do: 'send', chunkId, characters }],
  };
}

const flush = (state: StreamOutboxState, now: number): Step =>
  sendAtPace(state, now, { hasMore: ({ waiting }) => waiting !== '', send });

export function stepStreamOutbox(state: StreamOutboxState, event: StreamOutboxEvent): Step {
  const { now } = event;
  switch (event.type) {
    case 'written':
      return flush({ ...state, waiting: state.waiting + event.characters }, now);
    case 'timerFired':
      return flush({ ...state, isTimerRunning: false }, now);
    case 'delivered':
    case 'failed': {
      const awaited = state.awaited.filter(({ chunkId }) => chunkId !== event.chunkId);
      if (awaited.length === state.awaited.length) return { state, effects: [] };
      return flush({ ...state, awaited, hasGap: state.hasGap || event.type === 'failed' }, now);
    }
    case 'transportChanged':
      return flush({ ...state, transport: event.transport }, now);
  }
}
