import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { ScriptedPhone } from '../../testing/scripted-phone.ts';
import { createTestBed, register, settle, type TestBed, type TestCall } from '../../testing/test-bed.ts';

const LIMIT_MS = 30_000;
const PHONES = {
  alice: '11111111-1111-4111-8111-111111111111',
  bobby: '22222222-2222-4222-8222-222222222222',
  other: '33333333-3333-4333-8333-333333333333',
} as const;

let clock = createFakeClock();
let bed: TestBed;
let serial = 0;

beforeEach(() => {
  clock = createFakeClock();
  bed = createTestBed(clock, undefined, undefined, { keepCallsMs: LIMIT_MS });
});

/** A phone of `user` that has registered with `instance` and the secret of `session`. */
async function open(user: string, instance: string, session = user): Promise<ScriptedPhone> {
  serial += 1;
  const phone = bed.phone(user, `${user}phone${serial}`, session);
  await register(phone, `${user}@demo.example`, { instance });
  phone.heard.length = 0;
  return phone;
}

async function createCall(): Promise<{ alice: ScriptedPhone; bobby: ScriptedPhone; call: TestCall }> {
  const [alice, bobby] = [await open('alice', PHONES.alice), await open('bobby', PHONES.bobby)];
  const call = await bed.call(alice, bobby, 'bobby@demo.example');
  alice.heard.length = 0;
  bobby.heard.length = 0;
  return { alice, bobby, call };
}

const reinvite = { body: 'v=0\r\n', cseq: 5000 };

test('D80 a call whose end has lost its connection gets no BYE before the limit', async () => {
  const { alice, bobby } = await createCall();
  alice.drop();
  clock.advance(LIMIT_MS - 1);
  await settle();
  expect(bobby.requests('BYE')).toEqual([]);
  clock.advance(1);
  expect(bobby.requests('BYE')[0]?.headers).toContainEqual({
    name: 'Reason',
    value: 'SIP;cause=503;text="Connection lost"',
  });
  expect(bed.server.counters().dialogs).toBe(0);
});

test('D80 the device comes back on another connection, and the call goes on in both directions', async () => {
  const { alice, bobby, call } = await createCall();
  alice.drop();
  clock.advance(10_000);
  const back = await open('alice', PHONES.alice);
  back.requestIn(call.caller, 'INVITE', reinvite);
  await settle();
  const [offer] = bobby.requests('INVITE');
  if (offer === undefined) throw new Error('no offer');
  bobby.respond(offer, 200, { body: 'v=0\r\n' });
  await settle();
  expect(back.statuses('INVITE')).toEqual([200]);
  bobby.requestIn(call.callee, 'MESSAGE', { body: 'hello', cseq: 7000 });
  await settle();
  expect(back.requests('MESSAGE')).toHaveLength(1);
  clock.advance(100_000);
  expect([...back.requests('BYE'), ...bobby.requests('BYE')]).toEqual([]);
});

test('D80 the callee comes back as well as the caller, and both at the same time', async () => {
  const { alice, bobby, call } = await createCall();
  alice.drop();
  bobby.drop();
  const again = await open('bobby', PHONES.bobby);
  const back = await open('alice', PHONES.alice);
  again.requestIn(call.callee, 'INVITE', reinvite);
  await settle();
  expect(back.requests('INVITE')).toHaveLength(1);
});

test('D80 a device that opens another connection before the loss of the first is known keeps its call', async () => {
  const { alice, bobby, call } = await createCall();
  const back = await open('alice', PHONES.alice);
  bobby.requestIn(call.callee, 'INFO', { cseq: 7000 });
  await settle();
  expect([alice.requests('INFO').length, back.requests('INFO').length]).toEqual([0, 1]);
  clock.advance(LIMIT_MS);
  expect([...back.requests('BYE'), ...bobby.requests('BYE')]).toEqual([]);
});

test.each(['MESSAGE', 'INFO', 'INVITE', 'UPDATE'])(
  'D80 %s to an end that is away is answered 480, to be repeated after a second',
  async (method) => {
    const { alice, bobby, call } = await createCall();
    alice.drop();
    bobby.requestIn(call.callee, method, { body: 'x', cseq: 7000 });
    await settle();
    const answer = bobby.answer(method);
    expect(answer.status).toBe(480);
    expect(answer.headers).toContainEqual({ name: 'Retry-After', value: '1' });
  },
);

test.each([
  ['INVITE', 480],
  ['MESSAGE', 503],
] as const)('D80 a %s that was on its way when the connection was lost gets %d', async (method, status) => {
  const { alice, bobby, call } = await createCall();
  bobby.requestIn(call.callee, method, { body: 'x', cseq: 7000 });
  await settle();
  expect(alice.requests(method)).toHaveLength(1);
  alice.drop();
  await settle();
  expect(bobby.statuses(method).at(-1)).toBe(status);
});

