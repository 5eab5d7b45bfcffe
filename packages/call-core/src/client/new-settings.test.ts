import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';

function enter() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const alice = createTestClient(network, clock);
  const bobby = createTestClient(network, clock, 2);
  alice.intents.start(settingsOf('alice'));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(1000);
  return { clock, network, alice, bobby };
}

test('MEDIA-06 a medium switched off in the settings is not part of the next call', () => {
  const { clock, alice } = enter();
  alice.intents.applySettings(settingsOf('alice', { video: false }));
  alice.intents.call('bobby');
  clock.advance(0);
  expect(alice.signalling.lastInvite?.wanted).toEqual({ audio: true, video: false, text: true });
});

test('new settings leave the connection, the registration and a running call unchanged', () => {
  const { clock, alice, bobby } = enter();
  alice.intents.call('bobby');
  clock.advance(100);
  bobby.intents.answer();
  clock.advance(100);
  const before = alice.getState();
  expect(before.call.phase).toBe('accepted');
  alice.intents.applySettings(settingsOf('alice', { video: false }));
  clock.advance(5000);
  const after = alice.getState();
  expect(after.settings?.video).toBe(false);
  expect([after.call, after.connection, after.registration]).toEqual([
    before.call,
    before.connection,
    before.registration,
  ]);
});

test('the settings of another user change nothing before the first user has been logged out', () => {
  const { alice } = enter();
  alice.intents.start(settingsOf('carol'));
  alice.intents.applySettings(settingsOf('carol'));
  expect(alice.getState().settings?.account.address).toBe(settingsOf('alice').account.address);
});

test('D8 a new secret replaces the old one on a connection where the old one was refused', () => {
  const { clock, network, alice } = enter();
  network.registerStatus = 403;
  alice.signalling.drop();
  clock.advance(100);
  expect(alice.getState().registration.phase).toBe('registering');
  network.registerStatus = undefined;
  const { account } = settingsOf('alice');
  alice.intents.applySettings(settingsOf('alice', { account: { ...account, password: 'new' } }));
  clock.advance(0);
  expect(alice.signalling.account?.password).toBe('new');
  expect(alice.getState().registration).toEqual({ phase: 'registered' });
});

test('D8 a registered client stays registered with a new secret until the server drops the connection', () => {
  const { clock, alice } = enter();
  const before = alice.signalling.opened.length;
  const { account } = settingsOf('alice');
  alice.intents.applySettings(settingsOf('alice', { account: { ...account, password: 'new' } }));
  expect(alice.signalling.opened).toHaveLength(before);
  alice.signalling.drop();
  clock.advance(100);
  expect(alice.signalling.account?.password).toBe('new');
});

test('a second start changes nothing, and settings without a user who was started are ignored', () => {
  const { clock, network, alice } = enter();
  const before = alice.getState();
  alice.intents.start(settingsOf('alice', { video: false }));
  expect(alice.getState()).toBe(before);
  const carol = createTestClient(network, clock, 3);
  carol.intents.applySettings(settingsOf('carol'));
  expect([carol.getState().settings, carol.signalling.opened]).toEqual([undefined, []]);
});
