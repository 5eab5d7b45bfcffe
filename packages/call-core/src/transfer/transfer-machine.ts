import { isSameAddress } from '../call/same-address.ts';
import { targetOf } from '../call/target.ts';
import { stepClient } from '../client/client-step.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { TransferCode } from '../later/transfer-code.ts';
import { TRANSFER_LIMIT_MS } from '../limits.ts';
import { hasAnyMedia, TEXT_ALONE } from '../media-kinds.ts';
import { muting } from '../panels/panels-machine.ts';
import { togglesOf } from '../panels/toggles-of.ts';
import type { RemoteUser } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import type { CallState } from '../state/call-state.ts';
import type { ClientState } from '../state/client-state.ts';
import type { OwnTransfer, PeerTransfer, ReplayedEvent, TransferState } from '../state/transfer-state.ts';
import { isOver, isPending } from '../views/is-pending.ts';
import { connectable } from './connectable.ts';
import { devicesFor, withDevices } from './own-devices.ts';

type ClientStep = Step<ClientState>;
/** Passes an event to the calls of the client; it knows the time. */
type StepCalls = (state: ClientState, event: ClientEvent) => ClientStep;
type Accepted = Extract<CallState, { phase: 'accepted' }>;
type Calling = Extract<PeerTransfer, { phase: 'calling' }>;
type Failed = Extract<PeerTransfer, { phase: 'failed' }>;
type Switching = Extract<PeerTransfer, { phase: 'switching' }>;
type Ordered = Extract<ClientEvent, { type: 'transferOrdered' }>;

/** Final statuses of a transfer that the target has not caused (RFC 3261 §21). */
const TIMED_OUT = 408;
const CANCELLED = 487;
const FAILED = 503;
const DECLINED = 603;

const startLimit = (delayMs: number): ClientEffect => ({ do: 'startTimer', timer: 'transferLimit', delayMs });
const stopLimit: ClientEffect = { do: 'stopTimer', timer: 'transferLimit' };

const stayAs = (state: ClientState, effects: readonly ClientEffect[] = []): ClientStep => ({
  state,
  effects,
});

/** `state` with this transfer; undefined removes the one that it has. */
function withTransfer(state: ClientState, transfer: TransferState | undefined): ClientState {
  const { transfer: _before, ...rest } = state;
  return transfer === undefined ? rest : { ...rest, transfer };
}

const set = (
  state: ClientState,
  transfer: TransferState | undefined,
  effects: readonly ClientEffect[] = [],
): ClientStep => stayAs(withTransfer(state, transfer), effects);

/** The established call with this ID, if it is the call of the page. */
const callWith = ({ call }: Pick<ClientState, 'call'>, callId: string): Accepted | undefined =>
  call.phase === 'accepted' && call.call.callId === callId ? call : undefined;

/** The established call with this ID, in front or behind. */
const eitherWith = (state: ClientState, callId: string): Accepted | undefined =>
  callWith(state, callId) ?? (state.behind && callWith(state.behind, callId));

/**
 * Whether another call rings, is made or waits, or the user is asked about one: its place is that of the call to the target
 * (decisions D85, D102).
 */
const hasSecond = ({ behind, three }: ClientState): boolean =>
  (behind !== undefined && ['incoming', 'calling', 'establishing', 'accepted'].includes(behind.call.phase)) ||
  three?.phase === 'asked';

/** Reports to the peer, by NOTIFY, how its REFER goes (RFC 3515 §2.4.5). */
const report = ({ callId, referId }: PeerTransfer, status: number): readonly ClientEffect[] =>
  referId === undefined ? [] : [{ do: 'transfer', callId, order: { do: 'report', referId, status } }];

/** The user asks the remote user to call a third user. */
function ask(state: ClientState, typed: string): ClientStep {
  const { call, settings, transfer } = state;
  if (call.phase !== 'accepted' || settings === undefined || isPending(transfer) || hasSecond(state))
    return stayAs(state);
  const { account, emergencyNumbers } = settings;
  const found = targetOf(typed, account.address, (address) => isEmergency(address, emergencyNumbers));
  if (found === undefined) return stayAs(state);
  const { callId } = call.call;
  const target: RemoteUser = { address: found.address };
  return set(state, { side: 'own', callId, phase: 'asked', target }, [
    { do: 'transfer', callId, order: { do: 'refer', target: found.address } },
    startLimit(TRANSFER_LIMIT_MS.own),
  ]);
}

