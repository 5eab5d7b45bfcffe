import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { OtherStatus } from '../ports.ts';
import type { CallParts } from '../state/client-state.ts';

const perCall = { audio: true, video: true };
const names = ['alice', 'bobby', 'carol', 'david'] as const;
type Name = (typeof names)[number];

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
const userOf = (parts: CallParts | undefined): string =>
  parts?.call.phase === 'accepted' ? (parts.call.call.remoteUser.address.split('@')[0] ?? '') : 'none';
const both = (client: TestClient): readonly string[] =>
  [client.getState(), client.getState().behind].map(userOf).toSorted();
const phaseOf = (client: TestClient) => client.getState().three?.phase;
/** The ID of the call of this page with this user. */
const callWith = (client: TestClient, name: Name): string =>
  idOf([client.getState(), client.getState().behind].find((parts) => userOf(parts) === name));
const isHeld = (client: TestClient) =>
  [client.getState(), client.getState().behind].map((parts) => parts?.hold.isOwn);

/** Alice has invited Carol into the call with Bobby, who has not answered yet. */
async function createAsked() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const clients = names.map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
    client.intents.start(settingsOf(name, may));
    return client;
  });
  const [alice, bobby, carol, david] = clients as [TestClient, TestClient, TestClient, TestClient];
  const wait = (ms = 400): void => clock.advance(ms);
  wait();
  alice.intents.call('bobby');
  wait();
  bobby.intents.answer();
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer();
  wait();
  /** `to` reads that the call of `by` with `about` has this status. */
  const report = (to: TestClient, by: Name, about: string, status: OtherStatus): void =>
    to.emit({
      type: 'otherReported',
      callId: callWith(to, by),
      user: { address: `${about}@demo.example` },
      status,
    });
  return { alice, bobby, carol, david, wait, report };
}
async function createThree() {
  const scene = await createAsked();
  await scene.bobby.intents.transfer({ do: 'accept' });
  scene.wait(2000);
  expect([scene.alice, scene.bobby, scene.carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
  return scene;
}
/** The call between Bobby and Carol breaks, as after an interruption that took too long. */
async function createApart() {
  const scene = await createThree();
  const { bobby, wait } = scene;
  bobby.emit({ type: 'callBroken', callId: callWith(bobby, 'carol'), code: 'lost' });
  scene.carol.emit({ type: 'remoteHungUp', callId: callWith(scene.carol, 'bobby'), isLost: true });
  wait(6000);
  return scene;
}

test('D102 two lose each other: the third one reads it, and both read who is still there', async () => {
  const { alice, bobby, carol } = await createApart();
  expect(alice.getState().three).toMatchObject({ phase: 'together', apart: { isLost: true } });
  expect([both(alice), both(bobby), both(carol)]).toEqual([
    ['bobby', 'carol'],
    ['alice', 'none'],
    ['alice', 'none'],
  ]);
  expect(bobby.getState().lost).toMatchObject({ user: { address: 'carol@demo.example' }, isThere: true });
  expect(carol.getState().lost).toMatchObject({ user: { address: 'bobby@demo.example' }, isThere: true });
});

test('D102 the one who has both connects them again, and no user is asked who has agreed on this page', async () => {
  const { alice, bobby, carol, wait } = await createApart();
  await alice.intents.transfer({ do: 'inviteAgain' });
  wait(3000);
  expect([alice, bobby, carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
  for (const client of [alice, bobby, carol]) {
    const { three, lost } = client.getState();
    expect([three && 'apart' in three, lost]).toEqual([false, undefined]);
    expect(isHeld(client)).toEqual([false, false]);
  }
});

test('D102 a page that has been loaded anew is asked, reads who else is there, and may refuse', async () => {
  const scene = await createAsked();
  const { bobby, carol, wait, report } = scene;
  await bobby.intents.transfer({ do: 'decline' });
  wait(2000);
  carol.intents.hangUp();
  wait(6000);
  // As a page that knows nothing of an earlier call of three.
  expect(bobby.getState().lost).toBe(undefined);
  report(bobby, 'alice', 'carol', 'connected');
  expect(bobby.getState().lost).toMatchObject({ wasTogether: false, isThere: true });
  bobby.emit({
    type: 'transferAsked',
    callId: callWith(bobby, 'alice'),
    referId: 9,
    target: { address: 'carol@demo.example' },
    joins: 'dialog',
  });
  expect(phaseOf(bobby)).toBe('asked');
});

test('D102 an interruption between the two others is said, and goes away by itself', async () => {
  const { alice, carol, report } = await createThree();
  report(alice, 'carol', 'bobby', 'pending');
  expect(alice.getState().three).toMatchObject({ apart: { isLost: false } });
  await alice.intents.transfer({ do: 'inviteAgain' });
  expect(phaseOf(alice)).toBe('together');
  report(alice, 'carol', 'bobby', 'connected');
  expect(alice.getState().three).not.toHaveProperty('apart');
  expect(phaseOf(carol)).toBe('together');
});

test.each(['alice', 'bobby', 'carol'] as const)(
  'D102 %s hangs up: no user reads that one was lost',
  async (name) => {
    const scene = await createThree();
    scene[name].intents.hangUp();
    scene.wait(6000);
    for (const other of (['alice', 'bobby', 'carol'] as const).filter((each) => each !== name)) {
      expect(scene[other].getState().lost?.isThere ?? false).toBe(false);
      expect(phaseOf(scene[other])).toBe(undefined);
    }
  },
);

test('D102 a partner reports 603 and joins all the same: the inviter reads it, and talks with both at a press', async () => {
  const { alice, bobby, carol, wait } = await createAsked();
  alice.emit({ type: 'transferProgress', callId: callWith(alice, 'bobby'), status: 603 });
  wait();
  expect([phaseOf(alice), isHeld(alice)]).toEqual(['failed', [false, true]]);
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([phaseOf(bobby), phaseOf(carol)]).toEqual(['together', 'together']);
  expect(alice.getState().three).toMatchObject({ phase: 'failed', isApart: false, isMet: true });
  // The third one hears the inviter only at a press.
  expect(isHeld(alice)).toEqual([false, true]);
  await alice.intents.transfer({ do: 'talkWithBoth' });
  wait();
  expect([alice, bobby, carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
  expect([isHeld(alice), carol.getState().hold.isByPeer]).toEqual([[false, false], false]);
});

test('D102 a partner joins and then reports 603: the inviter has two calls, reads it, and talks with both at a press', async () => {
  const { alice, report } = await createAsked();
  report(alice, 'carol', 'bobby', 'connected');
  // The word of the third user alone makes no call of three.
  expect(phaseOf(alice)).toBe('asking');
  alice.emit({ type: 'transferProgress', callId: callWith(alice, 'bobby'), status: 603 });
  expect(alice.getState().three).toMatchObject({ phase: 'failed', isApart: false, isMet: true });
  report(alice, 'carol', 'bobby', 'disconnected');
  expect(alice.getState().three).toMatchObject({ phase: 'failed', isApart: true });
  expect(alice.getState().three).not.toHaveProperty('isMet');
});

test('D102 the question was not answered in time: the inviter asks again', async () => {
  const { alice, bobby, carol, wait } = await createAsked();
  wait(125_000);
  expect(alice.getState().three).toMatchObject({ phase: 'failed', isApart: true });
  await alice.intents.transfer({ do: 'inviteAgain' });
  wait();
  expect([phaseOf(alice), phaseOf(bobby), isHeld(alice)]).toEqual(['asking', 'asked', [false, false]]);
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([alice, bobby, carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
});

test('D102 attack: the partner is the one who was asked, so their word alone makes no call of three', async () => {
  const { alice, report } = await createAsked();
  report(alice, 'bobby', 'carol', 'connected');
  expect(phaseOf(alice)).toBe('asking');
  alice.emit({ type: 'transferProgress', callId: callWith(alice, 'bobby'), status: 603 });
  report(alice, 'bobby', 'carol', 'connected');
  expect(alice.getState().three).toMatchObject({ phase: 'failed', isApart: true });
});

test('D102 attack: reports about strangers, the reader or the reporter, or in another call, change nothing', async () => {
  const { alice, report } = await createThree();
  const before = alice.getState();
  for (const about of ['david', 'alice', 'carol'])
    for (const status of ['pending', 'disconnected'] as const) report(alice, 'carol', about, status);
  alice.emit({
    type: 'otherReported',
    callId: 'unknown',
    user: { address: 'bobby@demo.example' },
    status: 'disconnected',
  });
  expect(alice.getState()).toBe(before);
});

test('D102 attack: a thousand reports are one, and a report in a call of two names no own address and no emergency number', async () => {
  const { bobby, alice, carol, wait, report } = await createThree();
  for (let index = 0; index < 1000; index += 1)
    report(alice, 'carol', 'bobby', index % 2 === 0 ? 'disconnected' : 'pending');
  expect(alice.getState().three).toMatchObject({ apart: { isLost: true, ask: callWith(alice, 'bobby') } });
  carol.intents.hangUp();
  wait(6000);
  const before = bobby.getState().lost;
  for (const about of ['bobby', 'alice', '112']) report(bobby, 'alice', about, 'connected');
  expect(bobby.getState().lost).toEqual(before);
});

test('D102 attack: one who was announced only by a report rings as a second caller', async () => {
  const { bobby, carol, wait, report } = await createAsked();
  await bobby.intents.transfer({ do: 'decline' });
  carol.intents.hangUp();
  wait(6000);
  report(bobby, 'alice', 'david', 'connected');
  bobby.emit({
    type: 'inviteReceived',
    callId: 'forged',
    from: { address: 'david@demo.example' },
    offered: { audio: true, video: true, text: true },
    joins: callWith(bobby, 'alice'),
  });
  expect([bobby.getState().behind?.call.phase, phaseOf(bobby)]).toEqual(['incoming', undefined]);
});

test('D102 attack: the third user holds the call while the partner comes: nothing of them is sent without a press', async () => {
  const { bobby, carol, wait } = await createAsked();
  carol.intents.setHeld(true);
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  expect([carol.getState().behind?.call.phase, phaseOf(carol)]).toEqual(['incoming', undefined]);
});

test('D102 the partner holds the call and then agrees: all three hear each other', async () => {
  const { alice, bobby, carol, wait } = await createAsked();
  bobby.intents.setHeld(true);
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([alice, bobby, carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
  expect([isHeld(bobby), alice.getState().hold.isByPeer]).toEqual([[false, false], false]);
});

test('D102 attack: a second caller while the partner reads the question is answered 486, and no call is lost', async () => {
  const { bobby, alice, carol, david, wait } = await createAsked();
  david.intents.call('bobby');
  wait();
  expect(david.getState().call).toMatchObject({ phase: 'ended' });
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([alice, bobby, carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
});

test('D102 an invitation while a second caller rings is not possible, and a question then is refused', async () => {
  const { alice, bobby, carol, david, wait } = await createAsked();
  await bobby.intents.transfer({ do: 'decline' });
  carol.intents.hangUp();
  wait(8000);
  await alice.intents.transfer({ do: 'dismiss' });
  david.intents.call('bobby');
  wait();
  expect(bobby.getState().behind?.call.phase).toBe('incoming');
  await bobby.intents.transfer({ do: 'inviteThird', target: 'carol' });
  expect([phaseOf(bobby), bobby.getState().behind?.call.phase]).toEqual([undefined, 'incoming']);
  bobby.emit({
    type: 'transferAsked',
    callId: callWith(bobby, 'alice'),
    referId: 5,
    target: { address: 'carol@demo.example' },
    joins: 'dialog',
  });
  expect([phaseOf(bobby), bobby.getState().behind?.call.phase]).toEqual([undefined, 'incoming']);
});

test('D102 attack: a user who has left the call, and of whom no user says that they are there, does not come back without a press', async () => {
  const { bobby } = await createThree();
  bobby.emit({ type: 'remoteHungUp', callId: callWith(bobby, 'carol') });
  expect(bobby.getState().lost).toMatchObject({ wasTogether: true, isThere: false });
  bobby.emit({
    type: 'inviteReceived',
    callId: 'back',
    from: { address: 'carol@demo.example' },
    offered: { audio: true, video: true, text: true },
    joins: callWith(bobby, 'alice'),
  });
  expect([bobby.getState().behind?.call.phase, phaseOf(bobby)]).toEqual(['incoming', undefined]);
});

test.each([
  ['alice', 'bobby', 'carol'],
  ['bobby', 'carol', 'alice'],
  ['carol', 'alice', 'bobby'],
  ['alice', 'carol', 'bobby'],
] as const)(
  'D102 %s, then %s hang up: every call ends, and all devices are closed',
  async (first, second, last) => {
    const scene = await createThree();
    scene[first].intents.hangUp();
    scene.wait(100);
    scene[second].intents.hangUp();
    scene.wait(8000);
    for (const name of [first, second, last]) {
      expect(both(scene[name])).toEqual(['none', 'none']);
      expect([...scene[name].localMedia.live]).toEqual([]);
      expect([phaseOf(scene[name]), scene[name].getState().lost]).toEqual([undefined, undefined]);
    }
  },
);

test('D102 hiding who was lost stays, and the one who has both connects the two all the same', async () => {
  const { alice, bobby, carol, wait } = await createApart();
  await carol.intents.transfer({ do: 'dismiss' });
  expect(carol.getState().lost).toMatchObject({ isRead: true });
  await alice.intents.transfer({ do: 'inviteAgain' });
  wait(3000);
  expect([alice, bobby, carol].map(phaseOf)).toEqual(['together', 'together', 'together']);
});
