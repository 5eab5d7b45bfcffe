import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallParts } from '../state/client-state.ts';
import { canAskAgain } from './can-ask-again.ts';

const perCall = { audio: true, video: true };

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
/** With whom the user talks, in front and behind; else the phase of that call. */
const both = (client: TestClient): readonly string[] =>
  [client.getState(), client.getState().behind].map((parts) =>
    parts?.call.phase === 'accepted'
      ? (parts.call.call.remoteUser.address.split('@')[0] ?? '')
      : (parts?.call.phase ?? 'none'),
  );
const threeOf = (client: TestClient) => client.getState().three;

/** Alice talks with Bobby; Carol and another user are registered. */
function createScene(other: string) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol, caller] = ['alice', 'bobby', 'carol', other].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
    client.intents.start(settingsOf(name, may));
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  const wait = (ms = 400): void => clock.advance(ms);
  wait();
  alice.intents.call('bobby');
  wait();
  bobby.intents.answer();
  wait();
  return { alice, bobby, carol, caller, wait };
}
type Scene = ReturnType<typeof createScene>;

/** How the call of three comes as far as this at the user whom 112 calls. */
const reach = {
  async calling({ alice, wait }: Scene) {
    await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
    wait();
  },
  async asked({ alice, carol, wait }: Scene) {
    await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
    wait();
    carol.intents.answer();
    wait();
  },
  /** Carol holds her call, so the call of Bobby rings at her. */
  async dialling(scene: Scene) {
    await reach.asked(scene);
    scene.carol.intents.setHeld(true);
    scene.wait();
    await scene.bobby.intents.transfer({ do: 'accept' });
    scene.wait();
  },
} as const;

const cases = [
  ['alice', 'calling'],
  ['bobby', 'asked'],
  ['bobby', 'dialling'],
] as const;

test.each(cases)(
  'D89 D102 a call back of 112 rings at %s while the call of three is %s, which is over',
  async (name, phase) => {
    const scene = createScene('112');
    const { caller: service, wait } = scene;
    const called = scene[name];
    await reach[phase](scene);
    expect(threeOf(called)?.phase).toBe(phase);
    service.intents.call(name);
    wait();
    expect([called.getState().behind?.call.phase, threeOf(called)]).toEqual(['incoming', undefined]);
    expect(service.getState().call).toMatchObject({ phase: 'calling', progress: 'ringing' });
    called.intents.answerSecond(idOf(called.getState().behind), 'hold');
    // No timer of what has made room ends the call back.
    wait(400_000);
    expect(both(called)).toEqual(['112', name === 'alice' ? 'bobby' : 'alice']);
    expect([...called.localMedia.live].toSorted()).toEqual(
      [called.getState(), called.getState().behind].map(idOf).toSorted(),
    );
  },
);

test('D89 D102 the third user whose call makes room for 112 is called no longer', async () => {
  const scene = createScene('112');
  const { bobby, carol, caller: service, wait } = scene;
  await reach.calling(scene);
  service.intents.call('alice');
  wait();
  expect(carol.getState().call).toMatchObject({ phase: 'ended', outcome: 'canceledRemote', isMissed: true });
  expect([both(bobby), threeOf(bobby)]).toEqual([['alice', 'none'], undefined]);
});

test('D89 D102 the inviter whose question makes room for 112 reads that it was not refused, and may ask again', async () => {
  const scene = createScene('112');
  const { alice, bobby, carol, caller: service, wait } = scene;
  await reach.asked(scene);
  service.intents.call('bobby');
  wait();
  expect(threeOf(alice)).toMatchObject({ phase: 'failed', status: 486, isApart: true });
  expect(canAskAgain(threeOf(alice) ?? expect.fail('no invitation'))).toBe(true);
  bobby.intents.decline(undefined, idOf(bobby.getState().behind));
  wait(8000);
  await alice.intents.transfer({ do: 'inviteAgain' });
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([alice, bobby, carol].map((client) => threeOf(client)?.phase)).toEqual([
    'together',
    'together',
    'together',
  ]);
});

test('D89 D102 the partner who calls the third user when 112 calls reports that this is over, and the third user is called no longer', async () => {
  const scene = createScene('112');
  const { alice, carol, caller: service, wait } = scene;
  await reach.dialling(scene);
  expect(carol.getState().behind?.call.phase).toBe('incoming');
  service.intents.call('bobby');
  wait();
  expect(threeOf(alice)).toMatchObject({ phase: 'failed', status: 487 });
  expect(carol.getState().behind?.call).toMatchObject({ phase: 'ended', outcome: 'canceledRemote' });
});

test.each(cases)(
  'D85 D102 any other caller gets 486 at %s while the call of three is %s, which goes on',
  async (name, phase) => {
    const scene = createScene('david');
    const { caller, wait } = scene;
    await reach[phase](scene);
    caller.intents.call(name);
    wait();
    expect(caller.getState().call).toMatchObject({ phase: 'ended', outcome: 'rejectedRemote' });
    expect(threeOf(scene[name])?.phase).toBe(phase);
  },
);

test('D89 D102 a call back of 112 that offers nothing which this side has does not end the question', async () => {
  const scene = createScene('112');
  const { bobby } = scene;
  await reach.asked(scene);
  const offered = { audio: false, video: false, text: false };
  bobby.emit({ type: 'inviteReceived', callId: 'empty', from: { address: '112@demo.example' }, offered });
  expect([threeOf(bobby)?.phase, bobby.getState().behind]).toEqual(['asked', undefined]);
});
