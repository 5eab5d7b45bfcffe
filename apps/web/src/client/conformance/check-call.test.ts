import { incomingText } from '@samtal/call-core';
import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { CallProbe, ScreenFacts } from '../ports/call-probe.ts';
import { type CheckParts, checkCall } from './check-call.ts';
import type { CheckOutcome } from './check-facts.ts';

const screen: ScreenFacts = { remoteName: 'b', received: 'in', sent: 'out', writer: 'b', isApart: true };
const GREETING = 'Hello.\n';

let clock = createFakeClock();
let network = createFakeNetwork(clock);
let alice: TestClient;
let echo: TestClient;

function enter(name: string): TestClient {
  const client = createTestClient(network, clock, name.length);
  client.intents.start(settingsOf(name));
  clock.advance(0);
  return client;
}

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock);
  [alice, echo] = [enter('alice'), enter('echo')];
});

type Service = {
  readonly isSilent?: boolean;
  readonly change?: (text: string) => string;
  readonly delayMs?: number;
};

/** The other end answers, greets, and returns what is typed. */
function serve({ isSilent = false, change = (text) => text, delayMs = 0 }: Service = {}): void {
  let hasAnswered = false;
  let returned = '';
  const look = (): void => {
    const { call, text } = echo.getState();
    if (call.phase === 'incoming' && !hasAnswered) {
      hasAnswered = true;
      clock.setTimer(0, () => echo.intents.answer());
    }
    if (call.phase !== 'accepted') return;
    const came = incomingText(text);
    const wanted = `${isSilent ? '' : GREETING}${change(came)}`;
    if (wanted === returned) return;
    returned = wanted;
    clock.setTimer(delayMs, () => echo.intents.editText(wanted));
  };
  echo.subscribe(look);
}

const nothing: CallProbe = {
  soundTones: async () => undefined,
  watchVideo: async () => undefined,
  measureSync: async () => undefined,
  readScreen: () => screen,
};

/** Runs a check to its end, while the clock goes on in small steps. */
async function run(target = 'echo', probe: CheckParts['probe'] = () => nothing): Promise<CheckOutcome> {
  const ended: Promise<CheckOutcome>[] = [];
  const note = async (): Promise<void> => {
    const outcome = checkCall({ client: alice, clock, probe }, target);
    await outcome.catch(() => undefined);
    ended.push(outcome);
  };
  void note();
  for (let step = 0; step < 20_000; step++) {
    const [outcome] = ended;
    if (outcome !== undefined) return outcome;
    clock.advance(20);
    await Promise.resolve();
  }
  throw new Error('the check does not end');
}

test('D90 a service that returns everything gives all characters, their times, and an ended call', async () => {
  serve();
  const outcome = await run();
  expect(outcome).toMatchObject({ ok: true, facts: { screen, text: { typed: 16, back: 16 } } });
  if (!outcome.ok) return;
  const { greetedMs = -1, text } = outcome.facts;
  expect(greetedMs).toBeGreaterThanOrEqual(0);
  expect(greetedMs).toBeLessThan(1000);
  expect(text?.slowestSentMs).toBeLessThanOrEqual(250);
  expect(text?.slowestBackMs).toBeGreaterThanOrEqual(text?.slowestSentMs ?? 0);
  clock.advance(2_000);
  expect(alice.status()).toBe('COMPLETED');
  expect(alice.localMedia.live.size).toBe(0);
});

test('D90 the time of a slow service is that of its slowest character', async () => {
  serve({ delayMs: 1_500 });
  const outcome = await run();
  expect(outcome).toMatchObject({ ok: true, facts: { text: { typed: 16, back: 16 } } });
  const { slowestBackMs = 0, slowestSentMs = 0 } = (outcome.ok && outcome.facts.text) || {};
  expect(slowestBackMs).toBeGreaterThanOrEqual(1_500);
  expect(slowestBackMs).toBeLessThan(2_500);
  expect(slowestSentMs).toBeLessThanOrEqual(250);
});

test.each([
  ['returns nothing', () => '', 0],
  ['returns other letters', (text: string) => text.replaceAll('5', 'S'), 7],
] as const)('D90 a service that %s has not returned all characters', async (_name, change, back) => {
  serve({ change });
  const outcome = await run();
  expect(outcome).toMatchObject({ ok: true, facts: { text: { back } } });
});

test('D90 a service without greeting is said to have none', async () => {
  serve({ isSilent: true });
  const outcome = await run();
  expect(outcome).toMatchObject({ ok: true, facts: { text: { back: 16 } } });
  expect(outcome.ok && outcome.facts.greetedMs).toBeUndefined();
});

