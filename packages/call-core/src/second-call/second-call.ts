import { stepClient } from '../client/client-step.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { SecondCallCode } from '../later/second-call-code.ts';
import { SAME_PRESS_MS } from '../limits.ts';
import { muting } from '../panels/panels-machine.ts';
import { withToggles } from '../panels/toggles-of.ts';
import type { Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import { isPending } from '../views/is-pending.ts';
import { alsoBeside, comeBehind, ringBeside, stepBeside, withoutOver } from './call-back.ts';
import {
  exchange,
  idOf,
  isLive,
  isOver,
  noCall,
  ownerOf,
  partsOf,
  stepBehind,
  stepBehindAlone,
  stepFront,
  stopTimersBehind,
} from './calls.ts';
import { createTextIntakes } from './text-intakes.ts';

type StateStep = Step<ClientState>;
type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;
type Answered = Extract<ClientEvent, { type: 'secondAnswered' }>;

/**
 * Whether another caller may ring beside the call in front: it is established, not being transferred, and no emergency call.
 * A call back of an emergency number does not wait for the end of a transfer (decision D89).
 */
function canRing({ call, behind, settings, transfer }: ClientState, { callId, from }: Received): boolean {
  if (call.phase !== 'accepted' || settings?.secondCall !== true) return false;
  if (isPending(transfer) && !isEmergency(from.address, settings.emergencyNumbers)) return false;
  const { address } = call.call.remoteUser;
  return (
    call.call.callId !== callId &&
    !isEmergency(address, settings.emergencyNumbers) &&
    (behind === undefined || isOver(behind.call))
  );
}

/** Lets a second caller ring behind. An INVITE with nothing that this side can use is refused as usual. */
function ring(state: ClientState, event: Received, now: number): StateStep {
  const { state: after, effects } = stepBehindAlone(state, noCall, event, now);
  const { behind } = after;
  if (behind?.call.phase !== 'incoming') return { state, effects };
  // A call that is to take the place of the one in front says so (decision D101).
  const { replaces: replaced } = event;
  const isReplacing = replaced === idOf(state) && state.settings?.mayTransfer === true;
  if (replaced === undefined || !isReplacing) return { state: after, effects };
  const call = { ...behind.call, call: { ...behind.call.call, replaces: replaced } };
  return { state: { ...after, behind: { ...behind, call } }, effects };
}

/** Whether the call was to take the place of the other one. */
const replaces = ({ call }: CallParts, other: CallParts): boolean =>
  'call' in call && call.call.replaces !== undefined && call.call.replaces === idOf(other);

/** A call that takes the place of the other one is answered: only now that one ends (RFC 3891 §3). */
function endReplaced(step: StateStep, event: ClientEvent, now: number): StateStep {
  const { state } = step;
  const { behind } = state;
  const isDue =
    event.type === 'callAccepted' &&
    behind?.call.phase === 'accepted' &&
    state.call.phase === 'accepted' &&
    event.callId === idOf(state) &&
    replaces(state, behind);
  return isDue
    ? continueWith(step, (after) => stepBehind(after, behind, { type: 'hangUpRequested' }, now))
    : step;
}

/**
 * The call that takes the place of the other one begins as that one is: muted, if it is. It remembers whether the user held
 * that one.
 */
function following(next: CallParts, before: ClientState): CallParts {
  const toggled = withToggles(next, before);
  const { call } = toggled;
  return before.hold.isOwn && call.phase === 'incoming'
    ? { ...toggled, call: { ...call, call: { ...call.call, wasHeld: true } } }
    : toggled;
}

/** Lets the call in front wait; one with text alone has nothing to hold. */
const hold = (state: ClientState, now: number): StateStep =>
  stepFront(state, { type: 'holdRequested', isHeld: true }, now);

/**
 * Answers the second caller. The devices of the new call are copies of those of the first one, so they are opened
 * before that call ends.
 */
function answer(state: ClientState, behind: CallParts, event: Answered, now: number): StateStep {
  if (behind.call.phase !== 'incoming' || idOf(behind) !== event.callId) return stay(state);
  const { firstCall, media } = event;
  const isNext = replaces(behind, state);
  const next = isNext ? following(behind, state) : behind;
  const muted = isNext ? muting(state.panels, event.callId) : [];
  const held = firstCall === 'hold' ? hold(state, now) : stay(state);
  const answered = continueWith(
    continueWith(held, (after) => ({ ...exchange(after, next), effects: muted })),
    (after) => stepFront(after, { type: 'answerRequested', ...(media && { media }) }, now),
  );
  if (firstCall === 'hold') return answered;
  return continueWith(answered, (after) =>
    stepBehind(after, after.behind ?? noCall, { type: 'hangUpRequested' }, now),
  );
}

function swap(state: ClientState, behind: CallParts, now: number): StateStep {
  if (state.call.phase !== 'accepted' || behind.call.phase !== 'accepted') return stay(state);
  return continueWith(
    continueWith(hold(state, now), (after) => exchange(after, behind)),
    (after) => stepFront(after, { type: 'holdRequested', isHeld: false }, now),
  );
}

/** Events that name no call and concern each of them. */
const FOR_BOTH: readonly ClientEvent['type'][] = [
  'connectionLost',
  'browserOffline',
  'secretChanged',
  'registered',
  'registrationRefused',
  'pageHidden',
  'stopRequested',
  'callsLeft',
  'positionFound',
  'positionFailed',
];

/**
 * Passes an event to both calls. The connection is kept for the sake of an established call, so it is stepped with
 * that one; the effects of the other call come first, before the connection is closed.
 */
function stepEach(state: ClientState, behind: CallParts, event: ClientEvent, now: number): StateStep {
  const isBehindOther = state.call.phase === 'accepted' || behind.call.phase !== 'accepted';
  if (!isBehindOther) {
    const turned = stepEach(
      { ...state, ...behind, behind: partsOf(state), isTurned: !state.isTurned },
      partsOf(state),
      event,
      now,
    );
    const { state: after } = turned;
    return {
      ...turned,
      state: { ...after, ...(after.behind ?? noCall), behind: partsOf(after), isTurned: state.isTurned },
    };
  }
  const { settings } = state;
  if (event.type === 'pageHidden' && settings?.continuity !== undefined) {
    // Only the call in front goes on after a reload of the page: its ticket has room for one (decision D81).
    const continuity = { limitMs: settings.continuity.limitMs };
    const left = stepBehindAlone({ ...state, settings: { ...settings, continuity } }, behind, event, now);
    return continueWith({ ...left, state: { ...left.state, settings } }, (after) =>
      stepFront(after, event, now),
    );
  }
  return continueWith(stepBehindAlone(state, behind, event, now), (after) => stepFront(after, event, now));
}

/** Whether the event is a press that was meant for the call that has just ended in front of this one. */
function isOfEnded(state: ClientState, event: ClientEvent, now: number): boolean {
  const { cameForwardAt, transfer } = state;
  if (event.type !== 'hangUpRequested' || event.callId !== undefined) return false;
  // A call whose target has answered is ended by the transfer, not by a press.
  if (transfer?.phase === 'switching') return false;
  const passed = now - (cameForwardAt ?? Number.NEGATIVE_INFINITY);
  // The clock of the device may be set back.
  return passed >= 0 && passed < SAME_PRESS_MS;
}

function stepCalls(state: ClientState, event: ClientEvent, now: number): StateStep {
  const { behind } = state;
  if (isOfEnded(state, event, now)) return stay(state);
  const ofThird = stepBeside(state, event, now);
  if (ofThird !== undefined) return ofThird;
  if (event.type === 'inviteReceived') {
    if (canRing(state, event)) return ring(state, event, now);
    const rung = ringBeside(state, event, now);
    if (rung !== undefined) return rung;
  }
  if (event.type === 'timerFired') {
    const { timer, isBehind } = ownerOf(event.timer, state);
    const fired = { ...event, timer };
    if (!isBehind) return stepFront(state, fired, now);
    return behind === undefined ? stay(state) : stepBehind(state, behind, fired, now);
  }
  if (behind === undefined) return stepFront(state, event, now);
  if (event.type === 'secondAnswered') return answer(state, behind, event, now);
  if (event.type === 'swapRequested') return swap(state, behind, now);
  if ('callId' in event && event.callId === idOf(behind))
    // A repeated INVITE of the call that rings is not another one.
    return event.type === 'inviteReceived' ? stay(state) : stepBehind(state, behind, event, now);
  if (FOR_BOTH.includes(event.type)) return alsoBeside(stepEach(state, behind, event, now), event, now);
  return stepFront(state, event, now);
}

/**
 * When the call in front is over, the other one comes to the front, still on hold; the ended one stays behind, where
 * the screen finds it, until another call begins.
 */
function settle(before: ClientState, step: StateStep, now: number): StateStep {
  const { state } = step;
  const { behind } = state;
  if (behind === undefined) return step;
  if (isLive(behind.call) && !isLive(state.call)) {
    // Of three people a press ends both calls: one that comes late is meant for the call that is left, too.
    const cameForward = state.three !== undefined && 'before' in state.three ? {} : { cameForwardAt: now };
    const moved = continueWith(step, (after) => exchange({ ...after, ...cameForward }, behind));
    // It waited only for the call that should have taken its place, unless the user held it before.
    return replaces(state, behind) && !('call' in state.call && state.call.call.wasHeld)
      ? continueWith(moved, (after) => stepFront(after, { type: 'holdRequested', isHeld: false }, now))
      : moved;
  }
  const isAnother = idOf(state) !== idOf(before) && idOf(state) !== idOf(before.behind ?? noCall);
  return isAnother && isOver(behind.call) ? { ...step, state: { ...state, behind: undefined } } : step;
}

/** Text that is open stays open when another call comes to the front: the user may be typing. */
function keepTextOpen(before: ClientState, step: StateStep): StateStep {
  const { state, effects } = step;
  const { call, panels, text, behind } = state;
  if (call.phase !== 'accepted' || panels.isTextVisible || behind?.panels.isTextVisible !== true) return step;
  const isNew = idOf(before) !== idOf(state) || before.call.phase !== 'accepted';
  if (!isNew || !call.media.text) return step;
  return {
    state: { ...state, panels: { ...panels, isTextVisible: true }, text: { ...text, isUnread: false } },
    effects,
  };
}

/** Stops what still runs for a call that is in the state no more. */
function forgetTimers(before: ClientState, step: StateStep): StateStep {
  const { state, effects } = step;
  const { behind } = before;
  if (state.settings === undefined && before.settings !== undefined)
    return { state, effects: [...effects, ...stopTimersBehind(state), ...stopTimersBehind(before)] };
  const isKept = [state, state.behind].some((parts) => parts && behind && idOf(parts) === idOf(behind));
  return behind === undefined || isKept
    ? step
    : { state, effects: [...stopTimersBehind(before), ...effects] };
}

/** The whole client with one call in front and one behind it (decision D85, ADR 27). */
export const secondCallCode: SecondCallCode = {
  stepCalls: (state, event, now) =>
    forgetTimers(
      state,
      stepClient(state, event, now, (before, each, at) => {
        const stepped = endReplaced(stepCalls(withoutOver(before), each, at), each, at);
        return keepTextOpen(before, comeBehind(settle(before, comeBehind(stepped), at)));
      }),
    ),
  createTextIntakes,
};