test('D80 an end that is away gets the BYE of its peer when it is back, and the peer waits for nothing', async () => {
  const { alice, bobby, call } = await createCall();
  alice.drop();
  bobby.requestIn(call.callee, 'BYE', { cseq: 7000 });
  await settle();
  expect(bobby.statuses('BYE')).toEqual([200]);
  const back = bed.phone('alice');
  await register(back, 'alice@demo.example', { instance: PHONES.alice });
  expect(back.requests('BYE')).toHaveLength(1);
  back.requestIn(call.caller, 'INVITE', reinvite);
  await settle();
  expect(back.statuses('INVITE')).toEqual([481]);
});

test('D80 RFC 3261 §14.2 the server acknowledges an answer whose asker has lost its connection', async () => {
  const { alice, bobby, call } = await createCall();
  alice.requestIn(call.caller, 'INVITE', reinvite);
  await settle();
  const [offer] = bobby.requests('INVITE');
  if (offer === undefined) throw new Error('no offer');
  alice.drop();
  bobby.respond(offer, 200, { body: 'v=0\r\n' });
  await settle();
  expect(bobby.requests('ACK').map(({ body }) => body)).toEqual(['']);
});

/** Everything that does not prove the same device of the same session: none may touch the call. */
const strangers: readonly (readonly [string, () => Promise<ScriptedPhone>])[] = [
  ['another account with the same instance', () => open('mallory', PHONES.alice)],
  ['another device of the account', () => open('alice', PHONES.other)],
  [
    'another session of the account with the same instance',
    async () => {
      bed.addSession('alice', 'alice-second');
      return open('alice', PHONES.alice, 'alice-second');
    },
  ],
  ['a device of the account without an instance', () => bed.registered('alice')],
  ['a connection that has not registered', async () => bed.phone('alice')],
];

test.each(strangers)('D80 attack: %s cannot take up the call of an absent end', async (_who, come) => {
  const { alice, bobby, call } = await createCall();
  alice.drop();
  const stranger = await come();
  for (const method of ['INVITE', 'MESSAGE', 'INFO', 'UPDATE', 'BYE']) {
    stranger.requestIn(call.caller, method, { body: 'x', cseq: 9000 });
    await settle();
    expect([method, stranger.statuses(method).at(-1)]).toEqual([method, 481]);
  }
  stranger.requestIn(call.caller, 'ACK', { cseq: 1 });
  bobby.requestIn(call.callee, 'MESSAGE', { body: 'secret', cseq: 7000 });
  await settle();
  expect(stranger.requests('MESSAGE')).toEqual([]);
  expect(bobby.heard.filter(({ kind }) => kind === 'request')).toEqual([]);
});

test.each(strangers)(
  'D80 attack: %s cannot take over the call of an end that is there',
  async (_who, come) => {
    const { alice, bobby, call } = await createCall();
    const stranger = await come();
    stranger.requestIn(call.caller, 'MESSAGE', { body: 'x', cseq: 9000 });
    bobby.requestIn(call.callee, 'MESSAGE', { body: 'secret', cseq: 7000 });
    await settle();
    expect(stranger.statuses('MESSAGE')).toEqual([481]);
    expect(stranger.requests('MESSAGE')).toEqual([]);
    expect(alice.requests('MESSAGE')).toHaveLength(1);
  },
);

test('D40 an account that is disabled while its end is away loses the call immediately', async () => {
  const { alice, bobby } = await createCall();
  alice.drop();
  bed.server.revoke({ username: 'alice' });
  expect(bobby.requests('BYE')).toHaveLength(1);
});

test('D48 a session that ends while its end is away loses the call immediately', async () => {
  const { alice, bobby } = await createCall();
  alice.drop();
  bed.server.revoke({ sessionId: 'alice' });
  expect(bobby.requests('BYE')).toHaveLength(1);
});

test('D80 a connection that is cut off for exceeding a limit takes its calls with it', async () => {
  const { alice, bobby } = await createCall();
  for (let count = 0; count < 30; count++) alice.sendText('not SIP');
  alice.drop();
  await settle();
  expect(bobby.requests('BYE')).toHaveLength(1);
});

test('D80 a call that still rings ends with the connection of its callee', async () => {
  const [alice, bobby] = [await open('alice', PHONES.alice), await open('bobby', PHONES.bobby)];
  alice.request('INVITE', 'bobby@demo.example', { body: 'v=0\r\n' });
  await settle();
  bobby.drop();
  await settle();
  expect(alice.statuses('INVITE').at(-1)).toBe(480);
  expect(bed.server.counters().dialogs).toBe(0);
});

test('D15 without the setting the peer gets BYE immediately', async () => {
  bed = createTestBed(clock);
  const { alice, bobby } = await createCall();
  alice.drop();
  expect(bobby.requests('BYE')).toHaveLength(1);
});

test('D80 nothing is left when both ends stay away', async () => {
  const { alice, bobby } = await createCall();
  alice.drop();
  bobby.drop();
  clock.advance(LIMIT_MS);
  clock.advance(60_000);
  const { dialogs, clientTransactions, serverTransactions } = bed.server.counters();
  expect([dialogs, clientTransactions, serverTransactions, clock.pending()]).toEqual([0, 0, 0, 0]);
});
