import type { HoldState } from '../state/hold-state.ts';

/** Which ends hold the call; `none` = sound and video flow. */
export type HoldView = 'none' | 'own' | 'peer' | 'both';

export function holdViewOf({ isOwn, isByPeer }: HoldState): HoldView {
  if (isOwn) return isByPeer ? 'both' : 'own';
  return isByPeer ? 'peer' : 'none';
}

/** The user has resumed the call, and the peer has not agreed yet: it still sends what a held call lets it send. */
export const isResuming = ({ isOwn, isOwnAgreed }: HoldState): boolean => isOwnAgreed && !isOwn;
