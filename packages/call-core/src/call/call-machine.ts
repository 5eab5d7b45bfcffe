import { isGone, isTakeUpRefused } from '../continuity/continuity-machine.ts';
import { CLOSING_TIMEOUT_MS, DEVICES_WAIT_MS, LOCAL_ENDING_MS } from '../limits.ts';
import type { MediaKinds } from '../media-kinds.ts';
import { hasAnyMedia, TEXT_ALONE } from '../media-kinds.ts';
import type { Notice, Position, RemoteUser } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallIdentity, CallState, LocalOutcome, RemoteOutcome } from '../state/call-state.ts';
import type { RestoredCall } from '../state/call-ticket.ts';
import type { CivicAddress } from '../state/geolocation-state.ts';
import { chosenMedia, emergencyOwn, type OwnMedia } from './chosen-media.ts';
import { type FreeCall, isFree } from './free-call.ts';
import { refusalOf } from './refusal.ts';

export type CallContext = {
  /** Media that are configured and on (MEDIA-06). */
  readonly own: OwnMedia;
  /** Whether a user is logged in and can be called. */
  readonly isStarted: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isEmergency: (address: string) => boolean;
  /** Whether calls to emergency numbers carry a position (GEO-07, A-068). */
  readonly isLocating: boolean;
  /** Whether the INVITE of the current call waits for a position. */
  readonly isPositionAwaited: boolean;
  readonly position: Position | undefined;
  /** The address that the user typed for emergency calls (decision D89). */
  readonly civic: CivicAddress | undefined;
  /** An established call outlives a lost connection (decision D80). */
  readonly isKept: boolean;
  /** It also outlives a reload of the page (decision D81). */
  readonly isReloadKept: boolean;
  /** This side has lost its connection during the call, and is not registered again yet. */
  readonly isConnectionLost: boolean;
  /** Whether there is a connection to the server. */
  readonly isConnected: boolean;
};

type CallStep = Step<CallState>;
type In<Phase extends CallState['phase']> = Extract<CallState, { phase: Phase }>;
type Refused = Extract<ClientEvent, { type: 'callRefused' }>;
type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;

const both = (one: MediaKinds, two: MediaKinds): MediaKinds => ({
  audio: one.audio && two.audio,
  video: one.video && two.video,
  text: one.text && two.text,
});

/**
 * Stops the tracks of a call. Every ending of a call with media has this effect, so that they are stopped
 * exactly once (MEDIA-12).
 */
const release = (call: CallIdentity): ClientEffect => ({ do: 'releaseMedia', callId: call.callId });

const endedBy = (call: CallIdentity, outcome: RemoteOutcome): CallStep => ({
  state: { phase: 'ended', call, outcome },
  effects: [release(call)],
});

const completedAs = (
  call: CallIdentity,
  outcome: RemoteOutcome,
  effects: readonly ClientEffect[],
): CallStep => ({
  state: { phase: 'completed', call, outcome },
  effects: [...effects, release(call)],
});

/** This side ends the call and waits for the answer to its last message. */
function endLocally(call: CallIdentity, outcome: LocalOutcome, effect: ClientEffect): CallStep {
  return {
    state: { phase: 'ending', call, outcome },
    effects: [effect, release(call), { do: 'startTimer', timer: 'callClosing', delayMs: CLOSING_TIMEOUT_MS }],
  };
}

/** This side ends the call and waits for no message. */
const endAtOnce = (
  call: CallIdentity,
  outcome: LocalOutcome,
  effects: readonly ClientEffect[],
): CallStep => ({
  state: { phase: 'ending', call, outcome, isClosed: true },
  effects: [...effects, release(call)],
});

function invite(
  call: CallIdentity,
  wanted: MediaKinds,
  { position, civic, isEmergency }: Pick<CallContext, 'position' | 'civic' | 'isEmergency'>,
): CallStep {
  const { callId, remoteUser } = call;
  const effect = { do: 'invite', callId, target: remoteUser.address, wanted } as const;
  const place = isEmergency(remoteUser.address) && { ...(position && { position }), ...(civic && { civic }) };
  return {
    state: { phase: 'calling', call, wanted, progress: 'inviting' },
    effects: [{ ...effect, ...place }],
  };
}

