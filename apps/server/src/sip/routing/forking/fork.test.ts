import type { SipRequest } from '@samtal/sip';
import { header, headers } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { callerDialog, type ScriptedPhone } from '../../testing/scripted-phone.ts';
import type { TestBed } from '../../testing/test-bed.ts';
import { createTestBed, settle } from '../../testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let desk: ScriptedPhone;
let mobile: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
  desk = await bed.registered('bobby', 'desk');
  mobile = await bed.registered('bobby', 'mobile');
});

const BOBBY = 'bobby@demo.example';
const DECLINED = { name: 'Reason', value: 'SIP;cause=603;text="Decline"' };
const inviteAt = (phone: ScriptedPhone): SipRequest =>
  phone.requests('INVITE')[0] ?? expect.fail('no INVITE came');

/** Sends an INVITE that reaches both phones. */
async function ring(): Promise<SipRequest> {
  const invite = alice.request('INVITE', BOBBY);
  await settle();
  return invite;
}
async function answers(...given: readonly (readonly [ScriptedPhone, number])[]): Promise<void> {
  for (const [phone, status] of given) phone.respond(inviteAt(phone), status);
  await settle();
}
const idle = { dialogs: 0, clientTransactions: 0, serverTransactions: 0 };

test('A-082 both devices ring in parallel; the first to answer wins, the other gets CANCEL with the reason', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180], [desk, 200]);
  expect(alice.statuses('INVITE')).toEqual([100, 180, 180, 200]);
  const [cancel] = mobile.requests('CANCEL');
  if (cancel === undefined) expect.fail('no CANCEL');
  expect(headers(cancel, 'Reason')).toEqual(['SIP;cause=200;text="Call completed elsewhere"']);
  expect(header(cancel, 'Via')).toBe(header(inviteAt(mobile), 'Via'));
  expect(desk.requests('CANCEL')).toEqual([]);
  mobile.respond(cancel, 200);
  await answers([mobile, 487]);
  expect([mobile.requests('ACK').length, alice.statuses('INVITE').length]).toEqual([1, 4]);
  clock.advance(32_000);
  expect(bed.server.counters()).toMatchObject({ ...idle, dialogs: 1 });
});

test('A-082 when two phones answer at the same time, the second gets ACK and BYE', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180], [desk, 200], [mobile, 200]);
  expect(alice.statuses('INVITE')).toEqual([100, 180, 180, 200]);
  const [ack, bye] = [mobile.requests('ACK')[0], mobile.requests('BYE')[0]];
  if (ack === undefined || bye === undefined) expect.fail('the second phone stays in a call');
  const invite = inviteAt(mobile);
  for (const request of [ack, bye]) {
    expect(request.uri).toBe(mobile.contact);
    expect(header(request, 'From')).toBe(header(invite, 'From'));
    expect(header(request, 'To')).toBe(`${header(invite, 'To')};tag=mobile-tag`);
    expect(header(request, 'Call-ID')).toBe(header(invite, 'Call-ID'));
  }
  const number = Number.parseInt(header(invite, 'CSeq') ?? '', 10);
  expect([header(ack, 'CSeq'), header(bye, 'CSeq')]).toEqual([`${number} ACK`, `${number + 1} BYE`]);
  expect([desk.requests('BYE'), bed.server.counters().dialogs]).toEqual([[], 1]);
});

test('a repeated 200 is forwarded to the caller again and opens no second call', async () => {
  await ring();
  await answers([desk, 200], [desk, 200]);
  expect(alice.statuses('INVITE')).toEqual([100, 200, 200]);
  expect([desk.requests('BYE'), bed.server.counters().dialogs]).toEqual([[], 1]);
});

test('RFC 3261 §13.2.2.4 of two phones that answer behind one device, the second gets BYE', async () => {
  await ring();
  for (const toTag of ['one', 'two', 'one']) desk.respond(inviteAt(desk), 200, { toTag });
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100, 200, 200]);
  expect(desk.requests('BYE').map((bye) => header(bye, 'To'))).toEqual([`<sip:${BOBBY}>;tag=two`]);
});

test.each([
  ['both busy', 486, 486, 486],
  ['busy and refused', 480, 486, 486],
  ['broken and busy', 500, 486, 486],
  ['overloaded', 503, 503, 500],
  ['cannot speak any of it', 488, 480, 488],
])('A-058 RFC 3261 §16.7 the caller gets the best refusal: %s', async (_name, one, two, best) => {
  const invite = await ring();
  await answers([desk, one]);
  expect(alice.statuses('INVITE')).toEqual([100]);
  await answers([mobile, two]);
  expect(alice.statuses('INVITE')).toEqual([100, best]);
  expect([desk.requests('ACK').length, mobile.requests('ACK').length]).toEqual([1, 1]);
  alice.follow(invite, 'ACK');
  await settle();
  expect([bed.server.counters(), clock.pending()]).toMatchObject([idle, 0]);
});

