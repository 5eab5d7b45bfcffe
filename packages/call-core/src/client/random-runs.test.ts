import { textOf } from '@samtal/realtime-text';
import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { CallState } from '../state/call-state.ts';

const geolocation = { isTracked: true, updateLimitMetres: 0 };

const isLive = ({ phase }: CallState): boolean =>
  phase === 'calling' || phase === 'establishing' || phase === 'accepted';

/**
 * Four users, one of them the emergency service, act at random on a slow network with broken connections. The
 * seed makes a failure repeatable.
 */
function run(seed: number, continuity?: { readonly limitMs: number }): void {
  const random = createSeededRandom(seed);
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 40);
  const names = ['alice', 'bobby', 'carol', '112'];
  const clients = names.map((name, index) => {
    const client = createTestClient(network, clock, seed + index);
    client.signalling.keepsCalls = continuity !== undefined;
    client.intents.start(settingsOf(name, { geolocation, ...(continuity && { continuity }) }));
    return client;
  });
  for (let turn = 0; turn < 120; turn++) {
    const client = clients[Math.floor(random() * clients.length)] ?? expect.fail();
    const { intents } = client;
    const acts: (() => void)[] = [
      () => intents.call(names[Math.floor(random() * 5)] ?? 'nobody'),
      () => intents.answer(),
      () => intents.answer(),
      () => intents.decline(),
      () => intents.cancel(),
      () => intents.hangUp(),
      () => intents.dismiss(),
      () => intents.callAgain(),
      () => intents.editText('text'.repeat(Math.floor(random() * 9))),
      () => intents.knock(),
      () => client.signalling.drop(),
      () => client.emit({ type: random() < 0.5 ? 'browserOffline' : 'browserOnline' }),
      () => client.emit({ type: 'woken' }),
      () => (client.localMedia.failure = random() < 0.2 ? 'denied' : undefined),
      () => intents.togglePanel('text'),
      () => intents.sendTone('12,#'[Math.floor(random() * 4)] ?? ''),
      () => intents.call('112', { ivr: '1,2' }),
      () => client.geolocation.find({ latitude: 59, longitude: 18, accuracyMetres: 9, at: clock.now() }),
    ];
    acts[Math.floor(random() * acts.length)]?.();
    clock.advance(Math.floor(random() * 200));
    for (const client of clients) {
      const { call, text } = client.getState();
      expect(textOf(text.conversation, 'own')).toBe(text.outbox.target);
      const held = client.localMedia.live.size;
      const isLeaking = !isLive(call) && (held > 0 || client.geolocation.isWatching);
      const isPrepared = client.signalling.prepared.size > 0;
      if (isPrepared && !isLive(call)) expect.fail(`${call.phase} has a prepared call, turn ${turn}`);
      if (held > 1 || isLeaking) expect.fail(`${call.phase} holds ${held} media, turn ${turn}`);
    }
  }
  for (const client of clients) client.emit({ type: 'browserOffline' });
  clock.advance(10_000 + (continuity?.limitMs ?? 0));
  for (const client of clients) {
    const { live, releases } = client.localMedia;
    expect([...live]).toEqual([]);
    expect([...releases.values()].every((times) => times === 1)).toBe(true);
    expect(['idle', 'ended', 'completed']).toContain(client.getState().call.phase);
    // Decision D37: no conversation ends here without showing its ending.
    expect(client.statuses.join(' ')).not.toContain('ACCEPTED COMPLETED');
  }
  // The heartbeat runs until logout.
  for (const client of clients) void client.intents.stop();
  expect(clock.pending()).toBe(0);
}

test('random actions of four users leak no media, no timers and no calls', () => {
  for (let seed = 1; seed <= 300; seed++) run(seed);
}, 30_000);

test('D80 random actions with calls that outlive their connection leak no media, no timers and no calls', () => {
  for (let seed = 1; seed <= 200; seed++) run(seed, { limitMs: 2000 });
}, 30_000);
