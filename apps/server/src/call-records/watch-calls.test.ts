import { callIdOf } from '@samtal/sip';
import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { CallRecord } from '../domain/calls/call-record.ts';
import type { LogEvent } from '../domain/event-log.ts';
import { CALL_RECORD_LIMITS } from '../domain/limits/limits.ts';
import { type Meter, NO_METER } from '../domain/meter.ts';
import { callerDialog } from '../sip/testing/scripted-phone.ts';
import { createTestBed, register, settle, type TestBed } from '../sip/testing/test-bed.ts';
import { type CallsWatched, watchCalls } from './watch-calls.ts';

let clock: FakeClock;
let bed: TestBed;
let calls: CallsWatched;
/** What the meter was told, as words. */
let told: string[];
/** The latest state of each record. */
let records: Map<string, CallRecord>;
let logged: LogEvent[];

const none = { video: 0, voice: 0, text: 0, other: 0 };

const AUDIO = 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
const VIDEO = 'm=video 9 UDP/TLS/RTP/SAVPF 96\r\n';
const CHANNEL =
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=dcmap:1 label="t140";subprotocol="t140";ordered=true\r\n';
const sdp = (...media: string[]): string => `v=0\r\n${media.join('')}`;

beforeEach(() => {
  clock = createFakeClock();
  told = [];
  records = new Map();
  logged = [];
  const meter: Meter = {
    ...NO_METER,
    callRang: (ms) => void told.push(`rang ${ms}`),
    callSetUp: (kind, outcome, ms) => void told.push(`${kind} ${outcome} ${ms}`),
    callEnded: (kind, ending, ms) => void told.push(`${kind} ${ending} ${ms}`),
    refused: (limit) => void told.push(`limit ${limit}`),
    textPassed: (outcome, ms) => void told.push(`text ${outcome} ${ms}`),
  };
  let ids = 0;
  calls = watchCalls({
    meter,
    log: { info: (line) => void logged.push(line) },
    records: { put: (record) => records.set(record.id, record) !== undefined },
    now: () => clock.now(),
    elapsedMs: () => clock.now(),
    createId: () => String((ids += 1)),
  });
  bed = createTestBed(clock, undefined, undefined, { meter, calls, keepCallsMs: 30_000 });
});

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

/** Sends an INVITE and returns what arrived at each phone. */
async function invite(target: string, body: string) {
  const alice = await bed.registered('alice');
  const request = alice.request('INVITE', `${target}@demo.example`, { body });
  await settle();
  return { alice, request };
}

test('D92 an answered call is one call of the richest kind that both ends use, with its times', async () => {
  const bobby = await bed.registered('bobby');
  const { alice } = await invite('bobby', sdp(AUDIO, VIDEO, CHANNEL));
  expect(calls.running()).toEqual({ ringing: { ...none, video: 1 }, answered: none });
  const [arrived] = bobby.requests('INVITE');
  await advance(50);
  bobby.respond(arrived ?? expect.fail(), 180);
  bobby.respond(arrived ?? expect.fail(), 180);
  await advance(950);
  bobby.respond(arrived ?? expect.fail(), 200, { body: sdp(AUDIO, VIDEO.replace(' 9 ', ' 0 '), CHANNEL) });
  await settle();
  expect(calls.running()).toEqual({ ringing: none, answered: { ...none, voice: 1 } });
  expect(told).toEqual(['rang 50', 'voice answered 1000']);
  expect(alice.answer('INVITE').status).toBe(200);
});

test.each([
  [486, 'busy'],
  [603, 'declined'],
  [480, 'unreachable'],
  [404, 'unknown'],
  [500, 'failed'],
  [699, 'failed'],
])('D92 a call that the callee answers with %i counts as %s', async (status, outcome) => {
  const bobby = await bed.registered('bobby');
  await invite('bobby', sdp(CHANNEL));
  bobby.respond(bobby.requests('INVITE')[0] ?? expect.fail(), status);
  await settle();
  expect(told).toEqual([`text ${outcome} 0`]);
  expect(calls.running()).toEqual({ ringing: none, answered: none });
});

test('D92 calls to nobody, given up, unanswered, or of a caller that is lost count once each', async () => {
  await bed.registered('bobby');
  await invite('none', sdp(AUDIO));
  await invite('carol', sdp(AUDIO));
  const { alice, request } = await invite('bobby', sdp(AUDIO));
  alice.follow(request, 'CANCEL');
  await settle();
  const lost = await invite('bobby', sdp(AUDIO));
  lost.alice.drop();
  await settle();
  await invite('bobby', sdp(AUDIO));
  await advance(60_000);
  expect(told.map((words) => words.replace(/ \d+$/, ''))).toEqual([
    'voice unknown',
    'voice unreachable',
    'voice cancelled',
    'voice cancelled',
    'voice unanswered',
  ]);
  expect(calls.running()).toEqual({ ringing: none, answered: none });
});

