import type { KioskRefusal, KioskState } from '@samtal/call-core';
import { createStore } from '../client/store/store.ts';
import { inCall, statuses } from '../testing/call-states.ts';
import type { Scene } from './scene.ts';

const kiosk = (name: string, visit: KioskState, more: Partial<Scene> = {}): Scene => ({
  name: `kiosk, ${name}`,
  path: '/oneclickcall',
  launch: { kind: 'kiosk', visit: createStore(visit) },
  ...more,
});

/** A one-click link mostly calls a service, which has a sign. */
const services = {
  phase: 'ready',
  value: [{ id: '1', fname: 'Relay service', imageUrl: '', sipaddress: 'bobby@demo.example' }],
} as const;

const refusals: readonly KioskRefusal[] = [
  'invalidToken',
  'missingParameter',
  'tokenExpired',
  'authenticationError',
  'unregisteredNumber',
];

const open = { name: 'Samtal', features: { contrast: true }, anonymous: { enabled: true } };

/** The scenes of users without username and password: anonymous login, kiosk, refusals. */
export const entryScenes: readonly Scene[] = [
  {
    name: 'login, anonymous too',
    path: '/login',
    session: { phase: 'signedOut' },
    brand: open,
  },
  { name: 'not found', path: '/call', launch: { kind: 'notFound' } },
  {
    name: 'browser refused',
    path: '/login',
    launch: { kind: 'unsupportedBrowser', reason: 'outOfDateIos151' },
  },
  {
    name: 'kiosk, no WebRTC',
    path: '/oneclickcall',
    launch: { kind: 'unsupportedBrowser', reason: 'noWebRtc' },
  },
  kiosk('calling', { phase: 'ready' }, { client: statuses.CALLING, people: { services } }),
  kiosk('in call', { phase: 'ready' }, { client: inCall() }),
  kiosk('ended by the other party', { phase: 'ready' }, { client: statuses.TERMINATED_REMOTE }),
  kiosk('call completed', { phase: 'callCompleted' }),
  kiosk('service unavailable', { phase: 'failed' }),
  ...refusals.map((why) => kiosk(why, { phase: 'refused', why }, { client: statuses.UNREGISTERED_NUMBER })),
];