/**
 * The user connects the two users whose calls are in front and behind (RFC 5589 §7): the one who has waited is asked, if
 * their client takes that, else the other one.
 */
function connect(state: ClientState): ClientStep {
  const pair = connectable(state);
  if (pair === undefined) return stayAs(state);
  const [asked, other] = pair;
  const { callId, remoteUser: user } = asked.call;
  const { callId: otherId, remoteUser: target } = other.call;
  return set(state, { side: 'own', callId, phase: 'asked', target, attended: { user, otherId } }, [
    { do: 'transfer', callId, order: { do: 'refer', target: target.address, replaces: otherId } },
    startLimit(TRANSFER_LIMIT_MS.own),
  ]);
}

/** What the peer reports; when the target has answered, the user leaves the call (RFC 5589 §6.1). */
function progress(
  state: ClientState,
  transfer: OwnTransfer,
  status: number,
  stepCalls: StepCalls,
): ClientStep {
  if (isOver(transfer)) return stayAs(state);
  if (status < 200)
    return status === 180 && transfer.phase === 'asked'
      ? set(state, { ...transfer, phase: 'ringing' })
      : stayAs(state);
  if (status >= 300) return set(state, { ...transfer, phase: 'failed', status }, [stopLimit]);
  // The peer ends the call, or does not: either way it is over, and its screen says what became of it.
  const over = [transfer.callId, transfer.attended?.otherId].filter(
    (callId) => callId !== undefined && eitherWith(state, callId) !== undefined,
  ) as readonly string[];
  const told = over.map((callId): ClientEffect => ({ do: 'hangUp', callId }));
  return over.reduce(
    (soFar, callId) => continueWith(soFar, (after) => stepCalls(after, { type: 'remoteHungUp', callId })),
    set(state, { ...transfer, phase: 'done' }, [stopLimit, ...told]),
  );
}

function stepOwn(
  state: ClientState,
  transfer: OwnTransfer,
  event: ClientEvent,
  stepCalls: StepCalls,
): ClientStep {
  // The end of the other call says nothing about this transfer.
  if ('callId' in event && event.callId !== transfer.callId) return stayAs(state);
  switch (event.type) {
    case 'transferAnswered':
      return event.status < 300
        ? stayAs(state)
        : progress(state, { ...transfer, isRefused: true }, event.status, stepCalls);
    case 'transferProgress':
      return progress(state, transfer, event.status, stepCalls);
    case 'timerFired':
      return event.timer === 'transferLimit'
        ? progress(state, transfer, TIMED_OUT, stepCalls)
        : stayAs(state);
    default:
      return stayAs(state);
  }
}

/** The peer asks; the user decides. A question with an address that is not to be called is refused at once. */
function takeQuestion(
  state: ClientState,
  { callId, referId, target, replaces }: Extract<ClientEvent, { type: 'transferAsked' }>,
): ClientStep {
  const call = callWith(state, callId);
  const { settings, transfer } = state;
  const refuse = (status: number): ClientStep =>
    stayAs(state, [{ do: 'transfer', callId, order: { do: 'report', referId, status } }]);
  if (call === undefined || settings === undefined) return refuse(FAILED);
  // The user calls an emergency number by themselves, so that it is known that the user wants it.
  const isSenseless =
    [settings.account.address, call.call.remoteUser.address].some((end) =>
      isSameAddress(end, target.address),
    ) || isEmergency(target.address, settings.emergencyNumbers);
  if (isPending(transfer) || isSenseless || hasSecond(state)) return refuse(DECLINED);
  const { audio, video, text } = call.media;
  const { remoteUser: by } = call.call;
  const question = { side: 'peer', callId, referId, target, by, ...(replaces && { replaces }) } as const;
  return set(state, { ...question, wanted: { audio, video, text }, phase: 'asked' }, [
    startLimit(TRANSFER_LIMIT_MS.question),
  ]);
}

const invite = ({
  newCallId,
  target,
  wanted,
  replaces,
}: Pick<Calling, 'newCallId' | 'target' | 'wanted' | 'replaces'>): ClientEffect => ({
  do: 'invite',
  callId: newCallId,
  target: target.address,
  wanted,
  ...(replaces && { replaces }),
});

