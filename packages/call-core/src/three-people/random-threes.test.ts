import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { OutsideEvent } from '../protocol/client-events.ts';
import type { CallParts } from '../state/client-state.ts';
import { canInvite } from './can-invite.ts';
import { conversationInSight } from './conversation-of-three.ts';

/** In every third run the fourth is an emergency number, which calls and is called (decision D89). */
const namesOf = (seed: number) => ['alice', 'bobby', 'carol', seed % 3 === 0 ? '112' : 'david'] as const;
const perCall = { audio: true, video: true };

const isAccepted = (parts: CallParts | undefined): boolean => parts?.call.phase === 'accepted';
const idOf = (parts: CallParts | undefined): string =>
  parts === undefined || parts.call.phase === 'idle' ? '' : parts.call.call.callId;

/** The user of one call says that the call with the other user is over. */
function report(by: CallParts | undefined, about: CallParts | undefined): OutsideEvent {
  const user =
    about === undefined || about.call.phase === 'idle'
      ? { address: 'x@demo.example' }
      : about.call.call.remoteUser;
  return { type: 'otherReported', callId: idOf(by), user, status: 'disconnected' };
}

/** What a user may do at random. */
function act(client: TestClient, choice: number, target: string, mark: string): void {
  const { intents } = client;
  const state = client.getState();
  const behind = idOf(state.behind);
  const order = (wanted: Parameters<typeof intents.transfer>[0]) => void intents.transfer(wanted);
  const acts = [
    () => intents.call(target),
    () => intents.answer(),
    () => intents.answerSecond(behind, 'hold'),
    () => order({ do: 'inviteThird', target }),
    () => order({ do: 'inviteThird', target }),
    () => order({ do: 'accept' }),
    () => order({ do: 'accept' }),
    () => order({ do: 'decline' }),
    () => order({ do: 'dismiss' }),
    () => order({ do: 'connect' }),
    () => order({ do: 'ask', target }),
    () => order({ do: 'inviteAgain' }),
    () => order({ do: 'talkWithBoth' }),
    () => client.emit({ type: 'callBroken', callId: behind, code: 'lost' }),
    () => client.emit(report(state.behind, state)),
    () => client.emit(report(state, state.behind)),
    () => intents.swapCalls(),
    () => intents.setHeld(true),
    () => intents.setHeld(false),
    () => intents.editText(`${state.text.outbox.target}${mark}`),
    () => intents.editText(state.text.outbox.target.slice(0, -1)),
    () => intents.toggleMicrophone(),
    () => intents.hangUp(),
    () => intents.dismiss(),
    () => client.signalling.drop(),
  ];
  acts[choice % acts.length]?.();
}

/** What brings a call of three about, if something does now. */
function help(client: TestClient, target: string): void {
  const { intents } = client;
  const state = client.getState();
  if (state.call.phase === 'incoming') intents.answer();
  else if (state.three?.phase === 'asked') void intents.transfer({ do: 'accept' });
  else if (canInvite(state)) void intents.transfer({ do: 'inviteThird', target });
  else if (state.behind === undefined) intents.call(target);
}

function check(client: TestClient, own: string): void {
  const state = client.getState();
  const { three, behind } = state;
  if (three?.phase === 'together') {
    expect([isAccepted(state), isAccepted(behind)]).toEqual([true, true]);
    expect(Object.keys(three.before).toSorted()).toEqual([idOf(state), idOf(behind)].toSorted());
    expect(behind?.panels.isMicrophoneOn).toBe(state.panels.isMicrophoneOn);
  }
  const { lost } = state;
  if (lost !== undefined) expect([idOf(state), idOf(behind)]).toContain(lost.callId);
  if (three !== undefined) expect(state.settings?.threePeople).toBe(true);
  // Each user writes one letter of their own: no stretch has letters of two.
  for (const { text, by } of conversationInSight(state)) {
    const letters = new Set(text.replace(/[\n\uFFFD]/g, ''));
    expect(letters.size).toBeLessThan(2);
    if (by !== undefined) expect(letters.has(own)).toBe(false);
  }
}

test('D102 random runs of four users never mix authors, and leave no call of three behind', async () => {
  let togethers = 0;
  for (let seed = 1; seed <= 25; seed += 1) {
    const random = createSeededRandom(seed);
    const clock = createFakeClock();
    const network = createFakeNetwork(clock, 20);
    network.takesTransfers = true;
    network.takesJoin = seed % 5 > 0;
    const names = namesOf(seed);
    const clients = names.map((name, index) => {
      const client = createTestClient(network, clock, seed * 10 + index, { hasThreePeople: true });
      const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
      client.intents.start(settingsOf(name, may));
      return client;
    });
    clock.advance(1000);
    for (let step = 0; step < 150; step += 1) {
      const index = Math.floor(random() * clients.length);
      const client = clients[index];
      const target = names[Math.floor(random() * names.length)];
      if (client === undefined || target === undefined) throw new Error('no user');
      if (random() < 0.75) help(client, target);
      else act(client, Math.floor(random() * 1000), target, (names[index] ?? '').charAt(0));
      await Promise.resolve();
      clock.advance(Math.floor(random() * 600));
      for (const [each, one] of clients.entries()) {
        check(one, (names[each] ?? '').charAt(0));
        if (one.getState().three?.phase === 'together') togethers += 1;
      }
    }
    for (const client of clients) {
      client.intents.hangUp();
      client.intents.hangUp();
    }
    clock.advance(400_000);
    for (const client of clients) {
      client.intents.hangUp();
      client.intents.hangUp();
    }
    clock.advance(20_000);
    for (const client of clients) {
      expect([...client.localMedia.live]).toEqual([]);
      const phase = client.getState().three?.phase;
      expect(phase === undefined || phase === 'failed').toBe(true);
    }
  }
  // The runs have been in calls of three at all.
  expect(togethers).toBeGreaterThan(300);
});
