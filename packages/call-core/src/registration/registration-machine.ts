import {
  CLOSING_TIMEOUT_MS,
  FORBIDDEN_RETRIES,
  FORBIDDEN_RETRY_DELAY_MS,
  REGISTRATION_RETRY_MAX_MS,
  REGISTRATION_RETRY_MIN_MS,
  WAKE_UP_MS,
} from '../limits.ts';
import type { Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { RegistrationState, SipRefusal } from '../state/registration-state.ts';

export type RegistrationContext = {
  readonly isConnected: boolean;
  readonly retryDelayMs: number;
  /** A call in progress is kept when the connection is lost, so a connection in doubt is tested (decision D80). */
  readonly isCallKept: boolean;
  /** The call in progress outlives a reload of the page, and so does the registration (decision D81). */
  readonly isReloadKept: boolean;
};

type Refused = Extract<ClientEvent, { type: 'registrationRefused' }>;

const refusalIn = (state: RegistrationState): { refusal?: SipRefusal } =>
  'refusal' in state && state.refusal !== undefined ? { refusal: state.refusal } : {};

const unregistered = (state: RegistrationState): RegistrationState => ({
  phase: 'unregistered',
  isTemporary: false,
  ...refusalIn(state),
});

function register(state: RegistrationState, attempt: number): Step<RegistrationState> {
  return { state: { phase: 'registering', attempt, ...refusalIn(state) }, effects: [{ do: 'register' }] };
}

/**
 * The registrar may have dropped a client that did not answer, so the client counts as unregistered until the
 * registrar has confirmed it.
 */
function confirm(state: RegistrationState): Step<RegistrationState> {
  const step = register(state, 1);
  return {
    ...step,
    effects: [...step.effects, { do: 'startTimer', timer: 'wakeUp', delayMs: WAKE_UP_MS }],
  };
}

function retryLater(state: RegistrationState, delayMs: number): Step<RegistrationState> {
  return { state, effects: [{ do: 'startTimer', timer: 'registrationRetry', delayMs }] };
}

/**
 * Whether a refusal is temporary (REG-06, A-054): 408 (also reported when no answer comes), 5xx, and any
 * status but 403 with Retry-After. Other refusals, such as wrong credentials (403, or a second 401 or 407)
 * and an unknown user (404), do not end by themselves.
 */
const isPassing = ({ status, retryAfterSeconds }: Refused): boolean =>
  status !== 403 && (retryAfterSeconds !== undefined || status === 408 || (status >= 500 && status < 600));

function refuse(
  state: RegistrationState,
  event: Refused,
  { retryDelayMs }: RegistrationContext,
): Step<RegistrationState> {
  const refusal = { status: event.status, reason: event.reason };
  if (isPassing(event)) {
    const askedMs = event.retryAfterSeconds === undefined ? retryDelayMs : event.retryAfterSeconds * 1000;
    const delayMs = Math.min(REGISTRATION_RETRY_MAX_MS, Math.max(REGISTRATION_RETRY_MIN_MS, askedMs));
    return retryLater({ phase: 'unregistered', isTemporary: true, refusal }, delayMs);
  }
  const attempt = state.phase === 'registering' ? state.attempt : 1;
  if (attempt > FORBIDDEN_RETRIES) return stay({ phase: 'unregistered', isTemporary: false, refusal });
  return retryLater({ phase: 'registering', attempt: attempt + 1, refusal }, FORBIDDEN_RETRY_DELAY_MS);
}

function leave(state: RegistrationState): Step<RegistrationState> {
  if (state.phase === 'unregistered' && !state.isTemporary) return stay(state);
  return {
    state: unregistered(state),
    effects: [
      { do: 'stopTimer', timer: 'registrationRetry' },
      { do: 'stopTimer', timer: 'wakeUp' },
    ],
  };
}

/** The machine of the SIP registration (STATE-33). */
export function stepRegistration(
  state: RegistrationState,
  event: ClientEvent,
  context: RegistrationContext,
): Step<RegistrationState> {
  switch (event.type) {
    case 'connectionOpened':
      return register(state, 1);
    case 'registered':
      return state.phase === 'unregistering' ? stay(state) : stay({ phase: 'registered' });
    case 'registrationRefused':
      return state.phase === 'unregistering' ? stay(state) : refuse(state, event, context);
    case 'timerFired': {
      if (event.timer !== 'registrationRetry' || !context.isConnected) return stay(state);
      const attempt = state.phase === 'registering' ? state.attempt : 1;
      return register(state, attempt);
    }
    case 'unregistered':
      // The client did not unregister: the server or the adapter dropped the registration.
      return state.phase === 'registered' ? stay({ phase: 'unregistered', isTemporary: true }) : stay(state);
    case 'checkDue': {
      // A refused registration waits for its own timer or has been given up (REG-06, REG-07).
      const isDropped = state.phase === 'unregistered' && state.refusal === undefined;
      return isDropped && context.isConnected ? register(state, 1) : stay(state);
    }
    case 'peerLost':
    case 'networkChanged':
      return context.isCallKept && state.phase === 'registered' && context.isConnected
        ? confirm(state)
        : stay(state);
    case 'woken':
      return state.phase === 'registered' && context.isConnected ? confirm(state) : stay(state);
    case 'connectionLost':
    case 'secretChanged':
    case 'browserOffline':
      return leave(state);
    case 'pageHidden':
      return context.isConnected && !context.isReloadKept
        ? { state: unregistered(state), effects: [{ do: 'unregister' }] }
        : leave(state);
    case 'stopRequested':
      if (!context.isConnected) return leave(state);
      return {
        state: { phase: 'unregistering' },
        effects: [
          { do: 'stopTimer', timer: 'registrationRetry' },
          { do: 'unregister' },
          { do: 'startTimer', timer: 'stopping', delayMs: CLOSING_TIMEOUT_MS },
        ],
      };
    default:
      return stay(state);
  }
}
