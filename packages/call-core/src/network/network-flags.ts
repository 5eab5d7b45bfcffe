import type { ClientState } from '../state/client-state.ts';

/** What is wrong on the way to the server, each on its own (STATE-35, A-073). */
export type NetworkFlags = {
  /** The last call of the user API got no answer, or a 5xx. */
  readonly serverError: boolean;
  /** The websocket is not connected, after a first attempt. */
  readonly freeswitchError: boolean;
  /** Reason phrase of the refused registration, until one succeeds (ERR-07). */
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
