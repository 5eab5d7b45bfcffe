import { header, headers, type SipRequest } from '@samtal/sip';
import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { callerDialog, type RequestOptions, type ScriptedPhone } from '../testing/scripted-phone.ts';
import { createTestBed, settle, type TestBed } from '../testing/test-bed.ts';
import type { MailboxCounts } from './message-summary.ts';

const ALICE = 'alice@demo.example';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
/** The mailboxes by address, and who watches them. */
let mailboxes: Map<string, MailboxCounts>;
let watchers: Set<() => void>;
/** The mailbox changes while it is read. */
let isChangedMeanwhile: boolean;

beforeEach(async () => {
  clock = createFakeClock();
  mailboxes = new Map([[ALICE, { unread: 0, read: 0 }]]);
  watchers = new Set();
  isChangedMeanwhile = false;
  bed = createTestBed(clock, () => clock.now(), undefined, {
    keepCallsMs: 60_000,
    async watchMailbox(address, changed) {
      if (!mailboxes.has(address)) return undefined;
      watchers.add(changed);
      return {
        async count() {
          const counts = mailboxes.get(address) ?? expect.fail('no mailbox');
          if (isChangedMeanwhile) {
            isChangedMeanwhile = false;
            mailboxes.set(address, { unread: 9, read: 0 });
            changed();
          }
          return counts;
        },
        close: () => void watchers.delete(changed),
      };
    },
  });
  alice = await bed.registered('alice');
});

/** Changes the mailbox, as a message that comes or is read does. */
async function change(unread: number, read: number): Promise<void> {
  mailboxes.set(ALICE, { unread, read });
  for (const changed of watchers) changed();
  await settle();
}

type Asked = { readonly event?: string; readonly expires?: number | string };

const fields = ({ event = 'message-summary', expires = 600 }: Asked = {}) => [
  { name: 'Event', value: event },
  { name: 'Accept', value: 'application/simple-message-summary' },
  { name: 'Expires', value: String(expires) },
];

async function subscribe(asked: Asked = {}, phone = alice, options: RequestOptions = {}) {
  const request = phone.request('SUBSCRIBE', ALICE, { ...options, headers: fields(asked) });
  await settle();
  return request;
}

const notifies = (): SipRequest[] => alice.requests('NOTIFY');
const last = (): SipRequest => notifies().at(-1) ?? expect.fail('no NOTIFY');

/** Answers the last NOTIFY. */
async function answer(status = 200): Promise<void> {
  alice.respond(last(), status);
  await settle();
}

async function refresh(asked: Asked = {}, options: RequestOptions = {}): Promise<void> {
  const success = alice.answer('SUBSCRIBE');
  alice.requestIn(callerDialog(success), 'SUBSCRIBE', { ...options, headers: fields(asked) });
  await settle();
}

test('D104 RFC 3842 a phone that subscribes gets 200, and immediately a NOTIFY in the same dialog', async () => {
  mailboxes.set(ALICE, { unread: 2, read: 8 });
  const request = await subscribe();
  const success = alice.answer('SUBSCRIBE');
  expect([success.status, header(success, 'Expires')]).toEqual([200, '600']);
  expect(alice.heard.map((message) => message.kind)).toEqual(['response', 'request']);
  const notify = last();
  expect(notify.uri).toBe(alice.contact);
  expect(notify.body).toBe(`Messages-Waiting: yes\r\nMessage-Account: sip:${ALICE}\r\nText-Message: 2/8\r\n`);
  expect(
    ['From', 'To', 'Call-ID', 'CSeq', 'Event', 'Subscription-State', 'Content-Type'].map((name) =>
      header(notify, name),
    ),
  ).toEqual([
    header(success, 'To'),
    header(request, 'From'),
    header(request, 'Call-ID'),
    '1 NOTIFY',
    'message-summary',
    'active;expires=600',
    'application/simple-message-summary',
  ]);
  expect(header(notify, 'Contact')).toBe(header(success, 'Contact'));
});

test('D104 a phone that is not registered proves itself by digest first', async () => {
  const phone = bed.phone('alice', 'desk');
  const request = await subscribe({}, phone);
  expect([phone.statuses('SUBSCRIBE'), phone.requests('NOTIFY')]).toEqual([[401], []]);
  phone.authorize(request, phone.answer('SUBSCRIBE'));
  await settle();
  expect(phone.statuses('SUBSCRIBE')).toEqual([401, 200]);
  expect(phone.requests('NOTIFY')).toHaveLength(1);
});

