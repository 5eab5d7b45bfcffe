import { textOf } from '@samtal/realtime-text';
import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallParts } from '../state/client-state.ts';
import { connectable } from './connectable.ts';

const perCall = { audio: true, video: true };

/** Bobby and Carol talk with Alice: Carol in front, Bobby behind. */
function createScene(changes: object = {}) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  const [alice, bobby, carol, david] = ['alice', 'bobby', 'carol', 'david'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    client.intents.start(settingsOf(name, { perCall, secondCall: true, mayTransfer: true, ...changes }));
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  const wait = (): void => clock.advance(400);
  wait();
  bobby.intents.call('alice');
  wait();
  alice.intents.answer();
  wait();
  carol.intents.call('alice');
  wait();
  alice.intents.answerSecond(idOf(alice.getState().behind), 'hold');
  wait();
  return { alice, bobby, carol, david, wait, clock, network };
}
type Scene = ReturnType<typeof createScene>;

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
const talksWith = (parts: CallParts | undefined): string => {
  if (parts?.call.phase !== 'accepted') return parts?.call.phase ?? 'none';
  return parts.call.call.remoteUser.address.split('@')[0] ?? '';
};
const both = (client: TestClient): readonly string[] => {
  const state = client.getState();
  return [talksWith(state), talksWith(state.behind)];
};

/** Alice connects Bobby with Carol, and Bobby agrees. */
async function connectThem({ alice, bobby, wait }: Scene): Promise<void> {
  await alice.intents.transfer({ do: 'connect' });
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait();
}

test('D101 the user of two calls connects both: one is asked, the other one too, and only then do the own calls end', async () => {
  const scene = createScene();
  const { alice, bobby, carol, wait, clock } = scene;
  expect(both(alice)).toEqual(['carol', 'bobby']);
  await alice.intents.transfer({ do: 'connect' });
  wait();
  expect(bobby.getState().transfer).toMatchObject({
    phase: 'asked',
    target: { address: 'carol@demo.example' },
  });
  expect(carol.getState().behind).toBe(undefined);
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  expect(alice.getState().transfer?.phase).toBe('ringing');
  expect(carol.getState().behind?.call).toMatchObject({
    phase: 'incoming',
    call: { remoteUser: { address: 'bobby@demo.example' }, replaces: idOf(carol.getState()) },
  });
  expect([both(alice), both(carol), talksWith(bobby.getState())]).toEqual([
    ['carol', 'bobby'],
    ['alice', 'incoming'],
    'alice',
  ]);
  carol.intents.answerSecond(idOf(carol.getState().behind), 'hold');
  clock.advance(5000);
  expect([talksWith(bobby.getState()), talksWith(carol.getState())]).toEqual(['carol', 'bobby']);
  expect([alice.getState().call.phase, alice.getState().transfer?.phase]).toEqual(['ended', 'done']);
  expect([...alice.localMedia.live]).toEqual([]);
  bobby.intents.editText('hello');
  clock.advance(2000);
  expect(textOf(carol.getState().text.conversation, 'other')).toBe('hello');
  expect(textOf(alice.getState().text.conversation, 'other')).toBe('');
  carol.intents.hangUp();
  clock.advance(10_000);
  for (const client of [bobby, carol]) expect([...client.localMedia.live]).toEqual([]);
});

test('D101 the target stays: its answer is heard, and both calls of the user go on', async () => {
  const scene = createScene();
  const { alice, bobby, carol, wait } = scene;
  await connectThem(scene);
  carol.intents.decline(undefined, idOf(carol.getState().behind));
  wait();
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 403 });
  expect([both(alice), talksWith(bobby.getState()), talksWith(carol.getState())]).toEqual([
    ['carol', 'bobby'],
    'alice',
    'alice',
  ]);
});

test.each([
  ['the asked user stays', async ({ bobby }: Scene) => bobby.intents.transfer({ do: 'decline' }), 603],
  ['the question has no answer', async ({ clock }: Scene) => clock.advance(200_000), 408],
])('D101 %s: both calls go on', async (_name, act, status) => {
  const scene = createScene();
  const { alice, wait } = scene;
  await alice.intents.transfer({ do: 'connect' });
  wait();
  await act(scene);
  wait();
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status });
  expect(both(alice)).toEqual(['carol', 'bobby']);
});

