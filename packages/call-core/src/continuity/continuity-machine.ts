import {
  RESUME_RETRY_MS,
  RESUME_SETTLING_MS,
  RESUME_YIELD_AFTER_OWN_MS,
  RESUME_YIELD_MS,
  TAKE_UP_RETRY_MS,
} from '../limits.ts';
import type { MediaKinds } from '../media-kinds.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { crossedOfferDelay } from '../protocol/crossed-offer.ts';
import type { CallState } from '../state/call-state.ts';
import type { RestoredCall } from '../state/call-ticket.ts';
import type { ContinuitySettings, ContinuityState, Interruption } from '../state/continuity-state.ts';

export type ContinuityContext = {
  /** The call after the event. */
  readonly call: CallState;
  /** Undefined = a lost connection ends the call (decision D15). */
  readonly settings: ContinuitySettings | undefined;
  /** Camera and microphone of the call are being opened. */
  readonly isOpeningDevices: boolean;
  readonly now: number;
};

type Accepted = Extract<CallState, { phase: 'accepted' }>;
type ContinuityStep = Step<ContinuityState>;

export const initialContinuity: ContinuityState = { interruption: undefined };

/** Statuses that say that the dialog or the peer does not exist any more (RFC 5057 §5.1). */
const GONE: readonly number[] = [404, 410, 481, 604];

/** Whether the peer, or a server, has said that the call does not exist any more. */
export const isGone = (status: number | undefined): boolean => status !== undefined && GONE.includes(status);

/** Statuses after which the same INVITE may succeed: the peer's page is not registered again yet, offers crossed … */
const PASSING: readonly number[] = [408, 480, 491, 500, 503, 504];

/** Whether the peer, or a server, has refused for good to replace the dialog of the earlier page. */
export const isTakeUpRefused = (status: number | undefined): boolean =>
  status !== undefined && !PASSING.includes(status);

function begin(
  { interruption }: ContinuityState,
  lost: Partial<Interruption>,
  { limitMs }: ContinuitySettings,
  now: number,
): ContinuityStep {
  const before = interruption ?? {
    since: now,
    isConnectionLost: false,
    isPeerLost: false,
    step: 'server' as const,
  };
  const limit: ClientEffect = { do: 'startTimer', timer: 'interruptionLimit', delayMs: limitMs };
  return {
    state: { interruption: { ...before, ...lost } },
    effects: interruption === undefined ? [limit] : [],
  };
}

/** The call flows again, or is over. */
const end: ContinuityStep = {
  state: initialContinuity,
  effects: [
    { do: 'stopTimer', timer: 'interruptionLimit' },
    { do: 'stopTimer', timer: 'resume' },
  ],
};

const roleOf = ({ call }: Accepted) => (call.direction === 'outgoing' ? 'caller' : 'callee');

const kindsOf = ({ media: { audio, video, text } }: Accepted): MediaKinds => ({ audio, video, text });

/** The offer to go on: within the dialog, or in a new one if the page was loaded anew. */
const offerOf = ({ isReloaded }: Interruption, accepted: Accepted): ClientEffect => {
  const { callId, remoteUser } = accepted.call;
  return isReloaded === true
    ? { do: 'takeUp', callId, target: remoteUser.address, wanted: kindsOf(accepted) }
    : { do: 'resume', callId };
};

const answer = (accepted: Accepted): ClientEffect => ({
  do: 'answer',
  callId: accepted.call.callId,
  wanted: kindsOf(accepted),
});

function offer(interruption: Interruption, call: Accepted, isOpeningDevices = false): ContinuityStep {
  const step = isOpeningDevices && interruption.isReloaded === true ? 'devices' : 'offering';
  return {
    state: { interruption: { ...interruption, step } },
    effects: [
      { do: 'stopTimer', timer: 'resume' },
      ...(step === 'offering' ? [offerOf(interruption, call)] : []),
    ],
  };
}

const wait = (
  interruption: Interruption,
  step: 'pause' | 'settling',
  delayMs: number,
  jitter = 0,
): ContinuityStep => ({
  state: { interruption: { ...interruption, step } },
  effects: [{ do: 'startTimer', timer: 'resume', delayMs, jitter }],
});

/**
 * The caller offers immediately. The callee first gives the caller, which may have been interrupted too, the time
 * to do so: offers that cross would cost both ends seconds (RFC 3261 §14.1).
 */
function offerInTurn(interruption: Interruption, call: Accepted, isOpeningDevices: boolean): ContinuityStep {
  if (roleOf(call) === 'caller') return offer(interruption, call, isOpeningDevices);
  const isOwn = interruption.isOwnNetwork === true;
  return wait(interruption, 'pause', isOwn ? RESUME_YIELD_AFTER_OWN_MS : RESUME_YIELD_MS);
}