test.each([
  ['A-056 A-058 unknown there', 404, 404],
  ['A-056 gone', 410, 410],
  ['A-056 incomplete', 484, 484],
  ['A-056 unknown everywhere', 604, 604],
  ['A-057 busy', 486, 486],
  ['A-058 busy everywhere', 600, 600],
  ['A-058 STATE-12 declined', 403, 403],
  ['A-058 declined everywhere', 603, 603],
  ['A-058 A-080 not reachable, or without camera and microphone', 480, 480],
  ['A-058 not answered behind it', 408, 408],
  ['A-058 ended behind it', 487, 487],
  ['A-058 nothing in common', 488, 488],
  ['A-058 a fault', 500, 500],
  ['A-058 an overload, which is not ours', 503, 500],
])('%s: %i reaches the caller as %i immediately', async (_name, status, heard) => {
  mobile.drop();
  await ring();
  await answers([desk, status]);
  expect(alice.statuses('INVITE')).toEqual([100, heard]);
});

test('A-078 all provisional responses reach the caller', async () => {
  await ring();
  await answers([desk, 180], [mobile, 183], [desk, 182]);
  expect(alice.statuses('INVITE')).toEqual([100, 180, 183, 182]);
});

test('A-077 a caller that cannot accept the answer can hang up immediately', async () => {
  await ring();
  await answers([desk, 200]);
  const success = alice.answer('INVITE');
  const dialog = callerDialog(success);
  alice.requestIn(dialog, 'ACK', { cseq: Number.parseInt(header(success, 'CSeq') ?? '', 10) });
  alice.requestIn(dialog, 'BYE', { cseq: 900 });
  await settle();
  desk.respond(desk.requests('BYE')[0] ?? expect.fail('no BYE'), 200);
  await settle();
  expect([alice.answer('BYE').status, bed.server.counters().dialogs]).toEqual([200, 0]);
});

test('A-058 declining for all devices ends the ringing of the others', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180], [desk, 603]);
  const [cancel] = mobile.requests('CANCEL');
  // RFC 3326: the Reason tells the other device that the caller did not cancel: not a missed call.
  expect(cancel && headers(cancel, 'Reason')).toEqual(['SIP;cause=603;text="Decline"']);
  await answers([mobile, 487]);
  expect(alice.statuses('INVITE')).toEqual([100, 180, 180, 603]);
});

test('STATE-12 A-065 D35 a 403 whose Reason declines for all devices ends the ringing of the others', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180]);
  desk.respond(inviteAt(desk), 403, { headers: [DECLINED] });
  await settle();
  const [cancel] = mobile.requests('CANCEL');
  expect(cancel && headers(cancel, 'Reason')).toEqual(['SIP;cause=603;text="Decline"']);
  await answers([mobile, 486]);
  expect(alice.statuses('INVITE')).toEqual([100, 180, 180, 403]);
});

test.each([
  ['no Reason', undefined],
  ['a Reason of another kind', 'Q.850;cause=21'],
  ['the Reason of one device', 'SIP;cause=486;text="cause=603"'],
])(
  'STATE-12 A-058 D35 a 403 with %s is the response of one device: the other keeps ringing',
  async (_name, value) => {
    await ring();
    await answers([desk, 180], [mobile, 180]);
    desk.respond(inviteAt(desk), 403, value === undefined ? {} : { headers: [{ name: 'Reason', value }] });
    await settle();
    expect([mobile.requests('CANCEL'), alice.statuses('INVITE').at(-1)]).toEqual([[], 180]);
    await answers([mobile, 200]);
    expect(alice.statuses('INVITE').at(-1)).toBe(200);
  },
);

test('SIP-06 CANCEL of the caller is answered and forwarded to both with its Reason, and the INVITE ends with 487', async () => {
  const invite = await ring();
  await answers([desk, 180], [mobile, 180]);
  alice.follow(invite, 'CANCEL', [{ name: 'Reason', value: 'SIP;cause=487' }]);
  await settle();
  expect([alice.statuses('CANCEL'), alice.statuses('INVITE').at(-1)]).toEqual([[200], 487]);
  alice.follow(invite, 'ACK');
  for (const phone of [desk, mobile]) {
    const [cancel] = phone.requests('CANCEL');
    expect(headers(cancel ?? expect.fail('rings on'), 'Reason')).toEqual(['SIP;cause=487']);
    phone.respond(cancel ?? expect.fail(), 200);
  }
  await answers([desk, 487], [mobile, 487]);
  expect([bed.server.counters(), clock.pending()]).toMatchObject([idle, 0]);
});