test('D101 a client that refuses REFER: both calls go on', async () => {
  const { alice, wait, network } = createScene();
  network.referStatus = 405;
  await alice.intents.transfer({ do: 'connect' });
  wait();
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 405, isRefused: true });
  expect(both(alice)).toEqual(['carol', 'bobby']);
});

test('D101 where only the user in front can be asked, that one is; where neither can, nothing is offered', () => {
  const { alice } = createScene();
  const state = alice.getState();
  expect(connectable(state)?.map(({ call }) => call.remoteUser.address)).toEqual([
    'bobby@demo.example',
    'carol@demo.example',
  ]);
  const { behind, call } = state;
  if (behind?.call.phase !== 'accepted' || call.phase !== 'accepted') throw new Error('not two calls');
  const { takesTransfers: _taken, ...media } = behind.call.media;
  const one = { ...state, behind: { ...behind, call: { ...behind.call, media } } };
  expect(connectable(one)?.map(({ call: { remoteUser } }) => remoteUser.address)).toEqual([
    'carol@demo.example',
    'bobby@demo.example',
  ]);
  expect(connectable({ ...one, call: { ...call, media } })).toBe(undefined);
});

test('D101 an emergency call is never connected, nor are two calls with one address', () => {
  const { alice } = createScene();
  const state = alice.getState();
  if (state.call.phase !== 'accepted') throw new Error('no call');
  const withUser = (address: string) =>
    state.call.phase === 'accepted'
      ? { ...state, call: { ...state.call, call: { ...state.call.call, remoteUser: { address } } } }
      : state;
  expect(connectable(withUser('112@demo.example'))).toBe(undefined);
  expect(connectable(withUser('bobby@demo.example'))).toBe(undefined);
});

test('D101 a user who may not transfer, and one with one call, connect no users', async () => {
  const { alice, wait } = createScene({ mayTransfer: undefined });
  await alice.intents.transfer({ do: 'connect' });
  wait();
  expect(alice.getState().transfer).toBe(undefined);
  const { bobby } = createScene();
  await bobby.intents.transfer({ do: 'connect' });
  expect(bobby.getState().transfer).toBe(undefined);
});

test('D101 while the question is open the user may switch between the calls, and hang one up', async () => {
  const scene = createScene();
  const { alice, bobby, carol, wait } = scene;
  await alice.intents.transfer({ do: 'connect' });
  wait();
  alice.intents.swapCalls();
  wait();
  expect([both(alice), alice.getState().transfer?.phase]).toEqual([['bobby', 'carol'], 'asked']);
  // Carol leaves: there is nothing to replace, so Carol is called as by anyone.
  carol.intents.hangUp();
  wait();
  expect(alice.getState().transfer?.phase).toBe('asked');
  await bobby.intents.transfer({ do: 'decline' });
  wait();
  expect([alice.getState().transfer?.phase, talksWith(alice.getState())]).toEqual(['failed', 'bobby']);
});

test('D101 D85 while the question is open a second press that is meant for the ended call does not end the other one', async () => {
  const { alice, wait, clock } = createScene();
  await alice.intents.transfer({ do: 'connect' });
  wait();
  expect([both(alice), alice.getState().transfer?.phase]).toEqual([['carol', 'bobby'], 'asked']);
  alice.intents.hangUp();
  clock.advance(100);
  alice.intents.hangUp();
  wait();
  expect([talksWith(alice.getState()), alice.getState().transfer?.phase]).toEqual(['bobby', 'asked']);
  clock.advance(1000);
  alice.intents.hangUp();
  expect(alice.getState().call.phase).toBe('ending');
});

test('D101 the asked user hangs up: the question is over, and the other call goes on', async () => {
  const { alice, bobby, wait } = createScene();
  await alice.intents.transfer({ do: 'connect' });
  wait();
  bobby.intents.hangUp();
  wait();
  expect([alice.getState().transfer, talksWith(alice.getState())]).toEqual([undefined, 'carol']);
});

test('D101 the target agrees, but its call does not come about: the call that waited goes on, not on hold', async () => {
  const scene = createScene();
  const { bobby, carol, wait, clock } = scene;
  await connectThem(scene);
  // The browser still asks for the devices when the caller gives up.
  carol.localMedia.failure = 'silent';
  carol.intents.answerSecond(idOf(carol.getState().behind), 'hold');
  wait();
  expect(carol.getState().hold.isOwn).toBe(false);
  await bobby.intents.transfer({ do: 'decline' });
  clock.advance(2000);
  expect(talksWith(carol.getState())).toBe('alice');
  expect(carol.getState().hold).toMatchObject({ isOwn: false });
});

