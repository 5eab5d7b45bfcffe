import { header } from '@samtal/sip';
import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { ScriptedPhone } from '../testing/scripted-phone.ts';
import { createTestBed, settle, type TestBed } from '../testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
const MAILBOX = 'echo@demo.example';
const { tries, windowMs } = SIP_LIMITS.unansweredCalls;

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;
let callBacks: string[];

beforeEach(async () => {
  clock = createFakeClock();
  callBacks = [];
  bed = createTestBed(clock, () => clock.now(), undefined, {
    doNotDisturb: {
      turnsAway: async () => false,
      isCallBack: async (callee, caller) => callBacks.includes(`${caller} calls ${callee}`),
      called: nothing,
    },
    mailbox: { address: MAILBOX, answersFor: async (address) => address === BOBBY },
  });
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
});

/** Calls bobby, whose phone answers with `statuses`; returns what the caller gets. */
async function call(caller = alice, statuses = [180, 486]): Promise<number | undefined> {
  bobby.heard.length = 0;
  const sent = caller.request('INVITE', BOBBY, { body: 'v=0\r\n' });
  await settle();
  const [invite] = bobby.requests('INVITE');
  if (invite !== undefined) for (const status of statuses) bobby.respond(invite, status, { body: '' });
  await settle();
  const status = caller.statuses('INVITE').at(-1);
  if (status !== undefined && status >= 300) caller.follow(sent, 'ACK');
  return status;
}

async function callOften(caller = alice, statuses?: number[]): Promise<void> {
  for (let count = 0; count < tries; count++) {
    await call(caller, statuses);
    clock.advance(10);
  }
}

test('D89 an account whose calls ring and are not answered rings no more until the minute is over', async () => {
  await callOften();
  expect(await call()).toBe(503);
  expect(bobby.requests('INVITE')).toEqual([]);
  const last = alice.heard.at(-1);
  expect(last && header(last, 'Retry-After')).toMatch(/^(59|60)$/);
  // Another caller, and another callee, are not concerned.
  expect(await call(await bed.registered('carol'))).toBe(486);
  const echo = await bed.registered('echo');
  alice.request('INVITE', 'echo@demo.example');
  await settle();
  expect(echo.requests('INVITE')).toHaveLength(1);
  clock.advance(windowMs);
  expect(await call()).toBe(486);
});

test.each([
  ['are busy without ringing', [486]],
  ['are answered', [180, 200]],
])('D89 calls that %s are not counted', async (_what, statuses) => {
  await callOften(alice, statuses);
  await call();
  expect(bobby.requests('INVITE')).toHaveLength(1);
});

test('D89 A-066 a mailbox that answers in place of the user does not let the caller ring again', async () => {
  const mailbox = await bed.registered('echo');
  for (let count = 0; count < tries; count++) {
    await call(alice, [180, 480]);
    const diverted = mailbox.requests('INVITE').at(-1) ?? expect.fail('no mailbox');
    mailbox.respond(diverted, 200, { body: 'v=0\r\n' });
    await settle();
    expect(alice.statuses('INVITE').at(-1)).toBe(200);
  }
  expect(await call()).toBe(503);
});

test('D89 more calls do not ring together than one after the other', async () => {
  for (let count = 0; count < tries + 2; count++) alice.request('INVITE', BOBBY, { body: 'v=0\r\n' });
  await settle();
  const invites = bobby.requests('INVITE');
  expect(invites).toHaveLength(tries);
  // None of them has rung, so none counts when it is over.
  for (const invite of invites) bobby.respond(invite, 486);
  await settle();
  expect(await call()).toBe(486);
});

test('D89 the call back of an emergency number always rings', async () => {
  callBacks.push(`alice@demo.example calls ${BOBBY}`);
  await callOften();
  expect(await call()).toBe(486);
});

test('D89 a call that its caller gives up counts, too', async () => {
  for (let count = 0; count < tries; count++) {
    const sent = alice.request('INVITE', BOBBY, { body: 'v=0\r\n' });
    await settle();
    const invite = bobby.requests('INVITE').at(-1) ?? expect.fail();
    bobby.respond(invite, 180);
    await settle();
    alice.follow(sent, 'CANCEL');
    await settle();
    bobby.respond(invite, 487);
    alice.follow(sent, 'ACK');
    await settle();
  }
  expect(await call()).toBe(503);
});
