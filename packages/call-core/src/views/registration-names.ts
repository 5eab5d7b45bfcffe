import type { ClientState } from '../state/client-state.ts';
import type { RegistrationState, SipRefusal } from '../state/registration-state.ts';

/** The specification's names for the SIP registration (STATE-33). */
export type RegistrationName = 'unregistered' | 'registering' | 'idle' | 'inCall';

/** And for what happens to it (STATE-33). */
export type RegistrationEvent = 'started' | 'success' | 'failed' | 'unregistered';

/** What a step from one state to the next has done; undefined when a registration stands as it was, or is being ended. */
export function registrationEventOf(
  before: RegistrationState,
  after: RegistrationState,
): RegistrationEvent | undefined {
  if (before === after || after.phase === 'unregistering') return undefined;
  const isRefused = 'refusal' in after && after.refusal !== undefined && after.refusal !== refusalOf(before);
  if (isRefused) return 'failed';
  if (after.phase === 'registering') return 'started';
  if (before.phase === after.phase) return undefined;
  return after.phase === 'registered' ? 'success' : 'unregistered';
}

const refusalOf = (state: RegistrationState): SipRefusal | undefined =>
  'refusal' in state ? state.refusal : undefined;

/** And for what carries it (STATE-34). */
export type TransportRegisterState = 'unregistered' | 'registered' | 'terminated';

export function registrationNameOf({ registration, call }: ClientState): RegistrationName {
  if (registration.phase === 'registering') return 'registering';
  if (registration.phase !== 'registered') return 'unregistered';
  // The screen of an ended call still counts.
  return call.phase === 'idle' || call.phase === 'completed' ? 'idle' : 'inCall';
}

export function transportRegisterStateOf({ connection, registration }: ClientState): TransportRegisterState {
  if (connection.phase === 'stopped') return 'terminated';
  return registration.phase === 'registered' ? 'registered' : 'unregistered';
}
