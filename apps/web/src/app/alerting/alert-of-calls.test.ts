import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createAlerts } from '../../client/alerts/alerts.ts';
import type { Attention, SystemNotification } from '../../client/ports/attention.ts';
import { createStore } from '../../client/store/store.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { alertOfCalls } from './alert-of-calls.ts';

const { t } = await createWholeI18n('en');

/** Records values that are turned on: `on` has those that are on now, `all` has every one so far. */
function createSwitch<T>() {
  const on: T[] = [];
  const all: T[] = [];
  return {
    on,
    all,
    turnOn: (value: T) => {
      on.push(value);
      all.push(value);
      return () => void (on.includes(value) && on.splice(on.indexOf(value), 1));
    },
  };
}

function createScene({
  hasNotifications = true,
  isLookedAt = true,
  isLate = false,
  annaIs = '',
  isSlow = false,
} = {}) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  const looked = createStore(isLookedAt);
  const notifications = createSwitch<SystemNotification>();
  const bells = createSwitch<string>();
  const vibrations = createSwitch<'ring'>();
  const screens = createSwitch<'on'>();
  const nudges: string[] = [];
  const attention: Attention = {
    notifications: { show: notifications.turnOn, askOnNextGesture: () => () => undefined },
    page: { isLookedAt: looked.get, subscribe: looked.subscribe },
    bell: { show: (words = 'bell') => bells.turnOn(words) },
    vibrate: () => vibrations.turnOn('ring'),
    nudge: () => void nudges.push('nudge'),
    keepScreenOn: () => screens.turnOn('on'),
  };
  const unread = createStore(0);
  const knownNames = createStore<() => string | undefined>(() => annaIs || undefined);
  const alerts = createAlerts(clock);
  const named: (() => void)[] = [];
  const begin = (): void =>
    alertOfCalls({
      client: bo,
      attention,
      alerts,
      t,
      hasNotifications: () => hasNotifications,
      unread,
      knownNames,
      whenNamed: isSlow
        ? (_address, then) => {
            named.push(then);
            return () => void named.splice(0);
          }
        : undefined,
    });
  if (!isLate) begin();
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  const ring = (): void => {
    anna.intents.call('bo');
    clock.advance(1000);
  };
  const talk = (): void => {
    ring();
    bo.intents.answer();
    clock.advance(10_000);
  };
  return {
    clock,
    network,
    anna,
    bo,
    alerts,
    looked,
    notifications,
    bells,
    vibrations,
    screens,
    nudges,
    unread,
    ring,
    talk,
    begin,
    learnName: (name: string) => knownNames.set(() => name),
    nameCaller: (name: string) => {
      knownNames.set(() => name);
      for (const then of named.splice(0)) then();
    },
  };
}

test('D61 NAV-16 a name that is learned after the notification was shown stands in the title of the tab', () => {
  const { ring, learnName, bo, notifications, bells } = createScene();
  ring();
  learnName('Anna Andersson');
  expect(bells.on).toEqual(['Anna Andersson is calling']);
  expect(notifications.on).toMatchObject([{ title: 'anna is calling' }]);
  bo.intents.decline();
  learnName('Anna Demo');
  expect(bells.on).toEqual([]);
});

test('NOTIF-01 NOTIF-02 NAV-16 D18 ringing notifies, shows the bell, vibrates, lights the screen', () => {
  const { ring, bo, notifications, bells, vibrations, screens } = createScene();
  ring();
  expect(bo.status()).toBe('INCOMING_CALL');
  expect(notifications.on).toMatchObject([
    { title: 'anna is calling', body: 'Click here to answer', isUrgent: true },
  ]);
  expect([bells.on, vibrations.on, screens.on]).toEqual([['anna is calling'], ['ring'], ['on']]);
});

test('A-105 the notification shows the user’s own name for a contact', () => {
  const { ring, anna, notifications } = createScene({ annaIs: 'Anna from work' });
  ring();
  expect(notifications.on).toMatchObject([{ title: 'Anna from work is calling' }]);
  anna.intents.cancel();
});

