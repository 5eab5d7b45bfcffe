import { header, headers } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { RequestOptions, ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import type { TestBed, TestCall } from '../../sip/testing/test-bed.ts';
import { createTestBed, settle } from '../../sip/testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
const CAROL = '<sip:carol@demo.example>';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;
let carol: ScriptedPhone;
let call: TestCall;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
  carol = await bed.registered('carol');
  call = await bed.call(alice, bobby, BOBBY);
});

const referTo = (value: string) => ({ name: 'Refer-To', value });
async function refer(value: string, options: RequestOptions = {}) {
  alice.requestIn(call.caller, 'REFER', {
    ...options,
    headers: [referTo(value), ...(options.headers ?? [])],
  });
  await settle();
}
const progress = (more: Partial<Record<'event' | 'type', string>> = {}) => [
  { name: 'Event', value: more.event ?? 'refer' },
  { name: 'Subscription-State', value: 'active;expires=60' },
  { name: 'Content-Type', value: more.type ?? 'message/sipfrag;version=2.0' },
];
async function notify(options: RequestOptions) {
  bobby.requestIn(call.callee, 'NOTIFY', options);
  await settle();
}

test('D87 REFER passes inside a call, without the unproven Referred-By, and its progress passes back', async () => {
  await refer(CAROL, {
    headers: [
      { name: 'Referred-By', value: '<sip:112@demo.example>' },
      { name: 'b', value: '<sip:112@demo.example>' },
    ],
  });
  const [arrived] = bobby.requests('REFER');
  expect(arrived && header(arrived, 'Refer-To')).toBe(CAROL);
  expect(arrived && headers(arrived, 'Referred-By')).toEqual([]);
  bobby.respond(arrived ?? expect.fail('no REFER'), 202);
  await settle();
  await notify({ headers: progress(), body: 'SIP/2.0 180 Ringing\r\n' });
  expect([alice.statuses('REFER'), alice.requests('NOTIFY').map(({ body }) => body)]).toEqual([
    [202],
    ['SIP/2.0 180 Ringing\r\n'],
  ]);
  expect(carol.heard).toEqual([]);
});

test.each([
  ['another scheme', '<tel:112>'],
  ['a web address', '<https://evil.example/>'],
  ['a script', '<javascript:alert(1)>'],
  ['sips', '<sips:carol@demo.example>'],
  ['a body', '<sip:carol@demo.example?body=x>'],
  ['another method', '<sip:carol@demo.example;method=BYE>'],
  ['a password', '<sip:carol:secret@demo.example>'],
  ['no user', '<sip:demo.example>'],
  ['nothing', ''],
  ['no address', 'carol'],
  ['two addresses', '<sip:carol@demo.example>, <sip:bobby@demo.example>'],
  ['an open bracket', '<sip:carol@demo.example'],
  ['a long name', `<sip:${'c'.repeat(600)}@demo.example>`],
])('D87 REFER to %s is refused with 400 and not forwarded', async (_name, value) => {
  await refer(value);
  expect([alice.statuses('REFER'), bobby.requests('REFER'), carol.heard]).toEqual([[400], [], []]);
});

test('D87 REFER with two Refer-To, one of them compact, is refused', async () => {
  await refer(CAROL, { headers: [{ name: 'r', value: '<sip:alice@demo.example>' }] });
  alice.requestIn(call.caller, 'REFER');
  await settle();
  expect([alice.statuses('REFER'), bobby.requests('REFER')]).toEqual([[400, 400], []]);
});

