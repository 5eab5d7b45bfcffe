import {
  createFakeClock,
  createFakeNetwork,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { stepClient } from '../client/client-step.ts';
import { connectionNameOf } from '../views/connection-name.ts';

function createScene() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 50);
  const enter = (name: string, seed: number): TestClient => {
    const client = createTestClient(network, clock, seed);
    client.intents.start(settingsOf(name));
    return client;
  };
  const [anna, bo] = [enter('anna', 1), enter('bo', 2)];
  clock.advance(1000);
  const nameOf = () => connectionNameOf(bo.getState());
  const askedSince = (count: number) => bo.signalling.asked.slice(count);
  return { clock, network, anna, bo, nameOf, askedSince };
}

test('D78 a page that has woken is not reachable before the registrar has confirmed it', () => {
  const { clock, bo, nameOf, askedSince } = createScene();
  const before = bo.signalling.asked.length;
  expect(nameOf()).toBe('online');
  bo.emit({ type: 'woken' });
  expect([nameOf(), bo.getState().registration.phase]).toEqual(['establishing', 'registering']);
  clock.advance(50);
  expect([nameOf(), askedSince(before)]).toEqual(['online', ['register 600']]);
  clock.advance(10_000);
  expect(askedSince(before)).toEqual(['register 600']);
});

test('D78 a page that has woken connects again if the registrar does not answer within two seconds', () => {
  const { clock, network, bo, nameOf, askedSince } = createScene();
  const before = bo.signalling.asked.length;
  network.isRegisterLost = true;
  bo.emit({ type: 'woken' });
  clock.advance(1999);
  expect(askedSince(before)).toEqual(['register 600']);
  network.isRegisterLost = false;
  clock.advance(1);
  expect(nameOf()).toBe('reconnecting');
  clock.advance(100);
  expect([nameOf(), askedSince(before)]).toEqual([
    'online',
    ['register 600', 'openConnection', 'register 600'],
  ]);
});

test('D78 a call keeps its connection when the page wakes, also if the registrar does not answer', () => {
  const { clock, network, anna, bo } = createScene();
  anna.intents.call('bo');
  clock.advance(1000);
  bo.intents.answer();
  clock.advance(1000);
  network.isRegisterLost = true;
  bo.emit({ type: 'woken' });
  clock.advance(5000);
  expect([bo.status(), bo.signalling.opened.length]).toEqual(['ACCEPTED', 1]);
});

test.each([
  ['in time', 1, false],
  ['late, as on a busy machine', 10, false],
  ['so late that the page was frozen', 11, true],
])('D78 a tick of the heartbeat that comes %s', (_when, ticks, isWoken) => {
  const { clock, bo } = createScene();
  const state = bo.getState();
  const { heartbeat } = state;
  const startedAt = heartbeat.isRunning ? heartbeat.startedAt : expect.fail();
  const at = startedAt + ((heartbeat.isRunning ? heartbeat.ticks : 0) + ticks) * 1000;
  const { effects } = stepClient(state, { type: 'timerFired', timer: 'heartbeat' }, at);
  expect(effects.some((effect) => effect.do === 'register')).toBe(isWoken);
  expect(clock.now()).toBeLessThan(at);
});

test.each([
  ['logged out', ({ bo }: ReturnType<typeof createScene>) => void bo.intents.stop(), 'stopped'],
  [
    'without a network',
    ({ bo }: ReturnType<typeof createScene>) => bo.emit({ type: 'browserOffline' }),
    'offline',
  ],
])('D78 a page that wakes %s sends nothing', (_how, leave, phase) => {
  const scene = createScene();
  leave(scene);
  scene.clock.advance(3000);
  const before = scene.bo.signalling.asked.length;
  scene.bo.emit({ type: 'woken' });
  scene.clock.advance(5000);
  expect([scene.askedSince(before), scene.bo.getState().connection.phase]).toEqual([[], phase]);
});

test('D78 a logout right after waking leaves no timer', () => {
  const { clock, anna, bo } = createScene();
  bo.emit({ type: 'woken' });
  void bo.intents.stop();
  void anna.intents.stop();
  clock.advance(5000);
  expect(clock.pending()).toBe(0);
});
