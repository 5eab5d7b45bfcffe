import { expect, onTestFinished, test, vi } from 'vitest';
import { browserClock } from '../page/browser-clock.ts';
import { answerTo } from './testing/in-page-proxy.ts';
import {
  connect,
  connections,
  createRegistered,
  openScene,
  type Phone,
  proxy,
  textOf,
  textOnly,
} from './testing/test-phones.ts';

openScene();

const kept = { keepsCalls: () => true };
const account = (user: string) => ({ address: `${user}@demo.example`, username: user, password: 'secret' });

const openKept = (user: string, wire: 'data-channel' | 'message' = 'data-channel'): Promise<Phone> =>
  createRegistered(user, { ...kept, textTransports: [wire] });

/** Connects again and registers, as the core does after a loss. */
async function comeBack(phone: Phone, user: string): Promise<void> {
  phone.signalling.openConnection('wss://proxy.example/sip', account(user));
  await phone.next('connectionOpened');
  phone.signalling.register(600);
  await phone.next('registered');
}

const offers = (): readonly string[] => proxy.messages.filter((message) => message.startsWith('INVITE'));
const ufragOf = (message = ''): string | undefined => /a=ice-ufrag:(.*)\r/.exec(message)?.[1];
const endings = ['callBroken', 'remoteHungUp', 'callClosed'];
const endsOf = ({ events }: Phone) => events.filter(({ type }) => endings.includes(type));

test('D80 an established call outlives its connection, and goes on by a re-INVITE with an ICE restart', async () => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId, calleeId } = await connect(alice, bobby, textOnly);
  proxy.drop('alice');
  await alice.next('connectionLost');
  await comeBack(alice, 'alice');
  alice.signalling.resume(callerId);
  expect(await alice.next('callResumed')).toEqual({ type: 'callResumed', callId: callerId });
  expect(await bobby.next('callResumed')).toEqual({ type: 'callResumed', callId: calleeId });
  const [first, second] = offers();
  expect(ufragOf(second)).not.toBe(ufragOf(first));
  expect(second).toMatch(/^Contact: .+$/m);
  // Text flows on the same channel in both directions, and no other connection was made.
  alice.signalling.sendText(callerId, 1, 'still here');
  bobby.signalling.sendText(calleeId, 1, 'me too');
  await vi.waitUntil(() => textOf(bobby) === 'still here' && textOf(alice) === 'me too');
  expect(connections).toHaveLength(2);
  expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
});

test('D80 both ends lose the server and come back: the call goes on after the offer of one of them', async () => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId, calleeId } = await connect(alice, bobby, textOnly);
  proxy.drop();
  await Promise.all([alice.next('connectionLost'), bobby.next('connectionLost')]);
  await comeBack(bobby, 'bobby');
  await comeBack(alice, 'alice');
  bobby.signalling.resume(calleeId);
  await Promise.all([alice.next('callResumed'), bobby.next('callResumed')]);
  alice.signalling.hangUp(callerId);
  await bobby.next('remoteHungUp');
});

test.each([
  ['is back', 0],
  ['is back, and was lost once more before', 1],
] as const)(
  'D80 the user hangs up while the connection is lost: the call is over here, and the peer is told when it %s',
  async (_when, losses) => {
    const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
    const { callerId, calleeId } = await connect(alice, bobby, textOnly);
    proxy.drop('alice');
    await alice.next('connectionLost');
    alice.signalling.hangUp(callerId);
    expect(await alice.next('callClosed')).toEqual({ type: 'callClosed', callId: callerId });
    expect(connections[0]?.connectionState).toBe('closed');
    for (let lost = 0; lost < losses; lost += 1) {
      alice.signalling.openConnection('wss://proxy.example/sip', account('alice'));
      await alice.next('connectionOpened');
      proxy.drop();
      await alice.next('connectionLost');
      await bobby.next('connectionLost');
      await comeBack(bobby, 'bobby');
    }
    await comeBack(alice, 'alice');
    expect(await bobby.next('remoteHungUp')).toEqual({ type: 'remoteHungUp', callId: calleeId });
    expect(endsOf(alice)).toHaveLength(1);
    // Nothing is left that would keep the next call from its own connection.
    await connect(alice, bobby, textOnly);
  },
);