/** Offers again after a refusal; offers that crossed with the times of RFC 3261 §14.1. */
function offerLater(interruption: Interruption, status: number | undefined, call: Accepted): ContinuityStep {
  const retryMs = interruption.isReloaded === true ? TAKE_UP_RETRY_MS : RESUME_RETRY_MS;
  if (status !== 491) return wait(interruption, 'pause', retryMs[roleOf(call)]);
  const { delayMs, jitter } = crossedOfferDelay(call.call);
  return wait(interruption, 'pause', delayMs, jitter);
}

function settle(interruption: Interruption, call: Accepted): ContinuityStep {
  const { isConnectionLost, isPeerLost } = interruption;
  if (isConnectionLost) return stay({ interruption });
  return isPeerLost ? wait(interruption, 'settling', RESUME_SETTLING_MS[roleOf(call)]) : end;
}

/** Camera and microphone are open again after a reload, or will not be. */
function openedDevices(state: ContinuityState, interruption: Interruption, call: Accepted): ContinuityStep {
  const { isAsked, ...rest } = interruption;
  if (isAsked === true) return { state: { interruption: rest }, effects: [answer(call)] };
  return interruption.step === 'devices' ? offer(interruption, call) : stay(state);
}

/**
 * The peer replaces the call, because its page was loaded anew: it is answered with what is in use. A page that
 * was loaded anew itself opens its devices first.
 */
function answerTakeUp(state: ContinuityState, call: Accepted, isOpeningDevices: boolean): ContinuityStep {
  const { interruption } = state;
  return interruption?.isReloaded === true && isOpeningDevices
    ? stay({ interruption: { ...interruption, isAsked: true } })
    : { state, effects: [answer(call)] };
}

/** The call of the page that was open before a reload; the limit counts from the end of that page. */
function beginReloaded(
  { leftAt }: RestoredCall,
  { limitMs }: ContinuitySettings,
  now: number,
): ContinuityStep {
  const delayMs = Math.max(0, limitMs - (now - leftAt));
  return {
    state: {
      interruption: {
        since: leftAt,
        isConnectionLost: true,
        isPeerLost: false,
        step: 'server',
        isReloaded: true,
      },
    },
    effects: [{ do: 'startTimer', timer: 'interruptionLimit', delayMs }],
  };
}

function stepInterrupted(
  state: ContinuityState,
  interruption: Interruption,
  event: ClientEvent,
  { call, isOpeningDevices }: { readonly call: Accepted; readonly isOpeningDevices: boolean },
): ContinuityStep {
  switch (event.type) {
    case 'registered':
      return interruption.step === 'server' ? offerInTurn(interruption, call, isOpeningDevices) : stay(state);
    case 'timerFired':
      return event.timer === 'resume' && interruption.step !== 'server'
        ? offer(interruption, call, isOpeningDevices)
        : stay(state);
    case 'mediaAcquired':
    case 'mediaFailed':
      return openedDevices(state, interruption, call);
    case 'takeUpFailed':
      return interruption.step === 'offering' ? offerLater(interruption, event.status, call) : stay(state);
    case 'callResumed':
      // This answer has not left: the connection was lost before. The peer takes back what it has offered.
      if (interruption.isConnectionLost && interruption.step === 'server') return stay(state);
      return settle({ ...interruption, isConnectionLost: false }, call);
    case 'peerFound':
      return settle({ ...interruption, isPeerLost: false }, call);
    case 'resumeFailed':
      return interruption.step === 'offering' ? offerLater(interruption, event.status, call) : stay(state);
    default:
      return stay(state);
  }
}

/**
 * The continuity machine: keeps a call that has lost its connection to the server or to the peer, and makes it
 * flow again by a re-INVITE with an ICE restart (decision D80). The call machine ends the call at the limit.
 */
export function stepContinuity(
  state: ContinuityState,
  event: ClientEvent,
  { call, settings, isOpeningDevices, now }: ContinuityContext,
): ContinuityStep {
  const { interruption } = state;
  if (call.phase !== 'accepted' || settings === undefined)
    return interruption === undefined ? stay(state) : end;
  if ('callId' in event && event.callId !== call.call.callId) return stay(state);
  switch (event.type) {
    case 'started':
      return event.ticket === undefined ? stay(state) : beginReloaded(event.ticket, settings, now);
    case 'takeUpReceived':
      return answerTakeUp(state, call, isOpeningDevices);
    case 'callTakenUp':
      return interruption === undefined ? stay(state) : end;
    case 'connectionLost':
    case 'secretChanged':
    case 'pageHidden':
    case 'browserOffline': {
      const lost = { isConnectionLost: true, step: 'server' } as const;
      const isOwn = event.type === 'browserOffline';
      const begun = begin(state, { ...lost, ...(isOwn ? { isOwnNetwork: true } : {}) }, settings, now);
      return { ...begun, effects: [...begun.effects, { do: 'stopTimer', timer: 'resume' }] };
    }
    case 'peerLost':
      return begin(state, { isPeerLost: true }, settings, now);
    default:
      return interruption === undefined
        ? stay(state)
        : stepInterrupted(state, interruption, event, { call, isOpeningDevices });
  }
}
