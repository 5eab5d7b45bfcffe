import { expect, test } from 'vitest';
import { createPushDevice } from './push-device.ts';

const KEY = Buffer.from(Uint8Array.from({ length: 65 }, (_, index) => 250 + index)).toString('base64url');
const OTHER_KEY = Buffer.alloc(65, 7).toString('base64url');
const [p256dh, auth] = [Buffer.alloc(65, 255), Buffer.alloc(16, 251)];

type Conditions = {
  readonly permission?: NotificationPermission;
  readonly answer?: NotificationPermission;
  /** The key of the subscription that the browser has. */
  readonly subscribedFor?: string;
  readonly isRefused?: boolean;
  readonly without?: 'serviceWorker' | 'PushManager' | 'Notification';
  readonly standalone?: boolean;
  readonly notices?: readonly string[];
};

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The parts of a browser that web push uses; a headless browser has no push service. */
function createScene(conditions: Conditions = {}) {
  const { subscribedFor, isRefused = false, without, standalone, notices = [] } = conditions;
  const done: string[] = [];
  const closed: string[] = [];
  let key = subscribedFor;
  const subscription = () => ({
    endpoint: 'https://push.example/1',
    getKey: (name: string) => bufferOf(name === 'auth' ? auth : p256dh),
    options: { applicationServerKey: bufferOf(Buffer.from(key ?? '', 'base64url')) },
    async unsubscribe() {
      done.push('unsubscribe');
      if (isRefused) throw new DOMException('', 'AbortError');
      key = undefined;
    },
  });
  const registration = {
    pushManager: {
      getSubscription: async () => (key === undefined ? null : subscription()),
      async subscribe({ applicationServerKey }: { readonly applicationServerKey: Uint8Array }) {
        if (isRefused) throw new DOMException('', 'AbortError');
        key = Buffer.from(applicationServerKey).toString('base64url');
        done.push(`subscribe ${key}`);
        return subscription();
      },
    },
    getNotifications: async ({ tag }: { readonly tag: string }) =>
      notices.filter((each) => each === tag).map((each) => ({ close: () => void closed.push(each) })),
  };
  const serviceWorker = {
    register: async (address: string) => void done.push(`register ${address}`),
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  const Notification = {
    permission: conditions.permission ?? 'granted',
    requestPermission: async () => conditions.answer ?? 'granted',
  };
  const parts = { PushManager: () => undefined, Notification };
  const shown = Object.fromEntries(Object.entries(parts).filter(([name]) => name !== without));
  const navigator = {
    ...(without === 'serviceWorker' ? {} : { serviceWorker }),
    ...(standalone === undefined ? {} : { standalone }),
  };
  const device = createPushDevice({ navigator, ...shown } as unknown as Window & typeof globalThis);
  return { device, done, closed, isSubscribed: () => key !== undefined };
}

const address = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
};

test('D78 a device subscribes for the key of the server, and its keys are base64url without padding', async () => {
  const { device, done } = createScene();
  expect(await device.subscribe(KEY)).toEqual(address);
  expect(done).toEqual([expect.stringMatching(/^register .*notification-worker\.js$/), `subscribe ${KEY}`]);
});

test('D78 a subscription for the key of the server is kept, one for another key is replaced', async () => {
  const kept = createScene({ subscribedFor: KEY });
  expect(await kept.device.subscribe(KEY)).toEqual(address);
  expect(kept.done.slice(1)).toEqual([]);
  const other = createScene({ subscribedFor: OTHER_KEY });
  expect(await other.device.subscribe(KEY)).toEqual(address);
  expect(other.done.slice(1)).toEqual(['unsubscribe', `subscribe ${KEY}`]);
});

test.each(['', '!', 'A'.repeat(86)])(
  'D78 a push service that refuses, or the key %j, gives no subscription',
  async (key) => {
    expect(await createScene({ isRefused: true }).device.subscribe(key)).toBeUndefined();
  },
);

test('D78 a key that is no base64url gives no subscription', async () => {
  const { device, done } = createScene();
  expect(await device.subscribe('not a key!')).toBeUndefined();
  expect(done.filter((each) => each.startsWith('subscribe'))).toEqual([]);
});

test('D78 the end of a subscription that is there, is not there, or cannot be ended', async () => {
  const there = createScene({ subscribedFor: KEY });
  await there.device.unsubscribe();
  expect(there.isSubscribed()).toBe(false);
  for (const conditions of [
    {},
    { without: 'serviceWorker' },
    { subscribedFor: KEY, isRefused: true },
  ] as const)
    await createScene(conditions).device.unsubscribe();
});

test.each<[string, Conditions, string | undefined]>([
  ['all of it', {}, undefined],
  ['the question open', { permission: 'default' }, undefined],
  ['notifications blocked', { permission: 'denied' }, 'denied'],
  ['no service worker', { without: 'serviceWorker' }, 'unsupported'],
  ['no push', { without: 'PushManager' }, 'unsupported'],
  ['no notifications', { without: 'Notification', standalone: true }, 'unsupported'],
  [
    'no push outside the home screen of an iPhone',
    { without: 'PushManager', standalone: false },
    'homeScreen',
  ],
])('D78 what keeps a browser with %s from ringing', (_what, conditions, block) => {
  expect(createScene(conditions).device.blockedBy()).toBe(block);
});

test('D78 only a browser that can show notifications is asked, and allowed', async () => {
  const open = createScene({ permission: 'default' }).device;
  expect([open.isAllowed(), await open.ask()]).toEqual([false, true]);
  const refused = createScene({ permission: 'default', answer: 'denied' }).device;
  expect(await refused.ask()).toBe(false);
  const without = createScene({ without: 'Notification' }).device;
  expect([without.isAllowed(), await without.ask()]).toEqual([false, false]);
});

test('D78 only the notifications with the tag are closed, and without a worker nothing fails', async () => {
  const { device, closed } = createScene({ notices: ['call-1', 'call-2', 'call-1'] });
  device.closeNotices('call-1');
  await expect.poll(() => closed).toEqual(['call-1', 'call-1']);
  createScene({ without: 'serviceWorker' }).device.closeNotices('call-1');
});