test('D80 an offer that is lost with the connection does not end the call, and the next one is taken', async () => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId } = await connect(alice, bobby, textOnly);
  proxy.filter = (message) => !message.startsWith('INVITE');
  alice.signalling.resume(callerId);
  await vi.waitUntil(() => offers().length === 2);
  proxy.drop('alice');
  expect(await alice.next('resumeFailed')).toEqual({ type: 'resumeFailed', callId: callerId });
  proxy.filter = () => true;
  await comeBack(alice, 'alice');
  alice.signalling.resume(callerId);
  await alice.next('callResumed');
  expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
});

/** An offer of alice is accepted, but her ACK is lost with the connection. */
async function loseAck(alice: Awaited<ReturnType<typeof openKept>>, callId: string): Promise<void> {
  proxy.filter = (message) => !message.startsWith('ACK');
  alice.signalling.resume(callId);
  await alice.next('callResumed');
  proxy.drop('alice');
  proxy.filter = () => true;
  await comeBack(alice, 'alice');
}

test('D80 RFC 3261 §13.3.1.4 an ACK that is lost with the connection does not keep the peer from the next offer', async () => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId } = await connect(alice, bobby, textOnly);
  await loseAck(alice, callerId);
  alice.signalling.resume(callerId);
  await alice.next('callResumed');
  expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
});

test('D80 RFC 3261 §13.3.1.4 an ACK that is lost with the connection does not end the call after the next own offer', async () => {
  // JsSIP ends a call whose 2xx has had no ACK for 64·T1; here after two seconds instead of 32.
  const { setTimeout: start } = globalThis;
  const hastened = (run: () => void, ms?: number) => start(run, ms === 32_000 ? 2000 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hastened);
  onTestFinished(() => void vi.restoreAllMocks());
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId, calleeId } = await connect(alice, bobby, textOnly);
  await loseAck(alice, callerId);
  bobby.signalling.resume(calleeId);
  await bobby.next('callResumed');
  await new Promise((resolve) => start(resolve, 3000));
  expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
});

test.each([481, 480, 503, 408])(
  'D80 an offer that gets %d is reported with its status, and the call stays',
  async (status) => {
    const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
    const { callerId } = await connect(alice, bobby, textOnly);
    proxy.answerOffers = `${status} No`;
    alice.signalling.resume(callerId);
    expect(await alice.next('resumeFailed')).toEqual({ type: 'resumeFailed', callId: callerId, status });
    proxy.answerOffers = undefined;
    alice.signalling.resume(callerId);
    await alice.next('callResumed');
    expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
  },
);

test('D80 an offer that crosses the BYE of the peer, and then gets 481, is not reported: the peer has hung up', async () => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId, calleeId } = await connect(alice, bobby, textOnly);
  const hasAnsweredBye = () => proxy.messages.some((message) => /^SIP[^]*^CSeq: \d+ BYE/m.test(message));
  proxy.filter = (message) => !message.startsWith('INVITE');
  alice.signalling.resume(callerId);
  await vi.waitUntil(() => offers().length === 2);
  bobby.signalling.hangUp(calleeId);
  await vi.waitUntil(hasAnsweredBye, { interval: 1 });
  proxy.inject('alice', answerTo(offers()[1] ?? '', '481 Call/Transaction Does Not Exist'));
  expect(await alice.next('remoteHungUp')).toEqual({ type: 'remoteHungUp', callId: callerId });
  expect(alice.events.filter(({ type }) => type === 'resumeFailed')).toEqual([]);
});

