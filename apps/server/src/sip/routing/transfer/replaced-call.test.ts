import type { SipRequest } from '@samtal/sip';
import { header, headers, tagOf } from '@samtal/sip';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { PushedCall } from '../../../domain/people/pushed-call.ts';
import type { PhoneDialog, RequestOptions, ScriptedPhone } from '../../testing/scripted-phone.ts';
import { createTestBed, register, settle, type TestBed, type TestCall } from '../../testing/test-bed.ts';

const LIMIT_MS = 30_000;
const PHONES = {
  alice: '11111111-1111-4111-8111-111111111111',
  bobby: '22222222-2222-4222-8222-222222222222',
  bobbysOther: '33333333-3333-4333-8333-333333333333',
  mallory: '44444444-4444-4444-8444-444444444444',
} as const;

let clock = createFakeClock();
let bed: TestBed;
let serial = 0;
const pushed: unknown[] = [];

beforeEach(() => {
  clock = createFakeClock();
  pushed.length = 0;
  const pushCall = (call: unknown): PushedCall => {
    pushed.push(call);
    return { push: () => Promise.resolve([]), end: () => undefined };
  };
  bed = createTestBed(clock, undefined, pushCall, { keepCallsMs: LIMIT_MS });
});

/** A phone of `user` that has registered with `instance` and the secret of `session`. */
async function open(user: string, instance: string, session = user): Promise<ScriptedPhone> {
  serial += 1;
  const phone = bed.phone(user, `${user}page${serial}`, session);
  await register(phone, `${user}@demo.example`, { instance });
  phone.heard.length = 0;
  return phone;
}

type Scene = { readonly alice: ScriptedPhone; readonly bobby: ScriptedPhone; readonly call: TestCall };

async function createCall(): Promise<Scene> {
  const [alice, bobby] = [await open('alice', PHONES.alice), await open('bobby', PHONES.bobby)];
  const call = await bed.call(alice, bobby, 'bobby@demo.example');
  pushed.length = 0;
  for (const phone of [alice, bobby]) phone.heard.length = 0;
  return { alice, bobby, call };
}

/** The value of Replaces with which the end of `own` names its dialog. */
const named = ({ callId, from, to }: PhoneDialog): string =>
  `${callId};to-tag=${tagOf(to)};from-tag=${tagOf(from)}`;

const replacing = (value: string, more: RequestOptions = {}): RequestOptions => ({
  ...more,
  body: 'v=0\r\n',
  headers: [{ name: 'Require', value: 'replaces' }, { name: 'Replaces', value }, ...(more.headers ?? [])],
});

async function takeUp(phone: ScriptedPhone, own: PhoneDialog, target: string): Promise<SipRequest> {
  const invite = phone.request('INVITE', target, replacing(named(own)));
  await settle();
  return invite;
}

const invitesOf = (phone: ScriptedPhone): readonly SipRequest[] => phone.requests('INVITE');

test('D81 RFC 3891 an INVITE with Replaces reaches the device of the dialog, with Replaces and Require', async () => {
  const { alice, bobby, call } = await createCall();
  const other = await open('bobby', PHONES.bobbysOther);
  alice.drop();
  const page = await open('alice', PHONES.alice);
  await takeUp(page, call.caller, 'bobby@demo.example');
  const [invite] = invitesOf(bobby);
  if (invite === undefined) throw new Error('no INVITE');
  expect([headers(invite, 'Replaces'), headers(invite, 'Require')]).toEqual([
    [named(call.caller)],
    ['replaces'],
  ]);
  expect(invitesOf(other)).toEqual([]);
  bobby.respond(invite, 200, { body: 'v=0\r\n' });
  await settle();
  expect(page.statuses('INVITE')).toEqual([100, 200]);
  expect([other.heard, pushed, bed.missed]).toEqual([[], [], []]);
});

test('D81 a page of the callee takes up its call, as one of the caller does', async () => {
  const { alice, bobby, call } = await createCall();
  bobby.drop();
  const page = await open('bobby', PHONES.bobby);
  await takeUp(page, call.callee, 'alice@demo.example');
  expect(invitesOf(alice)).toHaveLength(1);
});

test('D81 a page that is loaded before the loss of the earlier connection is known takes its call up', async () => {
  const { bobby, call } = await createCall();
  const page = await open('alice', PHONES.alice);
  await takeUp(page, call.caller, 'bobby@demo.example');
  expect(invitesOf(bobby)).toHaveLength(1);
});

