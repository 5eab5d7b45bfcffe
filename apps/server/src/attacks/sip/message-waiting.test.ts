import { header, type SipRequest } from '@samtal/sip';
import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SUBSCRIPTION_LIMITS } from '../../domain/limits/limits.ts';
import { callerDialog, type RequestOptions, type ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import { createTestBed, settle, type TestBed } from '../../sip/testing/test-bed.ts';

const ALICE = 'alice@demo.example';
const BOBBY = 'bobby@demo.example';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let mallory: ScriptedPhone;
let watchers: number;
let refused: string[];

beforeEach(async () => {
  clock = createFakeClock();
  [watchers, refused] = [0, []];
  bed = createTestBed(clock, () => clock.now(), undefined, {
    meter: {
      sipResponded: () => undefined,
      textPassed: () => undefined,
      refused: (limit) => void refused.push(limit),
    },
    async watchMailbox() {
      watchers += 1;
      return {
        count: async () => ({ unread: 1, read: 2 }),
        close: () => {
          watchers -= 1;
        },
      };
    },
  });
  alice = await bed.registered('alice');
  mallory = await bed.registered('mallory');
});

const fields = (event = 'message-summary', expires = '600') => [
  { name: 'Event', value: event },
  { name: 'Expires', value: expires },
];

async function subscribe(phone: ScriptedPhone, target: string, options: RequestOptions = {}) {
  const request = phone.request('SUBSCRIBE', target, { headers: fields(), ...options });
  await settle();
  return request;
}

const answerAll = async (phone: ScriptedPhone): Promise<void> => {
  for (const notify of phone.requests('NOTIFY')) phone.respond(notify, 200);
  await settle();
};

test('D104 a user gets nothing of the mailbox of others, and cannot find out which addresses exist', async () => {
  for (const target of [
    ALICE,
    'nobody@demo.example',
    'echo@demo.example',
    'alice@other.example',
    'demo.example',
  ])
    await subscribe(mallory, target);
  expect(mallory.statuses('SUBSCRIBE')).toEqual([403, 403, 403, 403, 403]);
  expect([mallory.requests('NOTIFY'), watchers]).toEqual([[], 0]);
});

test('D104 a forged From is refused, also with the own mailbox and with the credentials of the attacker', async () => {
  const from = `<sip:${ALICE}>;tag=m`;
  await subscribe(mallory, ALICE, { from });
  await subscribe(mallory, 'mallory@demo.example', { from });
  const stranger = bed.phone('mallory', 'stranger');
  const request = await subscribe(stranger, ALICE, { from });
  stranger.authorize(request, stranger.answer('SUBSCRIBE'));
  await settle();
  expect([mallory.statuses('SUBSCRIBE'), stranger.statuses('SUBSCRIBE')]).toEqual([
    [403, 403],
    [401, 403],
  ]);
  expect([stranger.requests('NOTIFY'), watchers]).toEqual([[], 0]);
});

test('D104 a caller without an account and a server agent have no mailbox', async () => {
  for (const name of ['guest1', 'echo']) {
    const phone = await bed.registered(name);
    await subscribe(phone, `${name}@demo.example`);
    expect([phone.statuses('SUBSCRIBE'), phone.requests('NOTIFY')]).toEqual([[403], []]);
  }
});

test('D104 without a password a SUBSCRIBE costs a challenge and nothing else', async () => {
  const stranger = bed.phone('alice', 'stranger');
  const request = await subscribe(stranger, ALICE);
  stranger.authorize(request, stranger.answer('SUBSCRIBE'), { password: 'guess' });
  await settle();
  expect([stranger.statuses('SUBSCRIBE'), stranger.requests('NOTIFY'), watchers]).toEqual([
    [401, 403],
    [],
    0,
  ]);
});

test('D104 another user cannot refresh, end or move a subscription, even with its Call-ID and tags', async () => {
  await subscribe(alice, ALICE);
  await answerAll(alice);
  const dialog = callerDialog(alice.answer('SUBSCRIBE'));
  mallory.requestIn(dialog, 'SUBSCRIBE', { headers: fields('message-summary', '0') });
  mallory.requestIn({ ...dialog, from: `<sip:mallory@demo.example>;tag=alice1` }, 'SUBSCRIBE', {
    headers: fields('message-summary', '0'),
  });
  // Another connection of the same account neither.
  const second = await bed.registered('alice', 'second');
  second.requestIn(dialog, 'SUBSCRIBE', { headers: fields('message-summary', '0') });
  await settle();
  expect([mallory.statuses('SUBSCRIBE'), second.statuses('SUBSCRIBE')]).toEqual([[403, 481], [481]]);
  expect(bed.server.counters().subscriptions).toBe(1);
});

test('D104 wrong tags, another Call-ID and an old CSeq do not reach the subscription', async () => {
  await subscribe(alice, ALICE);
  await answerAll(alice);
  const success = alice.answer('SUBSCRIBE');
  const dialog = callerDialog(success);
  const ask = async (changed: Partial<typeof dialog>, options: RequestOptions = {}): Promise<number> => {
    alice.requestIn({ ...dialog, ...changed }, 'SUBSCRIBE', { headers: fields(), ...options });
    await settle();
    return alice.answer('SUBSCRIBE').status;
  };
  expect(await ask({ to: `<sip:${ALICE}>;tag=x` })).toBe(481);
  expect(await ask({ to: `<sip:${ALICE}>;tag` })).toBe(400);
  expect(await ask({ from: `<sip:${ALICE}>;tag=x` })).toBe(481);
  expect(await ask({ callId: 'x' })).toBe(481);
  const used = Number.parseInt(header(success, 'CSeq') ?? '', 10);
  expect(await ask({}, { cseq: used })).toBe(500);
  expect(await ask({}, { cseq: used - 1 })).toBe(500);
  expect(alice.requests('NOTIFY')).toHaveLength(1);
  expect(await ask({}, { cseq: used + 1 })).toBe(200);
});

test('D104 one connection and one account have a bounded number of subscriptions, and others still get theirs', async () => {
  for (let count = 0; count < SUBSCRIPTION_LIMITS.perConnection + 1; count += 1)
    await subscribe(mallory, 'mallory@demo.example');
  expect(mallory.statuses('SUBSCRIBE')).toEqual([200, 200, 200, 200, 503]);
  expect(header(mallory.answer('SUBSCRIBE'), 'Retry-After')).toBe('60');
  for (let device = 0; bed.server.counters().subscriptions < SUBSCRIPTION_LIMITS.perAccount; device += 1) {
    const phone = await bed.registered('mallory', `m${device}`);
    for (let count = 0; count < SUBSCRIPTION_LIMITS.perConnection; count += 1) {
      clock.advance(1_000);
      await subscribe(phone, 'mallory@demo.example');
      await answerAll(phone);
    }
    await answerAll(mallory);
  }
  clock.advance(5_000);
  const one = await bed.registered('mallory', 'more');
  await subscribe(one, 'mallory@demo.example');
  expect(one.statuses('SUBSCRIBE')).toEqual([503]);
  await subscribe(alice, ALICE);
  expect(alice.statuses('SUBSCRIBE')).toEqual([200]);
  expect(new Set(refused)).toEqual(new Set(['subscriptions']));
});

test('D104 a flood of SUBSCRIBE, also over many connections, is limited for the account only', async () => {
  const phones = [mallory, await bed.registered('mallory', 'm2')];
  for (let count = 0; count < 60; count += 1)
    await subscribe(phones[count % 2] ?? mallory, 'mallory@demo.example', {
      headers: fields('message-summary', '0'),
    });
  const statuses = phones.flatMap((phone) => phone.statuses('SUBSCRIBE'));
  expect(statuses.filter((status) => status === 200)).toHaveLength(SUBSCRIPTION_LIMITS.requests.burst);
  expect(statuses.filter((status) => status === 503)).toHaveLength(60 - SUBSCRIPTION_LIMITS.requests.burst);
  await subscribe(alice, ALICE);
  expect(alice.statuses('SUBSCRIBE')).toEqual([200]);
  expect(watchers).toBe(1);
});

test('D104 a refresh in a row is limited too, and leaves the subscription', async () => {
  await subscribe(mallory, 'mallory@demo.example');
  const dialog = callerDialog(mallory.answer('SUBSCRIBE'));
  for (let count = 0; count < 40; count += 1) {
    mallory.requestIn(dialog, 'SUBSCRIBE', { headers: fields() });
    await settle();
  }
  expect(mallory.requests('NOTIFY')).toHaveLength(SUBSCRIPTION_LIMITS.requests.burst);
  expect(bed.server.counters().subscriptions).toBe(1);
});

test.each<[string, RequestOptions, number]>([
  ['a huge Expires', { headers: fields('message-summary', '9'.repeat(400)) }, 200],
  ['a negative Expires', { headers: fields('message-summary', '-1') }, 200],
  ['two Events', { headers: [...fields(), { name: 'o', value: 'presence' }] }, 489],
  ['an id with other fields in it', { headers: fields('message-summary;id=a b') }, 200],
  ['a long id', { headers: fields(`message-summary;id=${'x'.repeat(3000)}`) }, 400],
  ['a long Contact', { contact: `sip:${'x'.repeat(3000)}@a.invalid` }, 400],
  ['a Contact of another scheme', { contact: 'https://evil.example/' }, 400],
  ['a long Call-ID', { callId: 'x'.repeat(3000) }, 400],
  ['a body', { headers: [...fields(), { name: 'Content-Type', value: 'text/plain' }], body: 'x' }, 415],
  ['an empty To tag', { to: `<sip:${ALICE}>;tag=` }, 400],
])('D104 %s is answered, and what is kept is bounded', async (_name, options, status) => {
  await subscribe(alice, ALICE, options);
  expect(alice.statuses('SUBSCRIBE')).toEqual([status]);
  const [notify] = alice.requests('NOTIFY');
  expect(notify === undefined).toBe(status !== 200);
  const event = notify && header(notify, 'Event');
  expect(event === undefined || /^message-summary(?:;id=[\w.-]+)?$/.test(event)).toBe(true);
  await answerAll(alice);
  clock.advance(3_600_000);
  expect([bed.server.counters().subscriptions, watchers]).toEqual([0, 0]);
});

test('D104 a NOTIFY of a client reaches no other user, and an answer of another connection ends nothing', async () => {
  await subscribe(alice, ALICE);
  const notify: SipRequest = alice.requests('NOTIFY')[0] ?? expect.fail('no NOTIFY');
  mallory.respond(notify, 481);
  mallory.request('NOTIFY', BOBBY, { headers: fields() });
  mallory.requestIn(callerDialog(alice.answer('SUBSCRIBE')), 'NOTIFY', { headers: fields() });
  await settle();
  expect([bed.server.counters().subscriptions, mallory.statuses('NOTIFY')]).toEqual([1, [405, 481]]);
});
