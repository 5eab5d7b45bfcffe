import { isEmergency } from '../geolocation/emergency.ts';
import type { OtherStatus } from '../ports.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { Apart, LostUser, ThreePeopleState } from '../state/three-people-state.ts';
import { askedIn } from './can-ask-again.ts';
import {
  type ClientStep,
  isAccepted,
  isSameUser,
  otherOf,
  partsWith,
  userWith,
  withLost,
  withThree,
} from './steps.ts';

type Reported = Extract<ClientEvent, { type: 'otherReported' }>;
type Failed = Extract<ThreePeopleState, { phase: 'failed' }>;
type InSight = Extract<ThreePeopleState, { phase: 'asking' | 'together' }>;

/** The user has read who was lost. */
export const forget = (state: ClientState, lost: LostUser): ClientStep =>
  withLost(state, { ...lost, isRead: true });

/** Forgets who was lost from a call that is over by now. */
export const dropLost = (state: ClientState): ClientStep =>
  state.lost !== undefined &&
  (state.settings === undefined || !isAccepted(partsWith(state, state.lost.callId)))
    ? withLost(state, undefined)
    : stay(state);

/** What is known of the call between the two others, after one of them has said this. */
function apartBy({ apart }: InSight, ask: string, status: OtherStatus): Apart | undefined {
  if (status === 'connected') return undefined;
  // What is over does not come back by itself.
  return apart?.isLost === true ? apart : { ask, isLost: status === 'disconnected' };
}

function takeInSight(state: ClientState, three: InSight, event: Reported, ask: string): ClientStep {
  if (three.phase === 'asking') {
    // The one who was asked reports by NOTIFY of its REFER. What the other one says shows only if that reports a failure.
    if (ask !== askedIn(three) || event.status === 'pending') return stay(state);
    const { hasCome: _known, ...rest } = three;
    return withThree(state, event.status === 'connected' ? { ...rest, hasCome: true } : rest);
  }
  const { apart: known, ...rest } = three;
  const apart = apartBy(three, ask, event.status);
  const isSame = apart === known || (apart?.ask === known?.ask && apart?.isLost === known?.isLost);
  return isSame ? stay(state) : withThree(state, { ...rest, ...(apart && { apart }) });
}

/** The user of the waiting call says whether the one who was asked has come all the same. */
function takeApart(state: ClientState, failed: Failed, status: OtherStatus): ClientStep {
  const { isMet, ...rest } = failed;
  if (failed.isApart && status === 'connected')
    return withThree(state, { ...rest, isApart: false, isMet: true });
  return isMet && status === 'disconnected' ? withThree(state, { ...rest, isApart: true }) : stay(state);
}

/** The remote user says that a user, with no call to this side, is in a call with them, or is not any more. */
function takeOfAbsent(state: ClientState, { callId, user, status }: Reported): ClientStep {
  const { lost, settings, behind } = state;
  if (lost?.callId === callId && isSameUser(lost.user, user)) {
    if (status === 'disconnected') return withLost(state, undefined);
    return lost.isThere || status === 'pending' ? stay(state) : withLost(state, { ...lost, isThere: true });
  }
  const isNews =
    lost === undefined &&
    status === 'connected' &&
    settings !== undefined &&
    !isAccepted(behind) &&
    !isSameUser(settings.account, user) &&
    !isEmergency(user.address, settings.emergencyNumbers);
  return isNews ? withLost(state, { callId, user, wasTogether: false, isThere: true }) : stay(state);
}

/**
 * A remote user says how their call with a third user is (RFC 4575). It changes what the own user reads, and opens or closes no
 * sound and no video.
 */
export function takeReport(state: ClientState, event: Reported): ClientStep {
  const { three, settings } = state;
  const { callId, user, status } = event;
  const by = userWith(state, callId);
  const isKnown = settings?.threePeople === true && isAccepted(partsWith(state, callId)) && by !== undefined;
  if (!isKnown || isSameUser(by, user)) return stay(state);
  const otherId = three && otherOf(three, callId);
  const other = otherId === undefined ? undefined : userWith(state, otherId);
  const isOfBoth =
    isAccepted(partsWith(state, otherId ?? '')) && other !== undefined && isSameUser(other, user);
  if (three !== undefined && otherId !== undefined && isOfBoth) {
    if ('before' in three) return takeInSight(state, three, event, otherId);
    return three.phase === 'failed' && callId !== three.callId
      ? takeApart(state, three, status)
      : stay(state);
  }
  return three === undefined || three.phase === 'failed' ? takeOfAbsent(state, event) : stay(state);
}

/** Whether the call is established, and not interrupted. */
const flows = (parts: CallParts | undefined): boolean =>
  isAccepted(parts) && parts?.continuity.interruption === undefined;

type Telling = { readonly callId: string; readonly user: string; readonly status: OtherStatus };

/** What each remote user has to know of the other one. */
function tellings(state: ClientState): readonly (Telling & { readonly isAgain: boolean })[] {
  const { three, lost } = state;
  if (three?.phase === 'together')
    return [three.callId, three.otherId].flatMap((callId) => {
      const otherId = otherOf(three, callId) ?? '';
      const user = userWith(state, otherId)?.address;
      const other = partsWith(state, otherId);
      if (user === undefined || !flows(partsWith(state, callId)) || !isAccepted(other)) return [];
      const status = flows(other) ? 'connected' : 'pending';
      return [{ callId, user, status, isAgain: three.apart?.isLost === true }];
    });
  if (lost?.wasTogether !== true || !flows(partsWith(state, lost.callId))) return [];
  return [{ callId: lost.callId, user: lost.user.address, status: 'disconnected', isAgain: false }];
}

/**
 * Tells each of the two others what has changed in the call with the other one. A call that was interrupted is told once more, and
 * so is one that another page has taken up: that page may know nothing.
 */
export function tellOthers(before: ClientState, event: ClientEvent, step: ClientStep): ClientStep {
  const isNewPage = (callId: string): boolean => event.type === 'callTakenUp' && event.callId === callId;
  const told = tellings(before)
    .filter(({ callId }) => !isNewPage(callId))
    .map((telling) => JSON.stringify(telling));
  const news = tellings(step.state).filter((telling) => !told.includes(JSON.stringify(telling)));
  if (news.length === 0) return step;
  const effects = news.map(({ callId, user, status }) => ({
    do: 'transfer' as const,
    callId,
    order: { do: 'tell' as const, user, status },
  }));
  return { ...step, effects: [...step.effects, ...effects] };
}
