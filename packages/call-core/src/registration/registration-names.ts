import type { ClientState } from '../client/client-state.ts';

/** The specification's names for the SIP registration (STATE-33). */
export type RegistrationName = 'unregistered' | 'registering' | 'idle' | 'inCall';

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