test('D80 D41 text by MESSAGE waits for the connection, and arrives once and in order', async () => {
  const [alice, bobby] = [await openKept('alice', 'message'), await openKept('bobby', 'message')];
  const { callerId } = await connect(alice, bobby, textOnly);
  alice.signalling.sendText(callerId, 1, 'one ');
  await alice.next('textDelivered');
  proxy.drop('alice');
  await alice.next('connectionLost');
  for (const [chunkId, characters] of [
    [2, 'two '],
    [3, 'three'],
  ] as const)
    alice.signalling.sendText(callerId, chunkId, characters);
  await comeBack(alice, 'alice');
  await vi.waitUntil(() => textOf(bobby) === 'one two three');
  expect(alice.events.filter(({ type }) => type === 'textFailed')).toEqual([]);
});

test('D80 text for a peer that is away for a moment is sent again until it is there', async () => {
  const [alice, bobby] = [await openKept('alice', 'message'), await openKept('bobby', 'message')];
  const { callerId } = await connect(alice, bobby, textOnly);
  proxy.answerMessages = '480 Away';
  alice.signalling.sendText(callerId, 1, 'hello');
  expect(await alice.next('peerLost')).toEqual({ type: 'peerLost', callId: callerId });
  proxy.answerMessages = undefined;
  await alice.next('peerFound');
  expect(textOf(bobby)).toBe('hello');
  await alice.next('textDelivered');
});

test('D80 a peer that was away counts as back when the text that is sent again is refused', async () => {
  const [alice, bobby] = [await openKept('alice', 'message'), await openKept('bobby', 'message')];
  const { callerId } = await connect(alice, bobby, textOnly);
  proxy.answerMessages = '480 Away';
  alice.signalling.sendText(callerId, 1, 'hello');
  await alice.next('peerLost');
  proxy.answerMessages = '500 No';
  await alice.next('peerFound');
});

test('D80 a suspended connection keeps established calls and gives up the others', async () => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId } = await connect(alice, bobby, textOnly);
  alice.signalling.suspendConnection();
  expect(alice.events.at(-1)?.type).not.toBe('connectionLost');
  await comeBack(alice, 'alice');
  alice.signalling.resume(callerId);
  await alice.next('callResumed');
  alice.signalling.closeConnection();
  expect(connections.map(({ connectionState }) => connectionState)[0]).toBe('closed');
});

test('D15 without the setting a call ends with its connection', async () => {
  const alice = await createRegistered('alice');
  const bobby = await createRegistered('bobby');
  await connect(alice, bobby, textOnly);
  proxy.drop('alice');
  await alice.next('connectionLost');
  expect(connections[0]?.connectionState).toBe('closed');
});

test.each([
  ['for a moment, while ICE has found the peer again, ends no call', false],
  ['that lasts, while ICE is connected, is one of DTLS and ends the call', true],
])('D80 a failed connection %s', async (_how, isLasting) => {
  const [alice, bobby] = [await openKept('alice'), await openKept('bobby')];
  const { callerId, calleeId } = await connect(alice, bobby, textOnly);
  const [connection] = connections;
  if (connection === undefined) return expect.fail('no connection was made');
  await vi.waitUntil(() => connection.connectionState === 'connected');
  const timers = vi.spyOn(browserClock, 'setTimer');
  onTestFinished(() => timers.mockRestore());
  Object.defineProperty(connection, 'connectionState', { get: () => 'failed', configurable: true });
  connection.dispatchEvent(new Event('connectionstatechange'));
  expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
  if (!isLasting) Reflect.deleteProperty(connection, 'connectionState');
  const [, look] = timers.mock.calls.at(-1) ?? [];
  look?.();
  if (isLasting) {
    await alice.next('callBroken');
    await bobby.next('remoteHungUp');
    return;
  }
  alice.signalling.sendText(callerId, 1, 'still here');
  bobby.signalling.sendText(calleeId, 1, 'me too');
  await vi.waitUntil(() => textOf(bobby) === 'still here' && textOf(alice) === 'me too');
  expect([...endsOf(alice), ...endsOf(bobby)]).toEqual([]);
});
