import {
  CROSSED_OTHER_MS,
  CROSSED_OWNER_MS,
  RESUME_RETRY_MS,
  RESUME_SETTLING_MS,
  RESUME_YIELD_MS,
} from '../limits.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { ContinuitySettings, ContinuityState, Interruption } from '../state/continuity-state.ts';

export type ContinuityContext = {
  /** The call after the event. */
  readonly call: CallState;
  /** Undefined = a lost connection ends the call (decision D15). */
  readonly settings: ContinuitySettings | undefined;
  readonly now: number;
};

type Accepted = Extract<CallState, { phase: 'accepted' }>;
type ContinuityStep = Step<ContinuityState>;

export const initialContinuity: ContinuityState = { interruption: undefined };

/** Statuses that say that the dialog or the peer does not exist any more (RFC 5057 §5.1). */
const GONE: readonly number[] = [404, 410, 481, 604];

/** Whether the peer, or a server, has said that the call does not exist any more. */
export const isGone = (status: number | undefined): boolean => status !== undefined && GONE.includes(status);

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

const offer = (interruption: Interruption, { call }: Accepted): ContinuityStep => ({
  state: { interruption: { ...interruption, step: 'offering' } },
  effects: [
    { do: 'stopTimer', timer: 'resume' },
    { do: 'resume', callId: call.callId },
  ],
});

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
const offerInTurn = (interruption: Interruption, call: Accepted): ContinuityStep =>
  roleOf(call) === 'caller' ? offer(interruption, call) : wait(interruption, 'pause', RESUME_YIELD_MS);

/** Offers again after a refusal; offers that crossed with the times of RFC 3261 §14.1. */
function offerLater(interruption: Interruption, status: number | undefined, call: Accepted): ContinuityStep {
  const role = roleOf(call);
  if (status !== 491) return wait(interruption, 'pause', RESUME_RETRY_MS[role]);
  const { longest, jitter } = role === 'caller' ? CROSSED_OWNER_MS : CROSSED_OTHER_MS;
  return wait(interruption, 'pause', longest, jitter);
}

function settle(interruption: Interruption, call: Accepted): ContinuityStep {
  const { isConnectionLost, isPeerLost } = interruption;
  if (isConnectionLost) return stay({ interruption });
  return isPeerLost ? wait(interruption, 'settling', RESUME_SETTLING_MS[roleOf(call)]) : end;
}

function stepInterrupted(
  state: ContinuityState,
  interruption: Interruption,
  event: ClientEvent,
  call: Accepted,
): ContinuityStep {
  switch (event.type) {
    case 'registered':
      return interruption.step === 'server' ? offerInTurn(interruption, call) : stay(state);
    case 'timerFired':
      return event.timer === 'resume' && interruption.step !== 'server'
        ? offer(interruption, call)
        : stay(state);
    case 'callResumed':
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
  { call, settings, now }: ContinuityContext,
): ContinuityStep {
  const { interruption } = state;
  if (call.phase !== 'accepted' || settings === undefined)
    return interruption === undefined ? stay(state) : end;
  if ('callId' in event && event.callId !== call.call.callId) return stay(state);
  switch (event.type) {
    case 'connectionLost':
    case 'secretChanged':
    case 'browserOffline': {
      const begun = begin(state, { isConnectionLost: true, step: 'server' }, settings, now);
      return { ...begun, effects: [...begun.effects, { do: 'stopTimer', timer: 'resume' }] };
    }
    case 'peerLost':
      return begin(state, { isPeerLost: true }, settings, now);
    default:
      return interruption === undefined ? stay(state) : stepInterrupted(state, interruption, event, call);
  }
}
