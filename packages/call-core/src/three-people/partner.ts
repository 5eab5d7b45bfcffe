import { isEmergency } from '../geolocation/emergency.ts';
import { TRANSFER_LIMIT_MS } from '../limits.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { isOver } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { isPending } from '../views/is-pending.ts';
import {
  bringTogether,
  type ClientStep,
  type Context,
  callBeside,
  isLostUser,
  isSameUser,
  onBehind,
  partsWith,
  report,
  resumeBoth,
  startLimit,
  stopLimit,
  withThree,
} from './steps.ts';

type Asked = Extract<ThreePeopleState, { phase: 'asked' | 'dialling' }>;
type Question = Extract<ClientEvent, { type: 'transferAsked' }>;

const TIMED_OUT = 408;
/** The user has refused nothing, so the inviter may ask again. */
export const BUSY = 486;
const CANCELLED = 487;
const DECLINED = 603;

/** The inviter has brought a third user, and asks whether they may join: the user decides. */
export function takeQuestion(
  state: ClientState,
  question: Question & { readonly joins: string },
  context: Context,
): ClientStep {
  const { callId, referId, target, joins } = question;
  const { call, behind, settings, transfer, three, hold } = state;
  const isPossible =
    settings?.threePeople === true &&
    call.phase === 'accepted' &&
    ![settings.account, call.call.remoteUser].some((end) => isSameUser(end, target)) &&
    !isEmergency(target.address, settings.emergencyNumbers);
  if (!isPossible) return { state, effects: [report(callId, referId, DECLINED)] };
  const isFree =
    call.call.callId === callId &&
    (behind === undefined || isOver(behind.call)) &&
    !isPending(transfer) &&
    (three === undefined || three.phase === 'failed');
  if (!isFree) return { state, effects: [report(callId, referId, BUSY)] };
  const asked = {
    role: 'partner',
    phase: 'asked',
    callId,
    otherId: '',
    other: target,
    referId,
    joins,
  } as const;
  const step = withThree(state, asked, [startLimit(TRANSFER_LIMIT_MS.question)]);
  // The user has agreed to this third user before, and wants to be heard now.
  return isLostUser(state, target) && !hold.isOwn
    ? continueWith(step, (after) => agree(after, asked, `${callId}-${referId}`, context))
    : step;
}

/** The user agrees: this side calls the third user, whose client answers by itself. */
export function agree(state: ClientState, asked: Asked, otherId: string, context: Context): ClientStep {
  if (state.call.phase !== 'accepted') return { state, effects: [] };
  const dialling = withThree(state, { ...asked, phase: 'dialling', otherId }, [stopLimit]);
  // While there are three, no call can be held or taken up again.
  const heard = continueWith(dialling, (after) => resumeBoth(after, context));
  return continueWith(heard, (after) => callBeside(after, asked.other, otherId, context.now));
}

/** The user does not agree, which `status` tells the inviter, or stops calling. */
export function refuse(
  state: ClientState,
  { callId, referId, phase }: Asked,
  now: number,
  status = DECLINED,
): ClientStep {
  if (phase === 'asked') return withThree(state, undefined, [stopLimit, report(callId, referId, status)]);
  return continueWith(withThree(state, undefined, [report(callId, referId, CANCELLED)]), (after) =>
    onBehind(after, { type: 'cancelRequested' }, now),
  );
}

function stepDialling(state: ClientState, asked: Asked, event: ClientEvent): ClientStep {
  const { callId, referId, otherId, other, role } = asked;
  const parts = partsWith(state, otherId);
  if (parts?.call.phase === 'accepted') return bringTogether(state, asked, [report(callId, referId, 200)]);
  if (parts !== undefined)
    return event.type === 'ringing' && event.callId === otherId
      ? { state, effects: [report(callId, referId, 180)] }
      : { state, effects: [] };
  const status = event.type === 'callRefused' ? event.status : CANCELLED;
  return withThree(state, { role, callId, otherId, other, phase: 'failed', status, isApart: false }, [
    report(callId, referId, status),
  ]);
}

/** What has happened to the question, or to the call to the third user, by this event. */
export function followQuestion(state: ClientState, asked: Asked, event: ClientEvent): ClientStep {
  if (asked.phase === 'dialling') return stepDialling(state, asked, event);
  return event.type === 'timerFired' && event.timer === 'transferLimit'
    ? withThree(state, undefined, [report(asked.callId, asked.referId, TIMED_OUT)])
    : { state, effects: [] };
}
