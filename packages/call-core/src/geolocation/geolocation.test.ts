import type { TestClient } from '@samtal/test-kit';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { GeolocationSettings } from '../state/geolocation-state.ts';

const tracking: GeolocationSettings = {
  isTracked: true,
  updateLimitMetres: 10,
};

let clock = createFakeClock();
let network = createFakeNetwork(clock);
let service: TestClient;

function enter(name: string, geolocation?: GeolocationSettings): TestClient {
  const client = createTestClient(network, clock, name.length);
  client.intents.start(settingsOf(name, geolocation === undefined ? {} : { geolocation }));
  clock.advance(0);
  return client;
}

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock);
  service = enter('112');
});

/** Reports a position `metresNorth` metres north of the first one. */
const find = (client: TestClient, metresNorth: number): void =>
  client.geolocation.find({
    latitude: 59 + metresNorth / 111_195,
    longitude: 18,
    accuracyMetres: 5,
    at: clock.now(),
  });

/** Latitudes sent by INFO, as metres north of the first position. */
const sent = ({ signalling }: TestClient): number[] =>
  signalling.infos.map((info) => {
    const latitude = info.kind === 'location' ? /<gml:pos>([\d.]+) 18</.exec(info.document)?.[1] : undefined;
    return Math.round((Number(latitude) - 59) * 111_195);
  });

function talk(client: TestClient): void {
  client.intents.call('112');
  clock.advance(1000);
  service.intents.answer();
  clock.advance(0);
  expect(client.status()).toBe('ACCEPTED');
}

test('GEO-01 GEO-03 SIP-04 the search begins with dialling, and a position is sent by INFO once the call is established', () => {
  const carol = enter('carol', tracking);
  carol.intents.call('112');
  expect(carol.geolocation.isWatching).toBe(true);
  clock.advance(1000);
  find(carol, 0);
  expect(sent(carol)).toEqual([]);
  service.intents.answer();
  clock.advance(0);
  expect(carol.signalling.infos).toEqual([
    { kind: 'location', document: expect.stringContaining('<gml:pos>59 18</gml:pos>') },
  ]);
  expect(carol.signalling.infos[0]).toMatchObject({
    document: expect.stringContaining('entity="sip:carol@demo.example"'),
  });
});

test('GEO-02 a call to any other number does not request the position', () => {
  const carol = enter('carol', tracking);
  enter('bobby');
  carol.intents.call('bobby');
  clock.advance(60_000);
  expect([carol.geolocation.watches, carol.signalling.infos]).toEqual([0, []]);
  expect(carol.signalling.lastInvite).not.toHaveProperty('location');
});

test('GEO-07 A-068 without the setting of the organisation no position is sent', () => {
  const carol = enter('carol');
  talk(carol);
  clock.advance(30_000);
  expect([carol.geolocation.watches, carol.signalling.infos]).toEqual([0, []]);
});

test('D19 a position found within 1 s is sent in the INVITE, and also by INFO', () => {
  const carol = enter('carol', tracking);
  carol.intents.call('112');
  expect(carol.signalling.lastInvite).toBeUndefined();
  clock.advance(400);
  find(carol, 0);
  expect(carol.signalling.lastInvite?.location).toContain('<gml:pos>59 18</gml:pos>');
  clock.advance(0);
  service.intents.answer();
  clock.advance(0);
  expect(sent(carol)).toEqual([0]);
});

test.each(['late', 'refused'])(
  'D19 the INVITE waits 1 s at most and is sent without a %s position',
  (how) => {
    const carol = enter('carol', tracking);
    // Heartbeat ticks during the wait do not end it.
    clock.advance(500);
    carol.intents.call('112');
    if (how === 'refused') carol.emit({ type: 'positionFailed', code: 'denied' });
    else clock.advance(999);
    expect(carol.signalling.lastInvite !== undefined).toBe(how === 'refused');
    clock.advance(1);
    expect(carol.signalling.lastInvite).not.toHaveProperty('location');
  },
);

test('D19 the second of waiting includes the time in which devices are opened', () => {
  const carol = enter('carol', tracking);
  carol.localMedia.failure = 'silent';
  carol.intents.call('112');
  clock.advance(3000);
  find(carol, 0);
  const { call } = carol.getState();
  const callId = call.phase === 'calling' ? call.call.callId : expect.fail();
  carol.emit({ type: 'mediaAcquired', callId, audio: true, video: true });
  expect(carol.signalling.lastInvite?.location).toContain('<gml:pos>59 18</gml:pos>');
});

test('D19 a call by text alone also waits for the position, and no INVITE is sent if it is given up meanwhile', () => {
  const carol = createTestClient(network, clock);
  carol.intents.start(settingsOf('carol', { audio: false, video: false, geolocation: tracking }));
  clock.advance(0);
  carol.intents.call('112');
  expect(carol.signalling.lastInvite).toBeUndefined();
  const ticking = clock.pending();
  carol.intents.cancel();
  clock.advance(2000);
  expect(clock.pending()).toBe(ticking - 1);
  expect([carol.status(), carol.signalling.lastInvite, carol.geolocation.isWatching]).toEqual([
    'COMPLETED',
    undefined,
    false,
  ]);
});

