import type { Installation } from '../client/ports/installable-app.ts';
import { alice, everything } from '../testing/alice.ts';
import type { Scene } from './scene.ts';

const demo = { password: 'demo1234', accounts: ['alice', 'bobby', 'carol', 'david'] };
const base = alice();
const session = {
  ...base,
  features: { ...base.features, firstSteps: true, myAddress: true, callLinks: true, help: true },
};

const pushed = { ...base, features: { ...base.features, webPush: true } };
const ringing = (name: string, webPush: NonNullable<Scene['webPush']>): Scene => ({
  name: `settings, ringtone, page closed: ${name}`,
  path: '/settings/ringtone',
  session: pushed,
  webPush,
});

/** The scenes of calls that reach a closed page (decision D78). */
export const webPushScenes: readonly Scene[] = [
  {
    name: 'dial, ringing offered for the closed page',
    path: '/call',
    session: pushed,
    webPush: { state: { phase: 'off' }, isOfferDue: true },
  },
  {
    name: 'dial, ringing offered, question of the browser dismissed',
    path: '/call',
    session: pushed,
    webPush: { state: { phase: 'off', isDismissed: true }, isOfferDue: true },
  },
  ringing('off', { state: { phase: 'off' } }),
  ringing('asking', { state: { phase: 'asking' } }),
  ringing('on', { state: { phase: 'on' } }),
  ringing('on for the session', { state: { phase: 'on', isForSession: true } }),
  ringing('failed', { state: { phase: 'failed' } }),
  ringing('blocked', { state: { phase: 'off', blockedBy: 'denied' } }),
  ringing('home screen', { state: { phase: 'off', blockedBy: 'homeScreen' } }),
  ringing('impossible', { state: { phase: 'off', blockedBy: 'unsupported' } }),
  {
    name: 'login, someone is calling',
    path: '/login',
    session: { phase: 'signedOut' },
    alerts: [{ id: 'pushedCall', type: 'info', message: { key: 'webpush.someone_calls' } }],
  },
];

const asApp = { ...base, features: { ...base.features, installableApp: true, callLinks: true } };
const appSettings = (name: string, installation: Installation): Scene => ({
  name: `settings, app: ${name}`,
  path: '/settings/app',
  session: asApp,
  installableApp: { installation },
});

/** The scenes of the web app as an app of the device (decision D79). */
export const installableAppScenes: readonly Scene[] = [
  {
    name: 'offline',
    path: '/',
    isOffline: true,
    brand: { ...everything, offlineNotice: 'Town hall: 08-123 45 67, on weekdays' },
  },
  appSettings('possible', 'possible'),
  appSettings('installed', 'installed'),
  appSettings('home screen', 'homeScreen'),
  appSettings('by the browser', 'byBrowser'),
  { name: 'share, number', path: '/share?text=Anna%3A%2008-123%2045%2067', session: asApp },
  { name: 'share, text kept', path: '/share?text=Hello', session: asApp, press: ['share.keep'] },
  { name: 'share, nothing', path: '/share', session: asApp },
  {
    name: 'dial, a new version is ready',
    path: '/call',
    session: asApp,
    installableApp: { installation: 'installed', isUpdateReady: true },
  },
];

/** The scenes of the first minutes: what the product is, the first steps, the own address. */
export const startScenes: readonly Scene[] = [
  {
    name: 'login, what it is, demo accounts',
    path: '/login',
    session: { phase: 'signedOut' },
    brand: { ...everything, demo, features: { ...everything.features, loginIntro: true } },
  },
  { name: 'dial, first steps offered', path: '/call', session },
  { name: 'first steps, devices', path: '/start', session },
  { name: 'first steps, text', path: '/start', session, press: ['firststeps.next'] },
  {
    name: 'first steps, call',
    path: '/start',
    session,
    press: ['firststeps.next', 'firststeps.next'],
    brand: { ...everything, firstCall: 'echo' },
  },
  { name: 'help', path: '/help', session },
  { name: 'my address', path: '/myaddress', session },
];
