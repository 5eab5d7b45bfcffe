import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallParts } from '../state/client-state.ts';

const perCall = { audio: true, video: true };

/** Alice talks with Bobby; Carol and another user are registered. */
async function createScene(called = 'david') {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  const [alice, bobby, carol, david] = ['alice', 'bobby', 'carol', called].map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    client.intents.start(settingsOf(name, { perCall, secondCall: true }));
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  const wait = (): void => clock.advance(400);
  wait();
  alice.intents.call('bobby');
  wait();
  bobby.intents.answer();
  wait();
  return {
    alice,
    bobby,
    carol,
    david,
    wait,
    clock,
    /** David calls Bobby, too, who holds the call with Alice and answers. */
    answerSecond: (): void => {
      david.intents.call('bobby');
      wait();
      bobby.intents.answerSecond(idOf(bobby.getState().behind), 'hold');
      wait();
    },
  };
}

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
const talksWith = (client: TestClient): string => {
  const { call } = client.getState();
  return call.phase === 'accepted' ? (call.call.remoteUser.address.split('@')[0] ?? '') : call.phase;
};

test('D85 D87 while a transfer is under way a second caller is answered 486, and after it rings', async () => {
  const { alice, bobby, david, wait, clock } = await createScene();
  await alice.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  expect(bobby.getState().transfer?.phase).toBe('asked');
  david.intents.call('bobby');
  wait();
  expect(bobby.getState().behind).toBe(undefined);
  expect(david.getState().call).toMatchObject({ outcome: 'rejectedRemote' });
  david.intents.dismiss();
  await bobby.intents.transfer({ do: 'decline' });
  clock.advance(5000);
  david.intents.call('bobby');
  wait();
  expect(bobby.getState().behind?.call.phase).toBe('incoming');
});

test('D85 D87 a user with two calls cannot transfer one, and a question of the other end is declined', async () => {
  const { alice, bobby, wait, answerSecond } = await createScene();
  answerSecond();
  bobby.intents.swapCalls();
  wait();
  expect(talksWith(bobby)).toBe('alice');
  await bobby.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  expect([bobby.getState().transfer, alice.getState().transfer]).toEqual([undefined, undefined]);
  await alice.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  expect(bobby.getState().transfer).toBe(undefined);
  expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status: 603 });
  expect(talksWith(alice)).toBe('bobby');
});

test('D85 D87 the code comes when the call of the press has ended: the user in front then is not asked', async () => {
  const { alice, bobby, david, wait, answerSecond } = await createScene();
  const pressed = bobby.intents.transfer({ do: 'ask', target: 'carol' });
  answerSecond();
  alice.intents.hangUp();
  wait();
  expect(talksWith(bobby)).toBe('david');
  await pressed;
  wait();
  expect([bobby.getState().transfer, david.getState().transfer]).toEqual([undefined, undefined]);
  await bobby.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  expect(david.getState().transfer?.phase).toBe('asked');
});

test('D85 D87 after the second call has ended, the other one is transferred, with all its timers', async () => {
  const { alice, bobby, carol, david, wait, answerSecond, clock } = await createScene();
  answerSecond();
  alice.intents.hangUp();
  clock.advance(5000);
  expect([talksWith(bobby), bobby.getState().isTurned]).toEqual(['david', true]);
  await david.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  carol.intents.answer();
  clock.advance(5000);
  expect([talksWith(bobby), talksWith(carol), david.status()]).toEqual([
    'carol',
    'bobby',
    'TERMINATED_REMOTE',
  ]);
  bobby.intents.editText('hello');
  clock.advance(2000);
  carol.intents.hangUp();
  clock.advance(10_000);
  expect(bobby.status()).not.toBe('ACCEPTED');
  expect([...bobby.localMedia.live]).toEqual([]);
});

/** Carol has answered, but the call with her is not yet that of the page. */
async function createSwitching() {
  const scene = await createScene();
  const { alice, bobby, carol, wait } = scene;
  await alice.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  const { transfer } = bobby.getState();
  const newCallId =
    transfer?.side === 'peer' && transfer.phase === 'calling' ? transfer.newCallId : expect.fail();
  carol.intents.answer();
  // Nothing but the answer arrives in this moment: timers of 0 ms have not fired.
  const media = {
    audio: true,
    video: true,
    text: true,
    textTransport: 'dataChannel',
    fromPeer: perCall,
  } as const;
  bobby.emit({ type: 'callAccepted', callId: newCallId, media });
  expect(bobby.getState().transfer?.phase).toBe('switching');
  return { ...scene, newCallId };
}

