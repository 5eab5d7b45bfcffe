import type { IceServersAnswer } from '@samtal/api-contract';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { alice } from '../../testing/alice.ts';
import type { ApiResult } from '../ports/user-api.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createRelayServers } from './relay-servers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function someone(token = 'a', hasRelays = true): SignedIn {
  const { user, ...rest } = alice();
  const capabilities = hasRelays ? [{ key: 'SYS_ICE_SERVERS', value: 'true' }] : [];
  return { ...rest, user: { ...user, securityToken: token, capabilities } };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** TURN credentials from a server that answers only when the test says so. */
async function open(initial: SessionState, untilShown = Promise.resolve()) {
  const state = createStore(initial);
  const clock = createFakeClock();
  let sleptMs = 0;
  const asked: string[] = [];
  const questions: ((result: ApiResult<IceServersAnswer>) => void)[] = [];
  const servers = createRelayServers({
    ask(token) {
      asked.push(token);
      return new Promise((resolve) => void questions.push(resolve));
    },
    session: { state },
    clock: {
      now: () => clock.now() + sleptMs,
      setTimer: (delayMs, run) => clock.setTimer(delayMs, run),
    },
    log: { warn: () => undefined },
    untilShown: () => untilShown,
  });
  await settled();
  async function answer(result: ApiResult<IceServersAnswer>): Promise<void> {
    (questions.shift() ?? expect.fail('nothing was asked'))(result);
    await settled();
  }
  return {
    state,
    clock,
    asked,
    names: () => servers().map(({ username }) => username),
    give: (username: string, ttl = 43_200) => {
      const server = { urls: ['turn:turn.example'], username, credential: 'c' };
      return answer({ ok: true, value: { iceServers: [server], ttl } });
    },
    fail: (status: number) => answer({ ok: false, status }),
    pass: (ms: number): Promise<void> => {
      clock.advance(ms);
      return settled();
    },
    /** Lets time pass without running any timer, as while a computer sleeps. */
    sleep: (ms: number) => void (sleptMs += ms),
  };
}

test('D20 calls get the credentials as soon as they arrive, and nothing waits for them', async () => {
  const { asked, names, give } = await open(someone());
  expect([asked, names()]).toEqual([['a'], []]);
  await give('one');
  expect(names()).toEqual(['one']);
});

test.each([
  ['no user is signed in', { phase: 'signedOut' } as const],
  ['the server has none', someone('a', false)],
])('D20 nothing is requested while %s', async (_why, initial) => {
  const { asked, names, clock } = await open(initial);
  expect([asked, names(), clock.pending()]).toEqual([[], [], 0]);
});

test('D20 the request waits until the page is shown, and is dropped if the user has left', async () => {
  let show = (): void => undefined;
  const { asked, state } = await open(someone('a'), new Promise<void>((resolve) => (show = resolve)));
  expect(asked).toEqual([]);
  state.set(someone('b'));
  show();
  await settled();
  expect(asked).toEqual(['b']);
});

test.each([
  [600, 5 * MINUTE_MS],
  [43_200, 6 * HOUR_MS],
  // The delay is longer than the longest delay of a browser’s timers.
  [60 * 86_400, 30 * 24 * HOUR_MS],
  // Very short lifetimes do not cause constant requests.
  [1, MINUTE_MS],
])('D20 credentials valid for %i s are renewed after %i ms, once', async (ttl, dueMs) => {
  const { asked, names, give, pass } = await open(someone());
  await give('one', ttl);
  await pass(dueMs - 1);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toHaveLength(2);
  await give('two', ttl);
  expect(names()).toEqual(['two']);
  await pass(dueMs - 1);
  expect(asked).toHaveLength(2);
});

test.each([0, 429, 500])(
  'D20 after a failure (%i) the old ones are used while they last, with a new attempt each minute',
  async (status) => {
    const { asked, names, give, fail, pass } = await open(someone());
    await give('one', 600);
    await pass(5 * MINUTE_MS);
    for (let minute = 0; minute < 4; minute++) {
      await fail(status);
      expect(names()).toEqual(['one']);
      await pass(MINUTE_MS - 1);
      expect(asked).toHaveLength(2 + minute);
      await pass(1);
      expect(asked).toHaveLength(3 + minute);
    }
    await fail(status);
    await pass(MINUTE_MS);
    expect(names()).toEqual([]);
    await give('two', 600);
    expect(names()).toEqual(['two']);
  },
);

test('D20 after sleep credentials are renewed within five minutes, and never used expired', async () => {
  const { asked, names, give, pass, sleep } = await open(someone());
  await give('one', 43_200);
  await pass(HOUR_MS);
  sleep(12 * HOUR_MS);
  expect([names(), asked.length]).toEqual([[], 1]);
  await pass(5 * MINUTE_MS);
  expect(asked).toHaveLength(2);
});

test('D20 a logout deletes them, and the next login requests new ones', async () => {
  const { state, clock, asked, names, give } = await open(someone('a'));
  await give('one');
  state.set(someone('a'));
  expect([names(), asked.length]).toEqual([['one'], 1]);
  state.set({ phase: 'signingOut', was: someone('a') });
  expect([names(), clock.pending()]).toEqual([[], 0]);
  state.set(someone('b'));
  await settled();
  expect([asked, names()]).toEqual([['a', 'b'], []]);
});

test('D20 an answer for a user who has left is not used for the next', async () => {
  const { state, clock, names, give } = await open(someone('a'));
  state.set(someone('b'));
  await settled();
  await give('of a');
  expect([names(), clock.pending()]).toEqual([[], 0]);
  await give('of b');
  expect(names()).toEqual(['of b']);
});
