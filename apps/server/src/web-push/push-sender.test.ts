import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pushed } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogEvent } from '../domain/event-log.ts';
import type { PushSubscription } from '../storage/repositories/repositories.ts';
import { readOrCreateSecret } from '../storage/secret-file.ts';
import { createPostPush } from './post-push.ts';
import { createPushSender, type Delivery, type PushSender } from './push-sender.ts';
import { createEndpointCheck, isBrowserKey } from './push-services.ts';
import {
  readVapid,
  startPushService,
  type TestBrowser,
  type TestPushService,
} from './testing/push-service.ts';
import { VAPID_SECRET, type VapidKeys, vapidKeysOf } from './vapid-keys.ts';

const message: Pushed = { type: 'message', id: 'message-1', title: 'Message from Bo Ek', body: 'Mailbox' };
const MINUTE_MS = 60_000;

let folder: string;
let keys: VapidKeys;
let service: TestPushService;
let browser: TestBrowser;
let removed: string[];
/** The subscriptions as they are now. */
let current: PushSubscription[];
let logged: LogEvent[];
let sender: PushSender;

const deviceOf = ({ endpoint, p256dh, auth }: TestBrowser, id = 'one'): PushSubscription => ({
  id,
  instance: 'device',
  endpoint,
  p256dh,
  auth,
  language: 'en',
});
const deliveryFor = (more: Partial<Delivery> = {}): Delivery => ({
  until: Date.now() + MINUTE_MS,
  isUrgent: true,
  topic: 'topic',
  ...more,
});
const createSender = (answerMs = 5000): PushSender =>
  createPushSender({
    keys,
    contact: () => 'mailto:operator@calls.example',
    isPushService: createEndpointCheck([service.origin]),
    subscriptions: {
      find: async (id) => current.find((device) => device.id === id),
      removeEnded: async ({ endpoint }) => void removed.push(endpoint),
    },
    post: createPostPush(answerMs),
    now: Date.now,
    log: { info: (entry) => void logged.push(entry), warn: (entry) => void logged.push(entry) },
  });
const send = (more?: Partial<Delivery>) => sender.send('asa', deviceOf(browser), message, deliveryFor(more));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-push-'));
  keys = vapidKeysOf(readOrCreateSecret(folder, VAPID_SECRET));
  service = await startPushService();
  browser = service.subscribe();
  [removed, logged] = [[], []];
  current = [deviceOf(browser)];
  sender = createSender();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('D78 RFC 8291 the browser reads a push, and the push service sees neither its content nor its length', async () => {
  expect(await send()).toBe(true);
  expect(browser.pushed()).toEqual([message]);
  await sender.send('asa', deviceOf(browser), { ...message, title: 'A much longer title' }, deliveryFor());
  const [first, second] = browser.received();
  expect(first?.body.toString('latin1')).not.toContain('Bo Ek');
  expect(first?.body.length).toBe(second?.body.length);
});

test('D78 RFC 8030 a push has its lifetime, urgency, topic and encoding', async () => {
  await send({ until: Date.now() + 29_500 });
  await send({ isUrgent: false, topic: 'other' });
  const fields = browser
    .received()
    .map(({ headers }) => [headers['ttl'], headers['urgency'], headers['topic']]);
  expect(fields).toEqual([
    ['30', 'high', 'topic'],
    ['60', 'normal', 'other'],
  ]);
  expect(browser.received()[0]?.headers['content-encoding']).toBe('aes128gcm');
});