test('D87 A-081 REFER outside a call, of a third user, and before the call is answered reaches no phone', async () => {
  alice.request('REFER', BOBBY, { headers: [referTo(CAROL)] });
  const mallory = await bed.registered('mallory');
  mallory.requestIn(call.caller, 'REFER', { headers: [referTo(CAROL)] });
  mallory.requestIn({ ...call.caller, from: '<sip:mallory@demo.example>;tag=m' }, 'REFER', {
    headers: [referTo(CAROL)],
  });
  await settle();
  expect([alice.statuses('REFER'), mallory.statuses('REFER')]).toEqual([[405], [481, 481]]);
  const invite = mallory.request('INVITE', BOBBY);
  await settle();
  const ringing = bobby.requests('INVITE').at(-1) ?? expect.fail('no INVITE');
  bobby.respond(ringing, 180);
  await settle();
  const early = mallory.answer('INVITE');
  mallory.requestIn(
    {
      callId: header(invite, 'Call-ID') ?? '',
      from: header(early, 'From') ?? '',
      to: header(early, 'To') ?? '',
      target: bobby.contact,
      routes: headers(early, 'Record-Route').toReversed(),
    },
    'REFER',
    { headers: [referTo(CAROL)] },
  );
  await settle();
  expect(mallory.statuses('REFER')).toEqual([481, 481, 403]);
  expect([bobby.requests('REFER'), carol.heard]).toEqual([[], []]);
});

test('D87 a forged From or To in REFER is refused', async () => {
  await refer(CAROL, { from: '<sip:112@demo.example>;tag=1' });
  expect(alice.statuses('REFER').every((status) => status === 403 || status === 481)).toBe(true);
  expect(bobby.requests('REFER')).toEqual([]);
});

test('D87 REFERs in a row are limited, and the call goes on', async () => {
  for (let count = 0; count < 20; count += 1) await refer(CAROL);
  expect(bobby.requests('REFER')).toHaveLength(3);
  expect(alice.statuses('REFER')).toEqual(Array.from({ length: 17 }, () => 503));
  alice.requestIn(call.caller, 'MESSAGE', { body: 'still here' });
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(1);
  clock.advance(20_000);
  await refer(CAROL);
  expect(bobby.requests('REFER')).toHaveLength(4);
});

test.each([
  ['another event', { headers: progress({ event: 'presence' }), body: 'SIP/2.0 200 OK' }, 489],
  ['no event', { body: 'SIP/2.0 200 OK' }, 489],
  ['another content', { headers: progress({ type: 'text/html' }), body: '<script>' }, 489],
  ['a huge content', { headers: progress(), body: `SIP/2.0 200 ${'x'.repeat(4000)}` }, 413],
])('D87 NOTIFY with %s is not forwarded', async (_name, options, status) => {
  await notify(options);
  expect([bobby.statuses('NOTIFY'), alice.requests('NOTIFY')]).toEqual([[status], []]);
});

const conference = (type = 'application/conference-info+xml') => progress({ event: 'conference', type });

test('D102 RFC 4575 what an end of a call of three says of the third user passes to the other end alone', async () => {
  carol.heard.length = 0;
  await notify({ headers: conference(), body: '<conference-info/>' });
  expect(alice.requests('NOTIFY').map(({ body }) => body)).toEqual(['<conference-info/>']);
  const mallory = await bed.registered('mallory');
  mallory.requestIn(call.callee, 'NOTIFY', { headers: conference(), body: '<conference-info/>' });
  mallory.request('NOTIFY', 'alice@demo.example', { headers: conference(), body: '<conference-info/>' });
  await settle();
  expect([mallory.statuses('NOTIFY'), alice.requests('NOTIFY').length]).toEqual([[481, 405], 1]);
  expect(carol.heard).toEqual([]);
});

test.each([
  ['the content of a transfer', { headers: conference('message/sipfrag'), body: '<x/>' }, 489],
  ['a huge content', { headers: conference(), body: 'x'.repeat(4000) }, 413],
])('D102 attack: NOTIFY of a conference with %s is not forwarded', async (_name, options, status) => {
  await notify(options);
  expect([bobby.statuses('NOTIFY'), alice.requests('NOTIFY')]).toEqual([[status], []]);
});

test('D87 after the call neither REFER nor NOTIFY passes', async () => {
  alice.requestIn(call.caller, 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE')[0] ?? expect.fail('no BYE'), 200);
  await settle();
  await refer(CAROL);
  await notify({ headers: progress(), body: 'SIP/2.0 200 OK\r\n' });
  expect([alice.statuses('REFER'), bobby.statuses('NOTIFY')]).toEqual([[481], [481]]);
});
