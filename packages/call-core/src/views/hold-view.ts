import type { ClientState } from '../state/client-state.ts';
import type { HoldState } from '../state/hold-state.ts';

/** Which ends hold the call; `none` = sound and video flow, `takenOver` = another call takes its place. */
export type HoldView = 'none' | 'own' | 'peer' | 'both' | 'takenOver';

export function holdViewOf({ isOwn, isByPeer }: HoldState): HoldView {
  if (isOwn) return isByPeer ? 'both' : 'own';
  return isByPeer ? 'peer' : 'none';
}

/** The user has resumed the call, and the peer has not agreed yet: it still sends what a held call lets it send. */
export const isResuming = ({ isOwn, isOwnAgreed }: HoldState): boolean => isOwnAgreed && !isOwn;

/**
 * The hold of the call in front. The target of an attended transfer holds the call while the new one takes its place, which
 * is no wish to let it wait (decision D101).
 */
export function holdInFront({ hold, call, transfer }: ClientState): HoldView {
  const isTakenOver =
    transfer?.side === 'own' &&
    transfer.phase === 'ringing' &&
    'call' in call &&
    transfer.attended?.otherId === call.call.callId;
  if (!isTakenOver || !hold.isByPeer) return holdViewOf(hold);
  return hold.isOwn ? 'own' : 'takenOver';
}
