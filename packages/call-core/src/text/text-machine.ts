import type { OutboxEvent, TextElement } from '@samtal/realtime-text';
import {
  applyToText,
  cleanText,
  decode,
  initialDecoder,
  initialOutbox,
  judgeEdit,
  keepNewest,
  stepOutbox,
} from '@samtal/realtime-text';
import type { CallState } from '../call/call-state.ts';
import type { ClientEffect, Step } from '../client/client-effects.ts';
import { stay } from '../client/client-effects.ts';
import type { ClientEvent } from '../client/client-events.ts';
import type { TextState } from './text-state.ts';

export type TextContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly after: CallState;
  readonly isTextVisible: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** One place for both: the second takes that of the first. */
const NOTICE_ID = 'refusedEdit';

export const initialText: TextState = {
  incoming: '',
  incomingCut: 0,
  decoder: initialDecoder,
  outbox: initialOutbox,
  words: [],
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

/** A change that is not allowed is undone, and the person is told why the text has sprung back (RTT-08, RTT-10). */
function edit(state: TextState, value: string, callId: string, now: number): Step<TextState> {
  const text = cleanText(value);
  const verdict = judgeEdit(state.outbox.target, text);
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

function receive(state: TextState, elements: readonly TextElement[], isTextVisible: boolean): TextState {
  const { text: incoming, cut } = keepNewest(applyToText(state.incoming, elements));
  return {
    ...state,
    incoming,
    incomingCut: state.incomingCut + cut,
    isUnread: state.isUnread || (!isTextVisible && incoming !== state.incoming),
  };
}

function stepInCall(
  state: TextState,
  event: ClientEvent,
  { after, isTextVisible, now }: TextContext,
): Step<TextState> {
  const callId = after.phase === 'accepted' ? after.call.callId : '';
  if ('callId' in event && event.callId !== callId) return stay(state);
  switch (event.type) {
    case 'textEdited':
      return edit(state, event.value, callId, now);
    case 'knockRequested':
      return post(state, { type: 'knocked', now }, callId);
    case 'timerFired':
      return event.timer === 'textPace' ? post(state, { type: 'timerFired', now }, callId) : stay(state);
    case 'textDelivered':
      return post(state, { type: 'delivered', chunkId: event.chunkId, now }, callId);
    case 'textFailed':
      return post(state, { type: 'failed', chunkId: event.chunkId, now }, callId);
    case 'textReceived': {
      const { state: decoder, elements } = decode(state.decoder, event.characters);
      return stay({ ...receive(state, elements, isTextVisible), decoder });
    }
    case 'textWireChanged': {
      // Whatever was on the old wire may never arrive; the reader must be able to see that (RFC 8865 §5.4, T17).
      const marked = event.isTextSafe === true ? state : receive(state, [{ kind: 'missing' }], isTextVisible);
      return post(marked, { type: 'wireChanged', wire: { name: event.wire }, now }, callId);
    }
    default:
      return stay(state);
  }
}

/** This side ends the call while there is still a wire. */
const isGoodbye = ({ type }: ClientEvent): boolean =>
  type === 'hangUpRequested' || type === 'pageHidden' || type === 'stopRequested';

/** What was written stays to be read; what did not leave, or may not have arrived, is told (decision D10). */
function end(state: TextState, event: ClientEvent, callId: string, now: number): Step<TextState> {
  const last = post(state, { type: isGoodbye(event) ? 'closing' : 'cutOff', now }, callId);
  const told: readonly ClientEffect[] = state.wasRefused ? [{ do: 'clearNotice', id: NOTICE_ID }] : [];
  return {
    state: { ...last.state, wasRefused: false },
    effects: [...last.effects, { do: 'stopTimer', timer: 'textPace' }, ...told],
  };
}

/** Real-time text both ways (RTT-07 … RTT-15). */
export function stepText(state: TextState, event: ClientEvent, context: TextContext): Step<TextState> {
  const { before, after, isTextVisible, now } = context;
  if (after.phase === 'accepted' && before.phase !== 'accepted') {
    const { textWire, textCps, isTextReadOnly } = after.media;
    const name = isTextReadOnly === true ? 'none' : textWire;
    const wire = textCps === undefined ? { name } : { name, cps: textCps };
    return post(initialText, { type: 'wireChanged', wire, now }, after.call.callId);
  }
  if (after.phase !== 'accepted') {
    if (before.phase === 'accepted') return end(state, event, before.call.callId, now);
    // The screen of a call that never began must not show what was written in the one before (RTT-15).
    const isNewCall = 'call' in after && !('call' in before && before.call.callId === after.call.callId);
    return stay(isNewCall ? initialText : state);
  }
  if (state.isUnread && isTextVisible) return stay({ ...state, isUnread: false });
  return stepInCall(state, event, context);
}