function accept(
  state: ClientState,
  transfer: PeerTransfer,
  newCallId: string,
  stepCalls: StepCalls,
): ClientStep {
  const { target, wanted } = transfer;
  const devices = devicesFor(wanted, state);
  // The call with the peer is over: the target is called as always.
  if (callWith(state, transfer.callId) === undefined)
    return continueWith(set(state, undefined, [stopLimit]), (after) => {
      const request = { type: 'callRequested', callId: newCallId, remoteUser: target, wanted } as const;
      const called = stepCalls(after, { ...request, toggles: togglesOf(state) });
      return withDevices(called, newCallId, state, stepCalls);
    });
  const needsDevices = devices.audio || devices.video;
  const calling: Calling = {
    ...transfer,
    phase: 'calling',
    newCallId,
    isRinging: false,
    isInvited: !needsDevices,
    ...(!needsDevices && (wanted.audio || wanted.video) && { devices }),
  };
  const begin: ClientEffect = needsDevices
    ? { do: 'acquireMedia', callId: newCallId, ...devices }
    : invite(calling);
  return set(state, calling, [stopLimit, ...muting(state.panels, newCallId), begin]);
}

/** The target was not reached: the call with the peer goes on, and the peer reads it, when it goes on at the latest. */
function fail(
  state: ClientState,
  transfer: Calling,
  status: number,
  isUntold = state.continuity.interruption?.isConnectionLost === true,
): ClientStep {
  const failed: Failed = { ...transfer, phase: 'failed', status };
  return set(state, isUntold ? { ...failed, isUntold } : failed, [
    { do: 'releaseMedia', callId: transfer.newCallId },
    ...(isUntold ? [] : report(transfer, status)),
  ]);
}

/** Ends the INVITE to the target. */
const cancel = ({ newCallId, isInvited }: Calling): readonly ClientEffect[] =>
  isInvited ? [{ do: 'cancel', callId: newCallId }] : [];

/** Messages that end the call to the target. */
const giveUp = (transfer: Calling): readonly ClientEffect[] => [
  ...cancel(transfer),
  { do: 'releaseMedia', callId: transfer.newCallId },
];

/** What has happened to the call to the target, for the machines of the call that it becomes. */
function replayOf({ newCallId: callId, devices, isRinging }: Calling): readonly ReplayedEvent[] {
  return [
    ...(devices === undefined ? [] : [{ type: 'mediaAcquired', callId, ...devices } as const]),
    ...(isRinging ? [{ type: 'ringing', callId } as const] : []),
  ];
}

/** The new call sends what the call with the peer sends now: what is muted stays muted. */
const sendingAs = ({ panels }: ClientState, callId: string): readonly ClientEffect[] => [
  { do: 'setSending', callId, kind: 'audio', isOn: panels.isMicrophoneOn },
  { do: 'setSending', callId, kind: 'video', isOn: panels.isCameraOn },
];

/** Makes the call to the target the call of the page: its machines hear what has happened so far. */
function becomeCall(
  state: ClientState,
  { target, wanted, newCallId: callId }: Calling | Switching,
  replay: readonly ReplayedEvent[],
  stepCalls: StepCalls,
): ClientStep {
  const events: readonly ClientEvent[] = [
    { type: 'callRequested', callId, remoteUser: target, wanted, toggles: togglesOf(state) },
    ...replay,
  ];
  const step = events.reduce(
    (soFar, event) => continueWith(soFar, (after) => stepCalls(after, event)),
    set(state, undefined, sendingAs(state, callId)),
  );
  const isDone = (effect: ClientEffect): boolean =>
    (effect.do === 'acquireMedia' || effect.do === 'invite') && effect.callId === callId;
  return { ...step, effects: step.effects.filter((effect) => !isDone(effect)) };
}

/** The target has answered: the peer is told, and the call with the peer ends. */
function switchCalls(
  state: ClientState,
  transfer: Calling,
  accepted: Extract<ClientEvent, { type: 'callAccepted' }>,
  stepCalls: StepCalls,
): ClientStep {
  if (!hasAnyMedia(accepted.media))
    return continueWith(stayAs(state, [{ do: 'hangUp', callId: transfer.newCallId }]), (after) =>
      fail(after, transfer, 488),
    );
  const { callId, newCallId } = transfer;
  const replay = [...replayOf(transfer), accepted];
  const told = set(state, { ...transfer, phase: 'switching', newCallId, replay }, [
    ...sendingAs(state, newCallId),
    ...report(transfer, 200),
  ]);
  const left = continueWith(told, (after) => stepCalls(after, { type: 'hangUpRequested' }));
  // The call is free for the next one without waiting for the answer to BYE.
  const closed = continueWith(left, (after) => stepCalls(after, { type: 'callClosed', callId }));
  // The end of the first call is published before the second one takes its place.
  return continueWith(closed, (after) =>
    stayAs(after, [{ do: 'startTimer', timer: 'transferSwitch', delayMs: 0 }]),
  );
}

