import { PATHS } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WEB_PUSH_LIMITS } from '../domain/limits/limits.ts';
import type { CallToPush } from '../domain/people/pushed-call.ts';
import { createMessageStore } from '../mailbox/message-store.ts';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../web-push/testing/push-service.ts';
import { BASE, createTestApp, openBrand, type TestApp } from './testing/test-app.ts';
import { signIn, type Visitor } from './testing/visitor.ts';

const PHONE = '11111111-1111-4111-8111-111111111111';
const LAPTOP = '22222222-2222-4222-8222-222222222222';
const CALLEE = 'alice@demo.example';

let service: TestPushService;
let bed: TestApp;
let alice: Visitor;

beforeEach(async () => {
  service = await startPushService();
  bed = await createTestApp({ pushServices: [service.origin] });
  alice = await signIn(bed, 'alice');
});
afterEach(async () => {
  await bed.close();
  await service.close();
});

const bodyOf = ({ endpoint, p256dh, auth }: TestBrowser, more: object = {}) => ({
  endpoint,
  keys: { p256dh, auth },
  instance: PHONE,
  staysLoggedIn: false,
  language: 'sv',
  ...more,
});
const put = (visitor: Pick<Visitor, 'securityToken'>, payload: object, app = bed.app) =>
  app.inject({
    method: 'PUT',
    url: `${BASE}${PATHS.pushSubscription}`,
    query: { securityToken: visitor.securityToken },
    payload,
  });
async function subscribe(visitor = alice, more: object = {}): Promise<TestBrowser> {
  const browser = service.subscribe();
  expect((await put(visitor, bodyOf(browser, more))).statusCode).toBe(200);
  return browser;
}
const act = (path: string, secret: string) =>
  bed.app.inject({ method: 'POST', url: `${BASE}${path}`, payload: { secret } });

const webPush = () => bed.context.webPush ?? expect.fail('there is no web push');
/** Begins a call to alice. */
function begin(more: Partial<CallToPush> = {}) {
  const told: string[] = [];
  let isOpen = true;
  const at = bed.context.now();
  const call = webPush().pushCall(
    {
      callId: 'one@phone.example',
      caller: { address: 'bobby@demo.example', name: 'Bobby' },
      callee: CALLEE,
      at,
      offer: 'v=0\r\nm=audio 9 X\r\nm=video 9 X\r\n',
      until: at + 30_000,
      ...more,
    },
    {
      rang: () => void told.push('rang'),
      left: (instance) => void told.push(`left ${instance}`),
      rejected() {
        told.push('rejected');
        const wasOpen = isOpen;
        isOpen = false;
        return wasOpen;
      },
    },
  );
  return { ...call, told, all: () => call.push(() => true) };
}
const secretOf = (browser: TestBrowser): string => {
  const pushed = browser.pushed().find(({ type }) => type === 'call');
  return pushed?.type === 'call' ? pushed.secret : expect.fail('no call was pushed');
};
const settled = () => webPush().settled();

test('D78 a subscribed device gets a call in its language, and nothing else can read it', async () => {
  const browser = await subscribe();
  const at = bed.context.now();
  expect(await begin({ until: at + 30_000 }).all()).toEqual([PHONE]);
  expect(browser.pushed()).toEqual([
    {
      type: 'call',
      id: expect.stringMatching(/^incoming-/),
      secret: expect.stringMatching(/^[\w-]{22}$/),
      title: 'Bobby Demo ringer',
      body: 'Bildsamtal',
      missed: 'Missat samtal från Bobby Demo',
      actions: { answer: 'Svara', answerWithText: 'Svara med text', reject: 'Avvisa' },
      notRejected: 'Samtalet kunde inte avvisas',
      until: at + 30_000,
    },
  ]);
  expect(Number(browser.received()[0]?.headers['ttl'])).toBeLessThanOrEqual(30);
});

