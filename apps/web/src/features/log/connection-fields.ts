import {
  type ClientState,
  connectionNameOf,
  type NetworkFlags,
  registrationNameOf,
  transportRegisterStateOf,
} from '@samtal/call-core';
import type { Fields } from './fields.ts';

/** Fields with the state of the connection; states have the names of the specification (STATE-32 … -35). */
export function connectionFields(state: ClientState, flags: NetworkFlags): Fields {
  const { connection } = state;
  return {
    connection: connectionNameOf(state),
    connectionPhase: connection.phase,
    server: 'server' in connection ? connection.server : undefined,
    registration: registrationNameOf(state),
    registerState: transportRegisterStateOf(state),
    serverError: flags.serverError,
    freeswitchError: flags.freeswitchError,
    sipError: flags.sipError,
  };
}
