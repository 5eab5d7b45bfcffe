import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { alertOfSecondCall } from './alert-of-second-call.ts';

function createScene(isLookedAt = true) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo, carol] = ['anna', 'bo', 'carol'].map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    client.intents.start(settingsOf(name, { secondCall: true }));
    return client;
  }) as [
    ReturnType<typeof createTestClient>,
    ReturnType<typeof createTestClient>,
    ReturnType<typeof createTestClient>,
  ];
  clock.advance(1000);
  const bells: (string | undefined)[] = [];
  const notifications: string[] = [];
  const learned: string[] = [];
  let nudges = 0;
  const shown = <Value>(list: Value[], value: Value): (() => void) => {
    list.push(value);
    return () => void list.splice(list.indexOf(value), 1);
  };
  alertOfSecondCall({
    client: bo,
    attention: {
      bell: { show: (words) => shown(bells, words) },
      notifications: {
        show: ({ title }) => shown(notifications, title),
        askOnNextGesture: () => () => undefined,
      },
      page: { isLookedAt: () => isLookedAt, subscribe: () => () => undefined },
      nudge: () => void (nudges += 1),
    },
    t: ((key: string, { name }: { name: string }) => `${key} ${name}`) as unknown as TFunction,
    hasNotifications: () => true,
    learnName: (address) => void learned.push(address),
  });
  anna.intents.call('bo');
  clock.advance(1000);
  bo.intents.answer();
  clock.advance(1000);
  const ring = (): void => {
    carol.intents.call('bo');
    clock.advance(1000);
  };
  return { clock, anna, bo, carol, bells, notifications, learned, nudges: () => nudges, ring };
}

test('D85 D18 a second caller shows in the title and vibrates once; a page that is seen needs no notification', () => {
  const { bells, notifications, learned, nudges, ring, carol, clock } = createScene();
  ring();
  expect([bells, notifications, nudges(), learned]).toEqual([
    ['call.incoming carol'],
    [],
    1,
    ['carol@demo.example'],
  ]);
  carol.intents.cancel();
  clock.advance(1000);
  expect(bells).toEqual([]);
});

test('D85 NOTIF-01 a page that is not seen notifies, until the caller is answered', () => {
  const { bells, notifications, ring, bo, clock } = createScene(false);
  ring();
  expect(notifications).toEqual(['call.incoming carol']);
  const { behind } = bo.getState();
  if (behind?.call.phase !== 'incoming') return expect.fail('no second call rings');
  bo.intents.answerSecond(behind.call.call.callId, 'hold');
  clock.advance(1000);
  expect([bells, notifications]).toEqual([[], []]);
});

test('D85 NAV-16 RTT-11 text and a knock of the one who waits ring the bell and vibrate; a swap does not', () => {
  const { bells, nudges, ring, anna, bo, clock } = createScene(false);
  ring();
  const { behind } = bo.getState();
  if (behind?.call.phase !== 'incoming') return expect.fail('no second call rings');
  bo.intents.answerSecond(behind.call.call.callId, 'hold');
  clock.advance(1000);
  anna.intents.editText('hello?');
  clock.advance(1000);
  expect([bells, nudges()]).toEqual([[undefined], 1]);
  anna.intents.knock();
  clock.advance(1000);
  expect([bells, nudges()]).toEqual([[undefined], 2]);
  bo.intents.swapCalls();
  clock.advance(1000);
  expect([bells, nudges()]).toEqual([[undefined], 2]);
});
