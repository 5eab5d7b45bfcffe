import type { OutboxTransport } from '@samtal/realtime-text';
import { cleanText, initialDecoder, isUnderWay, judgeEdit } from '@samtal/realtime-text';
import { TEXT_LATE_MS } from '../limits.ts';
import type { Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { TextState } from '../state/text-state.ts';
import { initialText } from './initial-text.ts';
import { stepAfterCall } from './text-ending.ts';
import {
  doubtNotices,
  failureIn,
  post,
  REFUSAL_NOTICE_ID,
  receive,
  type TextContext,
  takeReceived,
} from './text-steps.ts';
import { withOwnText } from './timed-conversation.ts';

type TransportChanged = Extract<ClientEvent, { readonly type: 'textTransportChanged' }>;
type TakenUp = Extract<ClientEvent, { readonly type: 'callTakenUp' }>;

/** Takes an edit; undoes one that is not allowed, and tells the user why (RTT-08, RTT-10, D41). */
function edit(state: TextState, value: string, callId: string, now: number): Step<TextState> {
  const text = cleanText(value);
  const verdict = judgeEdit(state.outbox, text);
  if (verdict !== 'accepted') {
    return {
      state: { ...state, wasRefused: true },
      effects: [{ do: 'showNotice', notice: { id: REFUSAL_NOTICE_ID, code: verdict } }],
    };
  }
  const step = post({ ...state, wasRefused: false }, { type: 'edited', text, now }, callId);
  return state.wasRefused
    ? { ...step, effects: [...step.effects, { do: 'clearNotice', id: REFUSAL_NOTICE_ID }] }
    : step;
}

/**
 * Moves text to another transport. Unless nothing can be missing, the user sees a mark where received text may be
 * missing (RFC 8865 §5.4, T17, decision D82).
 */
function changeTransport(state: TextState, event: TransportChanged, context: TextContext): Step<TextState> {
  const {
    transport: name,
    cps,
    unsentFrom,
    isTextSafe = false,
    isTextExact: isExact = false,
    callId,
  } = event;
  const { after, now } = context;
  const marked =
    isTextSafe || isExact
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
    { type: 'transportChanged', transport, isSafe: isTextSafe, isExact, ...unsent, now },
    callId,
  );
}

/** Moves text to the transport of the INVITE that has taken the call up; a call without text gets no mark. */
function changeDialog(state: TextState, event: TakenUp, context: TextContext): Step<TextState> {
  const { callId, media, unsentFrom } = event;
  const { textTransport: transport, textCps: cps, isTextContinued: isTextExact = false } = media;
  const isTextSafe = state.conversation.length === 0 && !isUnderWay(state.outbox);
  const changed: TransportChanged = {
    type: 'textTransportChanged',
    callId,
    transport,
    isTextSafe,
    ...(isTextExact ? { isTextExact } : {}),
    ...(cps === undefined ? {} : { cps }),
    ...(unsentFrom === undefined ? {} : { unsentFrom }),
  };
  return changeTransport(state, changed, context);
}

/**
 * Adds the timer that reports late text: it starts with the first unconfirmed text, restarts when the oldest
 * unconfirmed chunk is answered, and stops when all text is confirmed (decision D41).
 */
function watchDelivery(before: TextState, step: Step<TextState>): Step<TextState> {
  const { state, effects } = step;
  const was = before.outbox;
  const is = state.outbox;
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
    case 'callTakenUp':
      return changeDialog(state, event, context);
    default:
      return stay(state);
  }
}

/** The text machine: real-time text in both directions (RTT-07 … RTT-15). */
export function stepText(before: TextState, event: ClientEvent, context: TextContext): Step<TextState> {
  const { state, effects } = stepTexts(before, event, context);
  const { target } = state.outbox;
  if (target === before.outbox.target) return { state, effects };
  // The conversation changes once per step, so that text that the step removes and puts back keeps its place.
  const conversation = withOwnText(state.conversation, target, context.now);
  return { state: { ...state, conversation }, effects };
}

function stepTexts(state: TextState, event: ClientEvent, context: TextContext): Step<TextState> {
  const { before, after, isTextVisible, now } = context;
  if (after.phase === 'accepted' && event.type === 'started')
    return stay(event.ticket === undefined ? state : event.ticket.text);
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
    // A call that was never accepted must not show the text of the previous call (RTT-15).
    return stay('call' in after ? initialText : state);
  return stepAfterCall(state, event, after.call.callId, context);
}