test('D104 a change of the mailbox is notified within a second, changes in a row once a second', async () => {
  await subscribe();
  await answer();
  clock.advance(5_000);
  await change(1, 0);
  expect(last().body).toContain('Text-Message: 1/0');
  await answer();
  for (const unread of [2, 3, 4]) await change(unread, 0);
  expect(notifies()).toHaveLength(2);
  clock.advance(999);
  await settle();
  expect(notifies()).toHaveLength(2);
  clock.advance(1);
  await settle();
  expect(notifies()).toHaveLength(3);
  expect([last().body, header(last(), 'CSeq'), header(last(), 'Subscription-State')]).toEqual([
    expect.stringContaining('Text-Message: 4/0'),
    '3 NOTIFY',
    'active;expires=594',
  ]);
});

test('D104 while a NOTIFY waits for its answer no other is sent, then the newest state', async () => {
  await subscribe();
  clock.advance(2_000);
  await change(1, 0);
  await change(2, 0);
  expect(notifies()).toHaveLength(1);
  await answer();
  expect(notifies()).toHaveLength(2);
  expect(last().body).toContain('Text-Message: 2/0');
});

test('D104 a change while the first numbers are read is not lost', async () => {
  isChangedMeanwhile = true;
  await subscribe();
  expect(last().body).toContain('Text-Message: 0/0');
  await answer();
  clock.advance(1_000);
  await settle();
  expect(last().body).toContain('Text-Message: 9/0');
});

test('D104 a change that changes no number is not notified', async () => {
  await subscribe();
  await answer();
  clock.advance(5_000);
  await change(0, 0);
  expect(notifies()).toHaveLength(1);
});

test('D104 RFC 6665 §4.2.1 a refresh is answered and notified, also after the phone has another Contact', async () => {
  await subscribe();
  await answer();
  clock.advance(500_000);
  await refresh({ expires: 900 }, { contact: 'sip:new@desk.invalid;transport=ws' });
  expect(header(alice.answer('SUBSCRIBE'), 'Expires')).toBe('900');
  expect([last().uri, header(last(), 'Subscription-State')]).toEqual([
    'sip:new@desk.invalid;transport=ws',
    'active;expires=900',
  ]);
  await answer();
  clock.advance(899_000);
  expect(bed.server.counters().subscriptions).toBe(1);
});

test('D104 RFC 6665 §4.2.2 an expired subscription ends with a last NOTIFY, and its dialog is gone', async () => {
  await subscribe();
  await answer();
  clock.advance(600_000);
  expect(header(last(), 'Subscription-State')).toBe('terminated;reason=timeout');
  expect([bed.server.counters().subscriptions, watchers.size]).toEqual([0, 0]);
  await answer();
  await refresh();
  expect(alice.statuses('SUBSCRIBE')).toEqual([200, 481]);
  await subscribe();
  expect(alice.statuses('SUBSCRIBE')).toEqual([200, 481, 200]);
});

test('D104 RFC 6665 §4.4.3 Expires 0 asks once, and ends a subscription', async () => {
  mailboxes.set(ALICE, { unread: 1, read: 0 });
  await subscribe({ expires: 0 });
  expect([header(last(), 'Subscription-State'), last().body]).toEqual([
    'terminated;reason=timeout',
    expect.stringContaining('Messages-Waiting: yes'),
  ]);
  expect(bed.server.counters().subscriptions).toBe(0);
  await answer();
  await subscribe();
  await answer();
  await refresh({ expires: 0 });
  expect(header(alice.answer('SUBSCRIBE'), 'Expires')).toBe('0');
  expect(header(last(), 'Subscription-State')).toBe('terminated;reason=timeout');
  expect([bed.server.counters().subscriptions, watchers.size]).toEqual([0, 0]);
});

test.each([
  ['another package', 'presence'],
  ['a similar package', 'message-summary.winfo'],
  ['an empty field', ''],
])('D104 RFC 6665 §8.3.2 Event with %s is refused with 489 and Allow-Events', async (_name, event) => {
  await subscribe({ event });
  const refusal = alice.answer('SUBSCRIBE');
  expect([refusal.status, refusal.reason, headers(refusal, 'Allow-Events')]).toEqual([
    489,
    'Bad Event',
    ['message-summary'],
  ]);
});

