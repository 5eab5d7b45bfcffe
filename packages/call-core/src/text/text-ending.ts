import { cleanText, type Doubt, judgeEdit } from '@samtal/realtime-text';
import { type ClientEffect, type Step, stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { TextState } from '../state/text-state.ts';
import {
  doubtNotices,
  failureIn,
  post,
  REFUSAL_NOTICE_ID,
  type TextContext,
  takeReceived,
} from './text-steps.ts';

/** Whether the event is one with which this side ends the call, so that typed text can still be sent. */
const isEndedHere = ({ type }: ClientEvent): boolean =>
  ['hangUpRequested', 'pageHidden', 'stopRequested', 'callsLeft'].includes(type);

function then(step: Step<TextState>, next: (state: TextState) => Step<TextState>): Step<TextState> {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

/** Ends the conversation; if this side ends the call, all typed text is sent first (decision D10). */
function endText(state: TextState, event: ClientEvent, callId: string, now: number): Step<TextState> {
  const last = isEndedHere(event) ? post(state, { type: 'closing', now }, callId) : stay(state);
  const cleared: readonly ClientEffect[] = state.wasRefused
    ? [{ do: 'clearNotice', id: REFUSAL_NOTICE_ID }]
    : [];
  return {
    state: { ...last.state, isLate: false, wasRefused: false },
    effects: [
      ...last.effects,
      { do: 'stopTimer', timer: 'textPace' },
      { do: 'stopTimer', timer: 'textLate' },
      ...cleared,
    ],
  };
}

/**
 * Adds text that an input method held when the call ended; it is not sent, but shown as not arrived (D41).
 */
function keepComposedText(state: TextState, value: string, callId: string, now: number): Step<TextState> {
  const text = cleanText(value);
  const isKept = text !== state.outbox.target && judgeEdit(state.outbox, text) === 'accepted';
  return isKept ? post(state, { type: 'edited', text, now }, callId) : stay(state);
}

/**
 * The step of the text machine after this side has ended the call, until its last message is answered: chunks
 * are still confirmed and text still arrives (D41).
 */
function stepEnding(
  state: TextState,
  event: ClientEvent,
  callId: string,
  context: TextContext,
): Step<TextState> {
  const { now } = context;
  if ('callId' in event && event.callId !== callId) return stay(state);
  switch (event.type) {
    case 'textDelivered':
      return post(state, { type: 'delivered', chunkId: event.chunkId, now }, callId);
    case 'textFailed':
      return post(state, failureIn(event, now), callId);
    case 'textReceived':
      return stay(takeReceived(state, context));
    case 'textEdited':
      return keepComposedText(state, event.value, callId, now);
    default:
      return stay(state);
  }
}

/** The effects that show one notice for each kind of doubt in `doubts`. */
const noticesOf = (doubts: readonly Doubt[]): ClientEffect[] =>
  doubtNotices
    .filter(({ kind }) => doubts.some((doubt) => doubt.kind === kind))
    .map(({ code }) => ({ do: 'showNotice', notice: { id: code, code } }));

/**
 * Once no answer can come any more, marks the text and the erasures that may not have arrived. If this side
 * ended the call, no call screen is left to show the marks, so notices report them.
 */
function reportDoubts(state: TextState, callId: string, wasEndedHere: boolean, now: number): Step<TextState> {
  const settled = post(state, { type: 'callEnded', now }, callId);
  const { doubts } = settled.state.outbox;
  return wasEndedHere && doubts !== state.outbox.doubts
    ? { state: settled.state, effects: noticesOf(doubts) }
    : settled;
}

const mayBeAnswered = (call: CallState): boolean =>
  call.phase === 'accepted' || (call.phase === 'ending' && call.isClosed !== true);

/** The step of the text machine for a call that is no longer, or never was, accepted. */
export function stepAfterCall(
  state: TextState,
  event: ClientEvent,
  callId: string,
  context: TextContext,
): Step<TextState> {
  const { before, after, now } = context;
  const ended = before.phase === 'accepted' ? endText(state, event, callId, now) : stay(state);
  if (mayBeAnswered(after)) return then(ended, (last) => stepEnding(last, event, callId, context));
  const wasEndedHere = before.phase === 'ending';
  if (mayBeAnswered(before)) return then(ended, (last) => reportDoubts(last, callId, wasEndedHere, now));
  if (event.type !== 'textEdited') return ended;
  const kept = keepComposedText(state, event.value, callId, now);
  return kept.state === state ? ended : reportDoubts(kept.state, callId, wasEndedHere, now);
}