test.each([
  ['v=0\r\nm=audio 9 X\r\nm=video 0 X\r\n', 'Voice call'],
  ['v=0\r\nm=application 9 X\r\n', 'Text call'],
  ['', 'Voice call'],
])('D78 the push says what is offered: %j', async (offer, kind) => {
  const browser = await subscribe(alice, { language: 'en' });
  await begin({ offer }).all();
  expect(browser.pushed()[0]?.body).toBe(kind);
});

test.each([
  ['missed', { title: 'Missed call from Bobby Demo', body: 'Video call', isMissed: true }],
  ['answered', { title: 'Bobby Demo called', body: 'Answered on another device', isMissed: false }],
  ['rejected', { title: 'Bobby Demo called', body: 'Rejected on another device', isMissed: false }],
] as const)(
  'D78 a device that shows a call is told that it was %s, with the same id and topic',
  async (outcome, words) => {
    const browser = await subscribe(alice, { language: 'en' });
    const call = begin();
    await call.all();
    call.end(outcome, new Set());
    await settled();
    const [first, second] = browser.pushed();
    expect(second).toEqual({ type: 'callEnded', id: first?.id, ...words });
    const topics = browser.received().map(({ headers }) => headers['topic']);
    expect(topics[0]).toBe(topics[1]);
    expect(await call.all()).toEqual([]);
  },
);

test('D78 a device that got the call over SIP is not told how it ended', async () => {
  const [phone, laptop] = [await subscribe(), await subscribe(alice, { instance: LAPTOP })];
  const call = begin();
  await call.all();
  call.end('answered', new Set([LAPTOP]));
  await settled();
  expect([phone.pushed().length, laptop.pushed().length]).toEqual([2, 1]);
});

test('D78 each device is pushed once for a call, and one that its push service refuses is not awaited', async () => {
  const phone = await subscribe();
  const call = begin();
  expect(await call.push((instance) => instance === LAPTOP)).toEqual([]);
  expect([await call.all(), await call.all()]).toEqual([[PHONE], [PHONE]]);
  expect(phone.pushed()).toHaveLength(1);
  service.answer((response) => response.writeHead(410).end());
  expect(await begin().all()).toEqual([]);
  // The subscription has ended.
  service.answer(undefined);
  expect(await begin().all()).toEqual([]);
});

test('D78 with its secret a device tells that it rings and rejects the call, which is then in the history', async () => {
  const [phone, laptop] = [await subscribe(), await subscribe(alice, { instance: LAPTOP })];
  const call = begin();
  await call.all();
  expect((await act(PATHS.pushedCallRinging, secretOf(phone))).json()).toEqual({ status: 'OK' });
  expect((await act(PATHS.pushedCallReject, secretOf(phone))).statusCode).toBe(200);
  expect(call.told).toEqual(['rang', 'rejected']);
  const { entries } = (await alice.get('history')).json<{ entries: object[] }>();
  expect(entries[0]).toMatchObject({ outcome: 'rejectedLocal', sipAddress: 'bobby@demo.example' });
  call.end('rejected', new Set());
  await settled();
  expect([phone.pushed().length, laptop.pushed().length]).toEqual([1, 2]);
  expect((await act(PATHS.pushedCallReject, secretOf(laptop))).statusCode).toBe(404);
});

test('D78 a log-out ends the pushes to the device, and its secret of a call', async () => {
  const browser = await subscribe(alice, { staysLoggedIn: true });
  const call = begin();
  await call.all();
  await alice.get('user/logout');
  expect((await act(PATHS.pushedCallReject, secretOf(browser))).statusCode).toBe(404);
  expect(await begin().all()).toEqual([]);
  expect(call.told).toEqual([`left ${PHONE}`]);
});

test('D78 D112 a session that began with a one-click link has no pushes after its end', async () => {
  const { accounts, sessions } = bed.repositories;
  const owner = (await accounts.findByUsername('alice')) ?? expect.fail();
  const [securityToken, tokenHash] = ['of link', bed.context.hashToken('of link')];
  await sessions.add({ accountId: owner.id, tokenHash, lastUsedAt: bed.context.now(), kioskLink: 'l' }, 10);
  await subscribe({ ...alice, securityToken }, { staysLoggedIn: true });
  expect(await begin().all()).toHaveLength(1);
  await sessions.remove(tokenHash);
  expect(await begin().all()).toEqual([]);
});

