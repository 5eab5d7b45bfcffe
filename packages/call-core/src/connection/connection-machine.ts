import { RECONNECT_IN_CALL_MS, RECONNECTION_JITTER } from '../limits.ts';
import type { Step } from '../protocol/client-effects.ts';
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
function waitInCall(server: string, attempt: number, usualMs: number): Step<ConnectionState> {
  const delayMs = Math.min(
    usualMs,
    RECONNECT_IN_CALL_MS[attempt - 1] ?? RECONNECT_IN_CALL_MS.at(-1) ?? usualMs,
  );
  return {
    state: { phase: 'waiting', server, attempt, wasOnline: true },
    effects: [{ do: 'startTimer', timer: 'reconnect', delayMs, jitter: RECONNECTION_JITTER }],
  };
}

function loseConnection(
  state: ConnectionState,
  { servers, attempts, delayMs, isCallKept }: ConnectionContext,
): Step<ConnectionState> {
  if (state.phase !== 'online' && state.phase !== 'connecting') return stay(state);
  const { attempt } = state;
  // The server of a call knows its dialog, so it is tried first.
  if (attempt === 0 && isCallKept) return connect(state.server, 1, true);
  const server = nextServer(servers, state.server);
  if (attempt === 0) return connect(server, 1, true);
  if (isCallKept) return waitInCall(server, attempt, delayMs);
  const wasOnline = wasOnlineBefore(state);
  if (attempt >= attempts) return fail(server, wasOnline);
  return {
    state: { phase: 'waiting', server, attempt, wasOnline },
    effects: [{ do: 'startTimer', timer: 'reconnect', delayMs, jitter: RECONNECTION_JITTER }],
  };
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
      if (state.phase !== 'connecting') return stay(state);
      return stay({ ...state, phase: 'online' });
    case 'registered':
      return state.phase === 'online' && state.attempt > 0 ? stay({ ...state, attempt: 0 }) : stay(state);
    case 'connectionLost':
      return loseConnection(state, context);
    case 'registrationGivenUp':
      return state.phase === 'online' ? fail(state.server, state.wasOnline) : stay(state);
    case 'timerFired':
      return event.timer === 'reconnect' && state.phase === 'waiting'
        ? connect(state.server, state.attempt + 1, state.wasOnline)
        : stay(state);
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
      return goOffline(state, context.isCallKept);
    case 'pageHidden':
      return context.isReloadKept
        ? goOffline(state, true)
        : stop(state, { phase: 'stopped' }, 'closeConnection');
    default:
      return stay(state);
  }
}
