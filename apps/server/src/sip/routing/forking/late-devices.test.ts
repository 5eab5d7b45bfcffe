import type { SipRequest } from '@samtal/sip';
import { callIdOf, header, headers, tagOf } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import type { FakePushedCall, FakePushes } from '../../../web-push/testing/fake-pushes.ts';
import { createFakePushes } from '../../../web-push/testing/fake-pushes.ts';
import { callerDialog, type RequestOptions, type ScriptedPhone } from '../../testing/scripted-phone.ts';
import type { TestBed } from '../../testing/test-bed.ts';
import { createTestBed, register, settle } from '../../testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
const PHONE = '11111111-1111-4111-8111-111111111111';
const LAPTOP = '22222222-2222-4222-8222-222222222222';
const RING_MS = SIP_LIMITS.ringMs;
const idle = { dialogs: 0, clientTransactions: 0, serverTransactions: 0 };

let clock: FakeClock;
let pushes: FakePushes;
let bed: TestBed;
let alice: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  pushes = createFakePushes();
  bed = createTestBed(clock, () => clock.now(), pushes.pushCall);
  alice = await bed.registered('alice');
});

/** A device of bobby that registers with its instance. */
async function device(name: string, instance: string, more: RequestOptions = {}): Promise<ScriptedPhone> {
  const phone = bed.phone('bobby', name);
  await register(phone, BOBBY, { instance, ...more });
  return phone;
}
/** A page in the browser that subscribed as `PHONE`; each tab has an instance of its own. */
const tab = (name: string, instance: string) => device(name, instance, { browser: PHONE });
async function call(caller = alice): Promise<SipRequest> {
  const invite = caller.request('INVITE', BOBBY, { body: 'v=0\r\n' });
  await settle();
  return invite;
}
async function answer(phone: ScriptedPhone, ...statuses: readonly number[]): Promise<void> {
  const invite = phone.requests('INVITE').at(-1) ?? expect.fail('no INVITE came');
  for (const status of statuses) phone.respond(invite, status);
  await settle();
}
const pushed = (index = 0): FakePushedCall => pushes.calls[index] ?? expect.fail('no call was pushed');
const heard = (): number[] => alice.statuses('INVITE');
const causes = () => bed.missed.map(({ cause, hasRung }) => [cause, hasRung]);

test('D78 a call to a user without a registered device is pushed and kept for the ring time, then it is missed', async () => {
  pushes.subscribe(PHONE);
  const invite = await call();
  expect(pushed().pushed).toEqual([PHONE]);
  expect(pushed().call).toEqual({
    callId: callIdOf(invite),
    caller: { address: 'alice@demo.example', name: undefined },
    callee: BOBBY,
    at: clock.now(),
    offer: 'v=0\r\n',
    until: clock.now() + RING_MS,
  });
  clock.advance(RING_MS - 1);
  expect([heard(), pushed().end]).toEqual([[100], undefined]);
  clock.advance(1);
  expect([heard(), causes()]).toEqual([[100, 480], [['notReachable', false]]]);
  expect(pushed().end).toEqual({ outcome: 'missed', reached: [] });
  alice.follow(invite, 'ACK');
  await settle();
  expect([bed.server.counters(), clock.pending()]).toMatchObject([idle, 0]);
});

test.each([
  ['no device is subscribed', () => undefined],
  [
    'no push service accepts a push',
    () => {
      pushes.subscribe(PHONE);
      pushes.refuse();
    },
  ],
])('D78 A-056 if %s, the caller gets 480 immediately', async (_name, prepare) => {
  prepare();
  await call();
  expect([heard(), causes()]).toEqual([[100, 480], [['notReachable', false]]]);
  expect(clock.pending()).toBe(1);
});

test('D78 A-056 A-079 calls to unknown addresses and to oneself are not pushed', async () => {
  pushes.subscribe(PHONE);
  for (const target of ['nobody@demo.example', 'alice@demo.example']) alice.request('INVITE', target);
  await settle();
  expect([heard(), pushes.calls]).toEqual([[404, 482], []]);
});

test('D78 a device that registers meanwhile gets the INVITE after the answer to its REGISTER, and the call begins', async () => {
  pushes.subscribe(PHONE);
  await call();
  const phone = await device('phone', PHONE);
  expect(
    phone.heard.slice(-2).map((message) => (message.kind === 'response' ? message.status : message.method)),
  ).toEqual([200, 'INVITE']);
  await answer(phone, 180, 200);
  expect(heard()).toEqual([100, 180, 200]);
  expect(pushed().end).toEqual({ outcome: 'answered', reached: [PHONE] });
  alice.requestIn(callerDialog(alice.answer('INVITE')), 'ACK', { cseq: 3 });
  clock.advance(60_000);
  expect([bed.server.counters().dialogs, bed.missed]).toEqual([1, []]);
});