function stepCalling(
  state: ClientState,
  transfer: Calling,
  event: ClientEvent,
  stepCalls: StepCalls,
): ClientStep {
  switch (event.type) {
    case 'mediaAcquired': {
      const { audio, video } = event;
      const next: Calling = { ...transfer, isInvited: true, devices: { audio, video } };
      return set(state, next, [invite(next)]);
    }
    case 'mediaFailed': {
      if (!transfer.wanted.text) return fail(state, transfer, FAILED);
      const next: Calling = { ...transfer, isInvited: true, wanted: TEXT_ALONE };
      return set(state, next, [invite(next)]);
    }
    case 'ringing':
      return set(state, { ...transfer, isRinging: true }, transfer.isRinging ? [] : report(transfer, 180));
    case 'callAccepted':
      return switchCalls(state, transfer, event, stepCalls);
    case 'callRefused':
      return fail(state, transfer, event.status);
    case 'setUpFailed':
    case 'callBroken':
    case 'remoteHungUp':
      return fail(state, transfer, FAILED);
    default:
      return stayAs(state);
  }
}

function stepPeer(state: ClientState, transfer: PeerTransfer, event: ClientEvent): ClientStep {
  if (transfer.phase === 'failed' && transfer.isUntold && state.continuity.interruption === undefined) {
    const { isUntold: _before, ...told } = transfer;
    return set(state, told, report(transfer, transfer.status));
  }
  return event.type === 'timerFired' && event.timer === 'transferLimit' && transfer.phase === 'asked'
    ? set(state, undefined, report(transfer, TIMED_OUT))
    : stayAs(state);
}

function decline(state: ClientState, transfer: PeerTransfer): ClientStep {
  if (transfer.phase === 'asked') return set(state, undefined, [stopLimit, ...report(transfer, DECLINED)]);
  if (transfer.phase !== 'calling') return stayAs(state);
  return set(state, undefined, [...giveUp(transfer), ...report(transfer, CANCELLED)]);
}

/** The user has read how the transfer ended. */
function dismiss(state: ClientState, transfer: TransferState | undefined): ClientStep {
  if (transfer === undefined || !isOver(transfer)) return stayAs(state);
  const isUntold = transfer.phase === 'failed' && transfer.side === 'peer' && transfer.isUntold;
  return set(state, undefined, isUntold ? report(transfer, transfer.status) : []);
}

function obey(state: ClientState, { order, newCallId }: Ordered, stepCalls: StepCalls): ClientStep {
  const { transfer } = state;
  if (order.do === 'ask') return ask(state, order.target);
  if (order.do === 'connect') return connect(state);
  if (order.do === 'dismiss') return dismiss(state, transfer);
  if (order.do === 'inviteThird' || transfer?.side !== 'peer') return stayAs(state);
  if (order.do === 'decline') return decline(state, transfer);
  return transfer.phase === 'asked' ? accept(state, transfer, newCallId, stepCalls) : stayAs(state);
}

/** The call of the transfer has ended by this event. */
function afterCall(state: ClientState, transfer: TransferState, stepCalls: StepCalls): ClientStep {
  if (transfer.side === 'own')
    return transfer.phase === 'done' && state.call.phase === 'ended'
      ? stayAs(state)
      : set(state, undefined, [stopLimit]);
  switch (transfer.phase) {
    case 'switching':
      return stayAs(state);
    case 'asked':
      // A client that leaves at once has still asked: the question stays (RFC 5589 §6.1). Another call ends it.
      return state.call.phase === 'ended'
        ? set(state, { ...transfer, referId: undefined })
        : set(state, undefined, [stopLimit]);
    case 'calling':
      // The user leaves the page or logs out, or another call has begun.
      return state.call.phase === 'ended'
        ? becomeCall(state, transfer, replayOf(transfer), stepCalls)
        : set(state, undefined, giveUp(transfer));
    case 'failed':
      return set(state, undefined);
  }
}

/**
 * A call back of an emergency number rings in the place of the call to the target (decision D89); undefined = it is none, or
 * may not ring.
 */
function ringInPlace(
  state: ClientState,
  transfer: PeerTransfer,
  event: Extract<ClientEvent, { type: 'inviteReceived' }>,
  stepCalls: StepCalls,
): ClientStep | undefined {
  if (!isEmergency(event.from.address, state.settings?.emergencyNumbers ?? [])) return undefined;
  const declined = decline(state, transfer);
  const rung = continueWith(declined, (after) => stepCalls(after, event));
  return rung.state.behind?.call.phase === 'incoming' ? rung : undefined;
}

