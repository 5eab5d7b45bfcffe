import type { MediaKinds } from '@samtal/call-core';
import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';

const perCall = { audio: true, video: true };
const text: MediaKinds = { audio: false, video: false, text: true };
const voice: MediaKinds = { audio: true, video: false, text: true };
const all: MediaKinds = { audio: true, video: true, text: true };

const callIdOf = (client: TestClient): string => {
  const { call } = client.getState();
  return call.phase === 'accepted' ? call.call.callId : '';
};
const mediaOf = (client: TestClient) => {
  const { call } = client.getState();
  return call.phase === 'accepted' ? call.media : undefined;
};
const sends = (client: TestClient): string => client.localMedia.openNow(callIdOf(client));

/** A call between two users with flag D33, begun with `media` and answered with `answered`. */
function talk(media: MediaKinds | undefined, answered?: MediaKinds, changes = {}, latencyMs = 20) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, latencyMs);
  const [alice, bobby] = ['alice', 'bobby'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    client.intents.start(settingsOf(name, { perCall, ...changes }));
    return client;
  }) as [TestClient, TestClient];
  clock.advance(400);
  alice.intents.call('bobby', media === undefined ? {} : { media });
  clock.advance(400);
  bobby.intents.answer(answered);
  clock.advance(400);
  return { clock, network, alice, bobby };
}

test.each([
  ['video', all, ['audio+video']],
  ['voice', voice, ['audio']],
  ['text', text, []],
] as const)('D33 a call by %s offers what the user chose, whatever the settings', (_name, media, opened) => {
  const { alice, bobby } = talk(media, undefined, {});
  expect(alice.signalling.lastInvite).toMatchObject({ wanted: media, mayAdd: perCall });
  expect([alice.localMedia.acquired, bobby.localMedia.acquired]).toEqual([opened, opened]);
});

test('D33 D16 without the flag a choice changes nothing, and no medium can be added', () => {
  const { clock, alice, bobby } = talk(all, all, { perCall: undefined, video: false });
  expect(alice.signalling.lastInvite?.wanted).toEqual(voice);
  expect(alice.signalling.lastInvite).not.toHaveProperty('mayAdd');
  alice.intents.addMedium('video');
  clock.advance(100);
  expect(alice.signalling.asked).not.toContain('offer video');
  expect([sends(alice), sends(bobby)]).toEqual(['audio', 'audio']);
});

test('D33 a video call answered with text uses no device, and the devices of the caller are closed', () => {
  const { alice, bobby } = talk(all, text);
  expect([mediaOf(alice), mediaOf(bobby)]).toMatchObject([text, text]);
  expect([sends(alice), bobby.localMedia.acquired]).toEqual(['', []]);
});

test('D33 an added camera is sent at once; the remote user is asked, and sends only after a press', () => {
  const { clock, alice, bobby } = talk(text);
  alice.intents.addMedium('video');
  clock.advance(100);
  expect([sends(alice), sends(bobby)]).toEqual(['video', '']);
  expect(mediaOf(bobby)).toMatchObject({ video: true, audio: false, fromPeer: { video: true } });
  expect(bobby.getState().addition.added).toEqual({ kind: 'video', isAsked: true });
  clock.advance(60_000);
  expect([sends(bobby), bobby.getState().addition.added?.isAsked]).toEqual(['', true]);
  bobby.intents.addMedium('video');
  clock.advance(100);
  expect([sends(bobby), bobby.getState().addition.added]).toEqual(['video', undefined]);
  expect(mediaOf(alice)?.fromPeer?.video).toBe(true);
  expect(alice.getState().addition.added).toEqual({ kind: 'video', isAsked: false });
  clock.advance(8000);
  expect(alice.getState().addition.added).toBeUndefined();
});

test('D33 a question that the user declines is gone, and their camera stays closed', () => {
  const { clock, alice, bobby } = talk(voice);
  alice.intents.addMedium('video');
  clock.advance(100);
  bobby.intents.dismissAdded();
  expect([bobby.getState().addition.added, sends(bobby)]).toEqual([undefined, 'audio']);
});

