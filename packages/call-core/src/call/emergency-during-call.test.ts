import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { MediaKinds } from '../media-kinds.ts';

const all: MediaKinds = { audio: true, video: true, text: true };
const emergency = { media: all, isSilent: false };

/** A network whose messages take a moment, with carol, two callers and the emergency service. */
function createScene() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 40);
  const enter = (name: string, seed: number): TestClient => {
    const client = createTestClient(network, clock, seed);
    const perCall = { audio: true, video: true };
    client.intents.start(
      settingsOf(name, { secondCall: true, perCall, emergencyMedia: { audio: true, video: true } }),
    );
    return client;
  };
  const [carol, bobby, david, service] = [
    enter('carol', 1),
    enter('bobby', 2),
    enter('david', 3),
    enter('112', 4),
  ];
  clock.advance(400);
  return { clock, carol, bobby, david, service };
}

type Scene = ReturnType<typeof createScene>;

const steps = {
  rings({ clock, bobby }: Scene) {
    bobby.intents.call('carol');
    clock.advance(200);
  },
  calls({ clock, carol }: Scene) {
    carol.intents.call('bobby');
    clock.advance(200);
  },
  /** The devices are being opened, and the caller has got no answer yet. */
  isAnswering(scene: Scene) {
    steps.rings(scene);
    scene.carol.localMedia.failure = 'silent';
    scene.carol.intents.answer();
    scene.carol.localMedia.failure = undefined;
  },
  talks(scene: Scene) {
    steps.rings(scene);
    scene.carol.intents.answer();
    scene.clock.advance(400);
  },
  rejects(scene: Scene) {
    steps.rings(scene);
    scene.carol.intents.decline();
  },
  hangsUp(scene: Scene) {
    steps.talks(scene);
    scene.carol.intents.hangUp();
  },
  hearsSecond(scene: Scene) {
    steps.talks(scene);
    scene.david.intents.call('carol');
    scene.clock.advance(200);
  },
  talksWithTwo(scene: Scene) {
    steps.hearsSecond(scene);
    const { behind } = scene.carol.getState();
    const callId = behind !== undefined && 'call' in behind.call ? behind.call.call.callId : expect.fail();
    scene.carol.intents.answerSecond(callId, 'hold');
    scene.clock.advance(400);
  },
};

test.each(Object.keys(steps) as (keyof typeof steps)[])(
  'D89 while carol %s, an emergency call ends that and begins, and waits for no answer of another end',
  (name) => {
    const scene = createScene();
    const { clock, carol, bobby, david, service } = scene;
    steps[name](scene);
    carol.intents.call('112', { emergency });
    expect(carol.getState().call).toMatchObject({
      phase: 'calling',
      call: { remoteUser: { address: '112@demo.example' }, emergency },
    });
    expect(carol.signalling.lastInvite?.target).toBe('112@demo.example');
    clock.advance(400);
    expect(service.status()).toBe('INCOMING_CALL');
    for (const other of [bobby, david])
      expect(['incoming', 'calling', 'establishing', 'accepted']).not.toContain(other.getState().call.phase);
    service.intents.answer();
    clock.advance(400);
    expect([carol.status(), carol.getState().behind]).toEqual(['ACCEPTED', undefined]);
    const { call } = carol.getState();
    expect([...carol.localMedia.live]).toEqual(['call' in call ? call.call.callId : '']);
  },
);

test('D89 the caller who rings is answered with 486, which says busy', () => {
  const scene = createScene();
  steps.rings(scene);
  scene.carol.intents.call('112', { emergency });
  scene.clock.advance(400);
  expect(scene.bobby.getState().call).toMatchObject({ outcome: 'rejectedRemote', refusal: 'busy' });
});

test('D89 an emergency number that is dialled while a call comes in is called, too', () => {
  const scene = createScene();
  steps.rings(scene);
  scene.carol.intents.call('112');
  expect(scene.carol.signalling.lastInvite?.target).toBe('112@demo.example');
});

test('D89 D10 what was typed in the call before reaches its other user', () => {
  const scene = createScene();
  steps.talks(scene);
  scene.carol.intents.editText('fire, I call 112');
  scene.carol.intents.call('112', { emergency });
  scene.clock.advance(400);
  const { conversation } = scene.bobby.getState().text;
  expect(JSON.stringify(conversation)).toContain('fire, I call 112');
});

test('D89 a number that is pressed again during its call does not begin it again', () => {
  const { clock, carol } = createScene();
  carol.intents.call('112', { emergency });
  const { call } = carol.getState();
  carol.intents.call('112', { emergency });
  clock.advance(400);
  expect('call' in call && carol.getState().call).toMatchObject({
    phase: 'calling',
    call: 'call' in call ? call.call : {},
  });
});

test('D89 neither a test call nor a call to another number ends a call', () => {
  const scene = createScene();
  steps.talks(scene);
  const { call } = scene.carol.getState();
  scene.carol.intents.call('echo', { emergency });
  scene.carol.intents.call('david');
  scene.clock.advance(400);
  expect(scene.carol.getState().call).toEqual(call);
});