test.each(['gives up', 'is lost'] as const)(
  'D101 D84 attack: a call that the target holds does not flow again without a press, when the one in its place %s',
  async (how) => {
    const scene = createScene();
    const { bobby, carol, wait, clock } = scene;
    carol.intents.setHeld(true);
    wait();
    await connectThem(scene);
    carol.localMedia.failure = 'silent';
    const held = idOf(carol.getState());
    carol.intents.answerSecond(idOf(carol.getState().behind), 'hold');
    wait();
    if (how === 'gives up') await bobby.intents.transfer({ do: 'decline' });
    else carol.emit({ type: 'callBroken', callId: idOf(carol.getState()), code: 'lost' });
    clock.advance(2000);
    expect(talksWith(carol.getState())).toBe('alice');
    expect([carol.getState().hold.isOwn, carol.localMedia.held.has(held)]).toEqual([true, true]);
    carol.intents.setHeld(false);
    clock.advance(2000);
    expect([carol.getState().hold.isOwn, carol.localMedia.held.has(held)]).toEqual([false, false]);
  },
);

test('D101 the user leaves while the target is asked: the call of the other user rings as an ordinary one', async () => {
  const scene = createScene();
  const { alice, bobby, carol, clock } = scene;
  await connectThem(scene);
  alice.intents.hangUp();
  clock.advance(3000);
  expect(carol.getState().call.phase).toBe('incoming');
  carol.intents.answer();
  clock.advance(3000);
  expect([talksWith(carol.getState()), talksWith(bobby.getState())]).toEqual(['bobby', 'carol']);
});

test('D101 a target with two calls is busy, and both calls of the asking user go on', async () => {
  const scene = createScene();
  const { alice, carol, david, wait } = scene;
  david.intents.call('carol');
  wait();
  carol.intents.answerSecond(idOf(carol.getState().behind), 'hold');
  wait();
  await connectThem(scene);
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 486 });
  expect([both(alice), both(carol)]).toEqual([
    ['carol', 'bobby'],
    ['david', 'alice'],
  ]);
});

test('D101 a target without transfers, and one that is named another call, reads of an ordinary second caller', () => {
  const scene = createScene({ mayTransfer: undefined });
  const offered = { audio: true, video: true, text: true };
  const from = { address: 'david@demo.example' };
  const come = (client: TestClient, replaces: string) =>
    client.emit({ type: 'inviteReceived', callId: 'second', from, offered, replaces });
  come(scene.carol, idOf(scene.carol.getState()));
  come(scene.bobby, 'another');
  for (const client of [scene.carol, scene.bobby])
    expect(client.getState().behind?.call).toEqual({
      phase: 'incoming',
      call: { callId: 'second', direction: 'incoming', remoteUser: from },
      offered,
    });
});

test('D101 attack: a late answer of the other user to an earlier question ends neither call', async () => {
  const { alice, wait, clock } = createScene();
  await alice.intents.transfer({ do: 'connect' });
  wait();
  const { call, transfer } = alice.getState();
  expect(transfer?.callId).toBe(idOf(alice.getState().behind));
  const callId = call.phase === 'accepted' ? call.call.callId : expect.fail();
  alice.emit({ type: 'transferProgress', callId, status: 200 });
  alice.emit({ type: 'transferAnswered', callId, status: 603 });
  alice.emit({ type: 'transferProgress', callId, status: 486 });
  clock.advance(3000);
  expect([alice.getState().transfer?.phase, ...both(alice)]).toEqual(['asked', 'carol', 'bobby']);
});

test.each(['hold', 'end'] as const)(
  'D101 what the target has muted is muted for the user who takes the place of the other one (%s)',
  async (how) => {
    const scene = createScene();
    const { carol, wait } = scene;
    carol.intents.toggleMicrophone();
    carol.intents.toggleCamera();
    await connectThem(scene);
    const count = carol.localMedia.sending.length;
    carol.intents.answerSecond(idOf(carol.getState().behind), how);
    expect(carol.localMedia.sending.slice(count)).toEqual(['audio off', 'video off']);
    wait();
    expect(talksWith(carol.getState())).toBe('bobby');
    expect(carol.getState().panels).toMatchObject({ isMicrophoneOn: false, isCameraOn: false });
  },
);