test('D33 sound and video that are requested at once are added one after the other', () => {
  const { clock, alice } = talk(text);
  alice.intents.addMedium('audio');
  alice.intents.addMedium('video');
  alice.intents.addMedium('video');
  clock.advance(200);
  expect(alice.signalling.asked.filter((asked) => asked.startsWith('offer'))).toEqual([
    'offer audio',
    'offer video',
  ]);
  expect(sends(alice)).toBe('audio+video');
});

test.each([488, 403, 500])(
  'D33 the peer refuses with %s: the user reads why, and the call goes on',
  (status) => {
    const { clock, network, alice, bobby } = talk(text);
    network.mediumAnswer = status;
    alice.intents.addMedium('video');
    clock.advance(100);
    expect([sends(alice), alice.status(), bobby.status()]).toEqual(['', 'ACCEPTED', 'ACCEPTED']);
    expect(alice.notices).toEqual([{ id: 'addition', code: 'videoRefused' }]);
    network.mediumAnswer = undefined;
    alice.intents.addMedium('video');
    clock.advance(100);
    expect([sends(alice), alice.notices]).toEqual(['video', []]);
  },
);

test.each([
  ['notFound', 'deviceNotFound'],
  ['denied', 'mediaDenied'],
  ['inUse', 'mediaInUse'],
] as const)('D33 a device that does not open (%s) changes nothing in the call', (failure, code) => {
  const { clock, alice } = talk(text);
  alice.localMedia.failure = failure;
  alice.intents.addMedium('audio');
  clock.advance(100);
  expect(alice.signalling.asked).not.toContain('offer audio');
  expect([alice.notices, alice.status()]).toEqual([[{ id: 'addition', code }], 'ACCEPTED']);
});

test('D33 RFC 3261 §14.1 both press in the same moment: the callee offers first, and both media flow', () => {
  const { clock, alice, bobby } = talk(text);
  alice.intents.addMedium('video');
  bobby.intents.addMedium('video');
  clock.advance(50);
  for (const client of [alice, bobby]) expect(client.getState().addition.own?.step).toBe('crossed');
  clock.advance(2050);
  expect([mediaOf(alice)?.fromPeer?.video, alice.getState().addition.own?.step]).toEqual([true, 'crossed']);
  clock.advance(2100);
  for (const client of [alice, bobby]) {
    expect(mediaOf(client)).toMatchObject({ video: true, fromPeer: { video: true } });
    expect(client.getState().addition.own).toBeUndefined();
    expect(client.getState().addition.added?.isAsked).not.toBe(true);
  }
});

test('D33 D81 an offer that was open when the peer loaded its page anew is made again to the new page', () => {
  const { clock, alice } = talk(text);
  alice.intents.addMedium('video');
  expect(alice.getState().addition.own?.step).toBe('offering');
  const media = mediaOf(alice) ?? expect.fail();
  alice.emit({ type: 'callTakenUp', callId: callIdOf(alice), media });
  expect(alice.signalling.asked.filter((asked) => asked === 'offer video')).toHaveLength(2);
  clock.advance(400);
  expect([alice.getState().addition.own, sends(alice), mediaOf(alice)?.video]).toEqual([
    undefined,
    'video',
    true,
  ]);
});

/** Alice loses her connection, and finds it again after two seconds. */
function interrupt({ clock, network, alice, bobby }: ReturnType<typeof talk>, meanwhile: () => void): void {
  for (const { signalling } of [alice, bobby]) signalling.keepsCalls = true;
  network.isDown = true;
  alice.signalling.drop();
  meanwhile();
  clock.advance(2000);
  expect(alice.getState().addition.own?.step).toBe('waiting');
  network.isDown = false;
  clock.advance(5000);
}

