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

const all: MediaKinds = { audio: true, video: true, text: true };
const text: MediaKinds = { audio: false, video: false, text: true };

const callIdOf = (client: TestClient): string => {
  const { call } = client.getState();
  return call.phase === 'accepted' ? call.call.callId : '';
};
const holdOf = (client: TestClient) => client.getState().hold;
/** Whether the client holds, as it and the peer know; and whether the peer does. */
const seen = (client: TestClient) => {
  const { isOwn, isOwnAgreed, isByPeer } = holdOf(client);
  return [isOwn, isOwnAgreed, isByPeer];
};
const isSilent = (client: TestClient): boolean => client.localMedia.held.has(callIdOf(client));
const holdOffers = (client: TestClient): readonly string[] =>
  client.signalling.asked.filter((asked) => asked === 'hold' || asked === 'resume media');

const perCall = { audio: true, video: true };
const continuity = { limitMs: 30_000 };

/** A call between two users. */
function talk(media: MediaKinds = all, changes: object = {}, latencyMs = 20) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, latencyMs);
  const [alice, bobby] = ['alice', 'bobby'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    client.signalling.keepsCalls = 'continuity' in changes;
    client.intents.start(settingsOf(name, { perCall, ...changes }));
    return client;
  }) as [TestClient, TestClient];
  clock.advance(400);
  alice.intents.call('bobby', { media });
  clock.advance(400);
  bobby.intents.answer(media);
  clock.advance(400);
  return { clock, network, alice, bobby };
}

test('D84 a held call sends nothing at once, and the peer learns of it; a resumed call flows again', () => {
  const { clock, alice, bobby } = talk();
  alice.intents.setHeld(true);
  expect([seen(alice), isSilent(alice)]).toEqual([[true, false, false], true]);
  clock.advance(100);
  expect([seen(alice), seen(bobby)]).toEqual([
    [true, true, false],
    [false, false, true],
  ]);
  expect(isSilent(bobby)).toBe(false);
  alice.intents.setHeld(false);
  expect([holdOf(alice).isOwn, isSilent(alice)]).toEqual([false, false]);
  clock.advance(100);
  for (const client of [alice, bobby]) expect(seen(client)).toEqual([false, false, false]);
});

test('D84 text goes on in both directions while a call is held', () => {
  const { clock, alice, bobby } = talk();
  alice.intents.setHeld(true);
  clock.advance(100);
  alice.intents.editText('one moment');
  bobby.intents.editText('fine');
  clock.advance(500);
  const read = (client: TestClient) =>
    client
      .getState()
      .text.conversation.filter(({ author }) => author === 'other')
      .map((run) => run.text);
  expect([read(bobby), read(alice)]).toEqual([['one moment'], ['fine']]);
});

test('D84 a microphone that was muted before or during the hold is still muted after it', () => {
  const { clock, alice } = talk();
  alice.intents.toggleMicrophone();
  alice.intents.setHeld(true);
  alice.intents.toggleCamera();
  clock.advance(100);
  alice.intents.setHeld(false);
  clock.advance(100);
  const { isMicrophoneOn, isCameraOn } = alice.getState().panels;
  expect([isMicrophoneOn, isCameraOn]).toEqual([false, false]);
  expect(alice.localMedia.sending).toEqual(['audio off', 'video off']);
});

test('D84 a call with text alone has nothing to hold', () => {
  const { alice } = talk(text);
  alice.intents.setHeld(true);
  expect([holdOf(alice).isOwn, holdOffers(alice)]).toEqual([false, []]);
});

test('D84 RFC 6337 both ends hold, and each resumes by itself', () => {
  const { clock, alice, bobby } = talk();
  alice.intents.setHeld(true);
  clock.advance(100);
  bobby.intents.setHeld(true);
  clock.advance(100);
  for (const client of [alice, bobby]) expect(seen(client)).toEqual([true, true, true]);
  alice.intents.setHeld(false);
  clock.advance(100);
  expect([seen(alice), seen(bobby)]).toEqual([
    [false, false, true],
    [true, true, false],
  ]);
  expect([isSilent(alice), isSilent(bobby)]).toEqual([false, true]);
});

test('D84 RFC 3261 §14.1 both press in the same moment: both hold at once, and both learn of it later', () => {
  const { clock, alice, bobby } = talk();
  alice.intents.setHeld(true);
  bobby.intents.setHeld(true);
  clock.advance(50);
  for (const client of [alice, bobby]) {
    expect(holdOf(client)).toMatchObject({ isOwn: true, isOwnAgreed: false, attempts: 1 });
    expect(isSilent(client)).toBe(true);
  }
  clock.advance(4100);
  for (const client of [alice, bobby]) {
    expect(seen(client)).toEqual([true, true, true]);
    expect(holdOf(client).attempts).toBe(0);
  }
});

test('D84 a user who presses again before the answer ends as they pressed last', () => {
  const { clock, alice, bobby } = talk();
  alice.intents.setHeld(true);
  alice.intents.setHeld(false);
  alice.intents.setHeld(true);
  alice.intents.setHeld(false);
  clock.advance(500);
  expect([seen(alice), seen(bobby)]).toEqual([
    [false, false, false],
    [false, false, false],
  ]);
  expect(holdOf(alice).attempts).toBe(0);
});

