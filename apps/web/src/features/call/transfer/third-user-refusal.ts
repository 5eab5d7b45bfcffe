import { completeSipAddress } from '@samtal/api-contract';
import { type ClientState, isEmergencyTarget } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

/** Why the user cannot bring the target together with the remote user; undefined = the target may be asked. */
export function refusalOf({ call, behind, settings }: ClientState, target: string): TextKey | undefined {
  if (settings === undefined) return undefined;
  // The emergency service invites others by itself.
  if (isEmergencyTarget(target, settings)) return 'third.emergency';
  const own = settings.account.address;
  const complete = (address: string): string =>
    completeSipAddress(address, own.slice(own.lastIndexOf('@') + 1)).toLowerCase();
  const address = complete(target);
  if (address === complete(own)) return 'third.yourself';
  const isThere = [call, behind?.call].some(
    (each) =>
      each && 'call' in each && each.phase !== 'ended' && complete(each.call.remoteUser.address) === address,
  );
  return isThere ? 'third.present' : undefined;
}
