import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { conversationInSight } from './conversation-of-three.ts';

/** Alice has written to Bobby, then to both, and Bobby could not be asked whether Carol may join. */
async function createParted() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol] = ['alice', 'bobby', 'carol'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1, { hasThreePeople: true });
    const perCall = { audio: true, video: true };
    const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
    client.intents.start(settingsOf(name, may));
    return client;
  }) as [TestClient, TestClient, TestClient];
  const wait = (ms = 4000): void => clock.advance(ms);
  wait();
  alice.intents.call('bobby');
  wait();
  bobby.intents.answer();
  wait();
  alice.intents.editText('to Bobby, ');
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer();
  wait();
  /** Adds to what was written in the call in front. */
  const add = (text: string): void => {
    alice.intents.editText(alice.getState().text.outbox.target + text);
    wait();
  };
  add('to both, ');
  const { three } = alice.getState();
  alice.emit({ type: 'transferProgress', callId: three?.callId ?? '', status: 480 });
  await bobby.intents.transfer({ do: 'decline' });
  wait();
  expect(alice.getState().three).toMatchObject({ phase: 'failed', status: 480, isApart: true });
  const askAgain = async (): Promise<void> => {
    await alice.intents.transfer({ do: 'inviteAgain' });
    wait();
    expect(alice.getState().three?.phase).toBe('asking');
  };
  const meet = async (): Promise<void> => {
    await bobby.intents.transfer({ do: 'accept' });
    wait();
    expect(alice.getState().three?.phase).toBe('together');
  };
  const own = (): string =>
    conversationInSight(alice.getState())
      .filter(({ author }) => author === 'own')
      .map(({ text }) => text)
      .join('');
  const read = () =>
    [bobby, carol].map((client) =>
      conversationInSight(client.getState())
        .filter(({ by }) => by?.address.startsWith('alice'))
        .map(({ text }) => text)
        .join(''),
    );
  const swap = (): void => {
    alice.intents.swapCalls();
    wait();
  };
  return { alice, wait, add, askAgain, meet, own, read, swap };
}

test('D102 text that was written to both before a question that is asked again stands once in the conversation', async () => {
  const { add, askAgain, meet, own, read } = await createParted();
  await askAgain();
  expect(own()).toBe('to Bobby, to both, ');
  await meet();
  add('to all');
  expect(own()).toBe('to Bobby, to both, to all');
  expect(read()).toEqual(['to Bobby, to both, to all', 'to both, to all']);
});

test('D102 what is mended in text that was written to both is mended for both, also after the question was asked again', async () => {
  const { alice, wait, askAgain, meet, read } = await createParted();
  await askAgain();
  await meet();
  alice.intents.editText('to Bobby, to you both');
  wait();
  expect(read()).toEqual(['to Bobby, to you both', 'to you both']);
});

test('D102 what was written to one of them between the questions stands once, too, and the other one never reads it', async () => {
  const { add, askAgain, meet, own, read, swap } = await createParted();
  add('Bobby, please, ');
  swap();
  add('Carol, wait, ');
  await askAgain();
  const words = ['to Bobby, ', 'to both, ', 'Bobby, please, ', 'Carol, wait, '];
  for (const part of words) expect(own().split(part)).toHaveLength(2);
  await meet();
  add('to all');
  for (const part of [...words, 'to all']) expect(own().split(part)).toHaveLength(2);
  expect(read()).toEqual(['to Bobby, to both, Bobby, please, to all', 'to both, Carol, wait, to all']);
});

test('D102 text that was erased between the questions is not taken for text that both have', async () => {
  const { alice, wait, askAgain, own } = await createParted();
  alice.intents.editText('to Bobby, to be');
  wait();
  await askAgain();
  expect(own()).toContain('to Bobby, to be');
  expect(own().split('to Bobby, ')).toHaveLength(2);
});