test('NOTIF-01 a call that rang before the alerts were loaded is signalled as well', () => {
  const { ring, begin, notifications, screens } = createScene({ isLate: true });
  ring();
  begin();
  expect([notifications.on.map(({ title }) => title), screens.on]).toEqual([['anna is calling'], ['on']]);
});

test('NOTIF-04 a click on the notification answers; after the answer it does nothing', () => {
  const { ring, bo, clock, notifications } = createScene();
  ring();
  const [shown] = notifications.on;
  shown?.onClick?.();
  clock.advance(1000);
  expect(bo.status()).toBe('ACCEPTED');
  shown?.onClick?.();
  expect([bo.status(), bo.warnings]).toEqual(['ACCEPTED', []]);
});

test.each([
  ['answered', ({ bo }: ReturnType<typeof createScene>) => bo.intents.answer(), 1],
  ['declined', ({ bo }: ReturnType<typeof createScene>) => bo.intents.decline(), 0],
  ['given up by the caller', ({ anna }: ReturnType<typeof createScene>) => anna.intents.cancel(), 0],
])('NOTIF-06 all alerts end when the call is %s', (_how, end, screensOn) => {
  const scene = createScene();
  scene.ring();
  end(scene);
  scene.clock.advance(5000);
  const { notifications, bells, vibrations, screens } = scene;
  expect(notifications.on.filter(({ isUrgent }) => isUrgent)).toEqual([]);
  expect([bells.on, vibrations.on, screens.on.length]).toEqual([[], [], screensOn]);
});

test('the screen may turn off again after the call, also after an outgoing one', () => {
  const { talk, bo, clock, screens } = createScene();
  talk();
  bo.intents.hangUp();
  clock.advance(5000);
  expect(screens.on).toEqual([]);
  bo.intents.call('anna');
  expect(screens.on).toEqual(['on']);
  bo.intents.cancel();
  clock.advance(5000);
  expect([screens.on, screens.all.length]).toEqual([[], 2]);
});

test('NOTIF-05 CALLSCR-12 A-065 a missed call gets a notification and a notice, a declined one does not', () => {
  const { ring, anna, bo, clock, notifications, alerts } = createScene();
  ring();
  bo.intents.decline();
  clock.advance(5000);
  anna.intents.dismiss();
  expect([notifications.on, alerts.list.get()]).toEqual([[], []]);
  ring();
  anna.intents.cancel();
  clock.advance(5000);
  expect(notifications.on.map(({ title }) => title)).toEqual(['Missed call from anna']);
  expect(alerts.list.get().map(({ message }) => message)).toEqual([{ key: 'call.missed', name: 'anna' }]);
});

test('STATE-06 D34 a notice in the call names a second caller, without sound or notification', () => {
  const { clock, network, talk, bo, alerts, notifications, vibrations, bells, looked } = createScene();
  const carol = createTestClient(network, clock, 3);
  carol.intents.start(settingsOf('carol'));
  talk();
  const shownBefore = notifications.all.length;
  const callFrom = (client: typeof carol): void => {
    client.intents.call('bo');
    clock.advance(1000);
  };
  callFrom(carol);
  looked.set(false);
  callFrom(carol);
  const told = { id: 'missedCall', type: 'info', message: { key: 'call.missed', name: 'carol' } };
  expect(alerts.list.get()).toEqual([told, told]);
  expect([bo.status(), notifications.all.length, vibrations.on]).toEqual(['ACCEPTED', shownBefore, []]);
  expect(bells.on).toEqual(['bell']);
});

test('D34 D61 the notice of a second caller names them as soon as their name is learned', () => {
  const { clock, network, talk, alerts, learnName } = createScene();
  const carol = createTestClient(network, clock, 3);
  carol.intents.start(settingsOf('carol'));
  talk();
  carol.intents.call('bo');
  clock.advance(1000);
  const names = () => alerts.list.get().map(({ message }) => 'name' in message && message.name);
  expect(names()).toEqual(['carol']);
  learnName('Carol Claesson');
  expect(names()).toEqual(['Carol Claesson']);
  alerts.clear('missedCall');
  learnName('Carol C.');
  expect(names()).toEqual([]);
});

