import type { CallState } from '../state/call-state.ts';

/** No call is active: idle, completed, or the screen of an ended call is open (STATE-04, STATE-05, A-060). */
export type FreeCall =
  | Extract<CallState, { phase: 'idle' | 'completed' | 'ended' }>
  | (Extract<CallState, { phase: 'ending' }> & { readonly isClosed: true });

export const isFree = (state: CallState): state is FreeCall =>
  state.phase === 'idle' ||
  state.phase === 'completed' ||
  state.phase === 'ended' ||
  (state.phase === 'ending' && state.isClosed === true);