test('D81 the BYE of the other end releases the replaced dialog, whatever the new page answers', async () => {
  for (const status of [200, 404, 480, 481]) {
    const { alice, bobby, call } = await createCall();
    alice.drop();
    const page = await open('alice', PHONES.alice);
    await takeUp(page, call.caller, 'bobby@demo.example');
    const [invite] = invitesOf(bobby);
    if (invite === undefined) throw new Error('no INVITE');
    bobby.respond(invite, 200, { body: 'v=0\r\n' });
    await settle();
    expect(bed.server.counters().dialogs).toBe(2);
    bobby.requestIn(call.callee, 'BYE', { cseq: 7000 });
    await settle();
    const [bye] = page.requests('BYE');
    if (bye === undefined) throw new Error('no BYE');
    page.respond(bye, status);
    await settle();
    expect([status, bed.server.counters().dialogs]).toEqual([status, 1]);
    for (const phone of [page, bobby]) phone.drop();
    clock.advance(LIMIT_MS + 40_000);
    expect(bed.server.counters().dialogs).toBe(0);
  }
});

test('D81 RFC 3261 13.3.1.4 an answer that comes after the page has gone gets no ACK, so the other end keeps its dialog, which the next page takes up', async () => {
  for (const leaves of ['with CANCEL', 'without'] as const) {
    const { alice, bobby, call } = await createCall();
    alice.drop();
    const page = await open('alice', PHONES.alice);
    const invite = await takeUp(page, call.caller, 'bobby@demo.example');
    const [first] = invitesOf(bobby);
    if (first === undefined) throw new Error('no INVITE');
    bobby.respond(first, 180);
    await settle();
    if (leaves === 'with CANCEL') page.follow(invite, 'CANCEL');
    else page.drop();
    await settle();
    expect(bobby.requests('CANCEL')).toHaveLength(1);
    bobby.respond(first, 200, { body: 'v=0\r\n' });
    await settle();
    expect([...bobby.requests('ACK'), ...bobby.requests('BYE')]).toEqual([]);
    page.drop();
    const next = await open('alice', PHONES.alice);
    await takeUp(next, call.caller, 'bobby@demo.example');
    const second = invitesOf(bobby)[1];
    if (second === undefined) throw new Error('no INVITE');
    bobby.respond(second, 200, { body: 'v=0\r\n' });
    await settle();
    expect(next.statuses('INVITE')).toEqual([100, 200]);
    for (const phone of [next, bobby]) phone.drop();
    clock.advance(LIMIT_MS + 40_000);
    expect(bed.server.counters().dialogs).toBe(0);
  }
});

test('D81 while the other end is away the INVITE gets 480, to be repeated after a second', async () => {
  const { alice, bobby, call } = await createCall();
  alice.drop();
  bobby.drop();
  const page = await open('alice', PHONES.alice);
  await takeUp(page, call.caller, 'bobby@demo.example');
  const answer = page.answer('INVITE');
  expect([answer.status, header(answer, 'Retry-After')]).toEqual([480, '1']);
  const again = await open('bobby', PHONES.bobby);
  await takeUp(page, call.caller, 'bobby@demo.example');
  expect(invitesOf(again)[0]?.uri).toContain(`sip:bobbypage${serial}@`);
  expect([pushed, bed.missed]).toEqual([[], []]);
});

test.each([403, 420, 480, 481, 486])(
  'D81 a refusal with %d is passed on: no missed call, no mailbox, no web push',
  async (status) => {
    const { alice, bobby, call } = await createCall();
    alice.drop();
    const page = await open('alice', PHONES.alice);
    await takeUp(page, call.caller, 'bobby@demo.example');
    const [invite] = invitesOf(bobby);
    if (invite === undefined) throw new Error('no INVITE');
    bobby.respond(invite, status);
    await settle();
    expect(page.answer('INVITE').status).toBe(status);
    expect([pushed, bed.missed]).toEqual([[], []]);
    // The call itself still waits: nothing has replaced it.
    expect(bed.server.counters().dialogs).toBe(1);
  },
);

test('D81 an INVITE that the other end does not answer is no missed call', async () => {
  const { alice, call } = await createCall();
  alice.drop();
  const page = await open('alice', PHONES.alice);
  await takeUp(page, call.caller, 'bobby@demo.example');
  page.drop();
  clock.advance(40_000);
  await settle();
  expect([pushed, bed.missed]).toEqual([[], []]);
});

test('D81 D80 the dialog of an earlier run of the server can be replaced too', async () => {
  const { call } = await createCall();
  const next = createTestBed(clock, undefined, undefined, { keepCallsMs: LIMIT_MS });
  bed = next;
  const device = (username: string, instance: string) => ({
    username,
    sessionId: username,
    instance: `<urn:uuid:${instance}>`,
    isAnonymous: false,
  });
  const end = (user: 'alice' | 'bobby', identity: string) => ({
    device: device(user, PHONES[user]),
    remoteAddress: '192.0.2.1',
    identity,
    target: `sip:${user}@gone.invalid;transport=ws`,
    cseq: 1,
  });
  next.server.restore([
    {
      token: 'token',
      callId: call.caller.callId,
      cseq: 1,
      to: '<sip:bobby@demo.example>',
      caller: end('alice', call.caller.from),
      callee: end('bobby', call.caller.to),
    },
  ]);
  const bobby = await open('bobby', PHONES.bobby);
  const page = await open('alice', PHONES.alice);
  await takeUp(page, call.caller, 'bobby@demo.example');
  expect(invitesOf(bobby)).toHaveLength(1);
});