test.each([488, 403, 500])(
  'D84 a peer that refuses the offer with %s is not asked again, and the call is held on this side',
  (status) => {
    const { clock, network, alice, bobby } = talk();
    network.holdStatus = status;
    alice.intents.setHeld(true);
    clock.advance(60_000);
    expect([seen(alice), isSilent(alice), alice.status()]).toEqual([[true, false, false], true, 'ACCEPTED']);
    expect(holdOffers(alice)).toEqual(['hold']);
    network.holdStatus = undefined;
    alice.intents.setHeld(false);
    clock.advance(100);
    expect([seen(alice), isSilent(alice), bobby.status()]).toEqual([
      [false, false, false],
      false,
      'ACCEPTED',
    ]);
    // What the later bodies of this side say is up to date again.
    expect(holdOffers(alice)).toEqual(['hold', 'resume media']);
  },
);

test.each([491, 488])(
  'D84 a hold that the user ends before its offer gets %s is taken back from the bodies of this side',
  (status) => {
    const { clock, network, alice } = talk();
    network.holdStatus = status;
    alice.intents.setHeld(true);
    alice.intents.setHeld(false);
    clock.advance(300);
    network.holdStatus = undefined;
    alice.intents.setHeld(true);
    alice.intents.setHeld(false);
    clock.advance(20_000);
    expect([holdOffers(alice).at(-1), seen(alice)]).toEqual(['resume media', [false, false, false]]);
  },
);

test('D84 a peer whose offers always cross is asked eight times at most', () => {
  const { clock, network, alice } = talk();
  network.holdStatus = 491;
  alice.intents.setHeld(true);
  clock.advance(120_000);
  expect(holdOffers(alice)).toHaveLength(8);
  expect([holdOf(alice).attempts, isSilent(alice), alice.status()]).toEqual([0, true, 'ACCEPTED']);
});

test('D84 D33 nothing is added to a held call, and a medium can be added after it', () => {
  const { clock, alice } = talk({ audio: true, video: false, text: true });
  alice.intents.setHeld(true);
  alice.intents.addMedium('video');
  clock.advance(100);
  expect(alice.localMedia.openNow(callIdOf(alice))).toBe('audio');
  alice.intents.setHeld(false);
  clock.advance(100);
  alice.intents.addMedium('video');
  clock.advance(100);
  expect(alice.localMedia.openNow(callIdOf(alice))).toBe('audio+video');
});

test('D84 D80 a call that is held while the connection is lost tells the peer when it has come back', () => {
  const { clock, alice, bobby } = talk(all, { continuity });
  alice.signalling.drop();
  expect(alice.getState().continuity.interruption).toBeDefined();
  alice.intents.setHeld(true);
  expect([isSilent(alice), holdOffers(alice)]).toEqual([true, []]);
  clock.advance(5000);
  expect(alice.getState().continuity.interruption).toBeUndefined();
  expect([seen(alice), seen(bobby)]).toEqual([
    [true, true, false],
    [false, false, true],
  ]);
});

test('D84 D80 an offer that is lost with the connection is repeated', () => {
  const { clock, alice, bobby } = talk(all, { continuity });
  alice.intents.setHeld(true);
  alice.signalling.drop();
  clock.advance(10_000);
  expect([seen(alice), seen(bobby)]).toEqual([
    [true, true, false],
    [false, false, true],
  ]);
});

test('D84 a held call can be hung up, and the next call is not held', () => {
  const { clock, alice, bobby } = talk();
  alice.intents.setHeld(true);
  clock.advance(100);
  alice.intents.hangUp();
  clock.advance(5000);
  expect([alice.status(), bobby.status()]).toEqual(['COMPLETED', 'TERMINATED_REMOTE']);
  for (const client of [alice, bobby]) expect(seen(client)).toEqual([false, false, false]);
  expect([...alice.localMedia.live, ...alice.localMedia.held]).toEqual([]);
});

/** Both ends press at random while answers are late, crossed, refused or lost; then they must agree. */
function run(seed: number): void {
  const random = createSeededRandom(seed);
  const { clock, network, alice, bobby } = talk(all, { continuity }, seed % 90);
  const clients = [alice, bobby] as const;
  for (let turn = 0; turn < 40; turn++) {
    const client = clients[Math.floor(random() * 2)] ?? alice;
    const act = Math.floor(random() * 7);
    if (act < 2) client.intents.setHeld(true);
    else if (act < 4) client.intents.setHeld(false);
    else if (act === 4) network.holdStatus = random() < 0.8 ? undefined : 488;
    else if (act === 5) client.intents.toggleMicrophone();
    else if (random() < 0.2) client.signalling.drop();
    clock.advance(Math.floor(random() * 300));
    for (const one of clients)
      if (one.status() === 'ACCEPTED')
        expect(isSilent(one), `seed ${seed}: devices follow the user at once`).toBe(holdOf(one).isOwn);
  }
  network.holdStatus = undefined;
  clock.advance(60_000);
  for (const client of clients) {
    const isHeld = holdOf(client).isOwn;
    client.intents.setHeld(!isHeld);
    clock.advance(30_000);
    client.intents.setHeld(isHeld);
    clock.advance(30_000);
  }
  for (const [one, other] of [clients, clients.toReversed()] as [TestClient, TestClient][]) {
    expect(one.status(), `seed ${seed}`).toBe('ACCEPTED');
    const { isOwn, isOwnAgreed, attempts } = holdOf(one);
    expect([isOwnAgreed, attempts], `seed ${seed}: the peer has agreed`).toEqual([isOwn, 0]);
    expect(holdOf(other).isByPeer, `seed ${seed}: both know the same`).toBe(isOwn);
  }
}

test('D84 random presses of both ends: devices follow at once, and both ends agree at the end', () => {
  for (let seed = 1; seed <= 300; seed++) run(seed);
}, 30_000);
