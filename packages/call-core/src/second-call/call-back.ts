import { turnAway } from '../call/call-machine.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import {
  exchange,
  idOf,
  isLive,
  isOver,
  noCall,
  stepBehind,
  stepBehindAlone,
  stepFront,
  stopTimersBehind,
} from './calls.ts';

type StateStep = Step<ClientState>;
type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;
type Answered = Extract<ClientEvent, { type: 'secondAnswered' }>;

/** Steps a call in the third place, where a call has no timers. */
function stepThird(state: ClientState, third: CallParts, event: ClientEvent, now: number): StateStep {
  const { state: after, effects } = stepBehindAlone({ ...state, behind: third }, third, event, now);
  return {
    state: after.behind === state.beside ? state : { ...state, beside: after.behind },
    effects: effects.filter(({ do: does }) => does !== 'startTimer' && does !== 'stopTimer'),
  };
}

const rings = (parts: CallParts | undefined): parts is CallParts => parts?.call.phase === 'incoming';

/** Whether the caller is an emergency service, and neither of the two calls is with one. */
function isCallBack({ settings, call, behind }: ClientState, { from }: Received): boolean {
  const isForHelp = ({ address }: { readonly address: string }): boolean =>
    isEmergency(address, settings?.emergencyNumbers ?? []);
  return (
    settings?.secondCall === true &&
    isForHelp(from) &&
    ![call, behind?.call].some((each) => each && 'call' in each && isForHelp(each.call.remoteUser))
  );
}

/**
 * The emergency service calls back while there are two calls (decision D89): it rings beside them, or in place of
 * another second caller; undefined = it is another caller, or may not ring.
 */
export function ringBeside(state: ClientState, event: Received, now: number): StateStep | undefined {
  const { call, behind, beside } = state;
  if (behind === undefined || !isLive(behind.call) || !isLive(call) || call.phase === 'incoming')
    return undefined;
  if (rings(beside) || !isCallBack(state, event)) return undefined;
  const rung = stepThird(state, noCall, event, now);
  if (!rings(rung.state.beside) || behind.call.phase !== 'incoming') return rung;
  const { callId, remoteUser } = behind.call.call;
  return {
    state: { ...state, behind: rung.state.beside },
    effects: [...rung.effects, ...turnAway(callId, remoteUser)],
  };
}

/**
 * Answers the call back and ends both other calls; the waiting one makes room, so nothing waits for its other end. The
 * devices of the new call are copies of those of the first one, so they are opened before that one ends.
 */
function answer(state: ClientState, beside: CallParts, { media }: Answered, now: number): StateStep {
  const { behind = noCall } = state;
  const left = stepThird(state, behind, { type: 'callsLeft' }, now);
  const placed = { state: { ...left.state, behind: beside }, effects: stopTimersBehind(state) };
  const answered = continueWith(
    continueWith(placed, (after) => exchange(after, beside)),
    (after) => stepFront(after, { type: 'answerRequested', ...(media && { media }) }, now),
  );
  const alone = continueWith(answered, (after) =>
    stepBehind(after, after.behind ?? noCall, { type: 'hangUpRequested' }, now),
  );
  return { ...alone, effects: [...alone.effects, ...left.effects] };
}

/** What an event means for the call in the third place alone; undefined = it concerns the others. */
export function stepBeside(state: ClientState, event: ClientEvent, now: number): StateStep | undefined {
  const { beside } = state;
  if (beside === undefined || !('callId' in event) || event.callId !== idOf(beside)) return undefined;
  if (event.type === 'inviteReceived') return stay(state);
  if (event.type !== 'secondAnswered') return stepThird(state, beside, event, now);
  return rings(beside) ? answer(state, beside, event, now) : stay(state);
}

/** Passes an event that concerns every call to the one in the third place, too. */
export const alsoBeside = (step: StateStep, event: ClientEvent, now: number): StateStep =>
  continueWith(step, (after) =>
    after.beside === undefined ? stay(after) : stepThird(after, after.beside, event, now),
  );

/** A call back rings behind the call in front as soon as that place is free. */
export const comeBehind = (step: StateStep): StateStep =>
  continueWith(step, (state) => {
    const { behind, beside } = state;
    if (!rings(beside) || !(behind === undefined || isOver(behind.call))) return stay(state);
    return { state: { ...state, behind: beside, beside: behind }, effects: stopTimersBehind(state) };
  });

/** What was published as over is in the state no longer. */
export const withoutOver = (state: ClientState): ClientState =>
  state.beside !== undefined && isOver(state.beside.call) ? { ...state, beside: undefined } : state;
