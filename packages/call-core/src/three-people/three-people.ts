import { stepClient } from '../client/client-step.ts';
import type { ClientEffect } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { idOf } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import type { TransferCode } from '../transfer/transfer-code.ts';
import { transferCode } from '../transfer/transfer-machine.ts';
import { stepInSight } from './in-sight.ts';
import { followInvitation, invite, takeBack } from './inviter.ts';
import { agree, followQuestion, refuse, takeQuestion } from './partner.ts';
import {
  type ClientStep,
  type Context,
  isAccepted,
  partsWith,
  stopLimit,
  syncPanels,
  syncToggles,
  withThree,
} from './steps.ts';
import { answer, followJoining, isAnnounced } from './third.ts';

type Ordered = Extract<ClientEvent, { type: 'transferOrdered' }>;

/** What the user wants of a call of three; undefined = the order is one of a transfer. */
function obey(state: ClientState, { order, newCallId }: Ordered, context: Context): ClientStep | undefined {
  const { three } = state;
  if (order.do === 'inviteThird') return invite(state, order.target, newCallId, context.now);
  if (three === undefined) return undefined;
  if (order.do === 'dismiss') return three.phase === 'failed' ? withThree(state, undefined) : undefined;
  if (order.do === 'decline' && (three.phase === 'calling' || three.phase === 'asking'))
    return takeBack(state, three, context.now);
  if (three.phase !== 'asked' && three.phase !== 'dialling') return undefined;
  if (order.do === 'decline') return refuse(state, three, context.now);
  if (order.do !== 'accept' || three.phase !== 'asked') return undefined;
  return agree(state, three, newCallId, context.now);
}

/** Whether the page is in another call by now, so that nothing of these two is to be said. */
const isAnother = (state: ClientState, { callId, otherId }: ThreePeopleState): boolean =>
  ![callId, otherId].includes(idOf(state));

/** What has become of the call of three by an event that both calls have taken. */
function follow(
  state: ClientState,
  three: ThreePeopleState,
  event: ClientEvent,
  context: Context,
): ClientStep {
  if (three.phase === 'failed')
    return isAnother(state, three) ? withThree(state, undefined) : { state, effects: [] };
  // The call in which all began is over: the other one goes on as an ordinary call of two, or is not made.
  if (!isAccepted(partsWith(state, three.callId))) {
    const left = withThree(state, undefined, [stopLimit]);
    return isAccepted(partsWith(state, three.otherId))
      ? left
      : continueWith(left, (after) =>
          idOf(after) === three.otherId
            ? context.inner(after, { type: 'cancelRequested' })
            : { state: after, effects: [] },
        );
  }
  if (three.phase === 'asked' || three.phase === 'dialling') return followQuestion(state, three, event);
  if (three.phase === 'together')
    return isAccepted(partsWith(state, three.otherId)) ? { state, effects: [] } : withThree(state, undefined);
  return three.role === 'third'
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
    return takeQuestion(state, { ...event, joins: event.joins });
  if (event.type === 'inviteReceived' && isAnnounced(state, event, context.now))
    return answer(state, event, context.now);
  const isInSight = three?.phase === 'asking' || three?.phase === 'together';
  const ordered =
    event.type === 'transferOrdered' && three?.phase !== 'together' ? obey(state, event, context) : undefined;
  const stepped =
    ordered ??
    (isInSight ? stepInSight(state, three, event, context) : undefined) ??
    context.inner(state, event);
  const now = stepped.state.three;
  if (now === undefined) return stepped;
  // Who has logged out is in no call.
  if (stepped.state.settings === undefined)
    return continueWith(stepped, (after) => withThree(after, undefined));
  return continueWith(stepped, (after) => follow(after, now, event, context));
}

/** Transfers, and calls of three people above them (decisions D87, D101, D102). */
export const threePeopleCode: TransferCode = {
  stepTransfers(state, event, now, stepEach = stepClient) {
    const context: Context = {
      now,
      inner: (before, each) => transferCode.stepTransfers(before, each, now, stepEach),
    };
    const stepped = syncPanels(syncToggles(step(state, event, context), now));
    return stepped.state.three === undefined && state.three === undefined
      ? stepped
      : { ...stepped, effects: labelled(stepped.effects, stepped.state) };
  },
};

export { conversationOfThree } from './conversation-of-three.ts';
