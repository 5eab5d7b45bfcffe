import { MOST_OFFERS } from '../limits.ts';
import type { Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { crossedOfferDelay } from '../protocol/crossed-offer.ts';
import type { CallState } from '../state/call-state.ts';
import type { HoldState } from '../state/hold-state.ts';

export type HoldContext = {
  /** The call after the event. */
  readonly after: CallState;
  /** The call is interrupted after the event (decision D80): an offer could not reach the peer. */
  readonly isInterrupted: boolean;
};

type HoldStep = Step<HoldState>;
type Accepted = Extract<CallState, { phase: 'accepted' }>;

export const initialHold: HoldState = {
  isOwn: false,
  isOwnAgreed: false,
  isOffered: false,
  isByPeer: false,
  attempts: 0,
};

/**
 * Offers what the user wants, unless the peer has agreed to it already. An earlier offer that was lost or refused stands
 * in the bodies of this side until the next one.
 */
function offer(state: HoldState, { call }: Accepted, isInterrupted: boolean): HoldStep {
  const isSaid = state.isOwn === state.isOwnAgreed && state.isOwn === state.isOffered;
  if (isSaid || isInterrupted) return stay({ ...state, attempts: 0 });
  return {
    state: { ...state, isOffered: state.isOwn, attempts: state.attempts + 1 },
    effects: [{ do: 'offerHold', callId: call.callId, isHeld: state.isOwn }],
  };
}

/** Holds or resumes. This side does so immediately; the peer is told as soon as an offer can be made. */
function request(state: HoldState, isHeld: boolean, call: Accepted, isInterrupted: boolean): HoldStep {
  const isPossible = call.media.audio || call.media.video;
  if (state.isOwn === isHeld || (isHeld && !isPossible)) return stay(state);
  const wanted = { ...state, isOwn: isHeld };
  const offered = state.attempts === 0 ? offer(wanted, call, isInterrupted) : stay(wanted);
  return {
    state: offered.state,
    effects: [{ do: 'setHeld', callId: call.call.callId, isHeld }, ...offered.effects],
  };
}

/**
 * The offer was answered or lost. An offer that was lost, or crossed an offer of the peer, is repeated after the
 * time of RFC 3261 §14.1. If the peer refuses, the hold works on this side alone; the next offer is made when the
 * user presses again or the call was interrupted.
 */
function finish(
  state: HoldState,
  status: number | undefined,
  call: Accepted,
  isInterrupted: boolean,
): HoldStep {
  const settled = { ...state, attempts: 0 };
  if (status === 200) return offer(settled, call, isInterrupted);
  const isOpen = status === 491 || (status === undefined && !isInterrupted);
  if (!isOpen || state.attempts >= MOST_OFFERS) return stay(settled);
  return {
    state,
    effects: [{ do: 'startTimer', timer: 'holdCrossed', ...crossedOfferDelay(call.call) }],
  };
}

/** The hold machine: sound and video of a call that either end lets wait. */
export function stepHold(
  state: HoldState,
  event: ClientEvent,
  { after: call, isInterrupted }: HoldContext,
): HoldStep {
  if (call.phase !== 'accepted')
    return state === initialHold
      ? stay(state)
      : { state: initialHold, effects: [{ do: 'stopTimer', timer: 'holdCrossed' }] };
  if ('callId' in event && event.callId !== call.call.callId) return stay(state);
  const isPending = state.attempts > 0;
  switch (event.type) {
    case 'callTakenUp':
      // In the dialog of another page neither end has said yet that it holds the call.
      return offer({ ...state, isOwnAgreed: false, isOffered: false, isByPeer: false }, call, isInterrupted);
    case 'holdRequested':
      return request(state, event.isHeld, call, isInterrupted);
    case 'holdChanged':
      return stay({ ...state, isOwnAgreed: event.isOwn, isByPeer: event.isByPeer });
    case 'holdAnswered':
      return isPending ? finish(state, event.status, call, isInterrupted) : stay(state);
    case 'timerFired':
      return event.timer === 'holdCrossed' && isPending ? offer(state, call, isInterrupted) : stay(state);
    case 'callResumed':
    case 'peerFound':
      return isPending ? stay(state) : offer(state, call, isInterrupted);
    default:
      return stay(state);
  }
}
