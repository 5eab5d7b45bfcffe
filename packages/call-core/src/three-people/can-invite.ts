import { isEmergency } from '../geolocation/emergency.ts';
import type { ClientState } from '../state/client-state.ts';
import { isPending } from '../views/is-pending.ts';

const LIVE: readonly string[] = ['incoming', 'calling', 'establishing', 'accepted'];

/** Whether the user may invite a third user into the call in front. */
export function canInvite({ call, behind, settings, transfer, three, hold }: ClientState): boolean {
  // A call that is just ending is in the way of another one until it is closed.
  const isClosing = behind?.call.phase === 'ending' && behind.call.isClosed !== true;
  const isFree = !isClosing && !LIVE.includes(behind?.call.phase ?? 'idle') && !isPending(transfer);
  const isQuiet = !hold.isOwn && !hold.isByPeer && (three === undefined || three.phase === 'failed');
  return (
    settings?.threePeople === true &&
    call.phase === 'accepted' &&
    call.media.takesTransfers === true &&
    isFree &&
    isQuiet &&
    !isEmergency(call.call.remoteUser.address, settings.emergencyNumbers)
  );
}