test('D90 without anything to measure sound and video the text is measured', async () => {
  serve();
  expect(await run('echo', () => undefined)).toMatchObject({ ok: true, facts: { text: { back: 16 } } });
});

test('D90 a service that does not exist is reported, and no screen of the call is left', async () => {
  expect(await run('nobody')).toEqual({ ok: false, reason: 'notAnswered' });
  expect(alice.status()).toBe('COMPLETED');
});

test('D90 a service that does not answer is given up after a minute', async () => {
  expect(await run()).toEqual({ ok: false, reason: 'notAnswered' });
  clock.advance(2_000);
  expect(alice.status()).toBe('COMPLETED');
  expect(echo.status()).toBe('CANCELED_REMOTE');
});

test('D90 a call that the user ends gives no report', async () => {
  serve();
  clock.setTimer(3_000, () => alice.intents.hangUp());
  expect(await run()).toEqual({ ok: false, reason: 'ended' });
});

test('D90 a call that the service ends gives no report', async () => {
  serve();
  clock.setTimer(3_000, () => echo.intents.hangUp());
  expect(await run()).toEqual({ ok: false, reason: 'ended' });
});

test('D90 during another call there is no check', async () => {
  serve();
  alice.intents.call('echo');
  clock.advance(0);
  expect(await run()).toEqual({ ok: false, reason: 'unavailable' });
  expect(alice.status()).not.toBe('COMPLETED');
});

test('D90 an address that cannot be called gives no check', async () => {
  expect(await run('two words')).toEqual({ ok: false, reason: 'unavailable' });
});

test.each(['112', 'sip:112', '1-1-2', '911@demo.example'])(
  'D90 A-068 the emergency number %s is not called for a check',
  async (number) => {
    expect(await run(number)).toEqual({ ok: false, reason: 'emergency' });
    expect(alice.statuses).toEqual([]);
  },
);

test('D90 a measurement that is under way when the call ends is stopped, and the check says so', async () => {
  serve();
  const endless: CallProbe['watchVideo'] = () =>
    new Promise((_resolve, reject) => {
      signals[0]?.addEventListener('abort', () => reject(new Error('over')));
      clock.setTimer(1_000, () => alice.intents.hangUp());
    });
  const signals: AbortSignal[] = [];
  const outcome = await run('echo', (_callId, ended) => {
    signals.push(ended);
    return { ...nothing, watchVideo: endless };
  });
  expect(outcome).toEqual({ ok: false, reason: 'ended' });
});

test('D90 when measuring fails the call is ended', async () => {
  serve();
  const failing: CallProbe = { ...nothing, watchVideo: () => Promise.reject(new Error('no statistics')) };
  await expect(run('echo', () => failing)).rejects.toThrow('no statistics');
  clock.advance(2_000);
  expect(alice.status()).toBe('COMPLETED');
});

test('D90 D85 attack: a second caller who is answered during the check reads nothing of it, and the check ends its own call', async () => {
  clock = createFakeClock();
  network = createFakeNetwork(clock, 20);
  const enterWithTwo = (name: string, seed: number): TestClient => {
    const client = createTestClient(network, clock, seed);
    client.intents.start(settingsOf(name, { secondCall: true, perCall: { audio: true, video: true } }));
    return client;
  };
  alice = enterWithTwo('alice', 1);
  echo = enterWithTwo('echo', 2);
  const carol = enterWithTwo('carol', 3);
  clock.advance(400);
  serve({ isSilent: true, delayMs: 500 });
  let outcome: CheckOutcome | undefined;
  void (async () => {
    outcome = await checkCall({ client: alice, clock, probe: () => undefined }, 'echo');
  })();
  const goOn = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20) {
      clock.advance(20);
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
  };
  while (incomingText(echo.getState().text).length < 3) await goOn(20);
  carol.intents.call('alice');
  await goOn(200);
  const { behind } = alice.getState();
  alice.intents.answerSecond(behind && 'call' in behind.call ? behind.call.call.callId : '', 'hold');
  await goOn(10_000);
  expect(outcome).toEqual({ ok: false, reason: 'ended' });
  expect(alice.getState().call).toMatchObject({
    phase: 'accepted',
    call: { remoteUser: { address: 'carol@demo.example' } },
  });
  expect(incomingText(carol.getState().text)).toBe('');
  expect(['ended', 'completed']).toContain(echo.getState().call.phase);
  expect(alice.localMedia.live.size).toBe(1);
});
