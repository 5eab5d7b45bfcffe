import type { ClientState } from '@samtal/call-core';
import type { SignedIn } from '../client/session/session.ts';
import { alice } from '../testing/alice.ts';
import { lines, statuses } from '../testing/call-states.ts';
import type { Scene } from './scene.ts';

const home = 'Storgatan\n12 B\n111 23\nStockholm\nSE\nfloor 3, apartment 1302';

function withEmergency(numbers: string, more: Record<string, string> = {}): SignedIn {
  const session = alice(
    { WEB_EMERGENCY_ADDRESS: home },
    { emergency: true, geo: true, doNotDisturb: true, peopleFirst: true },
  );
  return { ...session, settings: { ...session.settings, GEO_EMERGENCY_NUMBERS: numbers, ...more } };
}

const located = { GEO_SEND_ON_EMERGENCY_CALL: 'true', GEO_EMERGENCY_TEST_NUMBER: '555100' };
const one = withEmergency('112', located);
const two = withEmergency('112, 911');

const ready = (client: ClientState): ClientState => ({
  ...client,
  settings: client.settings && { ...client.settings, emergencyMedia: { audio: true, video: true } },
});

const ringing = statuses.INCOMING_CALL;
const callBack: ClientState = {
  ...ready(ringing),
  call:
    ringing.call.phase === 'incoming'
      ? { ...ringing.call, call: { ...ringing.call.call, remoteUser: { address: '112@demo.example' } } }
      : ringing.call,
};

/** The emergency button, its question, the address, and a call back (decision D89). */
export const emergencyScenes: readonly Scene[] = [
  { name: 'dial, emergency button', path: '/call', session: one, client: ready(lines.ready) },
  {
    name: 'emergency, asked',
    path: '/call',
    session: one,
    client: ready(lines.ready),
    press: ['emergency.title'],
  },
  {
    name: 'emergency, a choice of numbers, no position',
    path: '/contacts',
    session: two,
    client: ready(lines.ready),
    press: ['emergency.title'],
  },
  {
    name: 'emergency, no connection',
    path: '/call',
    session: two,
    client: ready(lines.offline),
    press: ['emergency.title'],
  },
  { name: 'settings, address for emergencies', path: '/settings/emergency', session: one },
  { name: 'settings, address that is not sent', path: '/settings/emergency', session: two },
  { name: 'call back of the emergency service', path: '/call', session: one, client: callBack },
];
