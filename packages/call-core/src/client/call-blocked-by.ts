import { chosenMedia } from '../call/chosen-media.ts';
import { isFree } from '../call/free-call.ts';
import { targetOf } from '../call/target.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import { hasAnyMedia, type MediaKinds } from '../media-kinds.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import { connectionNameOf } from '../views/connection-name.ts';

export type CallBlock = 'offline' | 'noMedia' | 'mediaDenied' | 'inCall';

/** Whether a call to `target`, as it was typed, is an emergency call. */
export function isEmergencyTarget(target: string, { account, emergencyNumbers }: ClientSettings): boolean {
  const isForHelp = (address: string): boolean => isEmergency(address, emergencyNumbers);
  return isForHelp(targetOf(target, account.address, isForHelp)?.address ?? '');
}

/**
 * The reason why no call can be started now (DIAL-12, -13, A-076); undefined when a call can start.
 * @param target the address to be called, if known
 * @param chosen the media that the user chose for the call; absent = as set
 */
export function callBlockedBy(state: ClientState, target = '', chosen?: MediaKinds): CallBlock | undefined {
  const { settings, call, media } = state;
  if (settings === undefined || connectionNameOf(state) !== 'online') return 'offline';
  const wanted = chosenMedia(settings, chosen);
  if (!hasAnyMedia(wanted)) return 'noMedia';
  // An emergency call that can use text needs no permission for devices.
  const isHelpByText = settings.text && isEmergencyTarget(target, settings);
  if (media.isDenied && (wanted.audio || wanted.video) && !isHelpByText) return 'mediaDenied';
  return isFree(call) ? undefined : 'inCall';
}
