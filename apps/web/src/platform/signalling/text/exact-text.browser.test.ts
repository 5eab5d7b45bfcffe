import { expect, onTestFinished, test, vi } from 'vitest';
import {
  connect,
  createRegistered,
  OriginalConnection,
  openScene,
  type Phone,
  proxy,
  textOf,
  textOnly,
} from '../testing/test-phones.ts';

openScene();

const account = (user: string) => ({ address: `${user}@demo.example`, username: user, password: 'secret' });

const openKept = (user: string, ...wires: ('data-channel' | 'message')[]): Promise<Phone> =>
  createRegistered(user, {
    keepsCalls: () => true,
    ...(wires.length === 0 ? {} : { textTransports: wires }),
  });

/** Returns the channels that the pages have created, in order. */
function watchChannels(): () => readonly RTCDataChannel[] {
  const made = vi.spyOn(OriginalConnection.prototype, 'createDataChannel');
  onTestFinished(() => made.mockRestore());
  return () => made.mock.results.map(({ value }) => value as RTCDataChannel);
}

/** What is sent on the channel from now on is lost on the way. */
function lose(channel: RTCDataChannel | undefined): void {
  Object.assign(channel ?? expect.fail('there is one'), { send: () => {} });
}

const isDelivered = ({ events }: Phone, chunkId: number) =>
  vi.waitUntil(() => events.some((event) => event.type === 'textDelivered' && event.chunkId === chunkId), {
    timeout: 8000,
    interval: 5,
  });

/**
 * The text transport that replaces the last channel. On a busy machine both attempts to open a new channel succeed, and
 * the end that took them uses the second one until it sees that this one is closed too.
 */
async function afterLastChannel(phone: Phone): Promise<string> {
  const { transport, isTextExact } = await phone.next('textTransportChanged');
  expect(isTextExact).toBe(true);
  return transport === 'dataChannel' ? afterLastChannel(phone) : transport;
}

const failures = (...phones: readonly Phone[]) =>
  phones.flatMap(({ events }) => events.filter(({ type }) => type === 'textFailed'));
const invites = (): string => proxy.messages.filter((message) => message.startsWith('INVITE')).join();

test('D82 text that is lost with a channel arrives on the next channel, and with that on MESSAGE, exactly once', async () => {
  const channels = watchChannels();
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId, calleeId } = await connect(alice, bobby, textOnly);
  expect(invites()).toContain('a=rtt-exact:1');
  alice.signalling.sendText(callerId, 1, 'one ');
  await isDelivered(alice, 1);

  const [first, second] = channels();
  for (const channel of [first, second]) lose(channel);
  alice.signalling.sendText(callerId, 2, 'two 👩🏽‍🚀 ');
  bobby.signalling.sendText(calleeId, 1, 'ett ');
  first?.close();
  alice.signalling.sendText(callerId, 3, 'three\u2028');
  for (const phone of [alice, bobby])
    expect(await phone.next('textTransportChanged')).toMatchObject({
      transport: 'dataChannel',
      isTextExact: true,
    });
  await Promise.all([isDelivered(alice, 3), isDelivered(bobby, 1)]);

  for (const channel of channels()) lose(channel);
  alice.signalling.sendText(callerId, 4, '\bfour ');
  bobby.signalling.sendText(calleeId, 2, 'två');
  for (const channel of channels()) channel.close();
  for (const phone of [alice, bobby]) expect(await afterLastChannel(phone)).toBe('message');
  alice.signalling.sendText(callerId, 5, 'five');
  await Promise.all([isDelivered(alice, 5), isDelivered(bobby, 2)]);
  expect(textOf(bobby)).toBe('one two 👩🏽‍🚀 three\u2028\bfour five');
  expect(textOf(alice)).toBe('ett två');
  expect(failures(alice, bobby)).toEqual([]);
});

test('D82 D80 a MESSAGE whose answer is lost with the connection is sent again, and read once', async () => {
  const [alice, bobby] = [await openKept('alice', 'message'), await openKept('bobby', 'message')];
  const { callerId } = await connect(alice, bobby, textOnly);
  proxy.filter = (message) => !(message.startsWith('SIP/2.0') && message.includes(' MESSAGE'));
  alice.signalling.sendText(callerId, 1, 'one ');
  await vi.waitUntil(() => textOf(bobby) === 'one ');
  proxy.drop('alice');
  await alice.next('connectionLost');
  proxy.filter = () => true;
  alice.signalling.sendText(callerId, 2, 'two');
  alice.signalling.openConnection('wss://proxy.example/sip', account('alice'));
  await alice.next('connectionOpened');
  alice.signalling.register(600);
  await alice.next('registered');
  await isDelivered(alice, 2);
  expect(textOf(bobby)).toBe('one two');
  expect(failures(alice)).toEqual([]);
});

test('D82 the last text before the end of a call is delivered, on both wires', async () => {
  for (const wire of ['data-channel', 'message'] as const) {
    const [alice, bobby] = [await openKept('alice', wire), await openKept('bobby', wire)];
    const { callerId } = await connect(alice, bobby, textOnly);
    alice.signalling.sendText(callerId, 1, 'so ');
    alice.signalling.sendText(callerId, 2, 'long');
    alice.signalling.hangUp(callerId);
    await alice.next('callClosed');
    await bobby.next('remoteHungUp');
    expect(textOf(bobby)).toBe('so long');
    expect(alice.events.flatMap((event) => (event.type === 'textDelivered' ? [event.chunkId] : []))).toEqual([
      1, 2,
    ]);
    alice.signalling.closeConnection();
    bobby.signalling.closeConnection();
  }
});

test.each([
  ['the caller', true, false],
  ['the callee', false, true],
])(
  'D82 D41 if only %s counts text, it goes as before, and what is lost is in doubt',
  async (_name, one, two) => {
    const channels = watchChannels();
    const alice = await createRegistered('alice', { keepsCalls: () => one });
    const bobby = await createRegistered('bobby', { keepsCalls: () => two });
    const { callerId } = await connect(alice, bobby, textOnly);
    const heard: unknown[] = [];
    channels()[1]?.addEventListener('message', ({ data }) => heard.push(data));
    alice.signalling.sendText(callerId, 1, 'one');
    await isDelivered(alice, 1);
    expect(heard.filter((data) => data !== '\uFEFF')).toEqual(['one']);
    lose(channels()[0]);
    alice.signalling.sendText(callerId, 2, 'two');
    channels()[0]?.close();
    expect(await alice.next('textFailed')).toMatchObject({ chunkId: 2 });
    expect(await alice.next('textTransportChanged')).not.toHaveProperty('isTextExact');
  },
);
