import type { Signalling, SignallingEvent } from '@samtal/call-core';
import {
  createFakeClock,
  createFakeEnds,
  createFakeNetwork,
  type FakeSignalling,
  signallingCases,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createFetchedSignalling } from './fetched-signalling.ts';

const server = 'ws://one.example/sip';
const other = 'ws://two.example/sip';
const alice = { address: 'alice@demo.example', username: 'alice', password: 'secret' };
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Signalling whose code loads, or fails to load, when the test says so. */
function setUp() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const events: SignallingEvent[] = [];
  const emit = (event: SignallingEvent): void => void events.push(event);
  let fetches = 0;
  let answer = (_engine: Signalling): void => undefined;
  let refuse = (): void => undefined;
  let engine: FakeSignalling | undefined;
  const signalling = createFetchedSignalling(() => {
    fetches += 1;
    return new Promise((resolve, reject) => {
      answer = resolve;
      refuse = () => reject(new Error('no network'));
    });
  }, emit);
  return {
    signalling,
    events,
    fetches: () => fetches,
    opened: () => engine?.opened,
    arrive: async () => {
      engine = network.connect((event) => emit(event as SignallingEvent));
      answer(engine);
      await settle();
      clock.advance(0);
    },
    fail: async () => {
      refuse();
      await settle();
    },
  };
}

test.each(signallingCases)('with loaded code the contract holds: $name', async ({ run }) => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const open = createFakeEnds(
    clock,
    (emit) => createFetchedSignalling(async () => network.connect(emit), emit),
    settle,
  );
  await expect(run(open)).resolves.toBeUndefined();
});

test('the code is loaded once, with the first connection, which then opens', async () => {
  const { signalling, events, fetches, opened, arrive } = setUp();
  expect(fetches()).toBe(0);
  signalling.openConnection(server, alice);
  signalling.openConnection(other, alice);
  expect([fetches(), events]).toEqual([1, []]);
  await arrive();
  expect(opened()).toEqual([other]);
  expect(events).toEqual([{ type: 'connectionOpened' }]);
});

test('a connection that was closed meanwhile is not opened', async () => {
  const { signalling, events, opened, arrive } = setUp();
  signalling.openConnection(server, alice);
  signalling.closeConnection();
  await arrive();
  expect([opened(), events]).toEqual([[], []]);
});

test('code that fails to load is a lost connection; the next connection loads it again', async () => {
  const { signalling, events, fetches, opened, arrive, fail } = setUp();
  signalling.openConnection(server, alice);
  await fail();
  expect(events).toEqual([{ type: 'connectionLost', code: 'notFetched' }]);
  signalling.openConnection(server, alice);
  await arrive();
  expect([fetches(), opened()]).toEqual([2, [server]]);
});

test('STATE-24 code that fails while it opens a connection is a lost connection, each time', async () => {
  const events: SignallingEvent[] = [];
  const broken = {
    openConnection() {
      throw new TypeError('not a function');
    },
  } as Partial<Signalling> as Signalling;
  const signalling = createFetchedSignalling(
    async () => broken,
    (event) => void events.push(event),
  );
  signalling.openConnection(server, alice);
  await settle();
  signalling.openConnection(server, alice);
  expect(events).toEqual([
    { type: 'connectionLost', code: 'notOpened' },
    { type: 'connectionLost', code: 'notOpened' },
  ]);
});

test('a connection that was closed is not reported as lost when its code fails to load', async () => {
  const { signalling, events, fail } = setUp();
  signalling.openConnection(server, alice);
  signalling.closeConnection();
  await fail();
  expect(events).toEqual([]);
});

test('without a connection registering and calling fail, and the failure is reported', () => {
  const { signalling, events } = setUp();
  signalling.unregister();
  const wanted = { audio: true, video: false, text: false };
  const bandwidth = { audioKbps: 0, videoKbps: 0 };
  signalling.invite({ callId: 'one', target: 'bobby@demo.example', wanted, bandwidth });
  expect(events).toEqual([
    { type: 'unregistered' },
    { type: 'setUpFailed', callId: 'one', code: 'noConnection' },
  ]);
});
