import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallParts } from '../state/client-state.ts';
import type { TransferOrder } from '../state/transfer-state.ts';

const perCall = { audio: true, video: true };

/** Alice talks with Bobby; Carol and David are registered, and each of the four may invite a third user. */
function createScene() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol, david] = ['alice', 'bobby', 'carol', 'david'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    client.intents.start(
      settingsOf(name, { perCall, secondCall: true, mayTransfer: true, threePeople: true }),
    );
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  const wait = (): void => clock.advance(400);
  const order = async (client: TestClient, wanted: TransferOrder): Promise<void> => {
    await client.intents.transfer(wanted);
    wait();
  };
  const answer = (client: TestClient): void => {
    client.intents.answer();
    wait();
  };
  wait();
  alice.intents.call('bobby');
  wait();
  answer(bobby);
  return { clock, alice, bobby, carol, david, wait, order, answer };
}

const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;
/** Devices that are open for no call of the page. */
const strayDevices = (client: TestClient): readonly string[] => {
  const state = client.getState();
  return [...client.localMedia.live].filter((callId) => ![idOf(state), idOf(state.behind)].includes(callId));
};
const transferOf = (client: TestClient) => client.getState().transfer;

test('D87 D102 while a user calls a third user the other end cannot transfer the call', async () => {
  const { alice, bobby, carol, david, order, answer } = createScene();
  await order(alice, { do: 'inviteThird', target: 'carol' });
  await order(bobby, { do: 'ask', target: 'david' });
  expect(transferOf(alice)).toBeUndefined();
  expect(transferOf(bobby)).toMatchObject({ phase: 'failed', status: 603 });
  await order(alice, { do: 'accept' });
  answer(carol);
  expect(alice.getState()).toMatchObject({
    call: { phase: 'accepted' },
    behind: { call: { phase: 'accepted' } },
  });
  expect([david.status(), strayDevices(alice)]).toEqual([undefined, []]);
});

test('D87 D102 a user who reads whether a third user may join is not asked about a transfer, and asks for none', async () => {
  const { alice, bobby, carol, david, wait, order, answer } = createScene();
  await order(alice, { do: 'inviteThird', target: 'carol' });
  answer(carol);
  expect(bobby.getState().three?.phase).toBe('asked');
  const target = { address: 'david@demo.example' };
  bobby.emit({ type: 'transferAsked', callId: idOf(bobby.getState()), referId: 7, target });
  wait();
  expect([transferOf(bobby), bobby.signalling.asked.at(-1)]).toEqual([undefined, 'report 603']);
  await order(bobby, { do: 'ask', target: 'david' });
  expect(transferOf(bobby)).toBeUndefined();
  await order(bobby, { do: 'accept' });
  expect([bobby, carol].map((client) => client.getState().three?.phase)).toEqual(['together', 'together']);
  expect(david.status()).toBeUndefined();
});

test.each(['asked', 'calling'] as const)(
  'D87 D102 an INVITE with Join is not answered without a press while a transfer is %s',
  async (phase) => {
    const { clock, alice, bobby, carol, david, wait, order, answer } = createScene();
    await order(alice, { do: 'inviteThird', target: 'carol' });
    answer(carol);
    const target = { address: 'david@demo.example' };
    carol.emit({ type: 'transferAsked', callId: idOf(carol.getState()), referId: 7, target });
    wait();
    if (phase === 'calling') await order(carol, { do: 'accept' });
    expect(transferOf(carol)?.phase).toBe(phase);
    await order(bobby, { do: 'accept' });
    clock.advance(2000);
    expect([carol.getState().behind, carol.getState().three]).toEqual([undefined, undefined]);
    if (phase === 'calling') answer(david);
    clock.advance(3000);
    expect([strayDevices(carol), transferOf(carol)?.phase]).toEqual([
      [],
      phase === 'asked' ? 'asked' : undefined,
    ]);
    carol.intents.hangUp();
    clock.advance(3000);
    expect([...carol.localMedia.live]).toEqual([]);
  },
);

test.each(['bobby@demo.example:5060', 'alice@demo.example.'])(
  'D102 attack: %s is one of the two ends as well, and cannot join',
  (address) => {
    const { bobby, wait } = createScene();
    const callId = idOf(bobby.getState());
    bobby.emit({ type: 'transferAsked', callId, referId: 7, target: { address }, joins: 'a;b;c' });
    wait();
    expect([bobby.getState().three, bobby.signalling.asked.at(-1)]).toEqual([undefined, 'report 603']);
  },
);
