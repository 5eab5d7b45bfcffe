import { chosenMedia } from '../call/chosen-media.ts';
import { isFree } from '../call/free-call.ts';
import { TEXT_ALONE } from '../media-kinds.ts';
import type { ClientState } from '../state/client-state.ts';
import { callBlockedBy } from './call-blocked-by.ts';

/** Whether `address` can be called with text alone now: text is on, and the media are chosen for each call. */
export function canCallWithText(state: ClientState, address: string): boolean {
  const { settings } = state;
  if (settings === undefined) return false;
  const { audio, video, text } = chosenMedia(settings, TEXT_ALONE);
  return text && !audio && !video && callBlockedBy(state, address, TEXT_ALONE) === undefined;
}

/**
 * The address of the user's last call if the browser refused camera and microphone for it, and it can be
 * called with text alone instead (decisions D32, D33).
 */
export function refusedCallOf(state: ClientState): string | undefined {
  const { call, media } = state;
  if (media.failure !== 'denied' || call.phase === 'idle' || !isFree(call)) return undefined;
  if (call.call.direction !== 'outgoing') return undefined;
  const { address } = call.call.remoteUser;
  return canCallWithText(state, address) ? address : undefined;
}
