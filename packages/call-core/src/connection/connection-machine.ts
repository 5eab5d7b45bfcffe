import { RECONNECT_IN_CALL_MS, RECONNECTION_JITTER } from '../limits.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ConnectionState } from '../state/connection-state.ts';

export type ConnectionContext = {
  readonly servers: readonly string[];
  readonly attempts: number;
  readonly delayMs: number;
  /** A call in progress outlives the connection and waits for the next one (decision D80). */
  readonly isCallKept: boolean;
  /** The call in progress also outlives a reload of the page (decision D81). */
  readonly isReloadKept: boolean;
};

/** The server to try after `server` has failed (REG-10). */
function nextServer(servers: readonly string[], server: string): string {
  return servers[(servers.indexOf(server) + 1) % Math.max(1, servers.length)] ?? server;
}

function connect(server: string, attempt: number, wasOnline: boolean): Step<ConnectionState> {
  return {
    state: { phase: 'connecting', server, attempt, wasOnline },
    effects: [
      { do: 'stopTimer', timer: 'reconnect' },
      { do: 'openConnection', server },
    ],
  };
}

const wasOnlineBefore = (state: ConnectionState): boolean =>
  state.phase !== 'stopped' && (state.wasOnline || state.phase === 'online');

/**
 * Starts a new series of attempts: with the current server or, from `stopped`, with the first server of the
 * list.
 */
function beginSeries(state: ConnectionState, { servers }: ConnectionContext): Step<ConnectionState> {
  const server = state.phase === 'stopped' ? servers[0] : state.server;
  return server === undefined ? stay(state) : connect(server, 1, wasOnlineBefore(state));
}

function fail(server: string, wasOnline: boolean): Step<ConnectionState> {
  return { state: { phase: 'failed', server, wasOnline }, effects: [{ do: 'closeConnection' }] };
}

/** A call that is kept has little time: attempts follow quickly, and do not end before the call does. */
function attemptSoon(attempt: number, usualMs: number): ClientEffect {
  const inCallMs = RECONNECT_IN_CALL_MS[attempt - 1] ?? RECONNECT_IN_CALL_MS.at(-1) ?? usualMs;
  return {
    do: 'startTimer',
    timer: 'reconnect',
    delayMs: Math.min(usualMs, inCallMs),
    jitter: RECONNECTION_JITTER,
  };
}

function loseConnection(state: ConnectionState, context: ConnectionContext): Step<ConnectionState> {
  const { servers, attempts, delayMs, isCallKept } = context;
  if (state.phase === 'offline')
    return isCallKept ? { state, effects: [attemptSoon(RECONNECT_IN_CALL_MS.length, delayMs)] } : stay(state);
  if (state.phase !== 'online' && state.phase !== 'connecting') return stay(state);
  const { attempt } = state;
  // The server of a call knows its dialog, so it is tried first.
  if (attempt === 0 && isCallKept) return connect(state.server, 1, true);
  const server = nextServer(servers, state.server);
  if (attempt === 0) return connect(server, 1, true);
  if (isCallKept) {
    const next = { phase: 'waiting', server, attempt, wasOnline: true } as const;
    return { state: next, effects: [attemptSoon(attempt, delayMs)] };
  }
  const wasOnline = wasOnlineBefore(state);
  if (attempt >= attempts) return fail(server, wasOnline);
  return {
    state: { phase: 'waiting', server, attempt, wasOnline },
    effects: [{ do: 'startTimer', timer: 'reconnect', delayMs, jitter: RECONNECTION_JITTER }],
  };
}

/** The timer between two attempts has fired. */
function attemptAgain(state: ConnectionState, { isCallKept }: ConnectionContext): Step<ConnectionState> {
  if (state.phase === 'waiting') return connect(state.server, state.attempt + 1, state.wasOnline);
  return state.phase === 'offline' && isCallKept
    ? { state, effects: [{ do: 'openConnection', server: state.server }] }
    : stay(state);
}

function stop(
  state: ConnectionState,
  next: ConnectionState,
  close: 'closeConnection' | 'suspendConnection',
): Step<ConnectionState> {
  if (state.phase === next.phase) return stay(state);
  return { state: next, effects: [{ do: 'stopTimer', timer: 'reconnect' }, { do: close }] };
}

function goOffline(state: ConnectionState, isCallKept: boolean): Step<ConnectionState> {
  if (state.phase === 'stopped') return stay(state);
  return stop(
    state,
    { phase: 'offline', server: state.server, wasOnline: wasOnlineBefore(state) },
    isCallKept ? 'suspendConnection' : 'closeConnection',
  );
}

/**
 * The browser says that it is offline. For a call that is kept it connects nevertheless: browsers learn up to two
 * seconds late that there is a network again.
 */
function goOfflineInCall(state: ConnectionState, usualMs: number): Step<ConnectionState> {
  const step = goOffline(state, true);
  return step.state === state ? step : { ...step, effects: [...step.effects, attemptSoon(1, usualMs)] };
}

/** The connection to the SIP server (STATE-32); the state diagram is in connection-state.ts. */
export function stepConnection(
  state: ConnectionState,
  event: ClientEvent,
  context: ConnectionContext,
): Step<ConnectionState> {
  switch (event.type) {
    case 'started':
      return connect(event.server, 1, false);
    case 'connectionOpened':
      if (state.phase === 'offline') return stay({ ...state, phase: 'online', attempt: 1 });
      return state.phase === 'connecting' ? stay({ ...state, phase: 'online' }) : stay(state);
    case 'registered':
      return state.phase === 'online' && state.attempt > 0 ? stay({ ...state, attempt: 0 }) : stay(state);
    case 'connectionLost':
      return loseConnection(state, context);
    case 'registrationGivenUp':
      return state.phase === 'online' ? fail(state.server, state.wasOnline) : stay(state);
    case 'timerFired':
      return event.timer === 'reconnect' ? attemptAgain(state, context) : stay(state);
    case 'secretChanged':
      return state.phase === 'stopped' || state.phase === 'offline'
        ? stay(state)
        : beginSeries(state, context);
    case 'retryDue':
      return state.phase === 'failed' ? beginSeries(state, context) : stay(state);
    case 'browserOnline':
    case 'pageShown':
    case 'reconnectRequested':
      return state.phase === 'online' || state.phase === 'connecting'
        ? stay(state)
        : beginSeries(state, context);
    case 'browserOffline':
      return context.isCallKept ? goOfflineInCall(state, context.delayMs) : goOffline(state, false);
    case 'pageHidden':
      return context.isReloadKept
        ? goOffline(state, true)
        : stop(state, { phase: 'stopped' }, 'closeConnection');
    default:
      return stay(state);
  }
}