function begin(event: Extract<ClientEvent, { type: 'callRequested' }>, context: CallContext): CallStep {
  const { type: _event, wanted, ...identity } = event;
  const call: CallIdentity = { ...identity, direction: 'outgoing' };
  const { callId, remoteUser } = call;
  if (wanted.audio || wanted.video) {
    const { audio, video } = wanted;
    return {
      state: { phase: 'calling', call, wanted, progress: 'acquiringMedia' },
      effects: [{ do: 'acquireMedia', callId, audio, video }],
    };
  }
  // A call with text alone requests no device.
  return context.isLocating && context.isEmergency(remoteUser.address)
    ? stay({ phase: 'calling', call, wanted, progress: 'locating' })
    : invite(call, wanted, context);
}

/** The call of the page that was open before a reload (decision D81). */
function takeUp({ call, media, acceptedAt, dialog }: RestoredCall): CallStep {
  return {
    state: { phase: 'accepted', call, media, acceptedAt },
    effects: [{ do: 'restoreDialog', callId: call.callId, dialog }],
  };
}

/** The media for a call of `address`: the emergency service reaches the user whatever is switched off (decision D89). */
const ownFor = (address: string, { own, isEmergency }: CallContext): OwnMedia =>
  isEmergency(address) ? emergencyOwn(own) : own;

function stepFree(state: FreeCall, event: ClientEvent, context: CallContext): CallStep {
  if (event.type === 'started') return event.ticket === undefined ? stay(state) : takeUp(event.ticket);
  if (event.type === 'callRequested') return begin(event, context);
  if (event.type === 'inviteReceived') {
    const { isStarted } = context;
    const own = ownFor(event.from.address, context);
    if (!isStarted) return { state, effects: [{ do: 'reject', callId: event.callId, status: 480 }] };
    // A call that could carry no medium does not ring.
    if (!hasAnyMedia(both(own, event.offered)))
      return { state, effects: [{ do: 'reject', callId: event.callId, status: 488 }] };
    const { callId, from: remoteUser, offered, withUser } = event;
    const call: CallIdentity = {
      callId,
      direction: 'incoming',
      remoteUser,
      ...(withUser && { withUser }),
    };
    return stay({ phase: 'incoming', call, offered });
  }
  if (event.type === 'callBarred') {
    const { callId, remoteUser, outcome } = event;
    return stay({ phase: 'ended', call: { callId, direction: 'outgoing', remoteUser }, outcome });
  }
  if (state.phase === 'ending') return stay(isShownBy(event) ? proceed(state, { isShown: true }) : state);
  return state.phase === 'ended' ? stepEnded(state, event) : stay(state);
}

/** Whether the user has dismissed the status of a local ending, or has had time to read it (decision D37). */
const isShownBy = (event: ClientEvent): boolean =>
  event.type === 'dismissed' || (event.type === 'timerFired' && event.timer === 'localEnding');

function stepEnded(state: In<'ended'>, event: ClientEvent): CallStep {
  const { localEnding, ...rest } = state;
  const isSetUpOver = event.type === 'timerFired' && event.timer === 'callClosing';
  if (event.type === 'dismissed' || isSetUpOver)
    return stay({ phase: 'completed', call: state.call, outcome: state.outcome });
  return stay(localEnding !== undefined && isShownBy(event) ? rest : state);
}

/**
 * Applies `change` to an ending call. COMPLETED follows when the call waits for no message any more and its
 * ending was shown (A-062, decision D37).
 */
function proceed(
  state: In<'ending'>,
  change: { readonly isClosed?: true; readonly isShown?: true },
): CallState {
  const next = { ...state, ...change };
  const { call, outcome, isClosed, isShown } = next;
  return isClosed === true && isShown === true ? { phase: 'completed', call, outcome } : next;
}

