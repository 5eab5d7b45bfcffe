import { stepClient } from '../client/client-step.ts';
import { canHold } from '../hold/can-hold.ts';
import type { TransferCode } from '../later/transfer-code.ts';
import type { ClientEffect } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { idOf, stepFront } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { transferCode } from '../transfer/transfer-machine.ts';
import { ringInPlace } from './call-back.ts';
import { stepInSight } from './in-sight.ts';
import { askAgain, followInvitation, invite, takeBack, talkWithBoth } from './inviter.ts';
import { dropLost, forget, takeReport, tellOthers } from './others.ts';
import { agree, followQuestion, refuse, takeQuestion } from './partner.ts';
import {
  type ClientStep,
  type Context,
  isAccepted,
  partsWith,
  stopLimit,
  syncPanels,
  syncToggles,
  userWith,
  withLost,
  withThree,
} from './steps.ts';
import { answer, followJoining, isAnnounced } from './third.ts';

type Ordered = Extract<ClientEvent, { type: 'transferOrdered' }>;

/** What the user wants of a call of three; undefined = the order is one of a transfer. */
function obey(state: ClientState, { order, newCallId }: Ordered, context: Context): ClientStep | undefined {
  const { three } = state;
  if (order.do === 'inviteThird') return invite(state, order.target, newCallId, context.now);
  if (order.do === 'dismiss' && three === undefined && state.lost !== undefined)
    return forget(state, state.lost);
  if (three === undefined) return undefined;
  if (order.do === 'inviteAgain') return askAgain(state, three, context);
  if (order.do === 'talkWithBoth') return talkWithBoth(state, three, context);
  if (order.do === 'dismiss') return three.phase === 'failed' ? withThree(state, undefined) : undefined;
  const isBeginning = three.phase === 'calling' || (three.phase === 'asking' && three.apart === undefined);
  if (order.do === 'decline' && isBeginning) return takeBack(state, three, context);
  if (three.phase !== 'asked' && three.phase !== 'dialling') return undefined;
  if (order.do === 'decline') return refuse(state, three, context.now);
  if (order.do !== 'accept' || three.phase !== 'asked') return undefined;
  return agree(state, three, newCallId, context);
}

/** Whether the page is in another call by now, so that nothing of these two is to be said. */
const isAnother = (state: ClientState, { callId, otherId }: ThreePeopleState): boolean =>
  ![callId, otherId].includes(idOf(state));

/** One of the two others has gone, or was lost; the call with the other one goes on. */
function lose(before: ClientState, state: ClientState, callId: string, lostId: string): ClientStep {
  const user = userWith(before, lostId);
  return continueWith(withThree(state, undefined), (after) =>
    withLost(after, user && { callId, user, wasTogether: true, isThere: false }),
  );
}

/** The call of three after an event that both calls have taken. */
function follow(before: ClientState, state: ClientState, event: ClientEvent, context: Context): ClientStep {
  const { three } = state;
  if (three === undefined) return { state, effects: [] };
  const { callId, otherId } = three;
  const [isFirst, isSecond] = [callId, otherId].map((id) => isAccepted(partsWith(state, id)));
  if (three.phase === 'failed') {
    const isPast = (three.isApart || three.isMet === true) && !(isFirst && isSecond);
    return isPast || isAnother(state, three) ? withThree(state, undefined) : { state, effects: [] };
  }
  if (three.phase === 'together') {
    if (isFirst && isSecond) return { state, effects: [] };
    if (isFirst) return lose(before, state, callId, otherId);
    return isSecond ? lose(before, state, otherId, callId) : withThree(state, undefined, [stopLimit]);
  }
  // The call in which all began is over: the other one goes on as an ordinary call of two, or is not made.
  if (!isFirst) {
    const left = withThree(state, undefined, [stopLimit]);
    return isSecond
      ? left
      : continueWith(left, (after) =>
          idOf(after) === otherId
            ? context.inner(after, { type: 'hangUpRequested', callId: otherId })
            : { state: after, effects: [] },
        );
  }
  if (three.phase === 'asked' || three.phase === 'dialling') return followQuestion(state, three, event);
  return three.phase === 'joining'
    ? followJoining(state, three)
    : followInvitation(state, three, event, context);
}

/** Adds to the INVITE of the second call what makes it part of a call of three. */
function labelled(effects: readonly ClientEffect[], state: ClientState): readonly ClientEffect[] {
  const { three } = state;
  if (three === undefined) return effects;
  const partner = partsWith(state, three.callId)?.call;
  return effects.map((effect) => {
    if (effect.do !== 'invite' || effect.callId !== three.otherId) return effect;
    if (three.phase === 'dialling') return { ...effect, joins: three.joins };
    return three.role === 'inviter' && partner?.phase === 'accepted'
      ? { ...effect, withUser: partner.call.remoteUser.address }
      : effect;
  });
}

function step(state: ClientState, event: ClientEvent, context: Context): ClientStep {
  const { three } = state;
  if (event.type === 'transferAsked' && event.joins !== undefined)
    return takeQuestion(state, { ...event, joins: event.joins }, context);
  if (event.type === 'otherReported') return takeReport(state, event);
  if (event.type === 'inviteReceived' && isAnnounced(state, event, context.now))
    return answer(state, event, context.now);
  if (event.type === 'inviteReceived' && three !== undefined) {
    const rung = ringInPlace(state, three, event, context);
    if (rung !== undefined) return rung;
    // A second caller would have the place of the third user, while this user reads the question.
    if (three.phase === 'asked') return stepFront(state, event, context.now);
  }
  if (event.type === 'holdRequested' && event.isHeld && !canHold(state)) return { state, effects: [] };
  const isInSight = three?.phase === 'asking' || three?.phase === 'together';
  const again = event.type === 'transferOrdered' && event.order.do === 'inviteAgain';
  const ordered =
    event.type === 'transferOrdered' && (three?.phase !== 'together' || again)
      ? obey(state, event, context)
      : undefined;
  const stepped =
    ordered ??
    (isInSight ? stepInSight(state, three, event, context) : undefined) ??
    context.inner(state, event);
  if (stepped.state.three === undefined) return stepped;
  // A user who has logged out is in no call.
  if (stepped.state.settings === undefined)
    return continueWith(stepped, (after) => withThree(after, undefined));
  return continueWith(stepped, (after) => follow(state, after, event, context));
}

/** Transfers, and calls of three people above them (decisions D87, D101, D102). */
export const threePeopleCode: TransferCode = {
  stepTransfers(state, event, now, stepEach = stepClient) {
    const context: Context = {
      now,
      inner: (before, each) => transferCode.stepTransfers(before, each, now, stepEach),
    };
    const moved = continueWith(step(state, event, context), dropLost);
    const stepped = tellOthers(state, event, syncPanels(syncToggles(moved, now)));
    return stepped.state.three === undefined && state.three === undefined
      ? stepped
      : { ...stepped, effects: labelled(stepped.effects, stepped.state) };
  },
};

export { conversationOfThree } from './conversation-of-three.ts';
