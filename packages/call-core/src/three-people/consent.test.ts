import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { MediaKinds } from '../media-kinds.ts';
import type { CallParts } from '../state/client-state.ts';

const perCall = { audio: true, video: true };
const voice: MediaKinds = { audio: true, video: false, text: true };
const textAlone: MediaKinds = { audio: false, video: false, text: true };

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
/** The devices that are open for the call in front, and for the one behind. */
const openAt = (client: TestClient): readonly string[] =>
  [client.getState(), client.getState().behind].map((parts) => client.localMedia.openNow(idOf(parts)));
const mediaBehind = (client: TestClient) => {
  const call = client.getState().behind?.call;
  return call?.phase === 'accepted' ? call.media : undefined;
};

/** Whether microphone and camera are shown as on in the call in front, and in the one behind. */
const switchesOf = (client: TestClient) =>
  [client.getState(), client.getState().behind].map((parts) => [
    parts?.panels.isMicrophoneOn,
    parts?.panels.isCameraOn,
  ]);

/** Alice talks with Bobby with these media; Carol is registered. */
function createScene(media: MediaKinds) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol] = ['alice', 'bobby', 'carol'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
    client.intents.start(settingsOf(name, may));
    return client;
  }) as [TestClient, TestClient, TestClient];
  const wait = (ms = 400): void => clock.advance(ms);
  wait();
  alice.intents.call('bobby', { media });
  wait();
  bobby.intents.answer(media);
  wait();
  return { alice, bobby, carol, wait };
}

test('D33 D102 a third user who answered with text sends no sound and no video to the one who joins, whatever the inviter has added', async () => {
  const { alice, bobby, carol, wait } = createScene(textAlone);
  bobby.intents.addMedium('audio');
  bobby.intents.addMedium('video');
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer(textAlone);
  wait();
  // Alice's client adds sound and video, which Carol's client receives; Carol does not press "add mine".
  const added = { audio: true, video: true, fromPeer: { audio: true, video: true } };
  carol.emit({ type: 'mediaChanged', callId: idOf(carol.getState()), isOwn: false, ...added });
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect(carol.getState().three?.phase).toBe('together');
  expect([carol.localMedia.acquired, openAt(carol)]).toEqual([[], ['', '']]);
  expect(mediaBehind(carol)).toMatchObject({ audio: true, video: true, text: true });
});

test('D33 D102 a third user without a camera receives the video of the one who joins, and sends sound alone', async () => {
  const { alice, bobby, carol, wait } = createScene({ ...voice, video: true });
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer(voice);
  wait();
  const added = { audio: true, video: true, fromPeer: { audio: true, video: true } };
  carol.emit({ type: 'mediaChanged', callId: idOf(carol.getState()), isOwn: false, ...added });
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect(openAt(carol)).toEqual(['audio', 'audio']);
  expect(mediaBehind(carol)).toMatchObject({ audio: true, video: true });
});

test('D33 D102 a partner whose inviter has added a camera sends the third user no video', async () => {
  const { alice, bobby, carol, wait } = createScene(voice);
  alice.intents.addMedium('video');
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer();
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect(bobby.getState().three?.phase).toBe('together');
  expect(openAt(bobby)).toEqual(['audio', 'audio']);
  // The video of the third user is received, as that of the inviter is.
  expect(mediaBehind(bobby)).toMatchObject({ audio: true, video: true });
});

test('D33 D102 an inviter whose partner has added a camera sends the third user no video', async () => {
  const { alice, bobby, carol, wait } = createScene(voice);
  bobby.intents.addMedium('video');
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer();
  wait();
  expect(openAt(alice)).toEqual(['audio', 'audio']);
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([openAt(alice), openAt(bobby)]).toEqual([
    ['audio', 'audio'],
    ['audio+video', 'audio+video'],
  ]);
});

test('D33 D102 an inviter who only receives what the partner has added to a call of text opens no device for the third user', async () => {
  const { alice, bobby, carol, wait } = createScene(textAlone);
  bobby.intents.addMedium('audio');
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  expect(alice.signalling.lastInvite?.wanted).toEqual(voice);
  carol.intents.answer();
  wait();
  expect([alice.localMedia.acquired, openAt(alice)]).toEqual([[], ['', '']]);
  expect(mediaBehind(alice)).toMatchObject({ audio: true, text: true });
});

test('D85 a microphone that is muted in one of two calls stays muted there, also when the other one is switched on and off', () => {
  const { bobby, carol, wait } = createScene({ ...voice, video: true });
  bobby.intents.toggleMicrophone();
  bobby.intents.toggleCamera();
  wait();
  carol.intents.call('bobby');
  wait();
  bobby.intents.answerSecond(idOf(bobby.getState().behind), 'hold');
  wait();
  expect([bobby.localMedia.sending, switchesOf(bobby)]).toEqual([
    ['audio off', 'video off'],
    [
      [true, true],
      [false, false],
    ],
  ]);
  bobby.intents.swapCalls();
  wait();
  expect([bobby.localMedia.sending, switchesOf(bobby)[0]]).toEqual([
    ['audio off', 'video off'],
    [false, false],
  ]);
});

test.each(['alice', 'bobby', 'carol'] as const)(
  'D102 what %s has muted is muted for the user who comes, before anything is sent',
  async (name) => {
    const scene = createScene({ ...voice, video: true });
    const { alice, bobby, carol, wait } = scene;
    if (name !== 'carol') scene[name].intents.toggleMicrophone();
    await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
    wait();
    if (name === 'alice') expect(alice.localMedia.sending).toEqual(['audio off', 'audio off']);
    carol.intents.answer();
    wait();
    if (name === 'carol') carol.intents.toggleMicrophone();
    await bobby.intents.transfer({ do: 'accept' });
    // The devices of the new call are open, and it is not answered yet.
    if (name === 'bobby') expect(bobby.localMedia.sending).toEqual(['audio off', 'audio off']);
    wait(2000);
    expect(scene[name].getState().three?.phase).toBe('together');
    expect(scene[name].localMedia.sending.every((said) => said === 'audio off')).toBe(true);
    expect(switchesOf(scene[name])).toEqual([
      [false, true],
      [false, true],
    ]);
  },
);