/**
 * Whether another device of the user has answered the call (200) or declined it for all devices (6xx): then
 * it is not missed.
 */
export const isDealtWithElsewhere = (cause: number | undefined): boolean =>
  cause === 200 || (cause !== undefined && cause >= 600);

/**
 * The media with which a call is answered: as chosen or set, and where that is nothing, in a call of the emergency
 * service, all that it offers.
 */
function answeredMedia(
  { call, offered }: In<'incoming'>,
  context: CallContext,
  chosen?: MediaKinds,
): MediaKinds {
  const wanted = both(chosenMedia(context.own, chosen), offered);
  return hasAnyMedia(wanted) ? wanted : both(ownFor(call.remoteUser.address, context), offered);
}

function stepIncoming(state: In<'incoming'>, event: ClientEvent, context: CallContext): CallStep {
  const { call } = state;
  const { callId } = call;
  switch (event.type) {
    case 'answerRequested': {
      const wanted = answeredMedia(state, context, event.media);
      if (wanted.audio || wanted.video) {
        const { audio, video } = wanted;
        return {
          state: { phase: 'establishing', call, wanted, progress: 'acquiringMedia' },
          effects: [{ do: 'acquireMedia', callId, audio, video }],
        };
      }
      return {
        state: { phase: 'establishing', call, wanted, progress: 'answering' },
        effects: [{ do: 'answer', callId, wanted }],
      };
    }
    case 'declineRequested': {
      const words = event.words === undefined ? {} : { words: event.words };
      return endLocally(call, 'rejectedLocal', { do: 'reject', callId, status: 403, ...words });
    }
    case 'hangUpRequested':
      return endLocally(call, 'rejectedLocal', { do: 'reject', callId, status: 403 });
    case 'inviteCancelled':
      return stay({
        phase: 'ended',
        call,
        outcome: 'canceledRemote',
        ...(isDealtWithElsewhere(event.cause) ? {} : { isMissed: true }),
      });
    case 'remoteHungUp':
    case 'callBroken':
      return stay({ phase: 'ended', call, outcome: 'canceledRemote', isMissed: true });
    default:
      return stay(state);
  }
}

/**
 * The INVITE, or the answer to one, could not be created: the call is FAILED, then immediately COMPLETED, and
 * a notice stays. If the call uses a device, the device is assumed to be the cause (STATE-24, A-080), except
 * in a browser without WebRTC.
 */
function failSetUp({ call, wanted }: In<'calling' | 'establishing'>, hasNoWebRtc = false): CallStep {
  const notice: Notice =
    !hasNoWebRtc && (wanted.audio || wanted.video)
      ? { id: 'permissionError', code: 'mediaInUse' }
      : { id: 'uncallable', code: hasNoWebRtc ? 'noWebRtc' : 'setUpFailed' };
  return {
    state: { phase: 'ended', call, outcome: 'failed' },
    effects: [
      release(call),
      { do: 'showNotice', notice },
      { do: 'startTimer', timer: 'callClosing', delayMs: 0 },
    ],
  };
}

/** Accepts the call if at least one medium was negotiated, otherwise hangs up. */
function accept(
  state: In<'calling' | 'establishing'>,
  event: Extract<ClientEvent, { type: 'callAccepted' }>,
  now: number,
): CallStep {
  const { call } = state;
  if (hasAnyMedia(event.media)) return stay({ phase: 'accepted', call, media: event.media, acceptedAt: now });
  return {
    state: { phase: 'ended', call, outcome: 'failed' },
    effects: [{ do: 'hangUp', callId: call.callId }, release(call)],
  };
}

/**
 * Ends a refused call. If no account has the called name, and the name may be a number, calls that number
 * instead.
 */
function refusedBy(
  { call, wanted }: In<'calling'>,
  { status, words }: Refused,
  context: CallContext,
): CallStep {
  const refusal = refusalOf(status);
  const { otherwise, ...rest } = call;
  if (otherwise !== undefined && refusal.outcome === 'unknownNumber')
    return invite({ ...rest, remoteUser: { address: otherwise } }, wanted, context);
  const message = words === undefined ? {} : { words };
  return { state: { phase: 'ended', call: rest, ...refusal, ...message }, effects: [release(call)] };
}