test('GEO-04 GEO-05 A-068 the latest position is sent every 10 s, unless the move is below the limit', () => {
  const carol = enter('carol', tracking);
  talk(carol);
  find(carol, 0);
  find(carol, 50);
  clock.advance(9999);
  expect(sent(carol)).toEqual([0]);
  clock.advance(1);
  expect(sent(carol)).toEqual([0, 50]);
  find(carol, 59);
  clock.advance(10_000);
  expect(sent(carol)).toEqual([0, 50]);
  find(carol, 61);
  clock.advance(10_000);
  expect(sent(carol)).toEqual([0, 50, 61]);
});

test('A-068 with a limit of 0 a position is sent every 10 s, moved or not', () => {
  const carol = enter('carol', { ...tracking, updateLimitMetres: 0 });
  talk(carol);
  find(carol, 0);
  clock.advance(30_000);
  expect(sent(carol)).toEqual([0, 0, 0, 0]);
});

test('A-068 without tracking one position is sent and the search ends', () => {
  const carol = enter('carol', { ...tracking, isTracked: false });
  talk(carol);
  find(carol, 0);
  expect(carol.geolocation.isWatching).toBe(false);
  clock.advance(30_000);
  expect(sent(carol)).toEqual([0]);
});

test('an impossible position is not sent', () => {
  const carol = enter('carol', tracking);
  talk(carol);
  for (const [latitude, longitude, at] of [
    [Number.NaN, 18, 0],
    [91, 18, 0],
    [59, 181, 0],
    [59, 18, Number.POSITIVE_INFINITY],
  ] as const)
    carol.geolocation.find({ latitude, longitude, accuracyMetres: 1, at });
  expect(carol.signalling.infos).toEqual([]);
});

test.each(['hangUp', 'remote', 'lost'])('GEO-06 STATE-28 the end of the call (%s) ends the search', (how) => {
  const carol = enter('carol', tracking);
  const idle = clock.pending();
  talk(carol);
  find(carol, 0);
  clock.advance(6000);
  if (how === 'hangUp') carol.intents.hangUp();
  else if (how === 'remote') service.intents.hangUp();
  else carol.emit({ type: 'browserOffline' });
  clock.advance(0);
  expect(carol.geolocation.isWatching).toBe(false);
  clock.advance(1500);
  expect(clock.pending()).toBe(idle);
  clock.advance(60_000);
  expect(sent(carol)).toEqual([0]);
  expect(carol.getState().geolocation).toEqual({ phase: 'idle' });
});

test('GEO-01 a call from the emergency service requests the position once it is answered, not before', () => {
  const carol = enter('carol', tracking);
  service.intents.call('carol');
  clock.advance(0);
  expect(carol.geolocation.isWatching).toBe(false);
  carol.intents.answer();
  clock.advance(0);
  find(carol, 0);
  expect(sent(carol)).toEqual([0]);
});

const civic = ['Storgatan', '12', '111 23', 'Stockholm', 'SE', ''] as const;
const withAddress: GeolocationSettings = { ...tracking, civic };
const hasAddress = (document: string | undefined): boolean =>
  document?.includes('<ca:RD>Storgatan</ca:RD>') === true;
const documents = ({ signalling }: TestClient): string[] =>
  signalling.infos.flatMap((info) => (info.kind === 'location' ? [info.document] : []));

test('D89 without a position the INVITE and one INFO carry the typed address, a second after dialling', () => {
  const carol = enter('carol', withAddress);
  carol.intents.call('112');
  clock.advance(999);
  expect(carol.signalling.lastInvite).toBeUndefined();
  clock.advance(1);
  expect(hasAddress(carol.signalling.lastInvite?.location)).toBe(true);
  service.intents.answer();
  clock.advance(60_000);
  expect(documents(carol).map(hasAddress)).toEqual([true]);
  expect(documents(carol)[0]).not.toContain('dm:device');
});

test('D89 a refused position does not delay the call, and the address stands in for it', () => {
  const carol = enter('carol', withAddress);
  carol.intents.call('112');
  carol.emit({ type: 'positionFailed', code: 'denied' });
  expect(hasAddress(carol.signalling.lastInvite?.location)).toBe(true);
});

test('D89 beside a position the address goes along each time', () => {
  const carol = enter('carol', withAddress);
  talk(carol);
  find(carol, 0);
  find(carol, 50);
  clock.advance(10_000);
  expect(documents(carol).map(hasAddress)).toEqual([true, true, true]);
  expect(documents(carol).map((document) => document.includes('dm:device'))).toEqual([false, true, true]);
});

test('D89 the address goes to no other number, and to no caller, whose number may be forged', () => {
  const carol = enter('carol', withAddress);
  const bobby = enter('bobby');
  carol.intents.call('bobby');
  clock.advance(2000);
  bobby.intents.answer();
  clock.advance(20_000);
  expect(carol.signalling.lastInvite).not.toHaveProperty('location');
  carol.intents.hangUp();
  clock.advance(5000);
  service.intents.call('carol');
  clock.advance(0);
  carol.intents.answer();
  clock.advance(0);
  find(carol, 0);
  clock.advance(10_000);
  expect(documents(carol).length).toBeGreaterThan(0);
  expect(documents(carol).some((document) => document.includes('civicAddress'))).toBe(false);
});
