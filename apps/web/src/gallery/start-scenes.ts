import { alice, everything } from '../testing/alice.ts';
import type { Scene } from './scene.ts';

const demo = { password: 'demo1234', accounts: ['alice', 'bobby', 'carol', 'david'] };
const base = alice();
const session = {
  ...base,
  features: { ...base.features, firstSteps: true, myAddress: true, callLinks: true, help: true },
};

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
