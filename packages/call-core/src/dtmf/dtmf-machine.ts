import { TONE_DURATION_MS, TONE_PAUSE_MS } from '../limits.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { DtmfState } from '../state/dtmf-state.ts';
import { tonesIn } from './tone.ts';

export type DtmfContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly after: CallState;
};

/** The first id of a tone; smaller ids belong to other INFO requests. */
const FIRST_INFO_ID = 1;

export const initialDtmf: DtmfState = {
  sent: '',
  queue: [],
  awaitedInfoId: undefined,
  isPausing: false,
  nextInfoId: FIRST_INFO_ID,
};

/** Sends the next tone unless one is awaited or a pause is running. */
function proceed(state: DtmfState, callId: string): Step<DtmfState> {
  const [tone, ...queue] = state.queue;
  if (tone === undefined || state.awaitedInfoId !== undefined || state.isPausing) return stay(state);
  if (tone === ',') {
    return {
      state: { ...state, queue, isPausing: true },
      effects: [{ do: 'startTimer', timer: 'tonePause', delayMs: TONE_PAUSE_MS }],
    };
  }
  const infoId = state.nextInfoId;
  const info = { kind: 'tone', tone, durationMs: TONE_DURATION_MS } as const;
  return {
    state: { ...state, queue, sent: state.sent + tone, awaitedInfoId: infoId, nextInfoId: infoId + 1 },
    effects: [{ do: 'sendInfo', callId, infoId, info }],
  };
}

function leaveCall(state: DtmfState): Step<DtmfState> {
  const effects: readonly ClientEffect[] = state.isPausing ? [{ do: 'stopTimer', timer: 'tonePause' }] : [];
  return { state: { ...initialDtmf, sent: state.sent }, effects };
}

function stepInCall(state: DtmfState, event: ClientEvent, callId: string): Step<DtmfState> {
  switch (event.type) {
    case 'toneRequested':
      return proceed({ ...state, queue: [...state.queue, event.tone] }, callId);
    case 'infoDelivered':
    // A refused digit is lost, later digits are not.
    case 'infoFailed':
      return event.callId === callId && event.infoId === state.awaitedInfoId
        ? proceed({ ...state, awaitedInfoId: undefined }, callId)
        : stay(state);
    case 'timerFired':
      return event.timer === 'tonePause' ? proceed({ ...state, isPausing: false }, callId) : stay(state);
    default:
      return stay(state);
  }
}

/** The DTMF machine: sends tones by INFO, one at a time (DTMF-03, DTMF-05, A-051). */
export function stepDtmf(
  state: DtmfState,
  event: ClientEvent,
  { before, after }: DtmfContext,
): Step<DtmfState> {
  if (after.phase !== 'accepted') return before.phase === 'accepted' ? leaveCall(state) : stay(state);
  const { callId } = after.call;
  if (before.phase === 'accepted') return stepInCall(state, event, callId);
  const { ivr = '' } = after.call;
  return proceed({ ...initialDtmf, queue: tonesIn(ivr) }, callId);
}