test('D92 a call that is forked to three devices is one call', async () => {
  const phones = [];
  for (const device of ['b1', 'b2', 'b3']) phones.push(await bed.registered('bobby', device));
  await invite('bobby', sdp(AUDIO));
  for (const phone of phones) phone.respond(phone.requests('INVITE')[0] ?? expect.fail(), 180);
  for (const phone of phones)
    phone.respond(phone.requests('INVITE')[0] ?? expect.fail(), 200, { body: sdp(AUDIO) });
  await settle();
  expect(told).toEqual(['rang 0', 'voice answered 0']);
  expect(calls.running().answered.voice).toBe(1);
});

test('D92 hanging up, a lost connection, a disabled account and the stop of the server end a call by name', async () => {
  for (const end of ['hungUp', 'connectionLost', 'revoked', 'serverStopped']) {
    const [alice, bobby] = [await bed.registered('alice', end), await bed.registered('bobby', `to${end}`)];
    const { caller } = await bed.call(alice, bobby, 'bobby@demo.example');
    told.length = 0;
    await advance(5000);
    if (end === 'hungUp') {
      alice.requestIn(caller, 'BYE');
      await settle();
      bobby.respond(bobby.requests('BYE')[0] ?? expect.fail(), 200);
    }
    if (end === 'connectionLost') alice.drop();
    if (end === 'revoked') bed.server.revoke({ username: 'alice' });
    if (end === 'serverStopped') bed.server.shutDown();
    await settle();
    expect(told).toEqual([`other ${end} 5000`]);
    bobby.drop();
    await settle();
  }
});

test('D92 video that is added, and text by MESSAGE, change the kind of the running call, which stays one call', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const { caller } = await bed.call(alice, bobby, 'bobby@demo.example');
  expect(calls.running().answered).toEqual({ ...none, other: 1 });
  alice.requestIn(caller, 'MESSAGE', { body: 'hej' });
  await advance(20);
  bobby.respond(bobby.requests('MESSAGE')[0] ?? expect.fail(), 200);
  await settle();
  expect(told.at(-1)).toBe('text delivered 20');
  expect(calls.running().answered).toEqual({ ...none, text: 1 });
  alice.requestIn(caller, 'INVITE', { body: sdp(AUDIO, VIDEO) });
  await settle();
  bobby.respond(bobby.requests('INVITE').at(-1) ?? expect.fail(), 200, { body: sdp(AUDIO, VIDEO) });
  await settle();
  expect(calls.running()).toEqual({ ringing: none, answered: { ...none, video: 1 } });
  expect(told.filter((words) => words.includes('answered'))).toHaveLength(1);
});

test('D92 what the limits of calls refuse is counted, and leaves no call behind', async () => {
  const alice = await bed.registered('alice');
  await bed.registered('bobby');
  for (let n = 0; n < 60; n++) {
    alice.request('INVITE', 'bobby@demo.example', { body: sdp(AUDIO) });
    await settle();
  }
  // Ten may ring at a callee.
  expect(told.filter((words) => words === 'limit requests_to_one')).toHaveLength(50);
  expect(calls.running().ringing.voice).toBe(10);
  alice.drop();
  await settle();
  expect(calls.running().ringing.voice).toBe(0);
});

test('D93 a forked call has one record: ends, times, outcome and media, and no content', async () => {
  const phones = [];
  for (const device of ['b1', 'b2', 'b3']) phones.push(await bed.registered('bobby', device));
  const beganAt = clock.now();
  const { alice, request } = await invite('bobby', sdp(AUDIO, VIDEO, CHANNEL));
  await advance(3000);
  const arrived = phones.map((phone) => phone.requests('INVITE')[0] ?? expect.fail());
  expect([...records.values()]).toEqual([
    expect.objectContaining({ beganAt, answeredAt: undefined, endedAt: undefined, ending: undefined }),
  ]);
  const [bobby, first] = [phones[1] ?? expect.fail(), arrived[1] ?? expect.fail()];
  bobby.respond(first, 200, { body: sdp(AUDIO, VIDEO.replace(' 9 ', ' 0 '), CHANNEL) });
  await settle();
  await advance(60_000);
  alice.requestIn(callerDialog(alice.answer('INVITE')), 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE')[0] ?? expect.fail(), 200);
  await settle();
  expect([...records.values()]).toEqual([
    {
      id: expect.any(String),
      callId: callIdOf(request),
      caller: 'alice@demo.example',
      callee: 'bobby@demo.example',
      beganAt,
      answeredAt: beganAt + 3000,
      endedAt: beganAt + 63_000,
      status: 200,
      ending: 'hungUp',
      offered: ['audio', 'video', 'text'],
      used: ['audio', 'text'],
    },
  ]);
  expect(logged).toEqual([
    {
      event: 'call_ended',
      callId: callIdOf(request),
      kind: 'voice',
      status: 200,
      ending: 'hungUp',
      seconds: 60,
    },
  ]);
});

test('D93 a call that is not answered has a record with its status; a re-INVITE makes none', async () => {
  const [alice, bobby] = [await bed.registered('alice', 'a1'), await bed.registered('bobby')];
  const { caller } = await bed.call(alice, bobby, 'bobby@demo.example');
  alice.requestIn(caller, 'INVITE', { body: sdp(AUDIO) });
  await settle();
  bobby.respond(bobby.requests('INVITE').at(-1) ?? expect.fail(), 200, { body: sdp(AUDIO) });
  await settle();
  await invite('none', sdp(AUDIO));
  const [first, second, ...more] = records.values();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ status: 200, ending: undefined, used: ['audio'] });
  expect(second).toMatchObject({
    callee: 'none@demo.example',
    status: 404,
    ending: 'notAnswered',
    answeredAt: undefined,
    endedAt: clock.now(),
  });
});

