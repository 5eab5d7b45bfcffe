import { type Decoded, type OutboxEvent, stepOutbox, type TextElement } from '@samtal/realtime-text';
import { type ClientEffect, type Step, stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { TextState } from '../state/text-state.ts';
import { withReceivedText } from './timed-conversation.ts';

export type TextContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly after: CallState;
  readonly isTextVisible: boolean;
  /** The decoded text of the event, if it has text. */
  readonly received: Decoded | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type TextFailed = Extract<ClientEvent, { readonly type: 'textFailed' }>;

/** The id that the notices of all refused edits share, so that a new notice replaces the previous one. */
export const REFUSAL_NOTICE_ID = 'refusedEdit';
/** The kinds of doubt about the user's text, and the notice for each. */
export const doubtNotices = [
  { kind: 'text', code: 'textInDoubt' },
  { kind: 'erasure', code: 'erasureInDoubt' },
] as const;

/** Passes `event` to the outbox, and translates the effects of the outbox into effects of the client. */
export function post(state: TextState, event: OutboxEvent, callId: string): Step<TextState> {
  const { state: outbox, effects } = stepOutbox(state.outbox, event);
  if (outbox === state.outbox) return stay(state);
  return {
    state: { ...state, outbox },
    effects: effects.map(
      (effect): ClientEffect =>
        effect.do === 'send'
          ? { do: 'sendText', callId, chunkId: effect.chunkId, characters: effect.characters }
          : { do: 'startTimer', timer: 'textPace', delayMs: effect.delayMs },
    ),
  };
}

/** Adds `elements` to the remote user's text in the conversation. */
export function receive(
  state: TextState,
  elements: readonly TextElement[],
  { isTextVisible, now }: TextContext,
): TextState {
  const { conversation, cut } = withReceivedText(state.conversation, elements, now);
  if (conversation === state.conversation) return state;
  return {
    ...state,
    conversation,
    incomingCut: state.incomingCut + cut,
    isUnread: state.isUnread || !isTextVisible,
  };
}

export function takeReceived(state: TextState, context: TextContext): TextState {
  const { received } = context;
  if (received === undefined) return state;
  return { ...receive(state, received.elements, context), decoder: received.state };
}

export const failureIn = ({ chunkId, unsentFrom }: TextFailed, now: number): OutboxEvent => ({
  type: 'failed',
  chunkId,
  ...(unsentFrom === undefined ? {} : { unsentFrom }),
  now,
});
