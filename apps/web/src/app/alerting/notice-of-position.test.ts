import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { noticeOfPosition } from './notice-of-position.ts';

const geolocation = { isTracked: true, updateLimitMetres: 0 };

function enter(options: Parameters<typeof settingsOf>[1]) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [carol, service] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  const alerts = createAlerts(clock);
  noticeOfPosition(carol, alerts);
  carol.intents.start(settingsOf('carol', options));
  service.intents.start(settingsOf('112'));
  clock.advance(1000);
  const shown = () => alerts.list.get().map(({ type, message }) => ({ type, ...message }));
  return { carol, service, clock, shown };
}

const notice = { type: 'info', key: 'call.positionsent', detail: '112' };

test('D45 a call that sends the position shows this and the recipient until it ends', () => {
  const { carol, service, clock, shown } = enter({ geolocation });
  carol.intents.call('112');
  carol.geolocation.find({ latitude: 59, longitude: 18, accuracyMetres: 5, at: clock.now() });
  expect(shown()).toEqual([notice]);
  clock.advance(1000);
  service.intents.answer();
  clock.advance(20_000);
  expect([carol.signalling.infos.length > 0, shown()]).toEqual([true, [notice]]);
  carol.intents.hangUp();
  clock.advance(1000);
  expect(shown()).toEqual([]);
});

test('D45 a call that sends no position shows no such alert', () => {
  const toAnyone = enter({ geolocation });
  toAnyone.carol.intents.call('bobby');
  const withoutLocation = enter({});
  withoutLocation.carol.intents.call('112');
  expect([toAnyone.shown(), withoutLocation.shown()]).toEqual([[], []]);
});

test('D45 if the browser gives no position, none is sent, and no alert is shown', () => {
  const { carol, shown } = enter({ geolocation });
  carol.intents.call('112');
  carol.emit({ type: 'positionFailed', code: 'denied' });
  expect(shown()).toEqual([]);
});
