import type { ClientState } from '../state/client-state.ts';
import type { RegistrationState, SipRefusal } from '../state/registration-state.ts';

/** The specification's names for the SIP registration (STATE-33). */
export type RegistrationName = 'unregistered' | 'registering' | 'idle' | 'inCall';

/** The specification's names for registration events (STATE-33). */
export type RegistrationEvent = 'started' | 'success' | 'failed' | 'unregistered';

/** The event between `before` and `after`; undefined if nothing changed or unregistration has started. */
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

/** The specification's names for the registration of the transport (STATE-34). */
export type TransportRegisterState = 'unregistered' | 'registered' | 'terminated';

export function registrationNameOf({ registration, call }: ClientState): RegistrationName {
  if (registration.phase === 'registering') return 'registering';
  if (registration.phase !== 'registered') return 'unregistered';
  // The screen of an ended call counts as a call.
  return call.phase === 'idle' || call.phase === 'completed' ? 'idle' : 'inCall';
}

export function transportRegisterStateOf({ connection, registration }: ClientState): TransportRegisterState {
  if (connection.phase === 'stopped') return 'terminated';
  return registration.phase === 'registered' ? 'registered' : 'unregistered';
}
