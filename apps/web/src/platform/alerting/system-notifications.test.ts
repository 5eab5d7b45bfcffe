import { expect, test } from 'vitest';
import { createFakePage, createFakeWorker } from '../notification-worker/testing/fake-worker.ts';
import type { PageClient } from '../notification-worker/worker-scope.ts';
import { createSystemNotifications } from './system-notifications.ts';

type Shown = { readonly title: string; readonly options: NotificationOptions; isOpen: boolean };

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static asked = 0;
  static shown: (Shown & { readonly element: FakeNotification })[] = [];
  static isForbidden = false;
  static async requestPermission(): Promise<NotificationPermission> {
    FakeNotification.asked += 1;
    return 'granted';
  }
  readonly entry: (typeof FakeNotification.shown)[number];
  constructor(title: string, options: NotificationOptions = {}) {
    super();
    if (FakeNotification.isForbidden) throw new TypeError('Illegal constructor');
    this.entry = { title, options, isOpen: true, element: this };
    FakeNotification.shown.push(this.entry);
  }
  close(): void {
    this.entry.isOpen = false;
  }
}

/** A service worker container that runs the real worker. */
function createWorkers(pageUrl: string) {
  const container = new EventTarget();
  const done: string[] = [];
  const page: PageClient = {
    ...createFakePage(pageUrl, done),
    postMessage: (data) => container.dispatchEvent(new MessageEvent('message', { data })),
  };
  const other = createFakePage('https://a.example/other', done);
  const worker = createFakeWorker({ pages: [other, page] }, done);
  const { shown } = worker;
  /** The browser reads its list of notifications when this is settled. */
  let list = Promise.resolve();
  const holdList = (until: Promise<void>): void => void (list = until);
  const registration = {
    async showNotification(title: string, options: NotificationOptions) {
      shown.push({ title, options, isOpen: true });
    },
    async getNotifications({ tag }: GetNotificationOptions) {
      await list;
      const matching = shown.filter(({ options }) => options.tag === tag);
      return matching.map((entry) => ({ close: () => void (entry.isOpen = false) }));
    },
  };
  const registered: string[] = [];
  Object.assign(container, {
    startMessages: () => {},
    ready: Promise.resolve(registration),
    register: async (file: string) => void registered.push(file),
  });
  return { container, registered, shown, done, holdList, click: worker.click };
}

type Conditions = { readonly permission?: NotificationPermission; readonly isForbidden?: boolean };

function createScene({ permission = 'granted', isForbidden = false }: Conditions = {}) {
  Object.assign(FakeNotification, { permission, isForbidden, shown: [], asked: 0 });
  const url = 'https://a.example/call';
  const workers = createWorkers(url);
  const focused: string[] = [];
  const activation = { isActive: true };
  const page = Object.assign(new EventTarget(), {
    Notification: FakeNotification,
    navigator: { serviceWorker: workers.container, userActivation: activation },
    location: { href: url },
    focus: () => void focused.push('focus'),
  });
  const notifications = createSystemNotifications(page as never, '/branding/icon.png');
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { page, workers, notifications, focused, activation, settled };
}

const call = { tag: 'call-1', title: 'anna is calling', body: 'Click here to answer', isUrgent: true };

test('NOTIF-01 NOTIF-02 NOTIF-03 a call is shown with its text, stays, and vibrates in the pattern', () => {
  const { notifications } = createScene();
  notifications.show(call);
  expect(FakeNotification.shown).toMatchObject([
    {
      title: 'anna is calling',
      options: {
        tag: 'call-1',
        body: 'Click here to answer',
        requireInteraction: true,
        vibrate: [200, 100, 200, 100, 200, 100, 400],
        icon: '/branding/icon.png',
      },
    },
  ]);
});

test('NOTIF-05 other notifications neither stay nor vibrate', () => {
  const { notifications } = createScene();
  notifications.show({ tag: 'missed-1', title: 'Missed call from anna' });
  const [shown] = FakeNotification.shown;
  expect(shown?.title).toBe('Missed call from anna');
  expect(shown?.options).not.toHaveProperty('requireInteraction');
  expect(shown?.options).not.toHaveProperty('vibrate');
});

