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
  return [state, ...(state.behind === undefined ? [] : [state.behind])];
};

/**
 * Four users call each other; each may have two calls. A user writes to each remote user the first letter of their
 * name, so text that reaches another call is found. The seed makes a failure repeatable.
 */
function run(seed: number, continuity?: { readonly limitMs: number }): number {
  const random = createSeededRandom(seed);
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 40);
  const names = ['alice', 'bobby', 'carol', 'david'];
  let pairs = 0;
  const clients = names.map((name, index) => {
    const client = createTestClient(network, clock, seed + index);
    client.signalling.keepsCalls = continuity !== undefined;
    client.intents.start(
      settingsOf(name, {
        secondCall: true,
        perCall: { audio: true, video: true },
        // A call to an emergency number ends the others (decision D89).
        ...(seed % 3 === 0 && { emergencyNumbers: ['david'] }),
        ...(continuity && { continuity }),
      }),
    );
    return client;
  });
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] ?? expect.fail('there is nothing to pick');

  function check(client: TestClient, name: string, turn: number): void {
    const fail = (what: string): never => expect.fail(`seed ${seed}, turn ${turn}, ${name}: ${what}`);
    const { behind } = client.getState();
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
    if (live.length === 2) pairs += 1;
  }

  for (let turn = 0; turn < 150; turn++) {
    const client = pick(clients);
    const { intents } = client;
    const state = client.getState();
    const behindId = state.behind === undefined ? '' : idIn(state.behind);
    const letter = letterOf(state);
    const acts: (() => void)[] = [
      () => intents.call(pick(names)),
      () => intents.call('bobby'),
      () => intents.call('david'),
      () => intents.answer(),
      () => intents.answer(),
      () => intents.answerSecond(behindId, 'hold'),
      () => intents.answerSecond(behindId, 'hold'),
      () => intents.answerSecond(behindId, 'end'),
      () => intents.swapCalls(),
      () => intents.swapCalls(),
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
  return pairs;
}

test('D85 D89 random runs with two calls never mix their text, timers or media', () => {
  let pairs = 0;
  for (let seed = 1; seed <= 100; seed++) pairs += run(seed);
  expect(pairs).toBeGreaterThan(1000);
}, 30_000);

test('D85 D80 neither do runs in which calls outlive their connection', () => {
  let pairs = 0;
  for (let seed = 1; seed <= 100; seed++) pairs += run(seed, { limitMs: 2000 });
  expect(pairs).toBeGreaterThan(1000);
}, 30_000);
