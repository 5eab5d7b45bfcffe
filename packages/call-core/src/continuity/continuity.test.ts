import { textOf } from '@samtal/realtime-text';
import type { FakeNetwork, TestClient } from '@samtal/test-kit';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';

const LIMIT_MS = 30_000;

let clock = createFakeClock();
let network: FakeNetwork;

beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock, 10);
});

function enter(name: string, limitMs: number | undefined = LIMIT_MS): TestClient {
  const client = createTestClient(network, clock);
  client.signalling.keepsCalls = limitMs !== 0;
  client.intents.start(settingsOf(name, limitMs === 0 ? {} : { continuity: { limitMs } }));
  clock.advance(50);
  return client;
}

/** Alice calls bobby, and bobby answers. */
function createCall(limitMs = LIMIT_MS) {
  const alice = enter('alice', limitMs);
  const bobby = enter('bobby', limitMs);
  alice.intents.call('bobby');
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(50);
  expect([alice.status(), bobby.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  return { alice, bobby };
}

const callIdOf = (client: TestClient): string => {
  const { call } = client.getState();
  return 'call' in call ? call.call.callId : '';
};
const resumesOf = ({ signalling }: TestClient): number =>
  signalling.asked.filter((what) => what === 'resume').length;
const isInterrupted = (client: TestClient): boolean =>
  client.getState().continuity.interruption !== undefined;

/** The network is lost, and comes back after `forMs`. */
function loseNetwork(client: TestClient, forMs: number): void {
  network.isDown = true;
  client.signalling.drop();
  clock.advance(forMs);
  network.isDown = false;
}

test('D80 without the setting a lost connection ends the call, as specified', () => {
  const { alice, bobby } = createCall(0);
  alice.signalling.drop();
  clock.advance(2000);
  expect([alice.status(), bobby.status()]).toEqual(['COMPLETED', 'TERMINATED_REMOTE']);
});

test.each([1, 500, 3000, 15_000, 28_000])('D80 a call lives through a connection lost for %d ms', (forMs) => {
  const { alice, bobby } = createCall();
  loseNetwork(alice, forMs);
  expect(isInterrupted(alice)).toBe(true);
  clock.advance(3000);
  expect([alice.status(), bobby.status()]).toEqual(['ACCEPTED', 'ACCEPTED']);
  expect([isInterrupted(alice), isInterrupted(bobby)]).toEqual([false, false]);
  expect([resumesOf(alice), resumesOf(bobby)]).toEqual([1, 0]);
  clock.advance(100_000);
  expect(alice.status()).toBe('ACCEPTED');
});

test('D80 after the limit the call ends, and the screen says that the connection was lost', () => {
  const { alice } = createCall();
  loseNetwork(alice, LIMIT_MS - 1);
  expect(alice.status()).toBe('ACCEPTED');
  clock.advance(1);
  expect(alice.getState().call).toMatchObject({ phase: 'ended', isCutOff: true });
  expect(isInterrupted(alice)).toBe(false);
});

test('D80 the limit is a setting', () => {
  const { alice } = createCall(5000);
  loseNetwork(alice, 5000);
  expect(alice.getState().call).toMatchObject({ phase: 'ended', isCutOff: true });
});

test('D80 a peer that stays away ends the call at the limit, with BYE', () => {
  const { alice, bobby } = createCall();
  network.isDown = true;
  bobby.signalling.drop();
  alice.emit({ type: 'peerLost', callId: callIdOf(alice) });
  clock.advance(LIMIT_MS);
  expect(alice.getState().call).toMatchObject({ phase: 'ended', outcome: 'failed', isBroken: true });
  expect(alice.signalling.asked.at(-1)).toBe('abandon');
});

test('D80 when both ends have lost the server, the caller offers and the callee waits', () => {
  const { alice, bobby } = createCall();
  network.isDown = true;
  bobby.signalling.drop();
  alice.signalling.drop();
  clock.advance(1500);
  network.isDown = false;
  clock.advance(5000);
  expect([isInterrupted(alice), isInterrupted(bobby)]).toEqual([false, false]);
  expect(resumesOf(alice)).toBeGreaterThan(0);
  expect(resumesOf(bobby)).toBe(0);
});

test('D80 the callee offers itself when the caller is silent', () => {
  const { alice, bobby } = createCall();
  loseNetwork(bobby, 1000);
  clock.advance(3000);
  expect([resumesOf(alice), resumesOf(bobby)]).toEqual([0, 1]);
  expect([isInterrupted(alice), isInterrupted(bobby)]).toEqual([false, false]);
});

test('D80 offers that cross are repeated with the times of RFC 3261 §14.1', () => {
  const { alice, bobby } = createCall();
  network.resumeStatus = 491;
  loseNetwork(alice, 100);
  clock.advance(400);
  expect(resumesOf(alice)).toBe(1);
  clock.advance(1700);
  expect(resumesOf(alice)).toBe(1);
  clock.advance(2300);
  expect(resumesOf(alice)).toBe(2);
  loseNetwork(bobby, 100);
  clock.advance(400 + 2000);
  network.resumeStatus = undefined;
  clock.advance(4100);
  expect([isInterrupted(alice), isInterrupted(bobby)]).toEqual([false, false]);
});

test('D80 a peer or a server that does not know the call any more ends it', () => {
  const { alice, bobby } = createCall();
  network.isDown = true;
  alice.signalling.drop();
  bobby.intents.hangUp();
  clock.advance(500);
  network.isDown = false;
  clock.advance(2000);
  expect(alice.getState().call).toMatchObject({ phase: 'ended', isBroken: true });
});

test('D80 a peer that ICE has lost for a moment is found again and the call flows', () => {
  const { alice } = createCall();
  const callId = callIdOf(alice);
  alice.emit({ type: 'peerLost', callId });
  expect(isInterrupted(alice)).toBe(true);
  alice.emit({ type: 'peerFound', callId });
  expect(isInterrupted(alice)).toBe(false);
  clock.advance(60_000);
  expect(alice.status()).toBe('ACCEPTED');
});

test('D80 while nothing arrives from the peer, ICE is restarted again and again', () => {
  const { alice } = createCall();
  alice.emit({ type: 'peerLost', callId: callIdOf(alice) });
  clock.advance(20_000);
  expect(resumesOf(alice)).toBeGreaterThan(2);
  expect(isInterrupted(alice)).toBe(true);
});

test('D80 while both ends have lost each other, only the caller offers, so that offers do not cross', () => {
  const { alice, bobby } = createCall();
  for (const client of [alice, bobby]) client.emit({ type: 'peerLost', callId: callIdOf(client) });
  clock.advance(29_000);
  expect(resumesOf(alice)).toBeGreaterThan(5);
  expect(resumesOf(bobby)).toBe(0);
});

test('D80 a connection that does not answer while the peer is lost is replaced within seconds', () => {
  const { alice } = createCall();
  network.isRegisterLost = true;
  alice.emit({ type: 'peerLost', callId: callIdOf(alice) });
  clock.advance(2100);
  network.isRegisterLost = false;
  expect(alice.signalling.opened).toHaveLength(2);
});

test('D80 what was registered over a connection that is lost meanwhile counts for no later connection', () => {
  const { bobby } = createCall();
  network.isRegisterLost = true;
  bobby.emit({ type: 'networkChanged' });
  clock.advance(1700);
  bobby.signalling.drop();
  clock.advance(100);
  const opened = bobby.signalling.opened.length;
  // The first REGISTER would have been given up now, and the connection with it.
  clock.advance(1000);
  expect(bobby.signalling.opened).toHaveLength(opened);
});

test('D80 an answer that was made on the connection that is lost does not end the interruption', () => {
  const { alice } = createCall();
  network.isDown = true;
  alice.signalling.drop();
  alice.emit({ type: 'callResumed', callId: callIdOf(alice) });
  network.isDown = false;
  clock.advance(3000);
  expect([resumesOf(alice), isInterrupted(alice)]).toEqual([1, false]);
});

test('D80 REG-03 the browser is offline: the call waits, and goes on immediately when it is online', () => {
  const { alice } = createCall();
  alice.emit({ type: 'browserOffline' });
  expect(alice.signalling.asked.at(-1)).toBe('suspendConnection');
  clock.advance(8000);
  expect(alice.status()).toBe('ACCEPTED');
  alice.emit({ type: 'browserOnline' });
  clock.advance(200);
  expect(isInterrupted(alice)).toBe(false);
});

test('D80 the callee offers sooner after its own network was gone', () => {
  const { bobby } = createCall();
  bobby.emit({ type: 'browserOffline' });
  bobby.emit({ type: 'browserOnline' });
  clock.advance(200);
  expect([resumesOf(bobby), isInterrupted(bobby)]).toEqual([1, false]);
});

test('D80 attempts to connect during a call do not run out', () => {
  const { alice } = createCall(120_000);
  loseNetwork(alice, 100_000);
  clock.advance(5000);
  expect(alice.status()).toBe('ACCEPTED');
  expect(isInterrupted(alice)).toBe(false);
});

test('D40 D48 a call ends when the server refuses the secret of an end that comes back', () => {
  const { alice } = createCall();
  network.registerStatus = 403;
  alice.signalling.drop();
  clock.advance(100);
  expect(alice.getState().call).toMatchObject({ phase: 'ended', isCutOff: true });
});

test('D80 a call that is not answered yet ends with its connection', () => {
  const alice = enter('alice');
  enter('bobby');
  alice.intents.call('bobby');
  clock.advance(50);
  alice.signalling.drop();
  expect(alice.getState().call).toMatchObject({ phase: 'ended', isCutOff: true });
});

test('D80 a BYE that a server sends for a lost peer is not taken for a hang-up', () => {
  const { alice } = createCall();
  alice.emit({ type: 'remoteHungUp', callId: callIdOf(alice), isLost: true });
  expect(alice.getState().call).toMatchObject({ phase: 'ended', isBroken: true });
});

test('D80 the text of the call stays, and what is typed meanwhile is not lost', () => {
  const { alice } = createCall();
  alice.intents.editText('before');
  clock.advance(1000);
  loseNetwork(alice, 2000);
  alice.intents.editText('before and after');
  clock.advance(5000);
  expect(textOf(alice.getState().text.conversation, 'own')).toBe('before and after');
});

test('D80 the user can hang up during the interruption, and no timer is left', () => {
  const { alice, bobby } = createCall();
  loseNetwork(alice, 1000);
  alice.intents.hangUp();
  clock.advance(5000);
  expect(alice.status()).toBe('COMPLETED');
  bobby.intents.hangUp();
  clock.advance(5000);
  for (const client of [alice, bobby]) void client.intents.stop();
  clock.advance(5000);
  expect(clock.pending()).toBe(0);
});