/** Whether the call is still being prepared: no message has been sent to the server. */
const isPreparing = ({ progress }: In<'calling'>): boolean =>
  progress === 'acquiringMedia' || progress === 'denied' || progress === 'locating';

/** Sends the INVITE of a prepared call, for an emergency call once there is a position. */
const proceedToInvite = (state: In<'calling'>, wanted: MediaKinds, context: CallContext): CallStep =>
  context.isPositionAwaited
    ? stay({ ...state, wanted, progress: 'locating' })
    : invite(state.call, wanted, context);

/** The user reads why an emergency call goes on by text alone. */
const withNotice = (step: CallStep): CallStep => ({
  ...step,
  effects: [
    ...step.effects,
    { do: 'showNotice', notice: { id: 'permissionError', code: 'devicesUnanswered' } },
  ],
});

/** Devices that the user allows after an emergency call has gone on without them are closed again. */
const closeLate = (
  state: In<'calling' | 'accepted'>,
  { audio, video }: Pick<MediaKinds, 'audio' | 'video'>,
): CallStep => {
  const { callId } = state.call;
  return {
    state,
    effects:
      audio || video
        ? []
        : [
            { do: 'closeDevice', callId, kind: 'audio' },
            { do: 'closeDevice', callId, kind: 'video' },
          ],
  };
};

function stepCalling(state: In<'calling'>, event: ClientEvent, context: CallContext): CallStep {
  const { call, wanted } = state;
  const { callId } = call;
  const { now } = context;
  switch (event.type) {
    case 'mediaAcquired':
      return state.progress === 'acquiringMedia'
        ? proceedToInvite(state, wanted, context)
        : closeLate(state, wanted);
    case 'positionFound':
    case 'positionFailed':
      return state.progress === 'locating' ? invite(call, wanted, context) : stay(state);
    case 'timerFired':
      if (event.timer === 'devicesWait' && state.progress === 'acquiringMedia')
        return withNotice(proceedToInvite(state, TEXT_ALONE, context));
      return event.timer === 'positionWait' && state.progress === 'locating'
        ? invite(call, wanted, context)
        : stay(state);
    case 'mediaFailed':
      // The call has gone on without the devices.
      if (state.progress !== 'acquiringMedia') return stay(state);
      if (!wanted.text) return completedAs(call, 'failed', []);
      // An emergency call continues with text instead of failing (decision D31).
      if (context.isEmergency(call.remoteUser.address)) return proceedToInvite(state, TEXT_ALONE, context);
      // Missing devices: the call sends text alone, and still receives sound and video (decision D32).
      return event.failure === 'denied'
        ? stay({ ...state, progress: 'denied' })
        : proceedToInvite(state, wanted, context);
    case 'textChosen':
      return state.progress === 'denied' ? proceedToInvite(state, TEXT_ALONE, context) : stay(state);
    case 'ringing':
      return stay({ ...state, progress: 'ringing' });
    case 'callAccepted':
      return accept(state, event, now);
    case 'callRefused':
      return refusedBy(state, event, context);
    case 'setUpFailed':
      return failSetUp(state, event.hasNoWebRtc);
    case 'callBroken':
      return endedBy(call, 'failed');
    case 'remoteHungUp':
      return endedBy(call, 'rejectedRemote');
    case 'cancelRequested':
    case 'hangUpRequested':
      if (isPreparing(state)) return endAtOnce(call, 'canceledLocal', []);
      return endLocally(call, 'canceledLocal', { do: 'cancel', callId });
    default:
      return stay(state);
  }
}

/** The caller gave up while the call was being answered (STATE-19): the call fails and counts as missed. */
const missWhileAnswering = (call: CallIdentity): CallStep => ({
  state: { phase: 'ended', call, outcome: 'failed', isMissed: true },
  effects: [release(call)],
});

