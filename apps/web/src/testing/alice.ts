import {
  coloursOfTheme,
  type Features,
  featuresFor,
  mergeSettings,
  parseBrand,
  type Settings,
} from '@samtal/api-contract';
import type { SignedIn } from '../client/session/session.ts';

const names = [
  'audio video text services call contacts directory history messages userInformation userInformationEdit',
  'changePassword settings changeText changeRingtone changeMedia changeMessage about contrast notifications geo appearance compactMenu',
  'footer debugConsole debugLog debugDebug ownData',
].flatMap((line) => line.split(' '));

/** A brand with every feature on. */
export const everything = {
  name: 'Samtal',
  homeScreen: 'call',
  copyright: '© {year} Samtal',
  features: Object.fromEntries(names.map((name) => [name, true])),
} as const;

/** The flags of decisions that add to the specification, as in the shipped brand. */
export const decided = { colleagueNames: true, plainWords: true } as const;

/** The signed-in user Alice with her settings, and with features other than those of `everything`. */
export function alice(chosen: Settings = {}, features: Partial<Features> = {}): SignedIn {
  const brand = parseBrand(everything);
  if (!brand.ok) throw new Error('the brand of the gallery is invalid');
  const webSettings = Object.entries(chosen).map(([key, value]) => ({ key, value }));
  return {
    phase: 'signedIn',
    user: {
      username: 'alice',
      password: '',
      remoteAddress: '192.0.2.7',
      sipPassword: '',
      properties: {
        propertySet: [
          { key: 'USERNAME', value: 'alice' },
          { key: 'SIP_ADDRESS', value: 'alice@demo.example' },
          { key: 'FORENAME', value: 'Alice' },
          { key: 'SURNAME', value: 'Andersson' },
          { key: 'EMAIL', value: 'alice@demo.example' },
          { key: 'ORG_ID', value: '1' },
        ],
      },
      capabilities: [{ key: 'SYS_WEBRTC_SERVER_URI', value: 'wss://demo.example/sip' }],
      securityToken: '',
      uri: 'sip:alice@demo.example',
    },
    settings: mergeSettings({}, [], [], webSettings),
    features: { ...featuresFor(brand.brand, 1, []), ...features },
  };
}

/** Alice with the settings of the shipped brand (decision D42). */
export function aliceAsShipped(chosen: Settings = {}): SignedIn {
  const look = { WEB_FONT: 'arial', WEB_TEXT_SIZE: '22', WEB_CHAT_LAYOUT: 'one box' };
  const session = alice({ ...coloursOfTheme, ...look, ...chosen });
  return { ...session, features: { ...session.features, textFollowsTheme: true, arrivingText: true } };
}
