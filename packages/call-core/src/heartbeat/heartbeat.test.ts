import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { HEARTBEATS } from '../state/heartbeat-state.ts';
import { connectionNameOf } from '../views/connection-name.ts';
import { beatsBetween, stepHeartbeat } from './heartbeat-machine.ts';

function enter() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const client = createTestClient(network, clock);
  client.intents.start(settingsOf('alice'));
  clock.advance(0);
  return { clock, network, client };
}

test('STATE-36 events come every 1, 5, 20 and 60 ticks of one second, from login to logout', () => {
  const { clock, client } = enter();
  const heard = new Map<number, number>();
  for (const every of HEARTBEATS)
    client.onHeartbeat(every, () => void heard.set(every, (heard.get(every) ?? 0) + 1));
  clock.advance(999);
  expect(heard.size).toBe(0);
  clock.advance(59_001);
  expect([...heard]).toEqual([
    [1, 60],
    [5, 12],
    [20, 3],
    [60, 1],
  ]);
  void client.intents.stop();
  clock.advance(120_000);
  expect(heard.get(60)).toBe(1);
});

test('STATE-36 a listener that has unsubscribed is not called', () => {
  const { clock, client } = enter();
  let heard = 0;
  const leave = client.onHeartbeat(1, () => void heard++);
  clock.advance(2000);
  leave();
  clock.advance(2000);
  expect(heard).toBe(2);
});

test('a timer delayed by the browser catches up, with one event of each kind', () => {
  expect(beatsBetween(58, 121)).toEqual([1, 5, 20, 60]);
  expect(beatsBetween(61, 64)).toEqual([1]);
  const late = stepHeartbeat(
    { isRunning: true, startedAt: 0, ticks: 3 },
    { type: 'timerFired', timer: 'heartbeat' },
    61_400,
  );
  expect(late.state).toEqual({ isRunning: true, startedAt: 0, ticks: 61 });
  expect(late.effects).toContainEqual({ do: 'startTimer', timer: 'heartbeat', delayMs: 600 });
});

test('a clock that is set back starts a new count', () => {
  const step = stepHeartbeat(
    { isRunning: true, startedAt: 100_000, ticks: 50 },
    { type: 'timerFired', timer: 'heartbeat' },
    90_000,
  );
  expect(step).toEqual({
    state: { isRunning: true, startedAt: 90_000, ticks: 0 },
    effects: [{ do: 'startTimer', timer: 'heartbeat', delayMs: 1000 }],
  });
});

test('STATE-37 A-072 a dropped registration is renewed within a second', () => {
  const { clock, client } = enter();
  client.emit({ type: 'unregistered' });
  expect(connectionNameOf(client.getState())).toBe('reconnecting');
  clock.advance(1000);
  expect(connectionNameOf(client.getState())).toBe('online');
  expect(client.signalling.asked).toEqual(['openConnection', 'register 600', 'register 600']);
});

test('STATE-37 the check does not touch a registration that is waiting or was refused', () => {
  const { clock, network, client } = enter();
  network.registerStatus = 503;
  network.retryAfterSeconds = 30;
  client.emit({ type: 'unregistered' });
  clock.advance(1000);
  const asked = client.signalling.asked.length;
  clock.advance(29_000);
  expect(client.signalling.asked).toHaveLength(asked);
});

test('STATE-38 A-055 A-072 the 60 s event begins a new series of attempts when none is running', () => {
  const { clock, network, client } = enter();
  network.isDown = true;
  client.signalling.drop();
  clock.advance(36_000);
  expect(client.getState().connection.phase).toBe('failed');
  // Without a connection the check cannot register.
  expect(client.signalling.asked.filter((what) => what.startsWith('register'))).toHaveLength(1);
  const asked = client.signalling.opened.length;
  clock.advance(60_000 - 36_000);
  expect(client.signalling.opened).toHaveLength(asked + 1);
  network.isDown = false;
  clock.advance(4000);
  expect(connectionNameOf(client.getState())).toBe('online');
});
