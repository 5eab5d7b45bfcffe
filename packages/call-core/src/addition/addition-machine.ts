import { ADDED_SHOWN_MS, MOST_OFFERS } from '../limits.ts';
import { noticeCodes } from '../media/media-machine.ts';
import type { DeviceKind, MediaKinds } from '../media-kinds.ts';
import type { NoticeCode } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { crossedOfferDelay } from '../protocol/crossed-offer.ts';
import type { AdditionState, OwnAddition } from '../state/addition-state.ts';
import type { CallState } from '../state/call-state.ts';

export type AdditionContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly after: CallState;
  /** The media that may be added; undefined = none (decision D16). */
  readonly perCall: Readonly<Record<DeviceKind, boolean>> | undefined;
  /** The local devices that are open (MEDIA-04). */
  readonly working: Pick<MediaKinds, DeviceKind>;
  /** Either end holds the call (decision D84): nothing is added before it is resumed. */
  readonly isHeld: boolean;
  /** After the event the call is interrupted (decision D80), so no offer can reach the peer. */
  readonly isInterrupted: boolean;
};

type AdditionStep = Step<AdditionState>;
type Accepted = Extract<CallState, { phase: 'accepted' }>;

const KINDS: readonly DeviceKind[] = ['audio', 'video'];

/** The id of the notices about a medium that could not be added. */
const NOTICE_ID = 'addition';

export const initialAddition: AdditionState = { own: undefined, next: [], added: undefined };

const refusedNotices = { audio: 'soundRefused', video: 'videoRefused' } as const satisfies Record<
  DeviceKind,
  NoticeCode
>;

const told = (code: NoticeCode): ClientEffect => ({
  do: 'showNotice',
  notice: { id: NOTICE_ID, code },
});

const isSent = (kind: DeviceKind, { after, working }: AdditionContext): boolean =>
  after.phase === 'accepted' && after.media[kind] && working[kind];

function begin(state: AdditionState, kind: DeviceKind, callId: string): AdditionStep {
  const { added } = state;
  const isAnswer = added?.kind === kind;
  return {
    state: {
      ...state,
      own: { kind, step: 'opening', crossings: 0 },
      added: isAnswer ? undefined : added,
    },
    effects: [
      { do: 'clearNotice', id: NOTICE_ID },
      { do: 'openDevice', callId, kind },
    ],
  };
}

/** Begins to add a medium when the user presses its button, or queues it behind the one before. */
function request(
  state: AdditionState,
  kind: DeviceKind,
  callId: string,
  context: AdditionContext,
): AdditionStep {
  const isPending = state.own?.kind === kind || state.next.includes(kind);
  const isPossible = context.perCall?.[kind] === true && !context.isHeld;
  if (!isPossible || isPending || isSent(kind, context)) return stay(state);
  return state.own === undefined
    ? begin(state, kind, callId)
    : stay({ ...state, next: [...state.next, kind] });
}

/** Ends the current addition, and begins the next that the user has requested. */
function finish(state: AdditionState, callId: string, effects: readonly ClientEffect[] = []): AdditionStep {
  const [kind, ...next] = state.next;
  const free = { ...state, own: undefined, next };
  if (kind === undefined) return { state: free, effects };
  const begun = begin(free, kind, callId);
  return { state: begun.state, effects: [...effects, ...begun.effects] };
}

/** The peer does not take the medium: the device is closed, the user reads why, and the call goes on. */
const refused = (state: AdditionState, { kind }: OwnAddition, callId: string): AdditionStep =>
  finish(state, callId, [{ do: 'closeDevice', callId, kind }, told(refusedNotices[kind])]);

/** Offers again later, with the times for offers that crossed (RFC 3261 §14.1). */
function wait(state: AdditionState, own: OwnAddition, { call }: Accepted): AdditionStep {
  const crossings = own.crossings + 1;
  if (crossings >= MOST_OFFERS) return refused(state, own, call.callId);
  return {
    state: { ...state, own: { ...own, step: 'crossed', crossings } },
    effects: [{ do: 'startTimer', timer: 'additionCrossed', ...crossedOfferDelay(call) }],
  };
}

/**
 * Tells the user that the remote user has added a medium, and asks whether to add the user's own, which never
 * happens by itself (decision D33).
 */
