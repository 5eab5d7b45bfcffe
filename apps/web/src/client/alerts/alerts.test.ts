import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { type AlertEntry, createAlerts, flashMs, hintMs } from './alerts.ts';
import { createNotices } from './notices.ts';

const saved: AlertEntry = { id: 'saved', type: 'success', message: { key: 'common.save' } };
const trouble: AlertEntry = { id: 'networkError', type: 'danger', message: { key: 'network.networkError' } };

function setUp() {
  const clock = createFakeClock();
  const alerts = createAlerts(clock);
  const ids = () => alerts.list.get().map(({ id }) => id);
  return { clock, alerts, ids };
}

test('A-088 an alert replaces those of its id and keeps the others', () => {
  const { alerts, ids } = setUp();
  for (const alert of [saved, trouble, { ...saved }]) alerts.show(alert);
  expect(ids()).toEqual(['networkError', 'saved']);
});

test('A-088 an appended alert keeps the others of its id', () => {
  const { alerts, ids } = setUp();
  alerts.show(saved);
  alerts.show({ ...saved }, { append: true });
  expect(ids()).toEqual(['saved', 'saved']);
});

test('A-088 a flash disappears after 5 s, and removes only itself', () => {
  const { alerts, clock, ids } = setUp();
  alerts.show(saved, { flash: true });
  alerts.show(trouble);
  clock.advance(flashMs - 1);
  expect(ids()).toEqual(['saved', 'networkError']);
  alerts.show({ ...saved });
  clock.advance(1);
  expect(ids()).toEqual(['networkError', 'saved']);
});

test('A-088 an alert whose words change keeps its place and its time, and cannot change once it is gone', () => {
  const { alerts, clock, ids } = setUp();
  const change = alerts.show(saved, { flash: true, hint: true });
  alerts.show(trouble);
  expect(change({ key: 'about.copied' })).toBe(true);
  expect(alerts.list.get().map(({ message }) => message.key)).toEqual([
    'about.copied',
    'network.networkError',
  ]);
  clock.advance(flashMs);
  expect(ids()).toEqual(['networkError']);
  expect(change({ key: 'common.save' })).toBe(false);
  expect(ids()).toEqual(['networkError']);
  alerts.show(saved, { hint: true })({ key: 'about.copied' });
  alerts.turnPage();
  expect(ids()).toEqual(['networkError']);
});

test('NAV-19 an alert without flash stays until it is dismissed or cleared', () => {
  const { alerts, clock, ids } = setUp();
  alerts.show(saved);
  alerts.show(trouble);
  clock.advance(60 * 60 * 1000);
  alerts.dismiss(saved);
  expect(ids()).toEqual(['networkError']);
  alerts.clear('networkError');
  expect(ids()).toEqual([]);
});

test.each([
  ['mediaInUse', 'error.mediaNotReadable'],
  ['deviceNotFound', 'error.requestedDeviceNotFound'],
  ['mediaDenied', 'error.acquiremedia'],
  ['devicesUnanswered', 'error.devicesunanswered'],
  ['noMedia', 'error.nomedia'],
  ['noCallsOffline', 'error.nocallsoffline'],
  ['setUpFailed', 'error.setupfailed'],
  ['uncallable', 'error.uncallable'],
  ['tooManyCharacters', 'error.toomanychars'],
  ['tooManyDeleted', 'error.toomanydeleted'],
] as const)('MEDIA-08 the notice %s is shown as the danger %s until it is cleared', (code, key) => {
  const { alerts, ids } = setUp();
  const notices = createNotices(alerts);
  notices.show({ id: 'permissionError', code });
  expect(alerts.list.get()).toEqual([{ id: 'permissionError', type: 'danger', message: { key } }]);
  notices.clear('permissionError');
  expect(ids()).toEqual([]);
});

test.each([
  'devicesUnanswered',
  'noCallsOffline',
  'uncallable',
  'noMedia',
  'tooManyCharacters',
  'tooManyDeleted',
] as const)('NAV-19 the hint %s disappears with the page, or when there was time to read it', (code) => {
  const { alerts, clock, ids } = setUp();
  const notices = createNotices(alerts);
  alerts.show(trouble);
  notices.show({ id: 'hint', code });
  expect(ids()).toEqual(['networkError', 'hint']);
  alerts.turnPage();
  expect(ids()).toEqual(['networkError']);
  notices.show({ id: 'hint', code });
  clock.advance(hintMs - 1);
  expect(ids()).toEqual(['networkError', 'hint']);
  clock.advance(1);
  expect(ids()).toEqual(['networkError']);
});

test.each(['mediaInUse', 'deviceNotFound', 'mediaDenied'] as const)(
  'MEDIA-11 ERR-01 %s stays on all pages until it is cleared',
  (code) => {
    const { alerts, clock, ids } = setUp();
    createNotices(alerts).show({ id: 'permissionError', code });
    alerts.turnPage();
    clock.advance(60 * 60 * 1000);
    expect(ids()).toEqual(['permissionError']);
  },
);