test('STATE-19 D36 a caller who hangs up while the callee is being connected becomes a missed call', () => {
  const { ring, anna, bo, clock, notifications } = createScene();
  bo.localMedia.failure = 'silent';
  ring();
  bo.intents.answer();
  anna.intents.cancel();
  clock.advance(1000);
  expect([bo.status(), notifications.on.map(({ title }) => title)]).toEqual([
    'FAILED',
    ['Missed call from anna'],
  ]);
});

test('NOTIF-01 BRAND-04 an organisation without notifications has the other alerts', () => {
  const { ring, anna, clock, notifications, bells } = createScene({ hasNotifications: false });
  ring();
  expect(bells.on).toEqual(['anna is calling']);
  anna.intents.cancel();
  clock.advance(5000);
  expect(notifications.all).toEqual([]);
});

test('RTT-11 a knock vibrates, the start of a call does not', () => {
  const { anna, clock, talk, nudges } = createScene();
  talk();
  expect(nudges).toEqual([]);
  anna.intents.knock();
  clock.advance(1000);
  expect(nudges).toEqual(['nudge']);
});

test('NAV-16 A-067 text and a knock in the background show the bell until the user looks at the page', () => {
  const { talk, anna, clock, bells, looked } = createScene();
  talk();
  anna.intents.editText('hej');
  clock.advance(1000);
  expect(bells.on).toEqual([]);
  looked.set(false);
  anna.intents.editText('hej!');
  clock.advance(1000);
  anna.intents.editText('hej!!');
  clock.advance(1000);
  expect(bells.on).toEqual(['bell']);
  looked.set(true);
  expect(bells.on).toEqual([]);
  looked.set(false);
  anna.intents.knock();
  clock.advance(1000);
  expect(bells.on).toEqual(['bell']);
});

test('A-067 NAV-16 a new message in the background shows the bell; a read message does not', () => {
  const { looked, bells, unread } = createScene();
  unread.set(2);
  expect(bells.on).toEqual([]);
  looked.set(false);
  unread.set(1);
  expect(bells.on).toEqual([]);
  unread.set(2);
  expect(bells.on).toEqual(['bell']);
  looked.set(true);
  expect(bells.on).toEqual([]);
});

test('NAV-16 CALLSCR-12 a call missed in the background shows the bell, also without notifications', () => {
  const { ring, anna, clock, bells, looked } = createScene({ hasNotifications: false, isLookedAt: false });
  ring();
  anna.intents.cancel();
  clock.advance(5000);
  expect(bells.on).toEqual(['bell']);
  looked.set(true);
  expect(bells.on).toEqual([]);
});

test('D61 the title names the caller at once, the notification waits for the name of the organisation', () => {
  const { ring, anna, clock, bells, notifications, vibrations, nameCaller } = createScene({ isSlow: true });
  ring();
  expect([bells.on, vibrations.on, notifications.on]).toEqual([['anna is calling'], ['ring'], []]);
  nameCaller('Anna Demo');
  expect(bells.on).toEqual(['Anna Demo is calling']);
  expect(notifications.all.map(({ title }) => title)).toEqual(['Anna Demo is calling']);
  anna.intents.cancel();
  clock.advance(5000);
  expect(bells.on).not.toContain('Anna Demo is calling');
});

test('D61 a call that ends before the name is known leaves no notification of a ringing call', () => {
  const { ring, bo, clock, bells, notifications, nameCaller } = createScene({ isSlow: true });
  ring();
  bo.intents.decline();
  clock.advance(5000);
  nameCaller('Anna Demo');
  expect([bells.on, notifications.all]).toEqual([[], []]);
});