function notice(
  state: AdditionState,
  before: Accepted,
  after: Accepted,
  context: AdditionContext,
): AdditionStep {
  const isNew = (kind: DeviceKind): boolean =>
    after.media.fromPeer?.[kind] === true && before.media.fromPeer?.[kind] === false;
  const kind = KINDS.findLast(isNew);
  const gone = state.added !== undefined && after.media.fromPeer?.[state.added.kind] === false;
  if (kind === undefined) return stay(gone ? { ...state, added: undefined } : state);
  const isOwn = isSent(kind, context) || state.own?.kind === kind || state.next.includes(kind);
  const isAsked = !isOwn && context.perCall?.[kind] === true;
  const timer: ClientEffect = isAsked
    ? { do: 'stopTimer', timer: 'additionShown' }
    : { do: 'startTimer', timer: 'additionShown', delayMs: ADDED_SHOWN_MS };
  return { state: { ...state, added: { kind, isAsked } }, effects: [timer] };
}

/** The devices that the user opened for a call that does not use them are closed when it begins. */
const closeUnused = ({ call, media }: Accepted, { perCall, working }: AdditionContext): AdditionStep => ({
  state: initialAddition,
  effects: KINDS.filter((kind) => perCall !== undefined && working[kind] && !media[kind]).map(
    (kind): ClientEffect => ({ do: 'closeDevice', callId: call.callId, kind }),
  ),
});

function stepOwn(
  state: AdditionState,
  own: OwnAddition,
  event: ClientEvent,
  { call, isInterrupted }: { readonly call: Accepted; readonly isInterrupted: boolean },
): AdditionStep {
  const { callId } = call.call;
  const { kind, step } = own;
  const offerIf = (isDue: boolean): AdditionStep => {
    if (!isDue) return stay(state);
    return {
      state: { ...state, own: { ...own, step: isInterrupted ? 'waiting' : 'offering' } },
      effects: isInterrupted ? [] : [{ do: 'offerMedium', callId, kind }],
    };
  };
  switch (event.type) {
    case 'deviceOpened':
      return offerIf(step === 'opening' && event.kind === kind);
    case 'deviceFailed':
      if (step !== 'opening' || event.kind !== kind) return stay(state);
      return finish(state, callId, [told(noticeCodes[event.failure])]);
    case 'mediaChanged':
      if (!event.isOwn || step !== 'offering') return stay(state);
      return event[kind] ? finish(state, callId) : refused(state, own, callId);
    case 'mediaRefused':
      // An offer that is lost with the connection is made again.
      if (step !== 'offering' || isInterrupted) return offerIf(step === 'offering');
      // The offers of both ends crossed, or the peer is away for a moment (decision D80).
      return event.status === 491 || event.status === 480
        ? wait(state, own, call)
        : refused(state, own, callId);
    case 'callTakenUp':
      // In the dialog of another page nothing has been offered yet.
      return offerIf(step === 'offering' || step === 'waiting');
    case 'callResumed':
    case 'peerFound':
      return offerIf(step === 'waiting');
    case 'timerFired':
      return offerIf(event.timer === 'additionCrossed' && step === 'crossed');
    default:
      return stay(state);
  }
}

/** The addition machine: sound and video that either end adds to a call in progress (decision D33). */
export function stepAddition(
  state: AdditionState,
  event: ClientEvent,
  context: AdditionContext,
): AdditionStep {
  const { before, after } = context;
  if (after.phase !== 'accepted') {
    if (state === initialAddition) return stay(state);
    return {
      state: initialAddition,
      effects: [
        { do: 'stopTimer', timer: 'additionCrossed' },
        { do: 'stopTimer', timer: 'additionShown' },
      ],
    };
  }
  if (before.phase !== 'accepted') return closeUnused(after, context);
  const { callId } = after.call;
  if ('callId' in event && event.callId !== callId) return stay(state);
  if (event.type === 'mediumRequested') return request(state, event.kind, callId, context);
  if (event.type === 'addedDismissed' || (event.type === 'timerFired' && event.timer === 'additionShown'))
    return stay(state.added === undefined ? state : { ...state, added: undefined });
  const noticed = event.type === 'mediaChanged' ? notice(state, before, after, context) : stay(state);
  if (state.own === undefined) return noticed;
  const { isInterrupted } = context;
  const own = stepOwn(noticed.state, state.own, event, { call: after, isInterrupted });
  return { state: own.state, effects: [...noticed.effects, ...own.effects] };
}