test('D78 a device that renews its subscription while the call rings can still reject it, and is told at its new address', async () => {
  const before = await subscribe();
  const call = begin();
  await call.all();
  const after = await subscribe();
  expect((await act(PATHS.pushedCallRinging, secretOf(before))).statusCode).toBe(200);
  call.end('missed', new Set());
  await settled();
  expect([before.pushed().length, after.pushed().map(({ type }) => type)]).toEqual([1, ['callEnded']]);
});

test('D78 after a log-out the browser does not learn how a pushed call ended, nor does the next user of the browser', async () => {
  const browser = await subscribe(alice, { staysLoggedIn: true });
  const call = begin();
  await call.all();
  await alice.get('user/logout');
  const bobby = await signIn(bed, 'bobby');
  expect((await put(bobby, bodyOf(browser))).statusCode).toBe(200);
  call.end('missed', new Set());
  await settled();
  expect(browser.pushed().map(({ type }) => type)).toEqual(['call']);
});

test('D78 a call that is kept for a device learns that the device is subscribed no more', async () => {
  await subscribe(alice, { staysLoggedIn: true });
  const laptop = await subscribe(alice, { instance: LAPTOP, staysLoggedIn: true });
  const call = begin();
  await call.all();
  await put(await signIn(bed, 'bobby'), bodyOf(laptop));
  await expect.poll(() => call.told).toEqual([`left ${LAPTOP}`]);
  await alice.get('user/logout');
  await expect.poll(() => call.told).toContain(`left ${PHONE}`);
});

test('D78 a call that is kept learns of a log-out in another process when it is asked to look', async () => {
  await subscribe();
  const call = begin();
  await call.all();
  const account = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail('no alice');
  await bed.repositories.pushSubscriptions.removeDevice(account.id, PHONE);
  await webPush().review();
  expect(call.told).toEqual([`left ${PHONE}`]);
});

test('D78 a user who switches it off on a device gets no more pushes there', async () => {
  await subscribe();
  const remove = () =>
    bed.app.inject({
      method: 'DELETE',
      url: `${BASE}${PATHS.pushSubscription}`,
      query: { securityToken: alice.securityToken, instance: PHONE.toUpperCase() },
    });
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 200]);
  expect(await begin().all()).toEqual([]);
});

test.each([
  ['with a new password', () => ['changePassword', 'new1234'] as const],
  ['when the account is disabled', () => ['changeStatus', 'disabled'] as const],
])('D78 the pushes end %s, also to a device that logs in by itself', async (_name, change) => {
  await subscribe(alice, { staysLoggedIn: true });
  const account = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail('no alice');
  const [how, value] = change();
  if (how === 'changePassword') await bed.context.accountService.changePassword(account, value);
  else await bed.context.accountService.changeStatus(account, value);
  expect(await begin().all()).toEqual([]);
});

test('D78 devices are pushed for the address that pages register, not for others', async () => {
  await subscribe();
  for (const callee of ['bobby@demo.example', 'nobody@demo.example', 'echo@demo.example'])
    expect(await begin({ callee }).all()).toEqual([]);
});

test.each([
  ['one caller', () => 'bobby@demo.example', WEB_PUSH_LIMITS.callsOfCaller.burst],
  [
    'callers without an account',
    (index: number) => `anonymous-${index}@demo.example`,
    WEB_PUSH_LIMITS.callsOfAnonymous.burst,
  ],
  ['all callers', (index: number) => `caller-${index}@demo.example`, WEB_PUSH_LIMITS.callsToOne.burst],
])(
  'D78 A-035 of many calls of %s to one callee only the first are pushed',
  async (_name, addressOf, most) => {
    await subscribe();
    let pushed = 0;
    for (let index = 0; index < most + 5; index++) {
      const call = begin({ caller: { address: addressOf(index), name: undefined } });
      pushed += (await call.all()).length;
      call.end('answered', new Set([PHONE]));
    }
    expect(pushed).toBe(most);
  },
);

