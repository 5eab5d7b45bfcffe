import { addressOf } from '../call/target.ts';
import { connectionWordOf } from '../connection/connection-word.ts';
import { isEmergency } from '../location/emergency.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ClientState } from './client-state.ts';

export type CallBlock = 'offline' | 'notRegistered' | 'noMedia' | 'mediaDenied' | 'inCall';

/** Help can be called for by text, whatever the browser says of camera and microphone. */
const isHelpByText = (target: string, { account, emergencyNumbers, text }: ClientSettings): boolean =>
  text && isEmergency(addressOf(target, account.address) ?? '', emergencyNumbers);

/**
 * Why no call can be started now (DIAL-12, -13, A-076); undefined when one can.
 * @param target whom the call would go to, where that is known
 */
export function callBlockedBy(state: ClientState, target = ''): CallBlock | undefined {
  const { settings, call, media } = state;
  const word = connectionWordOf(state);
  if (settings === undefined || word === 'offline' || word === 'failed') return 'offline';
  if (word !== 'online') return 'notRegistered';
  if (!settings.audio && !settings.video && !settings.text) return 'noMedia';
  if (media.isDenied && (settings.audio || settings.video) && !isHelpByText(target, settings))
    return 'mediaDenied';
  return call.phase === 'idle' || call.phase === 'completed' || call.phase === 'ended' ? undefined : 'inCall';
}
