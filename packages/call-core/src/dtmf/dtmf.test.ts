import type { TestClient } from '@samtal/test-kit';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { isTone } from './tone.ts';

let clock = createFakeClock();
let network = createFakeNetwork(clock);
let alice: TestClient;
let bobby: TestClient;

function enter(name: string): TestClient {
  const client = createTestClient(network, clock, name.length);
  client.intents.start(settingsOf(name));
  clock.advance(100);
  return client;
}

/** On this network every message takes 20 ms, and so does an INFO with its answer. */
beforeEach(() => {
  clock = createFakeClock();
  network = createFakeNetwork(clock, 20);
  [alice, bobby] = [enter('alice'), enter('bobby')];
});

function call(ivr?: string): void {
  alice.intents.call('bobby', ivr === undefined ? {} : { ivr });
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(20);
}
const tones = (client = alice): string =>
  client.signalling.infos.map((info) => (info.kind === 'tone' ? info.tone : '?')).join('');

test.each('0123456789ABCD#*,'.split(''))('DTMF-01 %s is a tone', (tone) => {
  expect(isTone(tone)).toBe(true);
});

test.each(['a', 'b', 'c', 'd', 'E', '', '12', ' ', '+', '٣', '1\n'])(
  'DTMF-01 DTMF-06 %j is not a tone',
  (tone) => {
    call();
    alice.intents.sendTone(tone);
    clock.advance(1000);
    expect([tones(), alice.warnings]).toEqual(['', ['Invalid DTMF tone']]);
  },
);

test('DTMF-02 without an established call a tone is refused', () => {
  alice.intents.sendTone('1');
  alice.intents.call('bobby');
  alice.intents.sendTone('2');
  clock.advance(1000);
  expect(alice.warnings).toEqual(['Session does not exist', 'Session does not exist']);
  expect(alice.signalling.infos).toEqual([]);
});

test('DTMF-03 DTMF-04 DTMF-05 DIALER-05 A-051 tones are sent one at a time, each after the answer to the one before', () => {
  call();
  for (const tone of '5*#') alice.intents.sendTone(tone);
  expect(alice.signalling.infos).toEqual([{ kind: 'tone', tone: '5', durationMs: 2000 }]);
  clock.advance(20);
  expect(tones()).toBe('5*');
  clock.advance(20);
  expect([tones(), alice.getState().dtmf.sent]).toEqual(['5*#', '5*#']);
});

test('DTMF-05 A-051 a comma is a pause of 100 ms and is never sent', () => {
  call();
  for (const tone of '1,,2') alice.intents.sendTone(tone);
  clock.advance(20 + 199);
  expect(tones()).toBe('1');
  clock.advance(1);
  expect([tones(), alice.getState().dtmf.sent]).toEqual(['12', '12']);
});

test('a tone pressed during a pause is sent after the pause, and answers to other messages change nothing', () => {
  call();
  for (const tone of '1,') alice.intents.sendTone(tone);
  clock.advance(60);
  alice.intents.sendTone('2');
  alice.intents.sendTone('3');
  expect(tones()).toBe('1');
  clock.advance(60);
  expect(tones()).toBe('12');
  const { call: now } = alice.getState();
  const callId = now.phase === 'accepted' ? now.call.callId : expect.fail();
  alice.emit({ type: 'infoDelivered', callId, infoId: 0 });
  alice.emit({ type: 'infoFailed', callId, infoId: 1 });
  expect(tones()).toBe('12');
  clock.advance(20);
  expect(tones()).toBe('123');
});

test('DTMF-05 KIOSK-12 STATE-27 A-051 the tones of a token are sent in groups when the call we made is answered', () => {
  call('12,34');
  expect(tones()).toBe('1');
  clock.advance(20);
  expect(tones()).toBe('12');
  clock.advance(20 + 99);
  expect(tones()).toBe('12');
  clock.advance(1);
  expect(tones()).toBe('123');
  clock.advance(20);
  expect([tones(), tones(bobby)]).toEqual(['1234', '']);
});

test('A-051 calling again sends the tones again, and a call without tones sends none', () => {
  call('1x2');
  clock.advance(100);
  bobby.intents.hangUp();
  clock.advance(100);
  alice.intents.callAgain();
  clock.advance(50);
  bobby.intents.answer();
  clock.advance(100);
  expect(tones()).toBe('1212');
  bobby.intents.hangUp();
  clock.advance(100);
  call();
  clock.advance(100);
  expect([tones(), alice.getState().dtmf.sent]).toEqual(['1212', '']);
});

test('a refused digit does not delay the later digits', () => {
  call();
  network.isInfoRefused = true;
  for (const tone of '12') alice.intents.sendTone(tone);
  clock.advance(40);
  expect(tones()).toBe('12');
});

test('STATE-28 the end of a call drops the tones still to be sent, during a pause too', () => {
  call();
  for (const tone of '1,23') alice.intents.sendTone(tone);
  clock.advance(50);
  const running = clock.pending();
  alice.emit({ type: 'remoteHungUp', callId: alice.signalling.lastInvite?.callId ?? '' });
  // The two timers that no longer run are those of the knock and of the pause.
  expect(clock.pending()).toBe(running - 2);
  clock.advance(5000);
  expect([tones(), alice.getState().dtmf]).toMatchObject(['1', { sent: '1', queue: [], isPausing: false }]);
});