test('D78 a device that is registered rings as always, the others are pushed; the first that answers wins', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  const laptop = await device('laptop', LAPTOP);
  await call();
  expect([laptop.requests('INVITE').length, pushed().pushed]).toEqual([1, [PHONE]]);
  await answer(laptop, 180);
  const phone = await device('phone', PHONE);
  await answer(phone, 180);
  await answer(laptop, 200);
  expect(phone.requests('CANCEL').map((cancel) => headers(cancel, 'Reason'))).toEqual([
    ['SIP;cause=200;text="Call completed elsewhere"'],
  ]);
  expect(pushed().end).toEqual({ outcome: 'answered', reached: [LAPTOP, PHONE] });
});

test('D78 a registered device that sends no response within a second is pushed, one that sends 100 is not', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await device('frozen', PHONE);
  const laptop = await device('laptop', LAPTOP);
  await call();
  await answer(laptop, 100);
  clock.advance(SIP_LIMITS.silentMs - 1);
  await settle();
  expect(pushed().pushed).toEqual([]);
  clock.advance(1);
  await settle();
  expect(pushed().pushed).toEqual([PHONE]);
});

test('A-082 D78 where no device is pushed, one that registers while others ring gets no INVITE', async () => {
  const laptop = await device('laptop', LAPTOP);
  await call();
  await answer(laptop, 180);
  const phone = await device('phone', PHONE);
  expect(phone.requests('INVITE')).toEqual([]);
});

test('D78 a frozen page that is loaded anew gets the INVITE on its new connection', async () => {
  pushes.subscribe(PHONE);
  await device('frozen', PHONE);
  await call();
  clock.advance(SIP_LIMITS.silentMs);
  await settle();
  const fresh = await device('fresh', PHONE);
  await answer(fresh, 180, 200);
  expect(heard()).toEqual([100, 180, 200]);
});

test('D78 a device whose connection is lost while it rings is pushed, and the call waits for it', async () => {
  pushes.subscribe(PHONE);
  const phone = await device('phone', PHONE);
  await call();
  await answer(phone, 180);
  phone.drop();
  await settle();
  expect([heard(), pushed().pushed]).toEqual([[100, 180], [PHONE]]);
  await answer(await device('again', PHONE), 200);
  expect(heard()).toEqual([100, 180, 200]);
});

test('D78 a REGISTER that refreshes a ringing binding brings no second INVITE', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call();
  const phone = await device('phone', PHONE);
  await answer(phone, 180);
  await register(phone, BOBBY, { instance: PHONE });
  expect(phone.requests('INVITE')).toHaveLength(1);
});

test('D78 a pushed device that then refuses ends the call when no other device is awaited', async () => {
  pushes.subscribe(PHONE);
  await call();
  await answer(await device('phone', PHONE), 486);
  expect([heard(), bed.missed]).toEqual([[100, 486], []]);
  expect(pushed().end).toEqual({ outcome: 'missed', reached: [PHONE] });
});

test('D78 a device that has refused does not ring again when it registers anew; the call waits for the others', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call();
  const phone = await device('phone', PHONE);
  await answer(phone, 486);
  expect(heard()).toEqual([100]);
  phone.drop();
  const again = await device('again', PHONE);
  expect(again.requests('INVITE')).toEqual([]);
  clock.advance(RING_MS);
  expect(heard()).toEqual([100, 486]);
});

test('D35 D78 a device that declines for all ends the call immediately, and the pushed devices are told', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  const laptop = await device('laptop', LAPTOP);
  await call();
  laptop.respond(laptop.requests('INVITE')[0] ?? expect.fail(), 403, {
    headers: [{ name: 'Reason', value: 'SIP;cause=603;text="Decline"' }],
  });
  await settle();
  expect([heard(), pushed().end]).toEqual([[100, 403], { outcome: 'rejected', reached: [LAPTOP] }]);
});