test('D93 D81 an INVITE with Replaces goes on with the record, which ends with the last dialog', async () => {
  const alice = bed.phone('alice');
  const bobby = await bed.registered('bobby');
  const instance = '11111111-1111-4111-8111-111111111111';
  await register(alice, 'alice@demo.example', { instance });
  const { caller } = await bed.call(alice, bobby, 'bobby@demo.example');
  const tag = (value: string) => /;tag=([^;]+)/.exec(value)?.[1] ?? '';
  const replaces = `${caller.callId};to-tag=${tag(caller.to)};from-tag=${tag(caller.from)}`;
  const bobbys = bobby.requests('INVITE').length;
  alice.request('INVITE', 'bobby@demo.example', {
    body: sdp(AUDIO),
    headers: [
      { name: 'Replaces', value: replaces },
      { name: 'Require', value: 'replaces' },
    ],
  });
  await settle();
  expect(bobby.requests('INVITE')).toHaveLength(bobbys + 1);
  bobby.respond(bobby.requests('INVITE').at(-1) ?? expect.fail(), 200, { body: sdp(AUDIO), toTag: 'second' });
  await settle();
  const second = callerDialog(alice.answer('INVITE'));
  expect(second.callId).not.toBe(caller.callId);
  alice.requestIn(caller, 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE').at(-1) ?? expect.fail(), 200);
  await settle();
  const open = { callId: caller.callId, ending: undefined, used: ['audio'] };
  expect([...records.values()]).toEqual([expect.objectContaining(open)]);
  await advance(10_000);
  alice.requestIn(second, 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE').at(-1) ?? expect.fail(), 200);
  await settle();
  expect([...records.values()]).toEqual([
    expect.objectContaining({ callId: caller.callId, ending: 'hungUp', endedAt: clock.now() }),
  ]);
  expect(calls.running().answered).toEqual(none);
});

test('D93 D81 an INVITE with Replaces that is refused leaves the record of the call as it is', async () => {
  const alice = bed.phone('alice');
  const bobby = await bed.registered('bobby');
  await register(alice, 'alice@demo.example', { instance: '11111111-1111-4111-8111-111111111111' });
  const { caller } = await bed.call(alice, bobby, 'bobby@demo.example');
  const tag = (value: string) => /;tag=([^;]+)/.exec(value)?.[1] ?? '';
  for (let n = 0; n < 3; n++) {
    alice.request('INVITE', 'bobby@demo.example', {
      headers: [
        { name: 'Replaces', value: `${caller.callId};to-tag=${tag(caller.to)};from-tag=${tag(caller.from)}` },
        { name: 'Require', value: 'replaces' },
      ],
    });
    await settle();
    bobby.respond(bobby.requests('INVITE').at(-1) ?? expect.fail(), 603);
    await settle();
  }
  expect([...records.values()]).toEqual([expect.objectContaining({ ending: undefined, endedAt: undefined })]);
  alice.requestIn(caller, 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE').at(-1) ?? expect.fail(), 200);
  await settle();
  expect([...records.values()]).toEqual([expect.objectContaining({ ending: 'hungUp' })]);
});

test('D93 one account has a limited number of records, and its calls push no others out', async () => {
  const most = CALL_RECORD_LIMITS.ofAccount.burst;
  const start = { caller: 'alice@demo.example', callee: 'x@demo.example', isAnonymous: false, offered: [] };
  for (let n = 0; n < most + 50; n++) calls.begin({ ...start, callId: `${n}` }).refused(404);
  expect(records.size).toBe(most);
  expect(told.filter((words) => words === 'limit call_records')).toHaveLength(50);
  expect(told.filter((words) => words.startsWith('other unknown'))).toHaveLength(most + 50);
  calls.begin({ ...start, callId: 'other', caller: 'bobby@demo.example' });
  expect(records.size).toBe(most + 1);
});

test('D93 a hostile Call-ID or address fills no row', () => {
  const long = 'x'.repeat(60_000);
  calls
    .begin({ callId: long, caller: `${long}@a`, callee: long, isAnonymous: false, offered: [] })
    .refused(404);
  expect(JSON.stringify([...records.values(), ...logged]).length).toBeLessThan(2000);
});
