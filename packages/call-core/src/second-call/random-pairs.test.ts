import { textOf } from '@samtal/realtime-text';
import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallParts } from '../state/client-state.ts';

const isLive = (parts: CallParts | undefined): boolean =>
  parts !== undefined && ['incoming', 'calling', 'establishing', 'accepted'].includes(parts.call.phase);

const idIn = (parts: CallParts): string => (parts.call.phase === 'idle' ? '' : parts.call.call.callId);

/** The first letter of the remote user's name. */
const letterOf = ({ call }: CallParts): string =>
  call.phase === 'idle' ? '' : (call.call.remoteUser.address[0] ?? '');

/** Text that consists of one letter and of what this letter may become. */
const isOf = (letter: string, text: string): boolean => text.replaceAll(letter, '') === '';

const callsOf = (client: TestClient): readonly CallParts[] => {
  const state = client.getState();
  return [state, state.behind, state.beside].filter((parts) => parts !== undefined);
};

/**
 * Four users call each other, some of them with an emergency service; each may have two calls. A user writes to each remote user the first letter of their
 * name, so text that reaches another call is found. The seed makes a failure repeatable.
 */
function run(seed: number, continuity?: { readonly limitMs: number }) {
  const random = createSeededRandom(seed);
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 40);
  // A call to the emergency number ends the others, and a call back rings beside two (decision D89).
  const names = ['alice', 'bobby', 'carol', 'david', ...(seed % 3 === 0 ? ['112'] : [])];
  let pairs = 0;
  let besides = 0;
  const clients = names.map((name, index) => {
    const client = createTestClient(network, clock, seed + index);
    client.signalling.keepsCalls = continuity !== undefined;
    client.intents.start(
      settingsOf(name, {
        secondCall: true,
        perCall: { audio: true, video: true },
        emergencyNumbers: ['112'],
        ...(continuity && { continuity }),
      }),
    );
    return client;
  });
  const [users, service] = [names.slice(0, 4), clients[4]];
  const withTwo = (): string | undefined =>
    names[
      clients.findIndex(
        (client) => callsOf(client).filter(({ call }) => call.phase === 'accepted').length === 2,
      )
    ];
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] ?? expect.fail('there is nothing to pick');

  function check(client: TestClient, name: string, turn: number): void {
    const fail = (what: string): never => expect.fail(`seed ${seed}, turn ${turn}, ${name}: ${what}`);
    const { behind, beside } = client.getState();
    const calls = callsOf(client);
    // Text: each call has the letters of its own two users alone.
    for (const parts of calls) {
      const { conversation, outbox } = parts.text;
      const [own, other] = [textOf(conversation, 'own'), textOf(conversation, 'other')];
      if (own !== outbox.target || !isOf(letterOf(parts), own)) fail(`writes ${own}`);
      if (!isOf(name[0] ?? '', other)) fail(`reads ${other}`);
    }
    // Media: those of live calls alone, and one call at most sends.
    const live = calls.filter(isLive);
    for (const callId of client.localMedia.live)
      if (!live.some((parts) => idIn(parts) === callId)) fail(`${callId} holds media`);
    const isSending = (parts: CallParts): boolean =>
      parts.call.phase === 'accepted' &&
      (parts.call.media.audio || parts.call.media.video) &&
      !client.localMedia.held.has(idIn(parts));
    if (live.filter(isSending).length > 1) fail('two calls send');
    if (isLive(behind) && live.length < 2) fail('the live call is behind');
    const isPlaceFree = behind === undefined || ['ended', 'completed'].includes(behind.call.phase);
    if (isLive(beside) && isPlaceFree) fail('the call beside could be behind');
    if (beside?.call.phase === 'incoming') besides += 1;
    if (live.length === 2) pairs += 1;
  }

  for (let turn = 0; turn < 150; turn++) {
    const client = pick(clients.slice(0, 4));
    const { intents } = client;
    const state = client.getState();
    const behindId = state.behind === undefined ? '' : idIn(state.behind);
    const besideId = state.beside === undefined ? '' : idIn(state.beside);
    const letter = letterOf(state);
    const acts: (() => void)[] = [
      () => intents.call(pick(users)),
      () => intents.call('bobby'),
      () => intents.call('david'),
      () => service && random() < 0.1 && intents.call('112'),
      () => intents.answer(),
      () => intents.answer(),
      () => intents.answerSecond(behindId, 'hold'),
      () => intents.answerSecond(behindId, 'hold'),
      () => intents.answerSecond(behindId, 'end'),
      () => intents.swapCalls(),
      () => intents.swapCalls(),
      () => intents.answerSecond(besideId, 'end'),
      () => random() < 0.3 && intents.decline(undefined, besideId),
      () => intents.decline('later', behindId),
      () => random() < 0.3 && intents.decline(),
      () => random() < 0.3 && intents.hangUp(),
      () => intents.dismiss(),
      () => intents.setHeld(random() < 0.5),
      () => intents.editText(letter.repeat(Math.floor(random() * 30))),
      () => intents.editText(letter.repeat(Math.floor(random() * 30))),
      () => state.behind && intents.editText(letterOf(state.behind).repeat(3), behindId),
      () => intents.knock(),
      () => intents.toggleCamera(),
      () => intents.togglePanel('text'),
      () => intents.sendTone(pick(['1', '2', ','])),
      () => intents.addMedium('video'),
      () => random() < 0.2 && client.signalling.drop(),
      () => client.emit({ type: random() < 0.1 ? 'browserOffline' : 'browserOnline' }),
      () => (client.localMedia.failure = random() < 0.5 ? undefined : pick(['denied', 'notFound'] as const)),
    ];
    if (service && random() < 0.05) service.intents.cancel();
    if (service && random() < 0.1) service.intents.hangUp();
    const called = withTwo();
    if (called !== undefined) service?.intents.call(called);
    pick(acts)();
    for (const [index, each] of clients.entries()) check(each, names[index] ?? '', turn);
    clock.advance(Math.floor(random() * 200));
    for (const [index, each] of clients.entries()) check(each, names[index] ?? '', turn);
  }
  for (const client of clients) client.emit({ type: 'browserOffline' });
  clock.advance(10_000 + (continuity?.limitMs ?? 0));
  for (const client of clients) {
    expect([...client.localMedia.live], `seed ${seed}`).toEqual([]);
    expect([...client.localMedia.held], `seed ${seed}`).toEqual([]);
    expect(
      [...client.localMedia.releases.values()].every((times) => times === 1),
      `seed ${seed}`,
    ).toBe(true);
    expect(callsOf(client).some(isLive), `seed ${seed}`).toBe(false);
    void client.intents.stop();
  }
  expect(clock.pending(), `seed ${seed}`).toBe(0);
  return { pairs, besides };
}

function runAll(continuity?: { readonly limitMs: number }) {
  const counts = { pairs: 0, besides: 0 };
  for (let seed = 1; seed <= 100; seed++) {
    const { pairs, besides } = run(seed, continuity);
    counts.pairs += pairs;
    counts.besides += besides;
  }
  return counts;
}

test('D85 D89 random runs with two calls, and a call back beside them, never mix their text, timers or media', () => {
  const { pairs, besides } = runAll();
  expect(pairs).toBeGreaterThan(1000);
  expect(besides).toBeGreaterThan(10);
}, 30_000);

test('D85 D80 neither do runs in which calls outlive their connection', () => {
  const { pairs, besides } = runAll({ limitMs: 2000 });
  expect(pairs).toBeGreaterThan(1000);
  expect(besides).toBeGreaterThan(10);
}, 30_000);