test('D78 RFC 8292 a push is signed for its push service only, for a day at most, and names a contact', async () => {
  await send();
  const claims = readVapid(browser.received()[0]?.headers.authorization, keys.publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:operator@calls.example' });
  const seconds = Number(claims['exp']) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(24 * 3600);
});

test('D78 the key pair is made once, and only its owner can read it', () => {
  expect(vapidKeysOf(readOrCreateSecret(folder, VAPID_SECRET))).toEqual(keys);
  expect(statSync(join(folder, 'vapid.key')).mode & 0o777).toBe(0o600);
});

test.each([404, 410])(
  'D78 a subscription that the push service answers with %i is removed',
  async (status) => {
    service.answer((response) => response.writeHead(status).end());
    expect([await send(), removed]).toEqual([false, [browser.endpoint]]);
    expect(logged).toEqual([{ event: 'push_subscription_ended', service: service.origin, status }]);
  },
);

test.each([400, 401, 413, 429, 500, 503])(
  'D78 a push answered with %i is logged, and not repeated',
  async (status) => {
    service.answer((response) => response.writeHead(status, { 'retry-after': '1' }).end('details'));
    expect([await send(), removed, service.received.length]).toEqual([false, [], 1]);
    expect(logged).toEqual([{ event: 'push_refused', service: service.origin, status, type: 'message' }]);
  },
);

test('D78 no redirect is followed', async () => {
  const other = await startPushService();
  service.answer((response) => response.writeHead(307, { location: `${other.origin}/inside` }).end());
  expect([await send(), other.received]).toEqual([false, []]);
  await other.close();
});

test('D78 an answer that does not come in time counts as none', async () => {
  sender = createSender(50);
  service.answer(() => undefined);
  expect(await send()).toBe(false);
  expect(logged).toMatchObject([{ event: 'push_failed', service: service.origin, reason: 'TimeoutError' }]);
});

test('D78 nothing is read of an endless answer but its status', async () => {
  let isClosed = false;
  service.answer((response) => {
    response.writeHead(201).on('close', () => {
      isClosed = true;
    });
    const fill = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', fill);
    fill();
  });
  expect(await send()).toBe(true);
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test('D78 a push service that is not there, or a key that is none, causes a line in the log', async () => {
  const device = { ...deviceOf(browser, 'two'), p256dh: 'A'.repeat(87) };
  current.push(device);
  expect(await sender.send('asa', device, message, deliveryFor())).toBe(false);
  await service.close();
  expect(await send()).toBe(false);
  expect(logged.map(({ event }) => event)).toEqual(['push_failed', 'push_failed']);
  expect(JSON.stringify(logged)).not.toContain('wpush');
});

test('D78 a push that is too late or not wanted any more when its turn comes is not sent', async () => {
  expect([await send({ until: Date.now() }), await send({ isWanted: () => false })]).toEqual([false, false]);
  expect(service.received).toEqual([]);
});

test('D78 a push goes to the address that its device has now, and nowhere when its subscription has ended', async () => {
  const renewed = service.subscribe();
  const device = deviceOf(browser);
  current = [deviceOf(renewed)];
  expect(await sender.send('asa', device, message, deliveryFor())).toBe(true);
  current = [];
  expect(await sender.send('asa', device, message, deliveryFor())).toBe(false);
  expect([browser.received(), renewed.pushed()]).toEqual([[], [message]]);
});

test('D78 no push goes to an address to which the operator permits none any more', async () => {
  const device = { ...deviceOf(browser), endpoint: 'https://127.0.0.1:1/inside' };
  current = [device];
  expect([await sender.send('asa', device, message, deliveryFor()), logged]).toEqual([false, []]);
});

test('D78 the waiting pushes of one account are limited', async () => {
  service.answer(() => undefined);
  sender = createSender(300);
  const sent = Array.from({ length: 80 }, () => send());
  await Promise.all(sent);
  await sender.settled();
  expect(logged.filter(({ event }) => event === 'push_dropped')).toHaveLength(20);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://push.intern.example/abc', true],
  ['http://127.0.0.1:7/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com.evil.example/', false],
  ['https://push.apple.com/', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://[::1]/abc', false],
  ['http://127.0.0.1:8/abc', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
  ['https://fcm.googleapis.com\\@evil.example/', false],
  ['https://fcm。googleapis。com/abc', false],
  ['https://ｆcm.googleapis.com/abc', false],
  ['https:///fcm.googleapis.com/abc', false],
  ['https://@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com/abc#one', false],
  ['https://fcm.googleapis.com/abc\r\nHost: evil', false],
  ['https://fcm.googleapis.com:443/abc', false],
  ['https://.push.apple.com/abc', false],
  ['https://fcm.googleapis.com./abc', false],
  ['http://0x7f.1:7/abc', false],
])('D78 whether this server sends to the endpoint %s: %s', (endpoint, isAllowed) => {
  const isPushService = createEndpointCheck(['https://push.intern.example', 'http://127.0.0.1:7']);
  expect(isPushService(endpoint)).toBe(isAllowed);
});

test('D78 a public key that is not on the curve is recognised', () => {
  expect([isBrowserKey(browser.p256dh), isBrowserKey('A'.repeat(87))]).toEqual([true, false]);
});
