import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { afterCall } from './after-call.ts';

function setUp() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  let runs = 0;
  const end = afterCall(
    () => anna,
    () => void (runs += 1),
  );
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(0);
  const talk = (): void => {
    anna.intents.call('bo');
    clock.advance(0);
    bo.intents.answer();
    clock.advance(0);
  };
  return { anna, bo, clock, end, talk, runs: () => runs };
}

test('LOGIN-14 D40 a session ended in a call ends once, when the call’s last screen is closed', () => {
  const { anna, bo, clock, end, talk, runs } = setUp();
  talk();
  end();
  end();
  expect([anna.status(), runs()]).toEqual(['ACCEPTED', 0]);
  bo.intents.hangUp();
  clock.advance(0);
  end();
  expect([anna.status(), runs()]).toEqual(['TERMINATED_REMOTE', 0]);
  anna.intents.dismiss();
  expect(runs()).toBe(1);
});

test('LOGIN-14 D40 a call that this user ends is shown as ended first', () => {
  const { anna, clock, end, talk, runs } = setUp();
  talk();
  end();
  anna.intents.hangUp();
  clock.advance(1499);
  expect([anna.status(), runs()]).toEqual(['TERMINATED_LOCAL', 0]);
  clock.advance(1);
  expect(runs()).toBe(1);
});

test('LOGIN-14 a session without a call ends immediately; a call’s last screen can be read first', () => {
  const { anna, clock, end, talk, runs } = setUp();
  end();
  expect(runs()).toBe(1);
  talk();
  anna.signalling.drop();
  clock.advance(2000);
  end();
  expect([anna.status(), runs()]).toEqual(['COMPLETED', 1]);
  anna.intents.dismiss();
  expect(runs()).toBe(2);
});
