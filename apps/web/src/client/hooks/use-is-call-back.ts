import { type ClientState, isEmergency } from '@samtal/call-core';
import { useClient } from './use-client.ts';

const settingsOf = ({ settings }: ClientState) => settings;

/**
 * Whether a caller has one of the user's emergency numbers (decision D89). The number proves nothing: it may be
 * forged.
 */
export function useIsCallBack(address: string): boolean {
  const settings = useClient(settingsOf);
  return settings?.emergencyMedia !== undefined && isEmergency(address, settings.emergencyNumbers);
}
