import {
  type Brand,
  EMERGENCY_ADDRESS,
  emergencyAddressOf,
  type Features,
  firstSipAddress,
  PROPERTY_KEYS,
  type Settings,
  sipServersOf,
  valueOf,
} from '@samtal/api-contract';
import type { Bandwidth, ClientSettings, ContinuitySettings, GeolocationSettings } from '@samtal/call-core';
import type { SignedIn } from '../session/session.ts';
import type { User } from '../session/user.ts';

/** The bandwidth limits for each value of WEB_BANDWIDTH (MEDIA-05); 0 = no limit. */
const bandwidths: Readonly<Record<string, Bandwidth>> = {
  high: { audioKbps: 0, videoKbps: 0 },
  medium: { audioKbps: 256, videoKbps: 768 },
  low: { audioKbps: 64, videoKbps: 448 },
};

/**
 * The settings for the calling core, from the user, their organisation and the brand.
 * @param localAddress this browser's address in its own network, if it has been found (A-008)
 */
export function clientSettingsOf(
  { user, settings, features }: SignedIn,
  { sip }: Brand,
  localAddress?: string,
): ClientSettings {
  const properties = user.properties.propertySet;
  const callInfo = callInfoOf(user, localAddress);
  return {
    account: {
      address: firstSipAddress(valueOf(properties, PROPERTY_KEYS.sipAddress) ?? user.uri),
      username: valueOf(properties, PROPERTY_KEYS.username) ?? user.username,
      password: user.sipPassword || user.password,
    },
    servers: sipServersOf(settings),
    audio: features.audio && isOn(settings, 'WEB_AUDIO'),
    video: features.video && isOn(settings, 'WEB_VIDEO'),
    text: features.text,
    ...(features.mediaPerCall ? { perCall: { audio: features.audio, video: features.video } } : {}),
    bandwidth: bandwidths[settings['WEB_BANDWIDTH'] ?? 'high'] ?? { audioKbps: 0, videoKbps: 0 },
    ...(callInfo === undefined ? {} : { callInfo }),
    emergencyNumbers: emergencyNumbersOf(settings),
    ...(sendsLocation(features, settings) ? { geolocation: geolocationSettingsOf(features, settings) } : {}),
    ...(features.emergency ? { emergencyMedia: { audio: features.audio, video: features.video } } : {}),
    ...(features.secondCall && features.hold ? { secondCall: true } : {}),
    ...(features.transfer ? { mayTransfer: true as const } : {}),
    ...(features.threePeople && features.transfer && features.secondCall && features.hold
      ? { threePeople: true as const }
      : {}),
    ...(features.screenSharing ? { mayShareScreen: true as const } : {}),
    ...(features.callContinuity ? { continuity: continuityOf(user, sip.interruptionLimit) } : {}),
    reconnectionAttempts: sip.reconnectionAttempts,
    reconnectionDelayMs: sip.reconnectionDelay * 1000,
    registerExpirySeconds: sip.registerExpires,
  };
}

/**
 * The visitor of a kiosk link gets another session with each page, and so another device, which cannot take up
 * the call of the page before (decision D81).
 */
const continuityOf = ({ token }: User, limitSeconds: number): ContinuitySettings => ({
  limitMs: limitSeconds * 1000,
  outlivesReload: token === undefined,
});

const isOn = (settings: Settings, key: string): boolean => settings[key] === 'true';

/**
 * Whether emergency calls carry the place of the user: a position, and the address that the user typed, which is a
 * place too (GEO-07, decisions D45 and D89).
 */
export const sendsLocation = ({ geo }: Pick<Features, 'geo'>, settings: Settings): boolean =>
  geo && isOn(settings, 'GEO_SEND_ON_EMERGENCY_CALL');

/** GEO_EMERGENCY_NUMBERS as a list. */
export const emergencyNumbersOf = (settings: Settings): readonly string[] =>
  (settings['GEO_EMERGENCY_NUMBERS'] ?? '')
    .split(',')
    .map((number) => number.trim())
    .filter((number) => number !== '');

/**
 * The settings for sending positions in emergency calls (GEO-01, GEO-05, A-068). An update limit that is not
 * a number counts as 0, no limit.
 */
function geolocationSettingsOf({ emergency }: Features, settings: Settings): GeolocationSettings {
  const civic = emergency ? emergencyAddressOf(settings[EMERGENCY_ADDRESS]) : undefined;
  const limit = Number(settings['GEO_UPDATE_LIMIT'] ?? 0);
  return {
    isTracked: isOn(settings, 'GEO_TRACK_USER_LOCATION'),
    updateLimitMetres: Number.isFinite(limit) ? limit : 0,
    ...(civic && { civic }),
  };
}

/**
 * The value of the Call-Info header (A-052): the operator's reference for a visitor, else the caller's IP
 * address; undefined if neither is known.
 */
function callInfoOf({ ref, remoteAddress }: User, localAddress = remoteAddress): string | undefined {
  if (ref !== undefined) return `<urn:x-user-ref:${encodeURIComponent(ref)}>;purpose=x-user-ref`;
  if (localAddress === '') return undefined;
  return `<sip:${localAddress.includes(':') ? `[${localAddress}]` : localAddress}>;purpose=x-local-ip`;
}