test('a CANCEL that arrives before the first 180 is sent to a phone after its first 180', async () => {
  const invite = await ring();
  alice.follow(invite, 'CANCEL');
  await settle();
  expect(desk.requests('CANCEL')).toEqual([]);
  await answers([desk, 180]);
  expect([desk.requests('CANCEL').length, alice.statuses('INVITE')]).toEqual([1, [100, 487]]);
});

test('a CANCEL that arrives while the INVITE waits for the directory cancels it', async () => {
  const carol = bed.phone('carol');
  const first = carol.request('INVITE', BOBBY);
  await settle();
  const { release } = bed.holdDirectory();
  const invite = carol.authorize(first, carol.answer('INVITE'));
  carol.follow(invite, 'CANCEL');
  release();
  await settle();
  expect([carol.statuses('CANCEL'), carol.statuses('INVITE')]).toEqual([[200], [407, 100, 487]]);
  await answers([desk, 180], [mobile, 180]);
  expect([desk.requests('CANCEL').length, mobile.requests('CANCEL').length]).toEqual([1, 1]);
});

test('a phone that answers while the CANCEL is in transit gets ACK and BYE', async () => {
  const invite = await ring();
  await answers([desk, 180]);
  alice.follow(invite, 'CANCEL');
  await answers([desk, 200]);
  expect(alice.statuses('INVITE').at(-1)).toBe(487);
  expect([desk.requests('ACK').length, desk.requests('BYE').length]).toEqual([1, 1]);
  expect(bed.server.counters().dialogs).toBe(0);
});

test('A-065 without an answer until the ring timeout the phones get CANCEL with the reason and the caller gets 408', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180]);
  clock.advance(SIP_LIMITS.ringMs - 1);
  expect(alice.statuses('INVITE').at(-1)).toBe(180);
  clock.advance(1);
  expect(alice.statuses('INVITE').at(-1)).toBe(408);
  for (const phone of [desk, mobile])
    expect(headers(phone.requests('CANCEL')[0] ?? expect.fail('rings on'), 'Reason')).toEqual([
      'SIP;cause=408;text="Request Timeout"',
    ]);
  clock.advance(32_000);
  expect([bed.server.counters(), clock.pending()]).toMatchObject([idle, 0]);
});

test.each([
  ['busy', 486, 486],
  ['declined for all', 603, 603],
])(
  'A-065 RFC 3261 §16.8 one device %s, the other silent: after the ring timeout the caller gets the refusal',
  async (_n, one, told) => {
    await ring();
    await answers([desk, one]);
    clock.advance(SIP_LIMITS.ringMs);
    expect(alice.statuses('INVITE')).toEqual([100, told]);
  },
);

test('REG-03 a phone that loses its connection while it rings is not reachable; the other keeps ringing', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180]);
  desk.drop();
  expect(alice.statuses('INVITE').at(-1)).toBe(180);
  mobile.drop();
  expect(alice.statuses('INVITE').at(-1)).toBe(480);
});

test('REG-03 when the caller loses its connection the ringing stops, and a late answer gets ACK and BYE', async () => {
  await ring();
  await answers([desk, 180], [mobile, 180]);
  alice.drop();
  for (const phone of [desk, mobile])
    expect(phone.requests('CANCEL').map((cancel) => headers(cancel, 'Reason'))).toEqual([
      ['SIP;cause=503;text="Connection lost"'],
    ]);
  await answers([desk, 200], [mobile, 487]);
  expect(desk.requests('BYE')).toHaveLength(1);
  desk.respond(desk.requests('BYE')[0] ?? expect.fail(), 200);
  for (const phone of [desk, mobile]) phone.respond(phone.requests('CANCEL')[0] ?? expect.fail(), 200);
  await settle();
  clock.advance(32_000);
  expect([bed.server.counters(), clock.pending()]).toMatchObject([{ ...idle, flows: 2 }, 0]);
});

test('REG-03 a caller that loses its connection before the lookup is done causes no ringing', async () => {
  const carol = bed.phone('carol');
  const first = carol.request('INVITE', BOBBY);
  await settle();
  const { release } = bed.holdDirectory();
  carol.authorize(first, carol.answer('INVITE'));
  await settle();
  carol.drop();
  release();
  await settle();
  expect([desk.requests('INVITE'), clock.pending()]).toEqual([[], 0]);
  expect(bed.server.counters()).toMatchObject(idle);
});

test('the ACK of the caller reaches the phone that answered first, although its Request-URI is not registered', async () => {
  await ring();
  await answers([desk, 200]);
  const success = alice.answer('INVITE');
  const number = Number.parseInt(header(success, 'CSeq') ?? '', 10);
  alice.requestIn(callerDialog(success), 'ACK', { cseq: number });
  await settle();
  const [ack] = desk.requests('ACK');
  expect([ack?.uri, ack && headers(ack, 'Route')]).toEqual([desk.contact, []]);
  expect(mobile.requests('ACK')).toEqual([]);
});
