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

const names = ['alice', 'bobby', 'carol', 'david'] as const;
const perCall = { audio: true, video: true };

const userOf = (parts: CallParts | undefined): string =>
  parts?.call.phase === 'accepted' ? (parts.call.call.remoteUser.address.split('@')[0] ?? '') : 'none';
const both = (client: TestClient): readonly string[] =>
  [client.getState(), client.getState().behind].map(userOf).toSorted();
const threeOf = (client: TestClient) => client.getState().three;

/** Alice talks with Bobby. */
function createPair() {
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
  return { alice, bobby, carol, david, wait };
}

test('D102 both invite another user in the same moment: neither was refused by the other, and one asks again', async () => {
  const { alice, bobby, carol, david, wait } = createPair();
  await Promise.all([
    alice.intents.transfer({ do: 'inviteThird', target: 'carol' }),
    bobby.intents.transfer({ do: 'inviteThird', target: 'david' }),
  ]);
  wait();
  carol.intents.answer();
  david.intents.answer();
  wait(2000);
  expect([alice, bobby].map(both)).toEqual([
    ['bobby', 'carol'],
    ['alice', 'david'],
  ]);
  // Their devices have answered, not the users.
  for (const client of [alice, bobby])
    expect(threeOf(client)).toMatchObject({ phase: 'failed', status: 486, isApart: true });
  // Bobby gives way, and Alice asks again.
  david.intents.hangUp();
  wait(8000);
  expect(canAskAgain(threeOf(alice) ?? expect.fail('no invitation'))).toBe(true);
  await alice.intents.transfer({ do: 'inviteAgain' });
  wait(2000);
  expect(threeOf(bobby)?.phase).toBe('asked');
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([alice, bobby, carol].map((client) => threeOf(client)?.phase)).toEqual([
    'together',
    'together',
    'together',
  ]);
});

test('D102 both invite the same user in the same moment: the first call rings, the other inviter is asked, and all three meet', async () => {
  const { alice, bobby, carol, wait } = createPair();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  await bobby.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  expect(threeOf(bobby)).toMatchObject({ phase: 'failed', isApart: false });
  carol.intents.answer();
  wait(2000);
  expect([threeOf(alice)?.phase, threeOf(bobby)?.phase]).toEqual(['asking', 'asked']);
  await bobby.intents.transfer({ do: 'accept' });
  wait(2000);
  expect([alice, bobby, carol].map((client) => threeOf(client)?.phase)).toEqual([
    'together',
    'together',
    'together',
  ]);
});

test('D102 attack: two hundred users who are reported, and names without end, leave one notice and one call', async () => {
  const { alice, bobby, wait } = createPair();
  const { call } = alice.getState();
  const callId = 'call' in call ? call.call.callId : expect.fail('no call');
  for (let index = 0; index < 200; index += 1)
    alice.emit({
      type: 'otherReported',
      callId,
      user: { address: `${'x'.repeat(100)}${index}@demo.example` },
      status: index % 2 === 0 ? 'connected' : 'pending',
    });
  wait();
  expect(alice.getState().lost?.user.address).toBe(`${'x'.repeat(100)}0@demo.example`);
  expect([threeOf(alice), alice.getState().behind]).toEqual([undefined, undefined]);
  expect([alice, bobby].map(both)).toEqual([
    ['bobby', 'none'],
    ['alice', 'none'],
  ]);
});
