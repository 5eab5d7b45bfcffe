import type { Decoded, Doubt, OutboxEvent, OutboxTransport, TextElement } from '@samtal/realtime-text';
import {
  cleanText,
  initialDecoder,
  initialOutbox,
  isUnderWay,
  judgeEdit,
  stepOutbox,
} from '@samtal/realtime-text';
import { TEXT_LATE_MS } from '../limits.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { TextState } from '../state/text-state.ts';
import { withOwnText, withReceivedText } from './timed-conversation.ts';

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
type TransportChanged = Extract<ClientEvent, { readonly type: 'textTransportChanged' }>;

/** All refused edits share one notice: a new one replaces the last. */
const NOTICE_ID = 'refusedEdit';
/** The kinds of doubt about the user's text, and the notice for each. */
const doubtNotices = [
  { kind: 'text', code: 'textInDoubt' },
  { kind: 'erasure', code: 'erasureInDoubt' },
] as const;

export const initialText: TextState = {
  conversation: [],
  incomingCut: 0,
  decoder: initialDecoder,
  outbox: initialOutbox,
  isLate: false,
  isUnread: false,
  wasRefused: false,
};

function post(state: TextState, event: OutboxEvent, callId: string): Step<TextState> {
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

/** Undoes an edit that is not allowed and tells the user why (RTT-08, RTT-10, D41). */
function edit(state: TextState, value: string, callId: string, now: number): Step<TextState> {
  const text = cleanText(value);
  const verdict = judgeEdit(state.outbox, text);
  if (verdict !== 'accepted') {
    return {
      state: { ...state, wasRefused: true },
      effects: [{ do: 'showNotice', notice: { id: NOTICE_ID, code: verdict } }],
    };
  }
  const step = post({ ...state, wasRefused: false }, { type: 'edited', text, now }, callId);
  return state.wasRefused
    ? { ...step, effects: [...step.effects, { do: 'clearNotice', id: NOTICE_ID }] }
    : step;
}

function receive(
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

const failureIn = ({ chunkId, unsentFrom }: TextFailed, now: number): OutboxEvent => ({
  type: 'failed',
  chunkId,
  ...(unsentFrom === undefined ? {} : { unsentFrom }),
  now,
});

/** Text on the old transport may be lost, so the reader gets a mark (RFC 8865 §5.4, T17). */
function changeTransport(state: TextState, event: TransportChanged, context: TextContext): Step<TextState> {
  const { transport: name, cps, unsentFrom, isTextSafe, callId } = event;
  const { after, now } = context;
  const marked =
    isTextSafe === true
      ? state
      : { ...receive(state, [{ kind: 'missing' }], context), decoder: initialDecoder };
  const isReadOnly =
    name === 'dataChannel' && after.phase === 'accepted' && after.media.isTextReadOnly === true;
  const transport: OutboxTransport = {
    name: isReadOnly ? 'none' : name,
    ...(cps === undefined ? {} : { cps }),
  };
  const unsent = unsentFrom === undefined ? {} : { unsentFrom };
  return post(
    marked,
    { type: 'transportChanged', transport, isSafe: isTextSafe === true, ...unsent, now },
    callId,
  );
}

function takeReceived(state: TextState, context: TextContext): TextState {
  const { received } = context;
  if (received === undefined) return state;
  return { ...receive(state, received.elements, context), decoder: received.state };
}

/** Starts `TEXT_LATE_MS` with the first unconfirmed text, and restarts it with each answer (decision D41). */
function watchDelivery(before: TextState, step: Step<TextState>): Step<TextState> {
  const { state, effects } = step;
  const [was, is] = [before.outbox, state.outbox];
  if (was === is) return step;
  if (!isUnderWay(is)) {
    if (!isUnderWay(was)) return step;
    return {
      state: { ...state, isLate: false },
      effects: [...effects, { do: 'stopTimer', timer: 'textLate' }],
    };
  }
  const isFirst = !isUnderWay(was);
  const isAnswered = was.awaited[0] !== undefined && was.awaited[0].chunkId !== is.awaited[0]?.chunkId;
  if (!isFirst && !isAnswered) return step;
  const timer = { do: 'startTimer', timer: 'textLate', delayMs: TEXT_LATE_MS } as const;
  return { state: { ...state, isLate: false }, effects: [...effects, timer] };
}

function stepInCall(state: TextState, event: ClientEvent, context: TextContext): Step<TextState> {
  const { after, now } = context;
  const callId = after.phase === 'accepted' ? after.call.callId : '';
  if ('callId' in event && event.callId !== callId) return stay(state);
  switch (event.type) {
    case 'textEdited':
      return edit(state, event.value, callId, now);
    case 'knockRequested':
      return post(state, { type: 'knocked', now }, callId);
    case 'timerFired':
      if (event.timer === 'textLate') return stay({ ...state, isLate: isUnderWay(state.outbox) });
      return event.timer === 'textPace' ? post(state, { type: 'timerFired', now }, callId) : stay(state);
    case 'textDelivered':
      return post(state, { type: 'delivered', chunkId: event.chunkId, now }, callId);
    case 'textFailed':
      return post(state, failureIn(event, now), callId);
    case 'textReceived':
      return stay(takeReceived(state, context));
    case 'textTransportChanged':
      return changeTransport(state, event, context);
    default:
      return stay(state);
  }
}

/** This side ends the call while a text transport is still open. */
const isEndedHere = ({ type }: ClientEvent): boolean =>
  type === 'hangUpRequested' || type === 'pageHidden' || type === 'stopRequested';

function then(step: Step<TextState>, next: (state: TextState) => Step<TextState>): Step<TextState> {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

/** Ends the conversation; if this side ends the call, all typed text is sent first (decision D10). */
function endText(state: TextState, event: ClientEvent, callId: string, now: number): Step<TextState> {
  const last = isEndedHere(event) ? post(state, { type: 'closing', now }, callId) : stay(state);
  const cleared: readonly ClientEffect[] = state.wasRefused ? [{ do: 'clearNotice', id: NOTICE_ID }] : [];
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

/** Text that an input method held when the call ended cannot be sent; it is shown as not arrived (D41). */
function keepComposedText(state: TextState, value: string, callId: string, now: number): Step<TextState> {
  const text = cleanText(value);
  const isKept = text !== state.outbox.target && judgeEdit(state.outbox, text) === 'accepted';
  return isKept ? post(state, { type: 'edited', text, now }, callId) : stay(state);
}

/** After a hang-up, answers to the last chunks are awaited for a moment and text still arrives (D41). */
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

/** The notices for the kinds of doubt in `doubts`. */
const noticesOf = (doubts: readonly Doubt[]): ClientEffect[] =>
  doubtNotices
    .filter(({ kind }) => doubts.some((doubt) => doubt.kind === kind))
    .map(({ code }) => ({ do: 'showNotice', notice: { id: code, code } }));

/**
 * Reports text that may not have arrived, or not been erased, when no answer can come any more. If this side
 * ended the call, no screen lists the text, so notices report it.
 */
function reportDoubts(state: TextState, callId: string, wasEndedHere: boolean, now: number): Step<TextState> {
  const settled = post(state, { type: 'cutOff', now }, callId);
  const { doubts } = settled.state.outbox;
  return wasEndedHere && doubts !== state.outbox.doubts
    ? { state: settled.state, effects: noticesOf(doubts) }
    : settled;
}

const mayBeAnswered = (call: CallState): boolean =>
  call.phase === 'accepted' || (call.phase === 'ending' && call.isClosed !== true);

/** Real-time text both ways (RTT-07 … RTT-15). */
export function stepText(before: TextState, event: ClientEvent, context: TextContext): Step<TextState> {
  const { state, effects } = stepTexts(before, event, context);
  const { target } = state.outbox;
  if (target === before.outbox.target) return { state, effects };
  // Once per step, so that text that the step puts back stays where it was.
  const conversation = withOwnText(state.conversation, target, context.now);
  return { state: { ...state, conversation }, effects };
}

function stepTexts(state: TextState, event: ClientEvent, context: TextContext): Step<TextState> {
  const { before, after, isTextVisible, now } = context;
  if (after.phase === 'accepted' && before.phase !== 'accepted') {
    const { textTransport, textCps, isTextReadOnly } = after.media;
    const name = isTextReadOnly === true ? 'none' : textTransport;
    const transport = textCps === undefined ? { name } : { name, cps: textCps };
    const begun = post(
      initialText,
      { type: 'transportChanged', transport, isSafe: true, now },
      after.call.callId,
    );
    const clear = doubtNotices.map(({ code }) => ({ do: 'clearNotice', id: code }) as const);
    return { ...begun, effects: [...begun.effects, ...clear] };
  }
  if (after.phase === 'accepted') {
    if (state.isUnread && isTextVisible) return stay({ ...state, isUnread: false });
    return watchDelivery(state, stepInCall(state, event, context));
  }
  if (!('call' in before && 'call' in after && before.call.callId === after.call.callId))
    // A call that was never accepted must not show the text of the call before (RTT-15).
    return stay('call' in after ? initialText : state);
  const { callId } = after.call;
  const ended = before.phase === 'accepted' ? endText(state, event, callId, now) : stay(state);
  if (mayBeAnswered(after)) return then(ended, (last) => stepEnding(last, event, callId, context));
  const wasEndedHere = before.phase === 'ending';
  if (mayBeAnswered(before)) return then(ended, (last) => reportDoubts(last, callId, wasEndedHere, now));
  if (event.type !== 'textEdited') return ended;
  const kept = keepComposedText(state, event.value, callId, now);
  return kept.state === state ? ended : reportDoubts(kept.state, callId, wasEndedHere, now);
}