test('D78 a message is pushed to the devices that are not registered', async () => {
  const [phone, laptop] = [
    await subscribe(alice, { language: 'en' }),
    await subscribe(alice, { instance: LAPTOP }),
  ];
  const store = createMessageStore(bed.repositories, bed.context.changes, (message) =>
    webPush().pushMessage(message, (_, instance) => message.registered.includes(instance)),
  );
  const caller = { address: 'bobby@demo.example', name: undefined };
  const id = await store.open({ callee: CALLEE, caller, registered: [LAPTOP], at: Date.now() });
  await store.update(id, 'See you on Friday');
  await store.close(id);
  await expect.poll(() => phone.pushed()).toHaveLength(1);
  expect([phone.pushed(), laptop.pushed()]).toEqual([
    [
      {
        type: 'message',
        id: `message-${id.split(' ')[0]}`,
        title: 'Message from Bobby Demo',
        body: 'You can read it in your messages.',
      },
    ],
    [],
  ]);
});

test.each([
  ['the brand has it off', { brand: openBrand }],
  ['an external SIP server takes no part', { hasWebPush: false }],
])('D78 where %s there is no web push', async (_name, options) => {
  const other = await createTestApp({ ...options, pushServices: [service.origin] });
  const bobby = await signIn(other, 'bobby');
  expect((await bobby.get(PATHS.pushKey)).statusCode).toBe(404);
  expect((await put(bobby, bodyOf(service.subscribe()), other.app)).statusCode).toBe(404);
  await other.close();
});

test('D78 A-035 callers without an account have no web push', async () => {
  const other = await createTestApp({ brand: { ...openBrand, features: { webPush: true } } });
  const login = await other.app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    payload: { username: 'anonymous', password: '', force: true, willUseSipRegistration: false },
  });
  const { securityToken } = login.json<{ securityToken: string }>();
  const answer = await other.app.inject({ url: `${BASE}${PATHS.pushKey}`, query: { securityToken } });
  expect(answer.statusCode).toBe(404);
  await other.close();
});

test('D78 the key of the server is a point on P-256', async () => {
  const { key } = (await alice.get(PATHS.pushKey)).json<{ key: string }>();
  expect(key).toBe(webPush().publicKey);
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
});

test.each([
  ['another host', { endpoint: 'https://evil.example/push' }],
  ['a key off the curve', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
  ['an instance that is none', { instance: 'nonsense' }],
  ['a long endpoint', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
  ['an unknown language', { language: 'xx' }],
])('D78 a subscription with %s is refused', async (_name, more) => {
  expect((await put(alice, bodyOf(service.subscribe(), more))).statusCode).toBe(400);
});

test('D78 an account has ten devices at most, and may not store subscriptions without end', async () => {
  const instanceOf = (index: number) => `${String(index).padStart(8, '0')}-1111-4111-8111-111111111111`;
  const statuses = [];
  for (let index = 0; index < WEB_PUSH_LIMITS.subscriptions.burst + 1; index++)
    statuses.push(
      (await put(alice, bodyOf(service.subscribe(), { instance: instanceOf(index) }))).statusCode,
    );
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
  expect(await begin().all()).toHaveLength(WEB_PUSH_LIMITS.devicesPerAccount);
});

test('D78 the log names a push service that is not permitted, for PUSH_SERVICES, and never the endpoint', async () => {
  const endpoint = 'https://push.unknown.example/secret-of-the-device';
  expect((await put(alice, { ...bodyOf(service.subscribe()), endpoint })).statusCode).toBe(400);
  expect(bed.logged()).toContain('"event":"push_service_unknown","service":"https://push.unknown.example"');
  expect(bed.logged()).not.toContain('secret-of-the-device');
});
