import type { CallIdentity, CallState } from '../state/call-state.ts';

/**
 * The call that the user has ended last, as long as no other call has begun: the page after it offers its
 * text and to call again. Undefined for every other ending, because a screen of its own has said the same.
 */
export const lastCallOf = (state: CallState): CallIdentity | undefined =>
  state.phase === 'completed' && state.outcome === 'terminatedLocal' ? state.call : undefined;