function stepEstablishing(state: In<'establishing'>, event: ClientEvent, { now }: CallContext): CallStep {
  const { call, wanted } = state;
  const { callId } = call;
  switch (event.type) {
    case 'mediaAcquired':
      if (state.progress !== 'acquiringMedia') return stay(state);
      return { state: { ...state, progress: 'answering' }, effects: [{ do: 'answer', callId, wanted }] };
    case 'mediaFailed':
      if (!wanted.text) return completedAs(call, 'failed', [{ do: 'reject', callId, status: 480 }]);
      // Missing devices are no reason to fail (decision D32).
      return event.failure === 'denied'
        ? stay({ ...state, progress: 'denied' })
        : { state: { ...state, progress: 'answering' }, effects: [{ do: 'answer', callId, wanted }] };
    case 'textChosen':
      if (state.progress !== 'denied') return stay(state);
      return {
        state: { ...state, wanted: TEXT_ALONE, progress: 'answering' },
        effects: [{ do: 'answer', callId, wanted: TEXT_ALONE }],
      };
    case 'callAccepted':
      return accept(state, event, now);
    case 'inviteCancelled':
      return isDealtWithElsewhere(event.cause) ? endedBy(call, 'canceledRemote') : missWhileAnswering(call);
    case 'remoteHungUp':
      return missWhileAnswering(call);
    case 'setUpFailed':
      return failSetUp(state, event.hasNoWebRtc);
    case 'callBroken':
      return endedBy(call, 'failed');
    case 'hangUpRequested':
    case 'declineRequested':
      return endLocally(call, 'rejectedLocal', { do: 'reject', callId, status: 403 });
    default:
      return stay(state);
  }
}

/** Answers to REGISTER that refuse the SIP secret (decision D48). */
const NOT_ALLOWED: readonly number[] = [401, 403];

const broken = (call: CallIdentity, effects: readonly ClientEffect[] = []): CallStep => ({
  state: { phase: 'ended', call, outcome: 'failed', isBroken: true },
  effects: [...effects, release(call)],
});

/** The call was interrupted for longer than the limit. The adapter sends BYE if it still can. */
const giveUp = (state: In<'accepted'>, { isConnected }: CallContext): CallStep =>
  isConnected ? broken(state.call, [{ do: 'abandon', callId: state.call.callId }]) : cutOff(state);

function stepAccepted(state: In<'accepted'>, event: ClientEvent, context: CallContext): CallStep {
  const { call } = state;
  switch (event.type) {
    case 'remoteHungUp':
      return event.isLost === true ? broken(call) : endedBy(call, 'terminatedRemote');
    case 'timerFired':
      return event.timer === 'interruptionLimit' ? giveUp(state, context) : stay(state);
    case 'registrationRefused':
      // The session has ended, or the account is disabled: the server does not take the call up again.
      return context.isConnectionLost && NOT_ALLOWED.includes(event.status) ? cutOff(state) : stay(state);
    case 'resumeFailed':
      return isGone(event.status) ? broken(call, [{ do: 'abandon', callId: call.callId }]) : stay(state);
    case 'takeUpFailed':
      return isTakeUpRefused(event.status)
        ? broken(call, [{ do: 'abandon', callId: call.callId }])
        : stay(state);
    case 'callTakenUp':
      return stay({ ...state, media: { ...event.media, text: state.media.text || event.media.text } });
    case 'callBroken':
      return broken(call);
    case 'hangUpRequested':
      return endLocally(call, 'terminatedLocal', { do: 'hangUp', callId: call.callId });
    case 'mediaAcquired':
      return closeLate(state, state.media);
    case 'mediaChanged': {
      const { audio, video, fromPeer } = event;
      return stay({ ...state, media: { ...state.media, audio, video, fromPeer } });
    }
    case 'textTransportChanged':
      return stay({
        ...state,
        media: {
          ...state.media,
          // The written text stays on the screen when the text transport is lost (decision D41).
          text: state.media.text || event.transport !== 'none',
          textTransport: event.transport,
          // The read-only state of the data channel does not apply to MESSAGE.
          isTextReadOnly: event.transport === 'dataChannel' && state.media.isTextReadOnly === true,
        },
      });
    default:
      return stay(state);
  }
}

