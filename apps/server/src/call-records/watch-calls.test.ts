import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { type Meter, NO_METER } from '../domain/meter.ts';
import { createTestBed, settle, type TestBed } from '../sip/testing/test-bed.ts';
import { type CallsWatched, watchCalls } from './watch-calls.ts';

let clock: FakeClock;
let bed: TestBed;
let calls: CallsWatched;
/** What the meter was told, as words. */
let told: string[];

const none = { video: 0, voice: 0, text: 0, other: 0 };

const AUDIO = 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
const VIDEO = 'm=video 9 UDP/TLS/RTP/SAVPF 96\r\n';
const CHANNEL =
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=dcmap:1 label="t140";subprotocol="t140";ordered=true\r\n';
const sdp = (...media: string[]): string => `v=0\r\n${media.join('')}`;

beforeEach(() => {
  clock = createFakeClock();
  told = [];
  const meter: Meter = {
    ...NO_METER,
    callRang: (ms) => void told.push(`rang ${ms}`),
    callSetUp: (kind, outcome, ms) => void told.push(`${kind} ${outcome} ${ms}`),
    callEnded: (kind, ending, ms) => void told.push(`${kind} ${ending} ${ms}`),
    refused: (limit) => void told.push(`limit ${limit}`),
    textPassed: (outcome, ms) => void told.push(`text ${outcome} ${ms}`),
  };
  let ids = 0;
  calls = watchCalls({ meter, elapsedMs: () => clock.now(), createId: () => String((ids += 1)) });
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
  expect(told.filter((words) => words === 'limit requests_to_one')).toHaveLength(10);
  expect(calls.running().ringing.voice).toBe(50);
  alice.drop();
  await settle();
  expect(calls.running().ringing.voice).toBe(0);
});
