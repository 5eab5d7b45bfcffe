import type { ClientState } from '../state/client-state.ts';

/** Faults between the page and the servers, each with its own flag (STATE-35, A-073). */
export type NetworkFlags = {
  /** The last user API request got no answer, or a 5xx. */
  readonly serverError: boolean;
  /** A user is logged in and the WebSocket is not connected; the first attempt does not count. */
  readonly freeswitchError: boolean;
  /** Reason phrase of the refused registration, until a registration succeeds (ERR-07). */
  readonly sipError: string | undefined;
};

export function networkFlagsOf({ isServerFailing, connection, registration }: ClientState): NetworkFlags {
  const isFirstAttempt =
    connection.phase === 'connecting' && connection.attempt === 1 && !connection.wasOnline;
  const isConnected = connection.phase === 'online' || connection.phase === 'stopped' || isFirstAttempt;
  return {
    serverError: isServerFailing,
    freeswitchError: !isConnected,
    sipError: 'refusal' in registration ? registration.refusal?.reason : undefined,
  };
}