/** Everything that is not the device of an end: none may reach the call, nor learn whether it exists. */
const strangers: readonly (readonly [string, () => Promise<ScriptedPhone>])[] = [
  ['another account', () => open('mallory', PHONES.mallory)],
  ['another account with the same instance', () => open('mallory', PHONES.alice)],
  ['another device of the account', () => open('alice', PHONES.mallory)],
  [
    'another session of the account with the same instance',
    async () => {
      bed.addSession('alice', 'alice-second');
      return open('alice', PHONES.alice, 'alice-second');
    },
  ],
  ['another device of the callee', () => open('bobby', PHONES.bobbysOther)],
];

test.each(strangers)(
  'D81 attack: %s that knows Call-ID and tags cannot replace the call',
  async (_who, come) => {
    const { alice, bobby, call } = await createCall();
    for (const isAway of [false, true]) {
      if (isAway) alice.drop();
      const stranger = await come();
      for (const dialog of [call.caller, call.callee]) {
        for (const target of ['bobby@demo.example', 'alice@demo.example']) {
          const own = header(stranger.request('INVITE', target, replacing(named(dialog))), 'From');
          await settle();
          expect(own).toBeDefined();
          expect(stranger.answer('INVITE').status).toBe(481);
        }
      }
      stranger.drop();
    }
    expect([...invitesOf(alice), ...invitesOf(bobby)]).toEqual([]);
  },
);

test('D81 attack: a forged From or To is refused, also of the device itself', async () => {
  const { alice, bobby, call } = await createCall();
  alice.drop();
  const page = await open('alice', PHONES.alice);
  const forged = replacing(named(call.caller), { from: '<sip:carol@demo.example>;tag=x' });
  page.request('INVITE', 'bobby@demo.example', forged);
  await settle();
  expect(page.answer('INVITE').status).toBe(403);
  page.request('INVITE', 'carol@demo.example', replacing(named(call.caller)));
  await settle();
  expect(page.answer('INVITE').status).toBe(403);
  expect(invitesOf(bobby)).toEqual([]);
});

test('D81 attack: a Replaces that is repeated after the call has been replaced, or has ended, gets 481', async () => {
  const { alice, bobby, call } = await createCall();
  alice.requestIn(call.caller, 'BYE', { cseq: 5000 });
  await settle();
  const [bye] = bobby.requests('BYE');
  if (bye === undefined) throw new Error('no BYE');
  bobby.respond(bye, 200);
  await settle();
  await takeUp(alice, call.caller, 'bobby@demo.example');
  expect(alice.answer('INVITE').status).toBe(481);
  expect(invitesOf(bobby)).toEqual([]);
});

test('D81 attack: tags the other way round, early-only, two values and broken values are refused', async () => {
  const { alice, bobby, call } = await createCall();
  const value = named(call.caller);
  const { callId, from, to } = call.caller;
  const cases: readonly (readonly [number, RequestOptions])[] = [
    [481, replacing(`${callId};to-tag=${tagOf(from)};from-tag=${tagOf(to)}`)],
    [486, replacing(`${value};early-only`)],
    [400, replacing(value, { headers: [{ name: 'Replaces', value }] })],
    [400, replacing(callId)],
    [400, replacing(`${callId};to-tag=${tagOf(to)}`)],
  ];
  for (const [status, options] of cases) {
    alice.request('INVITE', 'bobby@demo.example', options);
    await settle();
    expect(alice.answer('INVITE').status).toBe(status);
  }
  expect(invitesOf(bobby)).toEqual([]);
});

test('D81 a ringing call cannot be replaced', async () => {
  const [alice, bobby] = [await open('alice', PHONES.alice), await open('bobby', PHONES.bobby)];
  const invite = alice.request('INVITE', 'bobby@demo.example', { body: 'v=0\r\n' });
  await settle();
  const [arrived] = invitesOf(bobby);
  if (arrived === undefined) throw new Error('no INVITE');
  const ringing = bobby.respond(arrived, 180);
  await settle();
  const value = `${header(invite, 'Call-ID')};to-tag=${tagOf(header(ringing, 'To'))};from-tag=${tagOf(header(invite, 'From'))}`;
  alice.request('INVITE', 'bobby@demo.example', replacing(value));
  await settle();
  expect(alice.answer('INVITE').status).toBe(481);
  expect(invitesOf(bobby)).toHaveLength(1);
});

test('D15 without the setting every Replaces gets 403', async () => {
  bed = createTestBed(clock);
  const { alice, bobby, call } = await createCall();
  await takeUp(alice, call.caller, 'bobby@demo.example');
  expect(alice.answer('INVITE').status).toBe(403);
  expect(invitesOf(bobby)).toEqual([]);
});