function stepEnding(state: In<'ending'>, event: ClientEvent): CallStep {
  const { callId } = state.call;
  if (isShownBy(event)) return stay(proceed(state, { isShown: true }));
  switch (event.type) {
    case 'callAccepted':
      // The answer crossed our CANCEL: the accepted call must be ended with BYE (RFC 3261 §9.1).
      return { state, effects: [{ do: 'hangUp', callId }] };
    case 'callClosed':
    case 'callRefused':
    case 'inviteCancelled':
    case 'remoteHungUp':
    case 'setUpFailed':
    case 'callBroken':
      return {
        state: proceed(state, { isClosed: true }),
        effects: [{ do: 'stopTimer', timer: 'callClosing' }],
      };
    case 'timerFired':
      if (event.timer !== 'callClosing') return stay(state);
      return { state: proceed(state, { isClosed: true }), effects: [{ do: 'abandon', callId }] };
    default:
      return stay(state);
  }
}

const leavingOutcomes = {
  calling: 'canceledLocal',
  establishing: 'rejectedLocal',
  accepted: 'terminatedLocal',
} as const;

type Live = In<'incoming' | keyof typeof leavingOutcomes>;

const isLive = (state: CallState): state is Live =>
  state.phase === 'incoming' || state.phase in leavingOutcomes;

/** The messages that end a live call when the user leaves the page or logs out (REG-05, REG-12). */
function goodbyes(state: Live): readonly ClientEffect[] {
  const { callId } = state.call;
  switch (state.phase) {
    case 'accepted':
      return [{ do: 'hangUp', callId }];
    case 'calling':
      return isPreparing(state) ? [] : [{ do: 'cancel', callId }];
    case 'incoming':
    case 'establishing':
      return [{ do: 'reject', callId, status: 480 }];
  }
}

/** The user leaves the page or logs out: a live call ends immediately (REG-05, REG-12). */
function leave(state: CallState): CallStep {
  if (state.phase === 'ending') return closeEnding(state);
  if (!isLive(state)) return stay(state);
  const { call } = state;
  // Another device of the user may still answer an incoming call: leaving here does not end it.
  return state.phase === 'incoming'
    ? completedAs(call, 'canceledRemote', goodbyes(state))
    : endAtOnce(call, leavingOutcomes[state.phase], goodbyes(state));
}

/**
 * The user calls for help: a live call ends, and the emergency call waits for no answer of its other end (decision
 * D89). What is under way to that end is still sent.
 */
function leaveForHelp(state: CallState): CallStep {
  if (state.phase === 'ending')
    return {
      state: proceed(state, { isClosed: true }),
      effects: [{ do: 'stopTimer', timer: 'callClosing' }],
    };
  if (state.phase !== 'incoming') return leave(state);
  const { call } = state;
  return endAtOnce(call, 'rejectedLocal', [{ do: 'reject', callId: call.callId, status: 486 }]);
}

/** The connection is lost, which ends a live call; the screen says so (REG-03, A-060, decisions D15, D37). */
function cutOff(state: CallState): CallStep {
  if (state.phase === 'ending') return closeEnding(state);
  if (!isLive(state)) return stay(state);
  const { call } = state;
  const abandon: ClientEffect = { do: 'abandon', callId: call.callId };
  // The call rang here and the user could no longer answer it.
  if (state.phase === 'incoming')
    return { state: { phase: 'ended', call, outcome: 'canceledRemote', isMissed: true }, effects: [abandon] };
  const localEnding = leavingOutcomes[state.phase];
  return {
    state: { phase: 'ended', call, outcome: 'failed', isCutOff: true, localEnding },
    effects: [abandon, release(call)],
  };
}

/** Stops waiting for the answer to the last message of the call. */
function closeEnding(state: In<'ending'>): CallStep {
  if (state.isClosed === true) return stay(state);
  return {
    state: proceed(state, { isClosed: true }),
    effects: [
      { do: 'stopTimer', timer: 'callClosing' },
      { do: 'abandon', callId: state.call.callId },
    ],
  };
}

