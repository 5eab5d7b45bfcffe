import { isRefused, kindOf, splitSdp } from '@samtal/realtime-text';
import type { Header } from '@samtal/sip';
import type { Binding, Location } from '../registrar/location.ts';
import type { Diversion } from './diversion.ts';

/** The field that tells the gateway where its own INVITE goes; no client may set it. */
export const TARGET_FIELD = 'Samtal-Text-Target';

/** A call to a device by way of the gateway. */
export type Detour = Diversion & {
  /** Ends the permission of the gateway to call the device. */
  release(): void;
};

/** The server agent between users and phones with text over RTP (decision D94). */
export type TextGateway = {
  /** The address that the agent registers: `user@domain` in lower case. */
  readonly address: string;
  /**
   * The way to a device: by the gateway if one end has text over RTP and the other does not; else undefined.
   * @param offer the body of the INVITE
   */
  detour(offer: string, device: Diversion): Detour | undefined;
  /** The device that the gateway was asked to call with this Request-URI; once only. */
  take(uri: string): Diversion | undefined;
};

/** Whether an offer has text over RTP (RFC 4103). */
const hasRtpText = (offer: string): boolean =>
  splitSdp(offer).media.some((section) => kindOf(section) === 'text' && !isRefused(section));

export function createTextGateway(
  address: string,
  location: Pick<Location, 'find'>,
  createToken: () => string,
): TextGateway {
  /** The devices that may be called, by the Request-URI that names them; there is one for each ringing device. */
  const devices = new Map<string, Diversion>();
  const isGateway = ({ flow }: Binding): boolean => flow.user?.addresses.includes(address) === true;

  return {
    address,
    detour(offer, device) {
      const gateway = location.find(address).at(-1);
      const isNeeded = offer !== '' && hasRtpText(offer) !== (device.binding.hasRtpText === true);
      if (gateway === undefined || !isNeeded || isGateway(device.binding)) return undefined;
      const uri = `sip:${createToken()}@text-gateway.invalid`;
      devices.set(uri, device);
      const headers: readonly Header[] = [...device.headers, { name: TARGET_FIELD, value: `<${uri}>` }];
      return { binding: gateway, headers, release: () => void devices.delete(uri) };
    },
    take(uri) {
      const device = devices.get(uri);
      devices.delete(uri);
      return device;
    },
  };
}
