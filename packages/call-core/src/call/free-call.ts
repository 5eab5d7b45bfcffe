import type { CallState } from '../state/call-state.ts';

/**
 * The states in which another call can begin: no call yet, completed, ended with its screen still open, or
 * ending without waiting for a message (STATE-04, STATE-05, A-060).
 */
export type FreeCall =
  | Extract<CallState, { phase: 'idle' | 'completed' | 'ended' }>
  | (Extract<CallState, { phase: 'ending' }> & { readonly isClosed: true });

export const isFree = (state: CallState): state is FreeCall =>
  state.phase === 'idle' ||
  state.phase === 'completed' ||
  state.phase === 'ended' ||
  (state.phase === 'ending' && state.isClosed === true);
