import { chosenMedia, emergencyOwn } from '../call/chosen-media.ts';
import { isFree } from '../call/free-call.ts';
import { targetOf } from '../call/target.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import { hasAnyMedia, type MediaKinds } from '../media-kinds.ts';
import type { EmergencyChoice } from '../state/call-state.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import { connectionNameOf } from '../views/connection-name.ts';

export type CallBlock = 'offline' | 'noMedia' | 'mediaDenied' | 'inCall';

/** Whether a call to `target`, as it was typed, is an emergency call. */
export function isEmergencyTarget(target: string, { account, emergencyNumbers }: ClientSettings): boolean {
  const isForHelp = (address: string): boolean => isEmergency(address, emergencyNumbers);
  return isForHelp(targetOf(target, account.address, isForHelp)?.address ?? '');
}

/** The media with which a call begins. */
export const wantedMedia = (
  settings: ClientSettings,
  chosen?: MediaKinds,
  emergency?: EmergencyChoice,
): MediaKinds =>
  emergency === undefined
    ? chosenMedia(settings, chosen)
    : chosenMedia(emergencyOwn(settings), emergency.media);

/**
 * The reason why no call can be started now (DIAL-12, -13, A-076); undefined when a call can start.
 * @param target the address to be called, if known
 * @param chosen the media that the user chose for the call; absent = as set
 * @param emergency how the user makes a call by the emergency button
 */
export function callBlockedBy(
  state: ClientState,
  target = '',
  chosen?: MediaKinds,
  emergency?: EmergencyChoice,
): CallBlock | undefined {
  const { settings, call, media } = state;
  if (settings === undefined || connectionNameOf(state) !== 'online') return 'offline';
  const wanted = wantedMedia(settings, chosen, emergency);
  if (!hasAnyMedia(wanted)) return 'noMedia';
  // An emergency call that can use text needs no permission for devices.
  const isHelpByText = settings.text && isEmergencyTarget(target, settings);
  if (media.isDenied && (wanted.audio || wanted.video) && !isHelpByText) return 'mediaDenied';
  return isFree(call) ? undefined : 'inCall';
}