test('NOTIF-04 NOTIF-06 a click shows the page and closes it; the end of ringing closes it too', () => {
  const { notifications, focused } = createScene();
  notifications.show({ ...call, onClick: () => focused.push('answer') });
  FakeNotification.shown[0]?.element.dispatchEvent(new Event('click'));
  expect(focused).toEqual(['focus', 'answer']);
  const close = notifications.show(call);
  expect(FakeNotification.shown.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  close();
  expect(FakeNotification.shown.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

test.each(['denied', 'default'] as const)('A-116 with permission %s nothing is shown', async (permission) => {
  const { notifications, workers, settled } = createScene({ permission });
  notifications.show(call)();
  await settled();
  expect([FakeNotification.shown, workers.shown]).toEqual([[], []]);
});

test('A-116 the service worker shows what a page may not, and a click there answers here', async () => {
  const { notifications, workers, settled, focused } = createScene({ isForbidden: true });
  const close = notifications.show({ ...call, onClick: () => focused.push('answer') });
  await settled();
  expect(workers.registered).toEqual(['/notification-worker.js']);
  expect(workers.shown).toMatchObject([
    {
      title: 'anna is calling',
      isOpen: true,
      options: { requireInteraction: true, body: 'Click here to answer' },
    },
  ]);
  await workers.click('call-1');
  expect([focused, workers.done]).toEqual([['focus', 'answer'], ['focus https://a.example/call']]);
  close();
  await settled();
  expect(workers.shown[0]?.isOpen).toBe(false);
});

test('NOTIF-06 a notification of the worker closes, even if the call ended before it was shown', async () => {
  const { notifications, workers, settled } = createScene({ isForbidden: true });
  const close = notifications.show(call);
  await settled();
  close();
  await settled();
  notifications.show({ ...call, tag: 'call-2' })();
  await settled();
  expect(workers.shown.map(({ isOpen, options }) => [options.tag, isOpen])).toEqual([['call-1', false]]);
});

test('A-116 permission is asked for once, at the next event that counts as user activation', () => {
  const { notifications, page, activation } = createScene({ permission: 'default' });
  let asked = 0;
  notifications.askOnNextGesture(() => {
    asked += 1;
  });
  activation.isActive = false;
  page.dispatchEvent(new Event('keydown'));
  expect([asked, FakeNotification.asked]).toEqual([0, 0]);
  activation.isActive = true;
  page.dispatchEvent(new Event('click'));
  page.dispatchEvent(new Event('click'));
  expect([asked, FakeNotification.asked]).toEqual([1, 1]);
});

test.each(['granted', 'denied'] as const)(
  'A-116 with permission %s the user is not asked, nor after a logout',
  (permission) => {
    const { notifications, page } = createScene({ permission });
    notifications.askOnNextGesture(() => {});
    page.dispatchEvent(new Event('click'));
    FakeNotification.permission = 'default';
    notifications.askOnNextGesture(() => {})();
    page.dispatchEvent(new Event('click'));
    expect(FakeNotification.asked).toBe(0);
  },
);

test('A-116 the next notification is shown by the service worker only when the one before is closed', async () => {
  const { notifications, workers, settled } = createScene({ isForbidden: true });
  const close = notifications.show(call);
  await settled();
  let answerList = (): void => {};
  workers.holdList(new Promise<void>((resolve) => (answerList = resolve)));
  close();
  notifications.show({ tag: 'missed-1', title: 'Missed call from anna' });
  await settled();
  expect(workers.shown.map(({ title }) => title)).toEqual(['anna is calling']);
  answerList();
  await settled();
  expect(workers.shown.map(({ title, isOpen }) => [title, isOpen])).toEqual([
    ['anna is calling', false],
    ['Missed call from anna', true],
  ]);
});
