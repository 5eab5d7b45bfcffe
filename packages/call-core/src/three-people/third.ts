import { TRANSFER_LIMIT_MS } from '../limits.ts';
import { withToggles } from '../panels/toggles-of.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { isOver, noCall, stepBehindAlone } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { withDevices } from '../transfer/own-devices.ts';
import { isPending } from '../views/is-pending.ts';
import {
  bringTogether,
  type ClientStep,
  isLostUser,
  isSameUser,
  onBehind,
  partsWith,
  withThree,
} from './steps.ts';

type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;

/**
 * Whether the INVITE is the one that the inviter has announced, so that it is answered without a press: the user read,
 * before answering, who else is in the call. Call-ID and tags of the call alone are not enough (RFC 3911 §8).
 */
export function isAnnounced(state: ClientState, event: Received, now: number): boolean {
  const { call, behind, settings, three, hold } = state;
  if (settings?.threePeople !== true || call.phase !== 'accepted') return false;
  const { withUser, direction, callId } = call.call;
  const isExpected =
    direction === 'incoming' &&
    withUser !== undefined &&
    isSameUser({ address: withUser }, event.from) &&
    now - call.acceptedAt < TRANSFER_LIMIT_MS.own;
  return (
    event.joins === callId &&
    (isExpected || isLostUser(state, event.from)) &&
    three === undefined &&
    // The call to the target of a transfer would take the place of this one.
    !isPending(state.transfer) &&
    (behind === undefined || isOver(behind.call)) &&
    // A user who holds the call does not want to be heard now.
    !hold.isOwn
  );
}

/** Answers the INVITE with the media of the call, and with the devices that the user has opened for it. */
export function answer(state: ClientState, event: Received, now: number): ClientStep {
  const { call } = state;
  if (call.phase !== 'accepted') return { state, effects: [] };
  const { audio, video, text } = call.media;
  const rung = stepBehindAlone(state, noCall, event, now);
  const { behind } = rung.state;
  if (behind?.call.phase !== 'incoming') return { state, effects: rung.effects };
  const ringing = { ...rung, state: { ...rung.state, behind: withToggles(behind, state) } };
  const { callId } = call.call;
  const joining = {
    role: 'third',
    phase: 'joining',
    callId,
    otherId: event.callId,
    other: event.from,
  } as const;
  return continueWith(
    continueWith(ringing, (after) =>
      withDevices(
        onBehind(after, { type: 'answerRequested', media: { audio, video, text } }, now),
        event.callId,
        state,
        (waiting, each) => onBehind(waiting, each, now),
      ),
    ),
    (after) => withThree(after, joining),
  );
}

/** What has happened to the call that joins. */
export function followJoining(state: ClientState, three: ThreePeopleState): ClientStep {
  const parts = partsWith(state, three.otherId);
  if (parts === undefined) return withThree(state, undefined);
  return parts.call.phase === 'accepted' ? bringTogether(state, three) : { state, effects: [] };
}
