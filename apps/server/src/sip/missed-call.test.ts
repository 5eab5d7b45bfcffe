import { header } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { missedCallCause } from './missed-call.ts';
import type { ScriptedPhone } from './testing/scripted-phone.ts';
import type { TestBed } from './testing/test-bed.ts';
import { createTestBed, settle } from './testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
});

/** Sends an INVITE to bobby; the given phones of bobby answer it with 180. @returns the INVITE */
async function ring(...phones: readonly ScriptedPhone[]) {
  const invite = alice.request('INVITE', BOBBY);
  await settle();
  for (const phone of phones) await answer(phone, 180);
  return invite;
}
async function answer(phone: ScriptedPhone, status: number): Promise<void> {
  phone.respond(phone.requests('INVITE')[0] ?? expect.fail('no INVITE came'), status);
  await settle();
}
const causes = () => bed.missed.map(({ cause }) => cause);

test('A-065 A-066 a call to an offline user is a missed call with caller, callee and time', async () => {
  const at = clock.now();
  alice.request('INVITE', 'Reception@demo.example', {
    from: '"Alice \\"Al\\" Å" <sip:ALICE@demo.example>;tag=1',
    callId: 'one@phone.example',
  });
  await settle();
  expect([alice.statuses('INVITE'), bed.missed]).toEqual([
    [480],
    [
      {
        callId: 'one@phone.example',
        caller: { address: 'alice@demo.example', name: 'Alice "Al" Å' },
        callee: 'reception@demo.example',
        at,
        cause: 'notReachable',
        hasRung: false,
      },
    ],
  ]);
});

test('A-065 A-066 a call that rings until its timeout is missed; its time is that of the INVITE', async () => {
  const at = clock.now();
  const bobby = await bed.registered('bobby');
  const callId = header(await ring(bobby), 'Call-ID');
  clock.advance(SIP_LIMITS.ringMs - 1);
  expect(bed.missed).toEqual([]);
  clock.advance(1);
  const caller = { address: 'alice@demo.example', name: undefined };
  expect(bed.missed).toEqual([{ callId, caller, callee: BOBBY, at, cause: 'notAnswered', hasRung: true }]);
  await answer(bobby, 487);
  clock.advance(60_000);
  expect(bed.missed).toHaveLength(1);
});

test('A-065 a call that the caller cancels is missed', async () => {
  const [desk, mobile] = [await bed.registered('bobby', 'desk'), await bed.registered('bobby', 'mobile')];
  const invite = await ring(desk, mobile);
  alice.follow(invite, 'CANCEL');
  await settle();
  await answer(desk, 487);
  await answer(mobile, 487);
  expect(causes()).toEqual(['givenUp']);
});

test('A-065 REG-03 a call whose caller loses the connection while it rings is missed', async () => {
  const bobby = await bed.registered('bobby');
  await ring(bobby);
  alice.drop();
  await answer(bobby, 487);
  expect(causes()).toEqual(['givenUp']);
});

test('A-066 when the phone loses its connection while it rings, the cause is "not reachable"', async () => {
  const bobby = await bed.registered('bobby');
  await ring(bobby);
  bobby.drop();
  expect([alice.answer('INVITE').status, causes()]).toEqual([480, ['notReachable']]);
});

test('A-058 with one phone lost and the other silent, the cause is "not answered"', async () => {
  const [desk, mobile] = [await bed.registered('bobby', 'desk'), await bed.registered('bobby', 'mobile')];
  await ring(desk, mobile);
  desk.drop();
  clock.advance(SIP_LIMITS.ringMs);
  expect([alice.answer('INVITE').status, causes()]).toEqual([408, ['notAnswered']]);
});

test('A-065 A-082 a call answered on another device is not missed', async () => {
  const [desk, mobile] = [await bed.registered('bobby', 'desk'), await bed.registered('bobby', 'mobile')];
  await ring(desk, mobile);
  await answer(desk, 200);
  await answer(mobile, 487);
  clock.advance(60_000);
  alice.drop();
  expect(bed.missed).toEqual([]);
});

test.each([403, 486, 600, 603])(
  'A-057 A-058 A-065 a call refused with %i is not missed, whatever the other device does',
  async (status) => {
    const [desk, mobile] = [await bed.registered('bobby', 'desk'), await bed.registered('bobby', 'mobile')];
    await ring(desk, mobile);
    await answer(desk, status);
    if (status < 600) clock.advance(SIP_LIMITS.ringMs);
    await answer(mobile, 487);
    expect([alice.answer('INVITE').status, bed.missed]).toEqual([status, []]);
  },
);

test('A-065 a call that one device has refused is not missed when the caller cancels', async () => {
  const [desk, mobile] = [await bed.registered('bobby', 'desk'), await bed.registered('bobby', 'mobile')];
  const invite = await ring(desk, mobile);
  await answer(desk, 486);
  alice.follow(invite, 'CANCEL');
  await settle();
  expect([alice.answer('INVITE').status, bed.missed]).toEqual([487, []]);
});

test.each([
  ['A-056 unknown', 'nobody@demo.example', 404],
  ['A-079 oneself', 'alice@demo.example', 482],
])('%s: no callee can miss the call', async (_name, target, status) => {
  alice.request('INVITE', target);
  await settle();
  expect([alice.statuses('INVITE'), bed.missed]).toEqual([[status], []]);
});

test('A-065 an undelivered MESSAGE is not a missed call', async () => {
  alice.request('MESSAGE', BOBBY);
  await settle();
  const bobby = await bed.registered('bobby');
  alice.request('MESSAGE', BOBBY);
  await settle();
  bobby.drop();
  expect([alice.statuses('MESSAGE'), bed.missed]).toEqual([[480, 480], []]);
});

test('a call that rings while the server stops is not reported as missed', async () => {
  const bobby = await bed.registered('bobby');
  await ring(bobby);
  bed.server.shutDown();
  expect(bed.missed).toEqual([]);
});

test.each([
  [480, 'notReachable'],
  [408, 'notAnswered'],
  [487, 'notAnswered'],
  [488, undefined],
  [500, undefined],
  [404, undefined],
] as const)('A-058 a call that ends with %i has the cause %s', (status, cause) => {
  expect(missedCallCause(status)).toBe(cause);
});
