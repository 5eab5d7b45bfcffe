import { expect, onTestFinished, test, vi } from 'vitest';
import type { SentOutcome, TextWatch } from '../../../client/ports/text-watch.ts';
import {
  connect,
  createRegistered,
  OriginalConnection,
  openScene,
  type Phone,
  proxy,
  textOnly,
} from '../testing/test-phones.ts';
import { MAX_RECEIVED_CHARACTERS } from './text-channel.ts';

openScene();

type Told = {
  readonly direction: 'sent' | 'received';
  readonly carrier: string;
  readonly characters: string;
  readonly isRead: boolean;
  outcome?: SentOutcome;
};

type Watched = Phone & { readonly told: readonly Told[]; readonly isCounted: () => readonly boolean[] };

/** A phone that notes what its text transports tell. */
async function openWatched(
  user: string,
  { keepsCalls = false, wires }: { keepsCalls?: boolean; wires?: 'message'[] } = {},
): Promise<Watched> {
  const told: Told[] = [];
  const counted: boolean[] = [];
  const watch: TextWatch = {
    sent(carrier, characters) {
      const message: Told = { direction: 'sent', carrier, characters, isRead: true };
      told.push(message);
      return (outcome) => void (message.outcome = outcome);
    },
    received: (carrier, characters, isRead = true) =>
      void told.push({ direction: 'received', carrier, characters, isRead }),
  };
  const phone = await createRegistered(user, {
    keepsCalls: () => keepsCalls,
    watchText: (_callId, isCounted) => {
      counted.push(isCounted);
      return watch;
    },
    ...(wires === undefined ? {} : { textTransports: wires }),
  });
  return { ...phone, told, isCounted: () => counted };
}

const charactersOf = (told: readonly Told[], direction: Told['direction'], carrier: string) =>
  told
    .filter((message) => message.direction === direction && message.carrier === carrier)
    .map(({ characters }) => characters);

/** Returns everything that each channel of the page has sent, in order. */
function spyOnChannels(): () => readonly (readonly string[])[] {
  const send = vi.spyOn(RTCDataChannel.prototype, 'send');
  onTestFinished(() => send.mockRestore());
  return () => {
    const { calls, contexts } = send.mock;
    return [...new Set(contexts)].map((channel) =>
      calls.flatMap(([data], index) => (contexts[index] === channel ? [data as unknown as string] : [])),
    );
  };
}

test.each([false, true])(
  'D91 D82 the watch is told of exactly what the channel carried, at both ends; text that both ends count: %s',
  async (keepsCalls) => {
    const sent = spyOnChannels();
    const [alice, bobby] = [
      await openWatched('alice', { keepsCalls }),
      await openWatched('bobby', { keepsCalls }),
    ];
    const { callerId, calleeId } = await connect(alice, bobby, textOnly);
    expect([alice.isCounted(), bobby.isCounted()]).toEqual([[keepsCalls], [keepsCalls]]);
    alice.signalling.sendText(callerId, 1, 'Hi 👩🏽‍🚀\b\u2028');
    bobby.signalling.sendText(calleeId, 1, '\u0007é');
    await vi.waitUntil(
      () =>
        [alice, bobby].every(({ events }) => events.some(({ type }) => type === 'textDelivered')) &&
        [alice, bobby].every(({ told }) => charactersOf(told, 'received', 'dataChannel').length > 1),
      { timeout: 8000, interval: 5 },
    );
    const carried = sent();
    expect(carried).toHaveLength(2);
    expect(carried).toContainEqual(charactersOf(alice.told, 'sent', 'dataChannel'));
    expect(carried).toContainEqual(charactersOf(bobby.told, 'sent', 'dataChannel'));
    const [fromAlice, atBobby] = [
      charactersOf(alice.told, 'sent', 'dataChannel'),
      charactersOf(bobby.told, 'received', 'dataChannel'),
    ];
    expect(fromAlice.join('')).toContain('Hi 👩🏽‍🚀\b\u2028');
    expect(atBobby).toEqual(fromAlice.slice(0, atBobby.length));
    if (!keepsCalls) {
      expect(alice.told.find(({ characters }) => characters.startsWith('Hi'))?.outcome).toBe('taken');
      expect(fromAlice[0]).toBe('\uFEFF');
    }
  },
);

test('D91 A-042 the watch is told of each MESSAGE when it leaves and what became of it, and of each that came', async () => {
  const [alice, bobby] = [await openWatched('alice', { wires: ['message'] }), await openWatched('bobby')];
  const { callerId } = await connect(alice, bobby, textOnly);
  alice.signalling.sendText(callerId, 1, 'one');
  alice.signalling.sendText(callerId, 2, 'two');
  // The second one waits for the answer to the first.
  expect(charactersOf(alice.told, 'sent', 'message')).toEqual([]);
  // The channel, on which no text is sent, may open meanwhile and carry its signature.
  const taken = () =>
    alice.told.filter(({ carrier, outcome }) => carrier === 'message' && outcome === 'taken');
  await vi.waitUntil(() => taken().length === 2, { timeout: 8000, interval: 5 });
  expect(charactersOf(bobby.told, 'received', 'message')).toEqual(['one', 'two']);
  const bodies = proxy.messages
    .filter((message) => message.startsWith('MESSAGE '))
    .map((message) => message.split('\r\n\r\n')[1]);
  expect(new Set(bodies)).toEqual(new Set(['one', 'two']));
});

test('D91 D41 text on a channel that dies is lost, and a message that is too long is told as unread', async () => {
  const made = vi.spyOn(OriginalConnection.prototype, 'createDataChannel');
  onTestFinished(() => made.mockRestore());
  const [alice, bobby] = [await openWatched('alice'), await openWatched('bobby')];
  const { callerId } = await connect(alice, bobby, textOnly);
  const channels = made.mock.results.map(({ value }) => value as RTCDataChannel);
  await vi.waitUntil(() => channels.every(({ readyState }) => readyState === 'open'), { timeout: 8000 });
  const tooLong = 'x'.repeat(MAX_RECEIVED_CHARACTERS + 1);
  channels[1]?.send(tooLong);
  await vi.waitUntil(() => alice.told.some(({ isRead }) => !isRead), { timeout: 8000, interval: 5 });
  expect(alice.told.find(({ isRead }) => !isRead)).toMatchObject({
    direction: 'received',
    characters: tooLong,
  });

  alice.signalling.sendText(callerId, 1, 'late');
  channels[0]?.close();
  await vi.waitUntil(() => alice.told.some(({ outcome }) => outcome === 'lost'), {
    timeout: 8000,
    interval: 5,
  });
  expect(alice.told.find(({ characters }) => characters === 'late')?.outcome).toBe('lost');
});
