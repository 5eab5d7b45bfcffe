import { POSITION_INTERVAL_MS, POSITION_WAIT_MS } from '../limits.ts';
import type { Position } from '../ports.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import type { GeolocationSettings, GeolocationState } from '../state/geolocation-state.ts';
import { distanceMetres } from './distance.ts';

export type GeolocationContext = {
  /** The call before and after the event. */
  readonly before: CallState;
  readonly after: CallState;
  readonly settings: GeolocationSettings | undefined;
  readonly isEmergency: (address: string) => boolean;
};

type Watching = Extract<GeolocationState, { phase: 'watching' }>;

const idle: GeolocationState = { phase: 'idle' };

/** Whether latitude, longitude and time are in their ranges; a browser may report other values. */
const isOnEarth = ({ latitude, longitude, at }: Position): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && Math.abs(at) < 8e15;

/** The position that `event` reports, for an INVITE or INFO; undefined if there is no valid one. */
export function positionIn(event: ClientEvent): Position | undefined {
  return event.type === 'positionFound' && isOnEarth(event.position) ? event.position : undefined;
}

function begin(callId: string): Step<GeolocationState> {
  return {
    state: { phase: 'watching', callId, isAwaited: true, latest: undefined, lastSent: undefined },
    effects: [
      { do: 'watchPosition' },
      { do: 'startTimer', timer: 'positionWait', delayMs: POSITION_WAIT_MS },
    ],
  };
}

const stopEffects: readonly ClientEffect[] = [
  { do: 'stopPosition' },
  { do: 'stopTimer', timer: 'positionWait' },
  { do: 'stopTimer', timer: 'positionInterval' },
];

/**
 * The address that the user typed, only for a call that the user makes: the number of a caller may be forged, and the
 * address with it (decision D89).
 */
const civicIn = ({ after }: GeolocationContext, { civic }: GeolocationSettings) =>
  civic && 'call' in after && after.call.direction === 'outgoing' ? { civic } : {};

/**
 * Sends `position` by INFO, then waits for the next interval or, without tracking, ends the search.
 */
function send(
  state: Watching,
  position: Position,
  context: GeolocationContext,
  settings: GeolocationSettings,
): Step<GeolocationState> {
  const next: ClientEffect = settings.isTracked
    ? { do: 'startTimer', timer: 'positionInterval', delayMs: POSITION_INTERVAL_MS }
    : { do: 'stopPosition' };
  return {
    state: { ...state, lastSent: position },
    effects: [{ do: 'sendLocation', callId: state.callId, position, ...civicIn(context, settings) }, next],
  };
}

function sendIfMoved(
  state: Watching,
  context: GeolocationContext,
  settings: GeolocationSettings,
): Step<GeolocationState> {
  const { latest, lastSent } = state;
  if (latest === undefined) return stay(state);
  const hasMoved =
    lastSent === undefined || distanceMetres(latest, lastSent) >= Math.max(0, settings.updateLimitMetres);
  if (hasMoved) return send(state, latest, context, settings);
  return {
    state,
    effects: [{ do: 'startTimer', timer: 'positionInterval', delayMs: POSITION_INTERVAL_MS }],
  };
}

/** The call is established: sends what is known of the place. */
function sendFirst(
  state: Watching,
  context: GeolocationContext,
  settings: GeolocationSettings,
): Step<GeolocationState> {
  if (state.latest !== undefined) return send(state, state.latest, context, settings);
  const known = civicIn(context, settings);
  return {
    state,
    effects: 'civic' in known ? [{ do: 'sendLocation', callId: state.callId, ...known }] : [],
  };
}

function find(
  state: Watching,
  latest: Position,
  context: GeolocationContext,
  settings: GeolocationSettings,
): Step<GeolocationState> {
  const found: Watching = { ...state, latest, isAwaited: false };
  const isSentNow = context.after.phase === 'accepted' && state.lastSent === undefined;
  const step = isSentNow ? send(found, latest, context, settings) : stay(found);
  return state.isAwaited
    ? { ...step, effects: [{ do: 'stopTimer', timer: 'positionWait' }, ...step.effects] }
    : step;
}

function stepWatching(
  state: Watching,
  event: ClientEvent,
  context: GeolocationContext,
  settings: GeolocationSettings,
): Step<GeolocationState> {
  const { before, after } = context;
  const isAccepted = after.phase === 'accepted';
  if (isAccepted && before.phase !== 'accepted') return sendFirst(state, context, settings);
  const position = positionIn(event);
  if (position !== undefined) return find(state, position, context, settings);
  switch (event.type) {
    case 'positionFailed':
      return stay({ ...state, isAwaited: false });
    case 'timerFired':
      if (event.timer === 'positionWait') return stay({ ...state, isAwaited: false });
      return event.timer === 'positionInterval' && isAccepted
        ? sendIfMoved(state, context, settings)
        : stay(state);
    default:
      return stay(state);
  }
}

/**
 * Sends the user's position, but only to the emergency service (GEO-01 … GEO-07). The search starts when the
 * user dials, so that the INVITE can carry the first position; in a call from the service it starts when the
 * user answers.
 */
export function stepGeolocation(
  state: GeolocationState,
  event: ClientEvent,
  context: GeolocationContext,
): Step<GeolocationState> {
  const { after, settings, isEmergency } = context;
  const isLive = after.phase === 'calling' || after.phase === 'accepted';
  if (state.phase === 'watching' && settings !== undefined && isLive && after.call.callId === state.callId)
    return stepWatching(state, event, context, settings);
  const left = state.phase === 'watching' ? stopEffects : [];
  if (settings === undefined || !isLive || !isEmergency(after.call.remoteUser.address)) {
    return state.phase === 'idle' ? stay(state) : { state: idle, effects: left };
  }
  const step = begin(after.call.callId);
  return { ...step, effects: [...left, ...step.effects] };
}
