import type { ClientState } from '../state/client-state.ts';

/** Whether the user may hold the call: while there are three, or about to be, a hold would be one of a part of them (ADR 33). */
export const canHold = ({ three }: Pick<ClientState, 'three'>): boolean =>
  three === undefined || three.phase === 'asked' || three.phase === 'failed';