test('D104 the id of the subscriber is part of the subscription and stands in each NOTIFY', async () => {
  await subscribe({ event: 'message-summary;id=7' });
  expect(header(last(), 'Event')).toBe('message-summary;id=7');
  await answer();
  await refresh({ event: 'message-summary;id=8' });
  expect(alice.statuses('SUBSCRIBE')).toEqual([200, 481]);
});

test('D104 what a phone cannot accept, asks too short or requires is refused', async () => {
  const ask = async (more: { name: string; value: string }[]): Promise<number> => {
    alice.request('SUBSCRIBE', ALICE, {
      headers: [{ name: 'o', value: 'message-summary' }, ...more],
    });
    await settle();
    return alice.answer('SUBSCRIBE').status;
  };
  expect(await ask([{ name: 'Accept', value: 'application/pidf+xml, text/plain' }])).toBe(406);
  expect(await ask([{ name: 'Accept', value: 'text/plain, application/simple-message-summary;q=1' }])).toBe(
    200,
  );
  expect(await ask([{ name: 'Require', value: 'eventlist' }])).toBe(420);
  expect(await ask([{ name: 'Expires', value: '59' }])).toBe(423);
  expect(header(alice.answer('SUBSCRIBE'), 'Min-Expires')).toBe('60');
  expect(await ask([{ name: 'Expires', value: '4294967296' }])).toBe(200);
  expect(header(alice.answer('SUBSCRIBE'), 'Expires')).toBe('3600');
  expect(await ask([])).toBe(200);
});

test.each([481, 404, 501, 603])(
  'D104 RFC 6665 §4.2.2 a phone that answers NOTIFY with %i has lost its subscription',
  async (status) => {
    await subscribe();
    await answer(status);
    expect([bed.server.counters().subscriptions, watchers.size, notifies().length]).toEqual([0, 0, 1]);
  },
);

test('D104 a phone that does not answer NOTIFY has lost its subscription', async () => {
  await subscribe();
  clock.advance(32_000);
  await change(1, 0);
  expect([bed.server.counters().subscriptions, notifies().length]).toEqual([0, 1]);
});

test('D104 a subscription ends with its connection, with its account, and with its session', async () => {
  await subscribe();
  alice.drop();
  expect([bed.server.counters().subscriptions, watchers.size]).toEqual([0, 0]);
  alice = await bed.registered('alice', 'second');
  await subscribe();
  await answer();
  const bobby = await bed.registered('bobby');
  await bed.call(alice, bobby, 'bobby@demo.example');
  // The call of the session may finish, but the mailbox is closed to it.
  bed.server.revoke({ sessionId: 'alice' });
  expect(header(last(), 'Subscription-State')).toBe('terminated;reason=rejected');
  await answer();
  await change(5, 5);
  await subscribe();
  expect([notifies().length, alice.statuses('SUBSCRIBE').at(-1)]).toEqual([2, 403]);
  bed.server.revoke({ username: 'alice' });
  expect([bed.server.counters().subscriptions, watchers.size]).toEqual([0, 0]);
});

test('D104 a server that stops tells its subscribers to come back, and leaves no timer', async () => {
  await subscribe();
  await answer();
  bed.server.shutDown();
  expect(header(last(), 'Subscription-State')).toBe('terminated;reason=deactivated');
  expect([clock.pending(), watchers.size]).toEqual([0, 0]);
});

test('D104 a mailbox that cannot be read costs the answer, not the subscription', async () => {
  await subscribe();
  await answer();
  clock.advance(5_000);
  mailboxes.clear();
  for (const changed of watchers) changed();
  await settle();
  expect(bed.logged.filter((line) => line.startsWith('message_waiting_failed'))).toHaveLength(1);
  await change(3, 0);
  expect(last().body).toContain('Text-Message: 3/0');
});

test('D104 OPTIONS to the server names SUBSCRIBE and the package', async () => {
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  const { headers: found } = alice.answer('OPTIONS');
  expect(found).toContainEqual({ name: 'Allow-Events', value: 'message-summary' });
  expect(found.find(({ name }) => name === 'Allow')?.value).toContain('SUBSCRIBE');
});
