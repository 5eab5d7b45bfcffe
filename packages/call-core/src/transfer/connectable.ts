import { isSameAddress } from '../call/same-address.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { CallState } from '../state/call-state.ts';
import type { ClientState } from '../state/client-state.ts';
import { isPending } from '../views/is-pending.ts';

type Accepted = Extract<CallState, { phase: 'accepted' }>;

/**
 * The two calls whose users may be connected with each other (decision D101): first the one whose user is asked. Undefined
 * while there are not two, for an emergency call, and where neither client takes REFER.
 */
export function connectable({
  call,
  behind,
  settings,
  transfer,
}: ClientState): readonly [Accepted, Accepted] | undefined {
  const other = behind?.call;
  if (call.phase !== 'accepted' || other?.phase !== 'accepted') return undefined;
  if (settings?.mayTransfer !== true || isPending(transfer)) return undefined;
  const pair: readonly [Accepted, Accepted] = other.media.takesTransfers ? [other, call] : [call, other];
  const [asked, target] = pair;
  const isAllowed =
    asked.media.takesTransfers === true &&
    !isSameAddress(asked.call.remoteUser.address, target.call.remoteUser.address) &&
    !pair.some(({ call: { remoteUser } }) => isEmergency(remoteUser.address, settings.emergencyNumbers));
  return isAllowed ? pair : undefined;
}