test('D78 when a device says that it shows the call, the caller gets one 180 with a tag', async () => {
  pushes.subscribe(PHONE);
  await call();
  pushed().rang();
  pushed().rang();
  expect(heard()).toEqual([100, 180]);
  const ringing = alice.answer('INVITE');
  expect(tagOf(header(ringing, 'To'))).toBeTruthy();
  expect(header(ringing, 'Contact')).toBe(`<sip:${BOBBY}>`);
  clock.advance(RING_MS);
  // The caller heard it ring: the callee did not answer, but no page has recorded the call.
  expect([heard(), causes()]).toEqual([[100, 180, 408], [['notAnswered', false]]]);
});

test('D35 STATE-12 D78 a call that is rejected on a pushed device ends as by the button of a page', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  const laptop = await device('laptop', LAPTOP);
  await call();
  await answer(laptop, 180);
  expect(pushed().rejected()).toBe(true);
  expect(heard()).toEqual([100, 180, 403]);
  expect(headers(alice.answer('INVITE'), 'Reason')).toEqual(['SIP;cause=603;text="Decline"']);
  expect(laptop.requests('CANCEL').map((cancel) => headers(cancel, 'Reason'))).toEqual([
    ['SIP;cause=603;text="Decline"'],
  ]);
  expect(pushed().end?.outcome).toBe('rejected');
  expect([pushed().rejected(), bed.missed]).toEqual([false, []]);
});

test.each([
  ['cancels', (invite: SipRequest) => alice.follow(invite, 'CANCEL'), [100, 487]],
  ['loses the connection', () => alice.drop(), [100]],
])('D78 when the caller %s, the call is over for late devices', async (_name, leave, statuses) => {
  pushes.subscribe(PHONE);
  const invite = await call();
  leave(invite);
  await settle();
  expect(pushed().end).toEqual({ outcome: 'missed', reached: [] });
  expect([heard(), causes()]).toEqual([statuses, [['givenUp', false]]]);
  pushed().rang();
  expect([heard(), pushed().rejected()]).toEqual([statuses, false]);
  const phone = await device('phone', PHONE);
  expect(phone.requests('INVITE')).toEqual([]);
});

test('D78 a device that registers after the ring time gets no INVITE', async () => {
  pushes.subscribe(PHONE);
  await call();
  clock.advance(RING_MS);
  const phone = await device('phone', PHONE);
  expect(phone.requests('INVITE')).toEqual([]);
});

test('D78 a device that registers while the push is on its way gets the INVITE, and needs no push', async () => {
  pushes.subscribe(PHONE);
  const release = pushes.hold();
  await call();
  const phone = await device('phone', PHONE);
  release();
  await settle();
  expect([phone.requests('INVITE').length, pushed().pushed]).toEqual([1, []]);
  await answer(phone, 180, 486);
  expect(heard()).toEqual([100, 180, 486]);
});

test('D78 a caller that leaves while the callee is looked up causes no push', async () => {
  pushes.subscribe(PHONE);
  const { release } = bed.holdDirectory();
  await call();
  alice.drop();
  release();
  await settle();
  expect([pushes.calls, clock.pending()]).toEqual([[], 0]);
});

test('D78 two calls at the same time are both kept for the device, and each ends by itself', async () => {
  pushes.subscribe(PHONE);
  const carol = await bed.registered('carol');
  await call();
  await call(carol);
  const phone = await device('phone', PHONE);
  const [first, second] = phone.requests('INVITE');
  phone.respond(first ?? expect.fail('no first call'), 200);
  phone.respond(second ?? expect.fail('no second call'), 486);
  await settle();
  expect([heard(), carol.statuses('INVITE')]).toEqual([
    [100, 200],
    [100, 486],
  ]);
  expect(pushes.calls.map(({ end }) => end?.outcome)).toEqual(['answered', 'missed']);
});

test('A-082 D78 ten devices may come, and more bindings than the limit of a call get no INVITE', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call();
  const phone = bed.phone('bobby', 'many');
  const uuidOf = (number: number) => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;
  for (let number = 0; number < 10; number++)
    await register(phone, BOBBY, { instance: uuidOf(number), contact: `sip:${number}@many.invalid` });
  expect(phone.requests('INVITE')).toHaveLength(10);
  for (let number = 10; number < 30; number++)
    await register(phone, BOBBY, { instance: uuidOf(number), contact: `sip:${number}@many.invalid` });
  expect(phone.requests('INVITE')).toHaveLength(SIP_LIMITS.targetsPerCall);
});

