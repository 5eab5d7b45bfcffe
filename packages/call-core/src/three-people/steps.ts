import { isSameAddress } from '../call/same-address.ts';
import { togglesOf } from '../panels/toggles-of.ts';
import type { RemoteUser } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { idOf, isLive, noCall, stepBehind, stepBehindAlone } from '../second-call/calls.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { Apart, LostUser, ThreePeopleState } from '../state/three-people-state.ts';
import { withDevices } from '../transfer/own-devices.ts';
import { textInSight } from './met-before.ts';

export type ClientStep = Step<ClientState>;

/** What a step needs: the time, and the step of both calls below this one. */
export type Context = {
  readonly now: number;
  readonly inner: (state: ClientState, event: ClientEvent) => ClientStep;
};

export const startLimit = (delayMs: number): ClientEffect => ({
  do: 'startTimer',
  timer: 'transferLimit',
  delayMs,
});
export const stopLimit: ClientEffect = { do: 'stopTimer', timer: 'transferLimit' };

/** The state with another call of three, or none. */
export function withThree(
  state: ClientState,
  three: ThreePeopleState | undefined,
  effects: readonly ClientEffect[] = [],
): ClientStep {
  const { three: _before, ...rest } = state;
  return { state: three === undefined ? rest : { ...rest, three }, effects };
}

/** The state with another user who was lost from a call of three, or none. */
export function withLost(state: ClientState, lost: LostUser | undefined): ClientStep {
  const { lost: _before, ...rest } = state;
  return { state: lost === undefined ? rest : { ...rest, lost }, effects: [] };
}

/** Reports to the inviter, by NOTIFY, how its REFER goes (RFC 3515 §2.4.5). */
export const report = (callId: string, referId: number, status: number): ClientEffect => ({
  do: 'transfer',
  callId,
  order: { do: 'report', referId, status },
});

/** The live call with this ID, in front or behind. */
export const partsWith = (state: ClientState, callId: string): CallParts | undefined =>
  [state, state.behind].find(
    (parts): parts is CallParts => parts !== undefined && isLive(parts.call) && idOf(parts) === callId,
  );

export const isAccepted = (parts: CallParts | undefined): boolean => parts?.call.phase === 'accepted';

/** The remote user of the call with this ID, in any phase. */
export const userWith = (state: ClientState, callId: string): RemoteUser | undefined =>
  [state.call, state.behind?.call].reduce<RemoteUser | undefined>(
    (found, call) =>
      found ?? (call && 'call' in call && call.call.callId === callId ? call.call.remoteUser : undefined),
    undefined,
  );

/** The other one of the two calls; undefined = `callId` is none of them. */
export const otherOf = (three: ThreePeopleState, callId: string): string | undefined => {
  if (callId === three.callId) return three.otherId;
  return callId === three.otherId ? three.callId : undefined;
};

/** Lets sound and video of both calls flow. */
export const resumeBoth = (state: ClientState, { inner, now }: Context): ClientStep => {
  const event = { type: 'holdRequested', isHeld: false } as const;
  const front: ClientStep = state.hold.isOwn ? inner(state, event) : { state, effects: [] };
  return continueWith(front, (after) =>
    after.behind?.hold.isOwn === true ? onBehind(after, event, now) : { state: after, effects: [] },
  );
};

/** Steps the call behind, if there is one. */
export const onBehind = (state: ClientState, event: ClientEvent, now: number): ClientStep =>
  state.behind === undefined ? { state, effects: [] } : stepBehind(state, state.behind, event, now);

/** Calls `remoteUser` beside the call in front, with its media and the devices that the user has opened for it. */
export function callBeside(
  state: ClientState,
  remoteUser: RemoteUser,
  callId: string,
  now: number,
): ClientStep {
  const { call } = state;
  if (call.phase !== 'accepted') return { state, effects: [] };
  const { audio, video, text } = call.media;
  const wanted = { audio, video, text };
  const request = { type: 'callRequested', callId, remoteUser, wanted, toggles: togglesOf(state) } as const;
  return withDevices(stepBehindAlone(state, noCall, request, now), callId, state, (after, event) =>
    onBehind(after, event, now),
  );
}

const toggles = [
  ['isMicrophoneOn', 'microphoneToggled'],
  ['isCameraOn', 'cameraToggled'],
  ['isSoundOn', 'soundToggled'],
] as const;

/** What is muted in front is muted behind, where both are in sight: the user has one microphone and one camera. */
export function syncToggles(step: ClientStep, now: number): ClientStep {
  const { three } = step.state;
  if (three === undefined || !('before' in three)) return step;
  return toggles.reduce(
    (soFar, [flag, type]) =>
      continueWith(soFar, (state) =>
        isAccepted(state) && isAccepted(state.behind) && state.behind?.panels[flag] !== state.panels[flag]
          ? onBehind(state, { type }, now)
          : { state, effects: [] },
      ),
    step,
  );
}

const panels = ['isTextVisible', 'isVideoVisible', 'isSelfViewVisible', 'isTextAlwaysVisible'] as const;

/**
 * What is shown in front is shown behind, where both are in sight, so its text is read: the call that stays after the other one
 * looks the same.
 */
export function syncPanels(step: ClientStep): ClientStep {
  const { three, behind, panels: front } = step.state;
  if (three === undefined || !('before' in three) || behind === undefined) return step;
  const isUnread = behind.text.isUnread && !front.isTextVisible;
  const isSame = panels.every((panel) => behind.panels[panel] === front[panel]);
  if (isSame && behind.text.isUnread === isUnread) return step;
  const shown = Object.fromEntries(panels.map((panel) => [panel, front[panel]]));
  const seen = { ...behind, panels: { ...behind.panels, ...shown }, text: { ...behind.text, isUnread } };
  return { ...step, state: { ...step.state, behind: seen } };
}

/** The own text of each call. */
export const ownTextIn =
  (state: ClientState) =>
  (callId: string): string =>
    partsWith(state, callId)?.text.outbox.target ?? '';

/** Shows both calls: what was written before stays between those who read it. */
export function showBoth(
  state: ClientState,
  three: ThreePeopleState,
  shown: { readonly phase: 'asking' | 'together'; readonly apart?: Apart },
  effects: readonly ClientEffect[],
): ClientStep {
  const { role, callId, otherId, other } = three;
  const { before, shared } = 'before' in three ? three : textInSight(three, ownTextIn(state));
  const text = shared === undefined ? { before } : { before, shared };
  return withThree(state, { role, callId, otherId, other, ...text, ...shown }, effects);
}

/** All three are connected. */
export const bringTogether = (
  state: ClientState,
  three: ThreePeopleState,
  effects: readonly ClientEffect[] = [],
): ClientStep =>
  continueWith(withLost(state, undefined), (after) =>
    showBoth(after, three, { phase: 'together' }, [stopLimit, ...effects]),
  );

/** Whether this user was lost from the call of three of this page, and may come back: the own user reads that. */
export const isLostUser = ({ lost, call }: ClientState, user: RemoteUser): boolean =>
  lost?.wasTogether === true &&
  lost.isThere &&
  call.phase === 'accepted' &&
  call.call.callId === lost.callId &&
  isSameUser(lost.user, user);

export const isSameUser = (one: RemoteUser, two: RemoteUser): boolean =>
  isSameAddress(one.address, two.address);
