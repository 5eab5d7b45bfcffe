import { isSameAddress } from '../call/same-address.ts';
import { targetOf } from '../call/target.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import { TRANSFER_LIMIT_MS } from '../limits.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { exchange, idOf } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { askedIn, BAD_EXTENSION, canAskAgain } from './can-ask-again.ts';
import { canInvite } from './can-invite.ts';
import { writtenToBoth } from './met-before.ts';
import {
  bringTogether,
  type ClientStep,
  type Context,
  callBeside,
  isAccepted,
  onBehind,
  otherOf,
  ownTextIn,
  partsWith,
  resumeBoth,
  showBoth,
  startLimit,
  stopLimit,
  userWith,
  withThree,
} from './steps.ts';

/** Calls the third user beside the call, with its media. */
export function invite(state: ClientState, typed: string, otherId: string, now: number): ClientStep {
  const { call, settings } = state;
  if (!canInvite(state) || call.phase !== 'accepted' || settings === undefined) return { state, effects: [] };
  const { account, emergencyNumbers } = settings;
  const isNumber = (address: string): boolean => isEmergency(address, emergencyNumbers);
  const address = targetOf(typed, account.address, isNumber)?.address;
  // The emergency service invites others by itself.
  const isSenseless =
    address === undefined ||
    isNumber(address) ||
    [account.address, call.call.remoteUser.address].some((known) => isSameAddress(known, address));
  if (isSenseless) return { state, effects: [] };
  const other = { address };
  return continueWith(callBeside(state, other, otherId, now), (after) =>
    withThree(after, { role: 'inviter', phase: 'calling', callId: call.call.callId, otherId, other }),
  );
}

/** The two others cannot hear each other, so the one who was not asked waits: the user has two calls (decision D85). */
function part(state: ClientState, three: ThreePeopleState, status: number, now: number): ClientStep {
  const { role } = three;
  const callId = askedIn(three);
  const otherId = otherOf(three, callId) ?? three.otherId;
  const other = userWith(state, otherId) ?? three.other;
  const hasCome = 'before' in three && three.hasCome === true;
  const known = hasCome ? ({ isApart: false, isMet: true } as const) : { isApart: true };
  const written = writtenToBoth(three, ownTextIn(state));
  const failed = { role, callId, otherId, other, phase: 'failed', status, ...known, ...written } as const;
  const { behind } = state;
  const placed = behind !== undefined && idOf(behind) === callId ? exchange(state, behind) : stay(state);
  return continueWith(
    continueWith(placed, (after) => onBehind(after, { type: 'holdRequested', isHeld: true }, now)),
    (after) => withThree(after, failed, [stopLimit]),
  );
}

/** The user calls the third user no more, or leaves them before all three are connected. */
export const takeBack = (state: ClientState, { otherId }: ThreePeopleState, { inner }: Context): ClientStep =>
  continueWith(inner(state, { type: 'hangUpRequested', callId: otherId }), (after) =>
    withThree(after, undefined, [stopLimit]),
  );

const TIMED_OUT = 408;
const CANCELLED = 487;

function stepCalling(
  state: ClientState,
  three: ThreePeopleState,
  event: ClientEvent,
  now: number,
): ClientStep {
  const { callId, otherId, other, role } = three;
  const third = partsWith(state, otherId);
  if (third === undefined) {
    const status = event.type === 'callRefused' ? event.status : CANCELLED;
    return withThree(state, { role, callId, otherId, other, phase: 'failed', status, isApart: false });
  }
  if (third.call.phase !== 'accepted') return { state, effects: [] };
  if (third.call.media.takesJoin !== true) return part(state, three, BAD_EXTENSION, now);
  return showBoth(state, three, { phase: 'asking' }, [
    { do: 'transfer', callId, order: { do: 'refer', target: other.address, joins: otherId } },
    startLimit(TRANSFER_LIMIT_MS.own),
  ]);
}

function stepAsking(
  state: ClientState,
  three: ThreePeopleState,
  event: ClientEvent,
  now: number,
): ClientStep {
  if (event.type === 'timerFired' && event.timer === 'transferLimit')
    return part(state, three, TIMED_OUT, now);
  const isAnswer = event.type === 'transferAnswered' || event.type === 'transferProgress';
  if (!isAnswer || event.callId !== askedIn(three)) return { state, effects: [] };
  if (event.status >= 300) return part(state, three, event.status, now);
  return event.type === 'transferProgress' && event.status >= 200
    ? bringTogether(state, three)
    : { state, effects: [] };
}

/** Asks one of the two others once more to call the other one, who waits for it. */
export function askAgain(state: ClientState, three: ThreePeopleState, context: Context): ClientStep {
  const callId = askedIn(three);
  const otherId = otherOf(three, callId) ?? three.otherId;
  const target = userWith(state, otherId)?.address;
  const areThere = [callId, otherId].every((id) => isAccepted(partsWith(state, id)));
  if (!canAskAgain(three) || !areThere || target === undefined) return stay(state);
  return continueWith(resumeBoth(state, context), (after) =>
    showBoth(after, three, { phase: 'asking', apart: { ask: callId, isLost: true } }, [
      { do: 'transfer', callId, order: { do: 'refer', target, joins: otherId } },
      startLimit(TRANSFER_LIMIT_MS.own),
    ]),
  );
}

/** The two others have met without this side: the user takes up the call of three. */
export function talkWithBoth(state: ClientState, three: ThreePeopleState, context: Context): ClientStep {
  if (three.phase !== 'failed' || three.isMet !== true) return stay(state);
  return continueWith(resumeBoth(state, context), (after) => bringTogether(after, three));
}

/** What has happened to the invitation by this event. */
export function followInvitation(
  state: ClientState,
  three: ThreePeopleState,
  event: ClientEvent,
  { now }: Context,
): ClientStep {
  if (three.phase === 'calling') return stepCalling(state, three, event, now);
  if (!isAccepted(partsWith(state, three.otherId))) return withThree(state, undefined, [stopLimit]);
  return three.phase === 'asking' ? stepAsking(state, three, event, now) : { state, effects: [] };
}