test('D78 the user logs out everywhere while the call is kept: no device can register, and the call ends in time', async () => {
  pushes.subscribe(PHONE);
  await call();
  bed.forgetSession('bobby');
  bed.server.revoke({ username: 'bobby' });
  const phone = await device('phone', PHONE);
  expect([phone.answer('REGISTER').status, phone.requests('INVITE')]).toEqual([403, []]);
  clock.advance(RING_MS);
  expect(heard()).toEqual([100, 480]);
});

test('D78 a device that logs out while the call is kept is awaited no more: the caller gets 480 immediately', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call();
  pushed().left(LAPTOP);
  expect(heard()).toEqual([100]);
  pushed().left(PHONE);
  expect([heard(), causes()]).toEqual([[100, 480], [['notReachable', false]]]);
  pushed().left(PHONE);
  expect(heard()).toEqual([100, 480]);
});

test('D78 a device that logs out while its push is on its way is not awaited', async () => {
  pushes.subscribe(PHONE);
  const release = pushes.hold();
  await call();
  pushed().left(PHONE);
  expect(heard()).toEqual([100]);
  release();
  await settle();
  expect(heard()).toEqual([100, 480]);
});

test('D78 a device that rings over SIP and is not subscribed any more rings on', async () => {
  pushes.subscribe(PHONE);
  await call();
  const phone = await device('phone', PHONE);
  await answer(phone, 180);
  pushed().left(PHONE);
  await answer(phone, 200);
  expect(heard()).toEqual([100, 180, 200]);
});

test('D78 A-082 a browser is not pushed while one of its tabs is registered, and not told how the call ended', async () => {
  pushes.subscribe(PHONE);
  const page = await tab('tab', LAPTOP);
  await call();
  await answer(page, 180);
  clock.advance(RING_MS);
  expect([pushed().pushed, pushed().end?.reached]).toEqual([[], [PHONE]]);
  expect(bed.server.isRegistered(BOBBY, PHONE)).toBe(true);
});

test('D78 A-082 a browser that was pushed is awaited no more when a new tab of it has the call', async () => {
  pushes.subscribe(PHONE);
  await call();
  expect(pushed().pushed).toEqual([PHONE]);
  const page = await tab('tab', LAPTOP);
  await answer(page, 486);
  expect(heard()).toEqual([100, 486]);
  expect(pushed().end?.reached).toEqual([PHONE]);
});

test('D78 A-082 of two tabs of a browser one that is frozen or closed causes no push while the other rings', async () => {
  pushes.subscribe(PHONE);
  const [one, two] = [await tab('one', LAPTOP), await tab('two', '33333333-3333-4333-8333-333333333333')];
  await call();
  await answer(one, 180);
  clock.advance(SIP_LIMITS.silentMs);
  two.drop();
  await settle();
  expect(pushed().pushed).toEqual([]);
  one.drop();
  await settle();
  expect([pushed().pushed, heard()]).toEqual([[PHONE], [100, 180]]);
});

test('D78 a browser that is named in another way than by a UUID is not named', async () => {
  pushes.subscribe(PHONE);
  await device('phone', PHONE, { browser: 'x'.repeat(5000) });
  expect(bed.server.isRegistered(BOBBY, PHONE)).toBe(true);
});

test('D78 when the server stops, kept calls end and no timer is left', async () => {
  pushes.subscribe(PHONE);
  await call();
  bed.server.shutDown();
  expect([pushed().end?.outcome, bed.missed, clock.pending()]).toEqual(['missed', [], 0]);
});

test('D78 a kept call takes a slot of its caller until it ends', async () => {
  pushes.subscribe(PHONE);
  for (let count = 0; count < SIP_LIMITS.callsPerAccount; count++) {
    alice.request('INVITE', count % 2 === 0 ? BOBBY : 'carol@demo.example');
    if (count % 40 === 39) clock.advance(1000);
    await settle();
  }
  await call();
  expect(heard().at(-1)).toBe(503);
});

test('D78 a MESSAGE is not pushed', async () => {
  pushes.subscribe(PHONE);
  alice.request('MESSAGE', BOBBY);
  await settle();
  expect([alice.statuses('MESSAGE'), pushes.calls]).toEqual([[480], []]);
});

test('D78 isRegistered tells whether a device is registered', async () => {
  await device('phone', PHONE.toUpperCase());
  expect(bed.server.isRegistered(BOBBY, PHONE)).toBe(true);
  expect(bed.server.isRegistered(BOBBY, LAPTOP)).toBe(false);
  expect(bed.server.isRegistered('alice@demo.example', PHONE)).toBe(false);
});