/** Answers a caller with 486 and reports them, so that the history lists them (decision D34). */
export const turnAway = (callId: string, remoteUser: RemoteUser): readonly ClientEffect[] => [
  { do: 'reject', callId, status: 486 },
  { do: 'reportTurnedAway', call: { callId, direction: 'incoming', remoteUser } },
];

/**
 * An INVITE during another call is turned away (STATE-06). A retransmission of the current INVITE is ignored. The
 * emergency service that calls back rings in place of another caller (decision D89).
 */
function stepSecond(state: Exclude<CallState, FreeCall>, event: Received, context: CallContext): CallStep {
  const { callId, from } = event;
  const { call } = state;
  if (call.callId === callId) return stay(state);
  const { isEmergency } = context;
  if (state.phase !== 'incoming' || !isEmergency(from.address) || isEmergency(call.remoteUser.address))
    return { state, effects: turnAway(callId, from) };
  const rung = stepFree({ phase: 'idle' }, event, context);
  return rung.state.phase === 'incoming'
    ? { ...rung, effects: turnAway(call.callId, call.remoteUser) }
    : { ...rung, state };
}

function stepPhase(state: CallState, event: ClientEvent, context: CallContext): CallStep {
  const isCut = event.type === 'connectionLost' || event.type === 'browserOffline';
  if (isCut) return state.phase === 'accepted' && context.isKept ? stay(state) : cutOff(state);
  if (event.type === 'pageHidden' && state.phase === 'accepted' && context.isReloadKept) return stay(state);
  if (event.type === 'pageHidden' || event.type === 'stopRequested') return leave(state);
  if (event.type === 'callsLeft') return leaveForHelp(state);
  if (isFree(state)) return stepFree(state, event, context);
  if (event.type === 'inviteReceived') return stepSecond(state, event, context);
  if ('callId' in event && event.callId !== state.call.callId) return stay(state);
  switch (state.phase) {
    case 'incoming':
      return stepIncoming(state, event, context);
    case 'calling':
      return stepCalling(state, event, context);
    case 'establishing':
      return stepEstablishing(state, event, context);
    case 'accepted':
      return stepAccepted(state, event, context);
    case 'ending':
      return stepEnding(state, event);
  }
}

/** Whether the status of a local ending is still being shown (decision D37). */
const isShowingLocalEnding = (state: CallState): boolean =>
  state.phase === 'ending' ? state.isShown !== true : state.phase === 'ended' && 'localEnding' in state;

/** Whether an emergency call waits for devices, which it does for a short time only (decisions D31, D89). */
const isWaitingForDevices = (state: CallState, { own, isEmergency }: CallContext): boolean =>
  state.phase === 'calling' &&
  state.progress === 'acquiringMedia' &&
  state.wanted.text &&
  own.emergencyMedia !== undefined &&
  isEmergency(state.call.remoteUser.address);

/** Starts or stops a timer with a part of the call's state. */
function timed(
  timer: 'localEnding' | 'devicesWait',
  delayMs: number,
  [before, after]: readonly [boolean, boolean],
): readonly ClientEffect[] {
  if (before === after) return [];
  return [after ? { do: 'startTimer', timer, delayMs } : { do: 'stopTimer', timer }];
}

/** The call machine; the state diagram is in call-state.ts. Events of another call change nothing. */
export function stepCall(state: CallState, event: ClientEvent, context: CallContext): CallStep {
  const step = stepPhase(state, event, context);
  const change = (is: (one: CallState) => boolean) => [is(state), is(step.state)] as const;
  const timers = [
    ...timed('localEnding', LOCAL_ENDING_MS, change(isShowingLocalEnding)),
    ...timed(
      'devicesWait',
      DEVICES_WAIT_MS,
      change((one) => isWaitingForDevices(one, context)),
    ),
  ];
  return timers.length === 0 ? step : { state: step.state, effects: [...step.effects, ...timers] };
}