test.each(['before', 'after'] as const)(
  'D33 D80 a camera that is switched on just %s the connection is lost is offered when the call goes on',
  (when) => {
    const scene = talk(text, undefined, { continuity: { limitMs: 30_000 } });
    const { alice, bobby } = scene;
    if (when === 'before') alice.intents.addMedium('video');
    const offered = () => alice.signalling.asked.filter((asked) => asked === 'offer video').length;
    const before = offered();
    interrupt(scene, () => {
      if (when === 'before') alice.emit({ type: 'mediaRefused', callId: callIdOf(alice), status: 500 });
      else alice.intents.addMedium('video');
    });
    expect([offered() - before, sends(alice), alice.notices]).toEqual([1, 'video', []]);
    expect(mediaOf(bobby)?.fromPeer?.video).toBe(true);
    expect(alice.getState().addition.own).toBeUndefined();
  },
);

test('D33 D80 a peer that is away for a moment is asked again, and reads as one that refuses only if it stays away', () => {
  const { clock, network, alice } = talk(text);
  network.mediumAnswer = 480;
  alice.intents.addMedium('video');
  clock.advance(5000);
  expect([sends(alice), alice.notices]).toEqual(['video', []]);
  network.mediumAnswer = undefined;
  clock.advance(5000);
  expect([alice.getState().addition.own, mediaOf(alice)?.video]).toEqual([undefined, true]);
  network.mediumAnswer = 480;
  alice.intents.addMedium('audio');
  clock.advance(60_000);
  expect([sends(alice), alice.notices]).toEqual(['video', [{ id: 'addition', code: 'soundRefused' }]]);
});

test('D33 a device that opens when the call is over is closed again', () => {
  const { clock, alice } = talk(text);
  const callId = callIdOf(alice);
  alice.intents.addMedium('video');
  alice.intents.hangUp();
  clock.advance(5000);
  expect([alice.localMedia.openNow(callId), alice.getState().addition.own]).toEqual(['', undefined]);
});

/** Both ends press at random while answers are late, crossed or refused; then they must agree. */
function run(seed: number): void {
  const random = createSeededRandom(seed);
  const { clock, network, alice, bobby } = talk([text, voice, all][seed % 3], undefined, {}, seed % 90);
  const clients = [alice, bobby] as const;
  const pressed = new Map(clients.map((client) => [client, new Set(sends(client).split('+'))]));
  for (let turn = 0; turn < 40; turn++) {
    const client = clients[Math.floor(random() * 2)] ?? alice;
    const kind = random() < 0.5 ? 'audio' : 'video';
    const act = Math.floor(random() * 6);
    if (act < 3) {
      client.intents.addMedium(kind);
      pressed.get(client)?.add(kind);
    } else if (act === 3) client.intents.dismissAdded();
    else if (act === 4) network.mediumAnswer = random() < 0.5 ? undefined : 488;
    else client.localMedia.failure = random() < 0.7 ? undefined : 'notFound';
    clock.advance(Math.floor(random() * 300));
    for (const one of clients)
      for (const sent of sends(one).split('+'))
        if (sent !== '') expect(pressed.get(one), `seed ${seed}: a press came first`).toContain(sent);
  }
  network.mediumAnswer = undefined;
  clock.advance(120_000);
  for (const [one, other] of [clients, clients.toReversed()] as [TestClient, TestClient][]) {
    expect(one.status(), `seed ${seed}`).toBe('ACCEPTED');
    expect(one.getState().addition.own, `seed ${seed}: nothing is pending`).toBeUndefined();
    const sent = sends(other).split('+');
    expect(mediaOf(one)?.fromPeer, `seed ${seed}: both agree`).toEqual({
      audio: sent.includes('audio'),
      video: sent.includes('video'),
    });
  }
  alice.intents.hangUp();
  clock.advance(10_000);
  for (const client of clients) expect([...client.localMedia.live]).toEqual([]);
}

test('D33 random presses of both ends: each sends only after a press, and both agree at the end', () => {
  for (let seed = 1; seed <= 300; seed++) run(seed);
});
