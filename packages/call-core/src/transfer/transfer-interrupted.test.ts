import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';

const perCall = { audio: true, video: true };

/** Bobby calls Carol, because Alice, with whom he talks, has asked him to. */
async function createScene(isKept: boolean, outlivesReload = false) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  const [alice, bobby, carol, david] = ['alice', 'bobby', 'carol', 'david'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    client.signalling.keepsCalls = isKept;
    const continuity = { limitMs: 30_000, outlivesReload };
    client.intents.start(settingsOf(name, { perCall, secondCall: true, ...(isKept && { continuity }) }));
    return client;
  }) as [TestClient, TestClient, TestClient, TestClient];
  clock.advance(400);
  alice.intents.call('bobby');
  clock.advance(400);
  bobby.intents.answer();
  clock.advance(400);
  await alice.intents.transfer({ do: 'ask', target: 'carol' });
  clock.advance(400);
  await bobby.intents.transfer({ do: 'accept' });
  clock.advance(400);
  expect([transferOf(bobby)?.phase, carol.status()]).toEqual(['calling', 'INCOMING_CALL']);
  return { clock, alice, bobby, carol, david };
}

const transferOf = (client: TestClient) => client.getState().transfer;
const failed = { phase: 'failed', status: 503 };
const ways = [
  ['a lost connection', (bobby: TestClient) => bobby.signalling.drop()],
  ['a browser without a network', (bobby: TestClient) => bobby.emit({ type: 'browserOffline' })],
] as const;

test.each(ways)(
  'D80 D87 %s ends the call to the target, and both read it when the call goes on',
  async (_name, cut) => {
    const { clock, alice, bobby, david } = await createScene(true);
    cut(bobby);
    expect(transferOf(bobby)).toMatchObject(failed);
    bobby.emit({ type: 'browserOnline' });
    clock.advance(20_000);
    expect(bobby.getState().continuity.interruption).toBeUndefined();
    expect([transferOf(bobby), transferOf(alice)]).toMatchObject([failed, failed]);
    expect(bobby.signalling.asked.filter((one) => one.startsWith('report'))).toEqual([
      'report 180',
      'report 503',
    ]);
    expect([...bobby.localMedia.live]).toHaveLength(1);
    david.intents.call('bobby');
    clock.advance(400);
    expect(bobby.getState().behind?.call.phase).toBe('incoming');
  },
);

test.each(ways)('D87 %s ends both calls where no call is kept, and nothing stays', async (_name, cut) => {
  const { clock, bobby } = await createScene(false);
  cut(bobby);
  expect([transferOf(bobby), bobby.getState().call.phase]).toEqual([undefined, 'ended']);
  clock.advance(60_000);
  expect([...bobby.localMedia.live]).toEqual([]);
});

test.each([true, false])(
  'D81 D87 before the page goes the target rings no more, and the asking user reads it (call kept: %s)',
  async (isKept) => {
    const { clock, bobby, carol } = await createScene(isKept, isKept);
    const before = bobby.signalling.asked.length;
    bobby.emit({ type: 'pageHidden' });
    expect(bobby.signalling.asked.slice(before, before + 2)).toEqual(['cancel', 'report 503']);
    clock.advance(400);
    expect(carol.status()).toBe('CANCELED_REMOTE');
  },
);

test('D80 D87 a question that is answered while the call is interrupted: the asking user reads later that it failed', async () => {
  const { clock, alice, bobby } = await createScene(true);
  await bobby.intents.transfer({ do: 'decline' });
  clock.advance(400);
  await alice.intents.transfer({ do: 'ask', target: 'carol' });
  clock.advance(400);
  bobby.signalling.drop();
  await bobby.intents.transfer({ do: 'accept' });
  const { transfer } = bobby.getState();
  const newCallId =
    transfer?.side === 'peer' && transfer.phase === 'calling' ? transfer.newCallId : expect.fail();
  bobby.emit({ type: 'setUpFailed', callId: newCallId, code: 'noConnection' });
  expect(transferOf(bobby)).toMatchObject(failed);
  expect(bobby.signalling.asked).not.toContain('report 503');
  clock.advance(20_000);
  expect(transferOf(alice)).toMatchObject(failed);
});

test('D80 D87 a failure that is dismissed while the call is interrupted is reported as far as that is possible', async () => {
  const { bobby } = await createScene(true);
  bobby.signalling.drop();
  await bobby.intents.transfer({ do: 'dismiss' });
  expect([transferOf(bobby), bobby.signalling.asked.at(-1)]).toEqual([undefined, 'report 503']);
});

test.each(['before', 'after'] as const)(
  'D87 MEDIA-12 a log-out %s the devices for the target are open leaves none open, also where the server is not reached',
  async (when) => {
    const { clock, alice, bobby } = await createScene(true);
    await bobby.intents.transfer({ do: 'decline' });
    clock.advance(400);
    await alice.intents.transfer({ do: 'ask', target: 'carol' });
    clock.advance(400);
    bobby.signalling.drop();
    if (when === 'before') bobby.localMedia.failure = 'silent';
    await bobby.intents.transfer({ do: 'accept' });
    const transfer = transferOf(bobby);
    const newCallId =
      transfer?.side === 'peer' && transfer.phase === 'calling' ? transfer.newCallId : expect.fail();
    await bobby.intents.stop();
    expect([...bobby.localMedia.live]).toEqual([]);
    expect(bobby.localMedia.releases.get(newCallId)).toBe(1);
  },
);
