import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { stepBehind } from '../second-call/calls.ts';
import type { CallParts } from '../state/client-state.ts';
import { canInvite } from './can-invite.ts';
import { conversationInSight } from './conversation-of-three.ts';
import { threePeopleCode } from './three-people.ts';

const perCall = { audio: true, video: true };

/** Alice talks with Bobby; Carol and David are registered. */
function createScene(changes: Readonly<Record<string, object>> = {}) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol, david] = ['alice', 'bobby', 'carol', 'david'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
    client.intents.start(settingsOf(name, { ...may, ...changes[name] }));
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  const wait = (): void => clock.advance(400);
  wait();
  alice.intents.call('bobby');
  wait();
  bobby.intents.answer();
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
const phaseOf = (client: TestClient) => client.getState().three?.phase;

async function inviteCarol({ alice, carol, wait }: Scene): Promise<void> {
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer();
  wait();
}
/** Alice has invited Carol, and Bobby agrees. */
async function createThree(changes = {}): Promise<Scene> {
  const scene = createScene(changes);
  await inviteCarol(scene);
  await scene.bobby.intents.transfer({ do: 'accept' });
  scene.clock.advance(2000);
  return scene;
}
const people = ({ alice, bobby, carol }: Scene) => [alice, bobby, carol];
/** What a user reads, as `author: text`. */
const readBy = (client: TestClient): readonly string[] =>
  conversationInSight(client.getState()).map(
    ({ by, text }) => `${by?.address.split('@')[0] ?? 'own'}: ${text}`,
  );

test('D102 a third user is called with the name of the other one, and the two meet when the partner agrees', async () => {
  const scene = createScene();
  const { alice, bobby, carol, wait } = scene;
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  expect(carol.getState().call).toMatchObject({
    phase: 'incoming',
    call: { withUser: 'bobby@demo.example' },
  });
  expect([phaseOf(bobby), both(alice)]).toEqual([undefined, ['bobby', 'calling']]);
  carol.intents.answer();
  wait();
  expect([phaseOf(alice), phaseOf(bobby)]).toEqual(['asking', 'asked']);
  // Nothing of Bobby reaches Carol before Bobby agrees.
  expect(both(carol)).toEqual(['alice', 'none']);
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  expect(people(scene).map(phaseOf)).toEqual(['together', 'together', 'together']);
  expect(people(scene).map(both)).toEqual([
    ['bobby', 'carol'],
    ['alice', 'carol'],
    ['alice', 'bobby'],
  ]);
  for (const client of people(scene)) {
    const { hold, behind } = client.getState();
    expect([hold.isOwn, behind?.hold.isOwn]).toEqual([false, false]);
  }
});

test('D102 text goes to both others, and each author has a stretch that only the author changes', async () => {
  const scene = await createThree();
  const { alice, bobby, carol, clock } = scene;
  alice.intents.editText('hi all');
  clock.advance(2000);
  carol.intents.editText('hello');
  clock.advance(2000);
  bobby.intents.editText('good day');
  clock.advance(2000);
  carol.intents.editText('he');
  clock.advance(2000);
  expect(readBy(alice)).toEqual(['own: hi all', 'carol: he', 'bobby: good day']);
  expect(readBy(bobby)).toEqual(['alice: hi all', 'carol: he', 'own: good day']);
  expect(readBy(carol)).toEqual(['alice: hi all', 'own: he', 'bobby: good day']);
});

test('D102 what two wrote to each other before is never sent to the third, also when it is changed', async () => {
  const scene = createScene();
  const { alice, bobby, carol, clock } = scene;
  alice.intents.editText('between us ');
  clock.advance(2000);
  await inviteCarol(scene);
  await bobby.intents.transfer({ do: 'accept' });
  clock.advance(2000);
  alice.intents.editText('between us all hear');
  clock.advance(2000);
  expect(readBy(carol)).toEqual(['alice: all hear']);
  expect(readBy(bobby)).toEqual(['alice: between us all hear']);
  alice.intents.editText('between');
  clock.advance(2000);
  expect([readBy(carol), readBy(bobby)]).toEqual([[], ['alice: between']]);
});

test('D102 the user swaps the places of the two, and neither waits', async () => {
  const { alice, bobby, clock } = await createThree();
  alice.intents.swapCalls();
  alice.intents.editText('x', undefined);
  clock.advance(2000);
  expect([both(alice), phaseOf(alice)]).toEqual([['carol', 'bobby'], 'together']);
  expect([alice.getState().hold.isOwn, bobby.getState().hold.isByPeer]).toEqual([false, false]);
  expect(readBy(bobby)).toEqual(['alice: x']);
});

test('D102 one microphone and one camera: what is muted is muted for both, before and after the third comes', async () => {
  const scene = createScene();
  const { alice, bobby, clock } = scene;
  alice.intents.toggleMicrophone();
  await inviteCarol(scene);
  const mics = () => [alice.getState(), alice.getState().behind].map((parts) => parts?.panels.isMicrophoneOn);
  expect(mics()).toEqual([false, false]);
  await bobby.intents.transfer({ do: 'accept' });
  clock.advance(2000);
  alice.intents.toggleMicrophone();
  expect(mics()).toEqual([true, true]);
});

test.each(['alice', 'bobby', 'carol'] as const)('D102 %s leaves: the two others go on', async (name) => {
  const scene = await createThree();
  scene[name].intents.hangUp();
  scene.clock.advance(5000);
  const rest = (['alice', 'bobby', 'carol'] as const).filter((other) => other !== name);
  for (const other of rest) {
    expect(phaseOf(scene[other])).toBe(undefined);
    expect(talksWith(scene[other].getState())).toBe(rest.find((each) => each !== other));
    expect(scene[other].getState().hold.isOwn).toBe(false);
  }
  expect([...scene[name].localMedia.live]).toEqual([]);
  const [one] = rest;
  const [, two] = rest;
  if (one === undefined || two === undefined) throw new Error('not two');
  scene[one].intents.editText('still here');
  scene.clock.advance(2000);
  expect(readBy(scene[two])).toEqual([`${one}: still here`]);
});

test('D102 the partner does not agree: the inviter has two calls, and the third waits', async () => {
  const scene = createScene();
  const { alice, bobby, carol, wait } = scene;
  await inviteCarol(scene);
  await bobby.intents.transfer({ do: 'decline' });
  wait();
  expect(alice.getState().three).toMatchObject({ phase: 'failed', status: 603, isApart: true });
  expect([both(alice), both(bobby), both(carol)]).toEqual([
    ['bobby', 'carol'],
    ['alice', 'none'],
    ['alice', 'none'],
  ]);
  expect(carol.getState().hold.isByPeer).toBe(true);
  await alice.intents.transfer({ do: 'dismiss' });
  expect(alice.getState().three).toBe(undefined);
});

test('D102 a third user whose client has no Join gets an ordinary call, which waits beside the first one', async () => {
  const scene = createScene();
  scene.network.takesJoin = false;
  await inviteCarol(scene);
  expect(scene.alice.getState().three).toMatchObject({ phase: 'failed', status: 420, isApart: true });
  expect(phaseOf(scene.bobby)).toBe(undefined);
});

test('D102 the third user declines: the call goes on as it was', async () => {
  const { alice, carol, wait, bobby } = createScene();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.decline();
  wait();
  expect(alice.getState().three).toMatchObject({ phase: 'failed', status: 403, isApart: false });
  expect([talksWith(alice.getState()), talksWith(bobby.getState())]).toEqual(['bobby', 'alice']);
});

test('D102 the question has no answer for two minutes: the third waits', async () => {
  const scene = createScene();
  await inviteCarol(scene);
  scene.clock.advance(121_000);
  expect([phaseOf(scene.bobby), phaseOf(scene.alice)]).toEqual([undefined, 'failed']);
});

test('D102 the inviter hangs up while the partner is asked: both calls end, and no user is called', async () => {
  const scene = createScene();
  const { alice, bobby, carol, clock } = scene;
  await inviteCarol(scene);
  alice.intents.hangUp();
  clock.advance(5000);
  expect([phaseOf(alice), phaseOf(bobby)]).toEqual([undefined, undefined]);
  expect([bobby, carol].map((client) => client.getState().call.phase)).toEqual(['ended', 'ended']);
});

test.each([false, true])(
  'D102 the inviter takes the invitation back while the partner is asked: the third user leaves, with either call in front (swapped: %s)',
  async (isSwapped) => {
    const scene = createScene();
    const { alice, bobby, carol, clock } = scene;
    await inviteCarol(scene);
    expect(phaseOf(alice)).toBe('asking');
    if (isSwapped) alice.intents.swapCalls();
    await alice.intents.transfer({ do: 'decline' });
    clock.advance(5000);
    expect([talksWith(alice.getState()), phaseOf(alice)]).toEqual(['bobby', undefined]);
    expect([talksWith(bobby.getState()), carol.getState().call.phase]).toEqual(['alice', 'ended']);
  },
);

test('D102 while the partner is asked the inviter talks and writes with both, who do not read each other', async () => {
  const scene = createScene();
  const { alice, bobby, carol, clock } = scene;
  await inviteCarol(scene);
  alice.intents.editText('one moment');
  clock.advance(2000);
  carol.intents.editText('hello?');
  clock.advance(2000);
  expect(readBy(alice)).toEqual(['own: one moment', 'carol: hello?']);
  expect([readBy(bobby), readBy(carol)]).toEqual([
    ['alice: one moment'],
    ['alice: one moment', 'own: hello?'],
  ]);
  alice.intents.setHeld(true);
  await alice.intents.transfer({ do: 'connect' });
  expect([alice.getState().hold.isOwn, alice.getState().transfer]).toEqual([false, undefined]);
});

test.each([
  ['calls the third user no more', false],
  ['leaves the third user before the partner has answered', true],
])('D102 the inviter %s: the call goes on as it was', async (_name, isAnswered) => {
  const { alice, bobby, carol, wait } = createScene();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  if (isAnswered) carol.intents.answer();
  wait();
  await alice.intents.transfer({ do: 'decline' });
  wait();
  wait();
  expect(alice.getState().three).toBe(undefined);
  expect([talksWith(alice.getState()), talksWith(bobby.getState())]).toEqual(['bobby', 'alice']);
  expect(carol.getState().call.phase).toBe('ended');
  // A question that is still read calls a user who is in no call to join.
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  expect(phaseOf(bobby)).toBe(isAnswered ? 'dialling' : undefined);
});

test.each([
  ['an emergency number', 'alice', '112'],
  ['the own address', 'alice', 'alice'],
  ['the partner', 'alice', 'bobby'],
  ['the partner in another spelling', 'alice', 'bobby@Demo.Example:5060'],
  ['nothing', 'alice', ' '],
] as const)('D102 %s is not invited', async (_name, _who, target) => {
  const { alice, wait } = createScene();
  await alice.intents.transfer({ do: 'inviteThird', target });
  wait();
  expect([alice.getState().three, alice.getState().behind]).toEqual([undefined, undefined]);
});

test('D102 without the setting no user is invited, and no user is asked', async () => {
  const without = createScene({ alice: { threePeople: undefined } });
  expect(canInvite(without.alice.getState())).toBe(false);
  const scene = createScene({ bobby: { threePeople: undefined } });
  await inviteCarol(scene);
  expect([phaseOf(scene.bobby), scene.alice.getState().three]).toEqual([
    undefined,
    {
      role: 'inviter',
      phase: 'failed',
      status: 603,
      isApart: true,
      callId: idOf(scene.alice.getState()),
      otherId: idOf(scene.alice.getState().behind),
      other: { address: 'carol@demo.example' },
    },
  ]);
});

test('D102 attack: a user who was not announced, and one who comes late or twice, ring like every second caller', async () => {
  const scene = createScene();
  const { carol, clock } = scene;
  await inviteCarol(scene);
  const joins = idOf(carol.getState());
  const offered = { audio: true, video: true, text: true };
  const come = (callId: string, address: string) =>
    carol.emit({ type: 'inviteReceived', callId, from: { address }, offered, joins });
  come('stranger', 'david@demo.example');
  expect([carol.getState().behind?.call.phase, phaseOf(carol)]).toEqual(['incoming', undefined]);
  carol.intents.decline(undefined, 'stranger');
  clock.advance(200_000);
  come('late', 'bobby@demo.example');
  expect([carol.getState().behind?.call.phase, phaseOf(carol)]).toEqual(['incoming', undefined]);
  const three = await createThree();
  const behind = three.carol.getState().behind;
  three.carol.emit({
    type: 'inviteReceived',
    callId: 'again',
    from: { address: 'bobby@demo.example' },
    offered,
    joins: idOf(three.carol.getState()),
  });
  expect(three.carol.getState().behind).toBe(behind);
});

test('D102 a call that no inviter announced as one of three is never joined', () => {
  const { bobby } = createScene();
  bobby.emit({
    type: 'inviteReceived',
    callId: 'x',
    from: { address: 'carol@demo.example' },
    offered: { audio: true, video: true, text: true },
    joins: idOf(bobby.getState()),
  });
  expect([bobby.getState().behind?.call.phase, phaseOf(bobby)]).toEqual(['incoming', undefined]);
});

test('D102 while there are three, nothing is held, transferred or added, and a caller is answered 486', async () => {
  const { alice, bobby, david, wait } = await createThree();
  alice.intents.setHeld(true);
  await alice.intents.transfer({ do: 'ask', target: 'david' });
  await alice.intents.transfer({ do: 'connect' });
  await alice.intents.transfer({ do: 'inviteThird', target: 'david' });
  wait();
  expect([alice.getState().hold.isOwn, alice.getState().transfer, bobby.getState().transfer]).toEqual([
    false,
    undefined,
    undefined,
  ]);
  david.intents.call('alice');
  wait();
  expect(david.getState().call).toMatchObject({ phase: 'ended' });
  expect([phaseOf(alice), both(alice)]).toEqual(['together', ['bobby', 'carol']]);
});

/** Whether this side holds its calls, and whether they are held by the other ends. */
const holds = (client: TestClient) => {
  const { hold, behind } = client.getState();
  return [hold.isOwn, behind?.hold.isOwn ?? false, hold.isByPeer, behind?.hold.isByPeer ?? false];
};
const noHold = [false, false, false, false];

test('D102 D84 a call is not held while the third user is called, nor while the partner calls them', async () => {
  const scene = createScene();
  const { alice, bobby, carol, wait, clock } = scene;
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  alice.intents.setHeld(true);
  wait();
  alice.intents.setHeld(true);
  expect([phaseOf(alice), holds(alice)]).toEqual(['calling', noHold]);
  carol.intents.answer();
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  bobby.intents.setHeld(true);
  expect([phaseOf(bobby), holds(bobby)]).toEqual(['dialling', noHold]);
  while (phaseOf(carol) === undefined) clock.advance(1);
  carol.intents.setHeld(true);
  expect([phaseOf(carol), holds(carol)]).toEqual(['joining', noHold]);
  clock.advance(2000);
  expect(people(scene).map(phaseOf)).toEqual(['together', 'together', 'together']);
  expect(people(scene).map(holds)).toEqual([noHold, noHold, noHold]);
});

test('D102 D84 a hold of one of both calls is taken back by a press while there are three', async () => {
  const { alice } = await createThree();
  const { behind } = alice.getState();
  if (behind === undefined) throw new Error('no call');
  expect(holds(alice)).toEqual(noHold);
  const held = stepBehind(alice.getState(), behind, { type: 'holdRequested', isHeld: true }, 0).state;
  const resumed = threePeopleCode.stepTransfers(held, { type: 'holdRequested', isHeld: false }, 0);
  expect([held.behind?.hold.isOwn, resumed.state.behind?.hold.isOwn]).toEqual([true, false]);
  expect(resumed.effects).toContainEqual({ do: 'setHeld', callId: idOf(behind), isHeld: false });
  const again = threePeopleCode.stepTransfers(held, { type: 'holdRequested', isHeld: true }, 0);
  expect(again.state.hold.isOwn).toBe(false);
});

test('D102 the user logs out: both calls end, and the two others go on', async () => {
  const { alice, bobby, carol, clock } = await createThree();
  const stopped = alice.intents.stop();
  clock.advance(10_000);
  await stopped;
  expect(alice.getState().three).toBe(undefined);
  expect([talksWith(bobby.getState()), talksWith(carol.getState())]).toEqual(['carol', 'bobby']);
});

test('D102 D80 the connection of one is lost for a moment: all three go on, and text that was typed meanwhile arrives', async () => {
  const continuity = { limitMs: 30_000 };
  const scene = await createThree({ alice: { continuity }, bobby: { continuity }, carol: { continuity } });
  const { alice, bobby, carol, clock } = scene;
  for (const client of people(scene)) client.signalling.keepsCalls = true;
  alice.signalling.drop();
  expect([phaseOf(alice), alice.getState().continuity.interruption === undefined]).toEqual([
    'together',
    false,
  ]);
  alice.intents.editText('back');
  clock.advance(10_000);
  expect(people(scene).map(phaseOf)).toEqual(['together', 'together', 'together']);
  expect([readBy(bobby), readBy(carol)]).toEqual([['alice: back'], ['alice: back']]);
});

test('D102 when one leaves, the call that stays shows what was shown before', async () => {
  const { alice, bobby, clock } = await createThree();
  const shown = () => {
    const { isTextVisible, isSelfViewVisible } = alice.getState().panels;
    return [isTextVisible, isSelfViewVisible];
  };
  alice.intents.togglePanel('selfView');
  const before = shown();
  expect(before).toEqual([true, false]);
  bobby.intents.hangUp();
  clock.advance(5000);
  expect([talksWith(alice.getState()), shown()]).toEqual(['carol', before]);
});

test('D102 text of both others is read while the text is shown, and unread while it is hidden', async () => {
  const { alice, carol, clock } = await createThree();
  const areUnread = () => [alice.getState().text.isUnread, alice.getState().behind?.text.isUnread];
  expect(both(alice)).toEqual(['bobby', 'carol']);
  carol.intents.editText('hello');
  clock.advance(2000);
  expect(areUnread()).toEqual([false, false]);
  alice.intents.togglePanel('text');
  expect(areUnread()).toEqual([false, false]);
  carol.intents.editText('hello?');
  clock.advance(2000);
  expect(areUnread()).toEqual([false, true]);
  alice.intents.togglePanel('text');
  expect(areUnread()).toEqual([false, false]);
});

test('D102 the third user hangs up while the partner calls them: the two go on', async () => {
  const scene = createScene();
  const { alice, bobby, carol, clock } = scene;
  await inviteCarol(scene);
  await bobby.intents.transfer({ do: 'accept' });
  carol.intents.hangUp();
  clock.advance(10_000);
  expect([both(alice)[0], both(bobby)[0]]).toEqual(['bobby', 'alice']);
  expect([alice, bobby].map((client) => client.getState().three?.phase ?? 'none')).not.toContain('together');
  expect(carol.getState().call.phase).toBe('completed');
  alice.intents.editText('we go on');
  clock.advance(2000);
  expect(readBy(bobby)).toEqual(['alice: we go on']);
});

test.each(['third user', 'inviter'] as const)(
  'D102 the %s hangs up while the client of the third user answers the one who joins: that call is not made, and no device stays open',
  async (who) => {
    const scene = createScene();
    const { alice, bobby, carol, clock } = scene;
    await inviteCarol(scene);
    // The devices for the second call open slowly.
    carol.localMedia.failure = 'silent';
    await bobby.intents.transfer({ do: 'accept' });
    clock.advance(400);
    expect([phaseOf(carol), both(carol)]).toEqual(['joining', ['alice', 'establishing']]);
    const joining = idOf(carol.getState().behind);
    (who === 'inviter' ? alice : carol).intents.hangUp();
    clock.advance(100);
    carol.emit({ type: 'mediaAcquired', callId: joining, audio: true, video: true });
    clock.advance(3000);
    expect(both(carol)).not.toContain('bobby');
    expect(carol.getState().three).toBeUndefined();
    expect([...carol.localMedia.live]).toEqual([]);
    expect(carol.localMedia.releases.get(joining)).toBe(1);
    expect(both(bobby)).not.toContain('carol');
  },
);

test('D102 attack: a REFER with Join that comes again, or during three, or names the own address, changes nothing', async () => {
  const ask = (client: TestClient, address: string, referId: number): void =>
    client.emit({
      type: 'transferAsked',
      callId: idOf(client.getState()),
      referId,
      target: { address },
      joins: 'forged',
    });
  const invited = createScene();
  await inviteCarol(invited);
  const asked = invited.bobby.getState().three;
  expect(asked?.phase).toBe('asked');
  ask(invited.bobby, 'david@demo.example', 77);
  ask(invited.bobby, 'bobby@demo.example', 78);
  expect(invited.bobby.getState().three).toBe(asked);
  const scene = await createThree();
  const before = people(scene).map(both);
  ask(scene.bobby, 'david@demo.example', 79);
  ask(scene.alice, 'david@demo.example', 80);
  scene.clock.advance(2000);
  expect(people(scene).map(both)).toEqual(before);
  expect(people(scene).map(phaseOf)).toEqual(['together', 'together', 'together']);
});

test('D102 attack: a remote user who erases more than they wrote erases nothing of another author', async () => {
  const scene = await createThree();
  const { alice, bobby, carol, clock } = scene;
  bobby.intents.editText('mine');
  clock.advance(2000);
  carol.intents.editText('x');
  clock.advance(2000);
  carol.intents.editText('');
  clock.advance(2000);
  const parts = [alice.getState(), alice.getState().behind].find((each) => talksWith(each) === 'carol');
  alice.emit({ type: 'textReceived', callId: idOf(parts), characters: '\b'.repeat(50) });
  clock.advance(2000);
  expect(readBy(alice)).toEqual(['bobby: mine']);
});
