import { crossedOfferDelay } from '../call/crossed-offer.ts';
import { MOST_OFFERS } from '../limits.ts';
import type { Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { HoldState } from '../state/hold-state.ts';

export type HoldContext = {
  /** The call after the event. */
  readonly after: CallState;
  /** Whether the user may hold a call (`features.hold`). */
  readonly mayHold: boolean;
  /** The call is interrupted after the event (decision D80): an offer could not reach the peer. */
  readonly isInterrupted: boolean;
};

type HoldStep = Step<HoldState>;
type Accepted = Extract<CallState, { phase: 'accepted' }>;

export const initialHold: HoldState = {
  isOwn: false,
  isOwnAgreed: false,
  isByPeer: false,
  step: 'settled',
  crossings: 0,
};

/** Offers what the user wants, unless the peer has agreed to it already. */
function offer(state: HoldState, { call }: Accepted, isInterrupted: boolean): HoldStep {
  if (state.isOwn === state.isOwnAgreed || isInterrupted) return stay({ ...state, step: 'settled' });
  return {
    state: { ...state, step: 'offering' },
    effects: [{ do: 'offerHold', callId: call.callId, isHeld: state.isOwn }],
  };
}

/** Holds or resumes. This side does so immediately; the peer is told as soon as an offer can be made. */
function request(
  state: HoldState,
  isHeld: boolean,
  call: Accepted,
  { mayHold, isInterrupted }: HoldContext,
): HoldStep {
  const isPossible = mayHold && (call.media.audio || call.media.video);
  if (state.isOwn === isHeld || (isHeld && !isPossible)) return stay(state);
  const wanted = { ...state, isOwn: isHeld };
  const offered = state.step === 'settled' ? offer(wanted, call, isInterrupted) : stay(wanted);
  return {
    state: offered.state,
    effects: [{ do: 'setHeld', callId: call.call.callId, isHeld }, ...offered.effects],
  };
}

/** Offers again later, because the offers of both ends crossed (RFC 3261 §14.1) or this one was lost. */
function wait(state: HoldState, { call }: Accepted): HoldStep {
  const crossings = state.crossings + 1;
  if (crossings >= MOST_OFFERS) return stay({ ...state, step: 'settled', crossings: 0 });
  return {
    state: { ...state, step: 'crossed', crossings },
    effects: [{ do: 'startTimer', timer: 'holdCrossed', ...crossedOfferDelay(call) }],
  };
}

/**
 * The offer was answered, or lost. A peer that refuses does not know of the hold, which works on this side all
 * the same: it is not offered again before the user resumes, or the call was interrupted.
 */
function finish(
  state: HoldState,
  status: number | undefined,
  call: Accepted,
  isInterrupted: boolean,
): HoldStep {
  if (status === 491 || (status === undefined && !isInterrupted)) return wait(state, call);
  const settled: HoldState = { ...state, step: 'settled', crossings: 0 };
  return status === 200 ? offer(settled, call, isInterrupted) : stay(settled);
}

/** The hold machine: sound and video of a call that either end lets wait. */
export function stepHold(state: HoldState, event: ClientEvent, context: HoldContext): HoldStep {
  const { after: call, isInterrupted } = context;
  if (call.phase !== 'accepted')
    return state === initialHold
      ? stay(state)
      : { state: initialHold, effects: [{ do: 'stopTimer', timer: 'holdCrossed' }] };
  if ('callId' in event && event.callId !== call.call.callId) return stay(state);
  switch (event.type) {
    case 'holdRequested':
      return request(state, event.isHeld, call, context);
    case 'holdChanged': {
      const { isOwn: isOwnAgreed, isByPeer } = event;
      const isSame = state.isOwnAgreed === isOwnAgreed && state.isByPeer === isByPeer;
      return stay(isSame ? state : { ...state, isOwnAgreed, isByPeer });
    }
    case 'holdAnswered':
      return state.step === 'offering' ? finish(state, event.status, call, isInterrupted) : stay(state);
    case 'timerFired':
      return event.timer === 'holdCrossed' && state.step === 'crossed'
        ? offer(state, call, isInterrupted)
        : stay(state);
    case 'callResumed':
    case 'peerFound':
      return state.step === 'settled' && state.isOwn !== state.isOwnAgreed
        ? offer(state, call, isInterrupted)
        : stay(state);
    default:
      return stay(state);
  }
}