/** A call that is not established does not outlive these (decision D80). */
const CUTS: readonly ClientEvent['type'][] = [
  'connectionLost',
  'browserOffline',
  'secretChanged',
  'pageHidden',
];

/** The call to the target ends before the connection goes; only a page that goes can still tell the peer. */
const cutOff = (state: ClientState, transfer: Calling, { type }: ClientEvent): ClientStep =>
  continueWith(stayAs(state, cancel(transfer)), (after) =>
    fail(after, transfer, FAILED, type !== 'pageHidden'),
  );

const isOfNewCall = (event: ClientEvent, transfer: TransferState | undefined): transfer is Calling =>
  transfer?.side === 'peer' &&
  transfer.phase === 'calling' &&
  'callId' in event &&
  event.callId === transfer.newCallId;

/**
 * Whether the call to the target, which has been answered, takes its place now: each event but those of the first call finds
 * it there.
 */
const endsSwitching = (event: ClientEvent, transfer: TransferState | undefined): transfer is Switching =>
  transfer?.side === 'peer' &&
  transfer.phase === 'switching' &&
  !('callId' in event && event.callId === transfer.callId);

/** A user who has logged out is in no call. */
const logOut = ({ transfer }: ClientState): readonly ClientEffect[] =>
  transfer?.side === 'peer' && transfer.phase === 'calling' ? giveUp(transfer) : [];

function stepTransfers(state: ClientState, event: ClientEvent, stepCalls: StepCalls): ClientStep {
  const { transfer } = state;
  if (endsSwitching(event, transfer)) {
    const stopSwitch: ClientEffect = { do: 'stopTimer', timer: 'transferSwitch' };
    const { state: after, effects } = becomeCall(state, transfer, transfer.replay, stepCalls);
    const placed = stayAs(after, [stopSwitch, ...effects]);
    // An emergency call does not wait for the end of another call. The user pressed when the screen showed no call.
    const isForHelp =
      event.type === 'callRequested' &&
      isEmergency(event.remoteUser.address, state.settings?.emergencyNumbers ?? []);
    const free = isForHelp
      ? continueWith(placed, (each) => stepTransfers(each, { type: 'callsLeft' }, stepCalls))
      : placed;
    return continueWith(free, (each) => stepTransfers(each, event, stepCalls));
  }
  if (event.type === 'transferOrdered') return obey(state, event, stepCalls);
  if (event.type === 'transferAsked') return takeQuestion(state, event);
  if (transfer?.side === 'peer' && transfer.phase === 'calling' && CUTS.includes(event.type))
    return continueWith(cutOff(state, transfer, event), (after) => stepTransfers(after, event, stepCalls));
  if (isOfNewCall(event, transfer)) return stepCalling(state, transfer, event, stepCalls);
  if (event.type === 'inviteReceived' && transfer?.side === 'peer' && isPending(transfer)) {
    const rung = ringInPlace(state, transfer, event, stepCalls);
    if (rung !== undefined) return rung;
  }
  const stepped = stepCalls(state, event);
  if (transfer === undefined) return stepped;
  if (stepped.state.settings === undefined)
    return { ...stepped, effects: [...logOut(state), ...stepped.effects] };
  const find = transfer.side === 'own' ? eitherWith : callWith;
  const isCallOver =
    find(stepped.state, transfer.callId) === undefined &&
    (find(state, transfer.callId) !== undefined || isAnother(stepped.state, transfer));
  if (isCallOver) return continueWith(stepped, (after) => afterCall(after, transfer, stepCalls));
  return continueWith(stepped, (after) =>
    transfer.side === 'own' ? stepOwn(after, transfer, event, stepCalls) : stepPeer(after, transfer, event),
  );
}

/** Whether the page has gone on to another call, or has closed the screen of the one of the transfer. */
const isAnother = ({ call }: ClientState, transfer: TransferState): boolean => {
  if (!('call' in call) || call.phase === 'completed') return true;
  const otherId = transfer.side === 'own' ? transfer.attended?.otherId : undefined;
  return ![transfer.callId, otherId].includes(call.call.callId);
};

export const transferCode: TransferCode = {
  stepTransfers: (state, event, now, stepEach = stepClient) =>
    stepTransfers(state, event, (before, each) => stepEach(before, each, now)),
};
