import { MOST_OFFERS } from '../limits.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { crossedOfferDelay } from '../protocol/crossed-offer.ts';
import type { CallState } from '../state/call-state.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { ScreenNotice, ScreenState, ScreenStates } from '../state/screen-state.ts';
import type { ScreenCode } from './screen-code.ts';

type ClientStep = Step<ClientState>;
type ScreenStep = Step<ScreenState>;
type Accepted = Extract<CallState, { phase: 'accepted' }>;

/** What a screen depends on: its call, and whether it can be sent in it. */
type Scene = {
  readonly call: Accepted;
  readonly isInFront: boolean;
  readonly isHeld: boolean;
  readonly isInterrupted: boolean;
  /** A third user is in the call (decision D102). */
  readonly isOfThree: boolean;
};

const none: ScreenState = {
  own: 'none',
  isOwnAgreed: false,
  isByPeer: false,
  attempts: 0,
  isRefused: false,
};

const stay = (state: ScreenState, effects: readonly ClientEffect[] = []): ScreenStep => ({ state, effects });

function then(step: ScreenStep, next: (state: ScreenState) => ScreenStep): ScreenStep {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

function withNotice(state: ScreenState, notice: ScreenNotice | undefined): ScreenState {
  const { notice: _before, ...rest } = state;
  return notice === undefined ? rest : { ...rest, notice };
}

/** Offers what the user wants now. While an offer is open, or the call is interrupted, it comes later. */
function offer(state: ScreenState, { call, isInterrupted }: Scene): ScreenStep {
  if (isInterrupted) return stay({ ...state, attempts: 0 });
  return stay({ ...state, attempts: state.attempts + 1 }, [
    { do: 'offerScreen', callId: call.call.callId, isShared: state.own === 'wanted' },
  ]);
}

const isSettled = ({ own, isOwnAgreed }: ScreenState): boolean => (own === 'wanted') === isOwnAgreed;

const offerUnlessSettled = (state: ScreenState, scene: Scene): ScreenStep =>
  isSettled(state) ? stay({ ...state, attempts: 0 }) : offer(state, scene);

/** Stops sharing the own screen: sending ends immediately, and the next possible offer tells the peer. */
function end(state: ScreenState, scene: Scene, notice?: ScreenNotice): ScreenStep {
  const ended = withNotice({ ...state, own: 'none' }, notice);
  const closed = stay(ended, [{ do: 'captureScreen', callId: scene.call.call.callId, how: 'close' }]);
  return ended.attempts > 0 ? closed : then(closed, (after) => offerUnlessSettled(after, scene));
}

/** The user wants to share, or to stop. One screen is shared at a time (decision D88). */
function request(state: ScreenState, isShared: boolean, scene: Scene): ScreenStep {
  if (!isShared) return state.own === 'none' ? stay(state) : end(state, scene);
  if (state.own !== 'none' || scene.isHeld || scene.isOfThree || state.isRefused) return stay(state);
  if (state.isByPeer) return stay(withNotice(state, 'taken'));
  return stay(withNotice({ ...state, own: 'choosing' }, undefined), [
    { do: 'captureScreen', callId: scene.call.call.callId, how: 'open' },
  ]);
}

/** The peer does not take the screen, or cannot be asked. */
const refuse = (state: ScreenState, scene: Scene, isRefused: boolean): ScreenStep =>
  then(end({ ...state, isRefused }, scene, isRefused ? 'refused' : 'failed'), (after) =>
    // The adapter removes the screen that it was told to offer.
    stay(after, [{ do: 'offerScreen', callId: scene.call.call.callId, isShared: false }]),
  );

/** Statuses of a peer that takes no second video; any other one says nothing about that (RFC 3261 §21). */
const REFUSALS: readonly (number | undefined)[] = [403, 405, 415, 488, 501, 603, 606];

/** An offer was answered, or lost; one that crossed another is repeated after the time of RFC 3261 §14.1. */
function finish(
  state: ScreenState,
  { isShared, status }: Extract<ClientEvent, { type: 'screenAnswered' }>,
  scene: Scene,
): ScreenStep {
  const settled = { ...state, attempts: 0 };
  const isWanted = state.own === 'wanted';
  if (status === 200) {
    const isRefused = isShared && isWanted && !state.isOwnAgreed;
    return isRefused ? refuse(settled, scene, true) : offerUnlessSettled(settled, scene);
  }
  // What the user has ended is still to be told; the interrupted call is asked when it goes on.
  if (status === undefined && scene.isInterrupted) return stay(settled);
  const mayCross = status === 491 || status === undefined;
  if (mayCross && state.attempts < MOST_OFFERS)
    return stay(state, [{ do: 'startTimer', timer: 'screenCrossed', ...crossedOfferDelay(scene.call.call) }]);
  return isWanted ? refuse(settled, scene, REFUSALS.includes(status)) : stay(settled);
}

type ScreenEvent = Extract<
  ClientEvent,
  {
    type: 'screenOpened' | 'screenFailed' | 'screenEnded' | 'screenLost' | 'screenChanged' | 'screenAnswered';
  }
>;

function stepScreen(state: ScreenState, event: ScreenEvent, scene: Scene): ScreenStep {
  switch (event.type) {
    case 'screenOpened': {
      if (state.own !== 'choosing') return stay(state);
      if (state.isByPeer) return end(state, scene, 'taken');
      const wanted: ScreenState = { ...state, own: 'wanted' };
      return state.attempts > 0 ? stay(wanted) : offer(wanted, scene);
    }
    case 'screenFailed':
      return state.own === 'choosing' ? stay(withNotice({ ...state, own: 'none' }, event.why)) : stay(state);
    case 'screenEnded':
      return state.own === 'wanted' ? end(state, scene) : stay(state);
    case 'screenLost':
      return stay(withNotice(state, 'reloaded'));
    case 'screenChanged': {
      // What the user reads is no longer true.
      const isPast = state.notice === (event.isByPeer ? 'peerReloaded' : 'taken');
      const changed = {
        ...(isPast ? withNotice(state, undefined) : state),
        isOwnAgreed: event.isOwn,
        isByPeer: event.isByPeer,
      };
      return event.isByPeer && !event.isOwn && state.own !== 'none'
        ? end(changed, scene, 'taken')
        : stay(changed);
    }
    case 'screenAnswered':
      return state.attempts > 0 ? finish(state, event, scene) : stay(state);
  }
}

const isScreenEvent = (event: ClientEvent): event is ScreenEvent =>
  /^screen(?:Opened|Failed|Ended|Lost|Changed|Answered)$/.test(event.type);

/** The call with this ID, if it is established. */
function sceneOf(state: ClientState, callId: string): Scene | undefined {
  const partsOfCall = [state, state.behind].find(
    (parts): parts is CallParts => parts?.call.phase === 'accepted' && parts.call.call.callId === callId,
  );
  if (partsOfCall?.call.phase !== 'accepted') return undefined;
  const { call, hold, continuity } = partsOfCall;
  return {
    call,
    isInFront: partsOfCall === state,
    isHeld: hold.isOwn || hold.isByPeer,
    isInterrupted: continuity.interruption !== undefined,
    isOfThree: state.three !== undefined && 'before' in state.three,
  };
}

function withScreens(state: ClientState, screens: ScreenStates): ClientState {
  const { screens: before, ...rest } = state;
  if (Object.keys(screens).length === 0) return before === undefined ? state : rest;
  return { ...rest, screens };
}

/** Steps the screen of one call; nothing is kept of a call that has none. */
function stepOne(
  state: ClientState,
  callId: string,
  step: (screen: ScreenState, scene: Scene) => ScreenStep,
): ClientStep {
  const scene = sceneOf(state, callId);
  const before = state.screens?.[callId];
  if (scene === undefined) return { state, effects: [] };
  const { state: after, effects } = step(before ?? none, scene);
  return {
    state: after === (before ?? none) ? state : withScreens(state, { ...state.screens, [callId]: after }),
    effects,
  };
}

function each(state: ClientState, step: (screen: ScreenState, scene: Scene) => ScreenStep): ClientStep {
  return Object.keys(state.screens ?? {}).reduce<ClientStep>(
    (soFar, callId) => {
      const after = stepOne(soFar.state, callId, step);
      return { state: after.state, effects: [...soFar.effects, ...after.effects] };
    },
    { state, effects: [] },
  );
}

/** Ends the capture for calls that are over, and forgets their screens. */
function forgetOver({ screens = {} }: ClientState, after: ClientState): ClientStep {
  const over = Object.keys(screens).filter((callId) => sceneOf(after, callId) === undefined);
  if (over.length === 0) return { state: after, effects: [] };
  const kept = Object.entries(after.screens ?? {}).filter(([callId]) => !over.includes(callId));
  return {
    state: withScreens(after, Object.fromEntries(kept)),
    effects: over
      .filter((callId) => screens[callId]?.own !== 'none')
      .map((callId) => ({ do: 'captureScreen', callId, how: 'close' })),
  };
}

/** What an event of the call does to its screen, after the call has taken it. */
function follow(screen: ScreenState, event: ClientEvent, scene: Scene): ScreenStep {
  if (screen.own !== 'none' && scene.isOfThree) return end(screen, scene, 'three');
  // While a call is held nothing is sent (decision D84), and of two calls only the one in front is shown a screen.
  if (screen.own !== 'none' && (scene.isHeld || !scene.isInFront)) return end(screen, scene, 'held');
  // A peer that was about to hold the call takes no screen either; that says nothing about later.
  if (screen.isRefused && scene.isHeld) return stay({ ...screen, isRefused: false });
  const isOfCall = 'callId' in event && event.callId === scene.call.call.callId;
  if (!isOfCall) return stay(screen);
  if (event.type === 'callTakenUp')
    // The page of the peer was loaded again: its new dialog knows of no screen (decision D81).
    return offerUnlessSettled(
      withNotice(
        { ...screen, isOwnAgreed: false, isByPeer: false, attempts: 0, isRefused: false },
        screen.isByPeer ? 'peerReloaded' : screen.notice,
      ),
      scene,
    );
  const goesOn = event.type === 'callResumed' || event.type === 'peerFound';
  return goesOn && screen.attempts === 0 ? offerUnlessSettled(screen, scene) : stay(screen);
}

function thenState(step: ClientStep, next: (state: ClientState) => ClientStep): ClientStep {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

/** The shared screens of all calls (decision D88), around the rest of the client. */
export const stepScreens: ScreenCode['stepScreens'] = (state, event, stepRest) => {
  if (isScreenEvent(event))
    return stepOne(state, event.callId, (screen, scene) => stepScreen(screen, event, scene));
  if (event.type === 'screenRequested') {
    const { call, settings } = state;
    return call.phase === 'accepted' && settings?.mayShareScreen
      ? stepOne(state, call.call.callId, (screen, scene) => request(screen, event.isShared, scene))
      : { state, effects: [] };
  }
  if (event.type === 'screenNoticeDismissed')
    return each(state, (screen) =>
      screen.notice === undefined ? stay(screen) : stay(withNotice(screen, undefined)),
    );
  if (event.type === 'timerFired' && event.timer === 'screenCrossed')
    return each(state, (screen, scene) => (screen.attempts > 0 ? offer(screen, scene) : stay(screen)));
  const stepped = stepRest(state, event);
  if (state.screens === undefined) return stepped;
  // The next page says that the screen is not shared any more.
  const effects = stepped.effects.map((effect) =>
    effect.do === 'keepTicket' && state.screens?.[effect.ticket.call.callId]?.own === 'wanted'
      ? { ...effect, ticket: { ...effect.ticket, hadScreen: true as const } }
      : effect,
  );
  return thenState(
    thenState({ ...stepped, effects }, (after) => forgetOver(state, after)),
    (after) => each(after, (screen, scene) => follow(screen, event, scene)),
  );
};
