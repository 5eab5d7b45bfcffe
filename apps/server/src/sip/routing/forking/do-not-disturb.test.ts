import { header } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { UNWATCHED_CALLS } from '../../../domain/calls/call-watch.ts';
import { createFakePushes } from '../../../web-push/testing/fake-pushes.ts';
import type { ScriptedPhone } from '../../testing/scripted-phone.ts';
import type { TestBed } from '../../testing/test-bed.ts';
import { createTestBed, settle } from '../../testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
const PHONE = '11111111-1111-4111-8111-111111111111';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let asked: string[];
let called: string[];
let answer: Promise<boolean>;
let pushes: ReturnType<typeof createFakePushes>;
/** What became of the calls that were not answered, as records of calls have it. */
let refused: number[];

beforeEach(async () => {
  clock = createFakeClock();
  [asked, called, refused, answer] = [[], [], [], Promise.resolve(true)];
  pushes = createFakePushes();
  pushes.subscribe(PHONE);
  bed = createTestBed(
    clock,
    () => clock.now(),
    (...given) => pushes.pushCall(...given),
    {
      doNotDisturb: {
        turnsAway(callee, caller) {
          asked.push(`${caller} calls ${callee}`);
          return answer;
        },
        isCallBack: async () => false,
        called: (caller, callee) => void called.push(`${caller} calls ${callee}`),
      },
      mailbox: { address: 'echo@demo.example', answersFor: async (address) => address === BOBBY },
      calls: {
        ...UNWATCHED_CALLS,
        begin: (call) => ({
          ...UNWATCHED_CALLS.begin(call),
          refused: (status) => void refused.push(status),
        }),
      },
    },
  );
  alice = await bed.registered('alice');
});

async function invite(target = BOBBY) {
  const sent = alice.request('INVITE', target, { body: 'v=0\r\n' });
  await settle();
  return sent;
}
const causes = () => bed.missed.map(({ cause, hasRung }) => [cause, hasRung]);
const isIdle = () => {
  const { dialogs, clientTransactions, serverTransactions } = bed.server.counters();
  return [dialogs, clientTransactions, serverTransactions].every((count) => count === 0);
};

test('D86 a call that is turned away reaches no device and no push, gets 480, and is missed', async () => {
  const devices = [await bed.registered('bobby', 'desk'), await bed.registered('bobby', 'mobile')];
  const sent = await invite();
  expect(alice.statuses('INVITE')).toEqual([100, 480]);
  alice.follow(sent, 'ACK');
  await settle();
  clock.advance(60_000);
  expect(devices.map(({ heard }) => heard)).toEqual([[], []]);
  expect([asked, pushes.calls, causes()]).toEqual([
    ['alice@demo.example calls bobby@demo.example'],
    [],
    [['notReachable', false]],
  ]);
  expect(isIdle()).toBe(true);
});

test('D86 A-066 the mailbox answers for a callee who does not want to be disturbed', async () => {
  const [desk, mailbox] = [await bed.registered('bobby'), await bed.registered('echo')];
  await invite();
  const [diverted] = mailbox.requests('INVITE');
  expect(diverted && header(diverted, 'Diversion')).toBe(`<sip:${BOBBY}>;reason=unavailable`);
  mailbox.respond(diverted ?? expect.fail('no mailbox'), 200, { body: 'v=0\r\n' });
  await settle();
  expect([alice.statuses('INVITE'), desk.heard, causes()]).toEqual([
    [100, 200],
    [],
    [['notReachable', false]],
  ]);
});

test('D86 a call that is not turned away rings as always', async () => {
  answer = Promise.resolve(false);
  const bobby = await bed.registered('bobby');
  await bed.call(alice, bobby, BOBBY);
  expect(alice.statuses('INVITE')).toEqual([100, 180, 200]);
  expect(bed.missed).toEqual([]);
});

test('D86 a call in progress goes on: requests inside its dialog are not asked about', async () => {
  answer = Promise.resolve(false);
  const bobby = await bed.registered('bobby');
  const { caller } = await bed.call(alice, bobby, BOBBY);
  answer = Promise.resolve(true);
  asked.length = 0;
  alice.requestIn(caller, 'INVITE', { body: 'v=0\r\n' });
  await settle();
  expect([bobby.requests('INVITE').length, asked]).toEqual([2, []]);
});

test.each(['MESSAGE', 'OPTIONS'])(
  'D86 %s outside a call gets the answer that it gets from a user who is away, so that it does not tell the two apart',
  async (method) => {
    alice.request(method, BOBBY, { body: 'hej' });
    await settle();
    const away = alice.heard.splice(0);
    const bobby = await bed.registered('bobby');
    alice.request(method, BOBBY, { body: 'hej' });
    await settle();
    expect(bobby.heard).toEqual([]);
    const linesOf = (heard: typeof away) =>
      heard.map((response) => ('status' in response ? [response.status, response.reason] : []));
    expect(linesOf(alice.heard)).toEqual(linesOf(away));
    answer = Promise.resolve(false);
    alice.request(method, BOBBY, { body: 'hej' });
    await settle();
    expect(bobby.requests(method)).toHaveLength(1);
  },
);

test('D86 neither a call of the user to the own other device nor a message to it is asked about', async () => {
  const other = await bed.registered('alice', 'tablet');
  alice.request('MESSAGE', 'alice@demo.example', { body: 'hej' });
  await invite('alice@demo.example');
  expect([other.requests('MESSAGE').length, other.requests('INVITE').length, asked]).toEqual([1, 1, []]);
});

test('D86 each call tells whom the user calls, for the end after an emergency call', async () => {
  await invite('112@demo.example');
  expect(called).toEqual(['alice@demo.example calls 112@demo.example']);
});

/** Lets the answer wait until the returned function is called. */
function held(): (isTurnedAway: boolean) => void {
  let release = (_isTurnedAway: boolean): void => undefined;
  answer = new Promise((resolve) => {
    release = resolve;
  });
  return (isTurnedAway) => release(isTurnedAway);
}

test.each([
  [true, [100, 480], 'notReachable'],
  [false, [100, 487], 'givenUp'],
] as const)(
  'D86 a caller who gives up before the answer (%s) gets %j, and no device goes on ringing',
  async (isTurnedAway, statuses, cause) => {
    const bobby = await bed.registered('bobby');
    const release = held();
    const sent = await invite();
    alice.follow(sent, 'CANCEL');
    await settle();
    release(isTurnedAway);
    await settle();
    alice.follow(sent, 'ACK');
    for (const arrived of bobby.requests('INVITE')) bobby.respond(arrived, 180);
    await settle();
    for (const arrived of bobby.requests('INVITE')) bobby.respond(arrived, 487);
    await settle();
    expect([alice.statuses('CANCEL'), alice.statuses('INVITE')]).toEqual([[200], statuses]);
    expect(bobby.requests('CANCEL')).toHaveLength(bobby.requests('INVITE').length);
    expect(causes()).toEqual([[cause, false]]);
    clock.advance(60_000);
    expect(isIdle()).toBe(true);
  },
);

test.each([true, false])(
  'D86 a caller whose connection ends before the answer (%s) leaves nothing behind',
  async (isTurnedAway) => {
    const bobby = await bed.registered('bobby');
    const release = held();
    await invite();
    alice.drop();
    release(isTurnedAway);
    await settle();
    clock.advance(60_000);
    expect([bobby.heard, isIdle()]).toEqual([[], true]);
    // No record of the call stays open.
    expect(refused).toEqual([487]);
  },
);