test('D87 D89 an emergency call in the moment in which the call to the target takes its place is made, and that one ends', async () => {
  const { bobby, carol, clock } = await createSwitching();
  bobby.intents.call('112', { media: { audio: false, video: false, text: true } });
  expect(bobby.getState().call).toMatchObject({
    phase: 'calling',
    call: { remoteUser: { address: '112@demo.example' } },
  });
  clock.advance(100);
  expect(bobby.signalling.lastInvite?.target).toBe('112@demo.example');
  expect(bobby.signalling.asked).toContain('hangUp');
  clock.advance(5000);
  expect([carol.getState().call.phase, [...bobby.localMedia.live]]).toEqual(['ended', []]);
});

test('D85 D87 a caller in the moment in which the call to the target takes its place rings as a second one', async () => {
  const { bobby, wait, clock, newCallId } = await createSwitching();
  const offered = { audio: true, video: true, text: true };
  bobby.emit({
    type: 'inviteReceived',
    callId: 'from-david',
    from: { address: 'david@demo.example' },
    offered,
  });
  wait();
  const { behind, transfer } = bobby.getState();
  expect([idOf(bobby.getState()), talksWith(bobby), idOf(behind), behind?.call.phase, transfer]).toEqual([
    newCallId,
    'carol',
    'from-david',
    'incoming',
    undefined,
  ]);
  bobby.intents.hangUp();
  bobby.intents.decline(undefined, 'from-david');
  clock.advance(5000);
  expect([...bobby.localMedia.live]).toEqual([]);
});

test.each([
  [
    'a target that hangs up',
    (bobby: TestClient, callId: string) => bobby.emit({ type: 'remoteHungUp', callId }),
  ],
  ['a log-out', (bobby: TestClient) => void bobby.intents.stop()],
  ['a lost connection', (bobby: TestClient) => bobby.signalling.drop()],
])('D87 %s in that moment ends the call to the target', async (_name, act) => {
  const { bobby, clock, newCallId } = await createSwitching();
  act(bobby, newCallId);
  clock.advance(5000);
  expect([talksWith(bobby), [...bobby.localMedia.live], bobby.getState().transfer]).toEqual([
    expect.not.stringMatching('carol'),
    [],
    undefined,
  ]);
});

test.each([
  ['asked', 603],
  ['calling', 487],
] as const)(
  'D87 D89 a call back of 112 rings while a transfer is %s, which is over with %d',
  async (phase, status) => {
    const { alice, bobby, carol, david: service, wait, clock } = await createScene('112');
    await alice.intents.transfer({ do: 'ask', target: 'carol' });
    wait();
    if (phase === 'calling') await bobby.intents.transfer({ do: 'accept' });
    wait();
    expect(bobby.getState().transfer?.phase).toBe(phase);
    service.intents.call('bobby');
    wait();
    expect([bobby.getState().behind?.call.phase, bobby.getState().transfer]).toEqual(['incoming', undefined]);
    expect(alice.getState().transfer).toMatchObject({ phase: 'failed', status });
    expect(carol.status()).toBe(phase === 'calling' ? 'CANCELED_REMOTE' : undefined);
    bobby.intents.answerSecond(idOf(bobby.getState().behind), 'hold');
    clock.advance(130_000);
    expect([talksWith(bobby), [...bobby.localMedia.live].length]).toEqual(['112', 2]);
  },
);

test('D87 D89 a call back of 112 rings while the other end is asked, and the transfer goes on', async () => {
  const { alice, bobby, carol, david: service, wait } = await createScene('112');
  await alice.intents.transfer({ do: 'ask', target: 'carol' });
  wait();
  service.intents.call('alice');
  wait();
  expect(alice.getState().behind?.call.phase).toBe('incoming');
  alice.intents.answerSecond(idOf(alice.getState().behind), 'hold');
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  carol.intents.answer();
  wait();
  expect([talksWith(alice), talksWith(bobby), [...alice.localMedia.live].length]).toEqual([
    '112',
    'carol',
    1,
  ]);
});
