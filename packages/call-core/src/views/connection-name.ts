import type { ClientState } from '../state/client-state.ts';
import type { ConnectionName } from '../state/connection-state.ts';

/** The state of the connection for banners and guards (NAV-13, -14, -15, A-054). */
export function connectionNameOf({ connection, registration }: ClientState): ConnectionName {
  switch (connection.phase) {
    case 'stopped':
    case 'offline':
      return 'offline';
    case 'failed':
      return 'failed';
    case 'connecting':
    case 'waiting':
      return connection.wasOnline ? 'reconnecting' : 'establishing';
    case 'online':
      if (registration.phase === 'registered') return 'online';
      return connection.wasOnline || registration.phase === 'unregistered' ? 'reconnecting' : 'establishing';
  }
}
