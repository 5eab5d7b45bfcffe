import { header, headers, parseChallenge } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { ScriptedPhone } from '../sip/testing/scripted-phone.ts';
import type { TestBed } from '../sip/testing/test-bed.ts';
import { createTestBed, register, settle } from '../sip/testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
});

const BOBBY = 'bobby@demo.example';
const CAROL = '<sip:carol@demo.example>;tag=1';

test.each([
  ['the address of somebody else', CAROL],
  ['it with a name', `"Alice" ${CAROL}`],
  ['it in capital letters', '<sip:CAROL@DEMO.EXAMPLE>;tag=1'],
  ['it with escapes', '<sip:%63arol@demo.example>;tag=1'],
  ['it with a port', '<sip:carol@demo.example:5060>;tag=1'],
  ['it without brackets', 'sip:carol@demo.example;tag=1'],
  ['it as sips', '<sips:carol@demo.example>;tag=1'],
  ['a number', '<tel:112>;tag=1'],
  ['the own name elsewhere', '<sip:alice@evil.example>;tag=1'],
  ['the own name behind that of somebody else', '<sip:carol%40demo.example:alice@demo.example>;tag=1'],
  ['nobody', '<sip:anonymous@anonymous.invalid>;tag=1'],
])('D9 who calls under %s is refused with 403 and rings nobody', async (_name, from) => {
  for (const method of ['INVITE', 'MESSAGE', 'OPTIONS']) alice.request(method, BOBBY, { from });
  await settle();
  for (const method of ['INVITE', 'MESSAGE', 'OPTIONS']) expect(alice.statuses(method)).toEqual([403]);
  expect(bobby.heard).toEqual([]);
});

test('a call tells of its caller only what has been proved: no other claim of identity arrives', async () => {
  const claims = [
    'P-Asserted-Identity',
    'p-asserted-identity',
    'P-Preferred-Identity',
    'Remote-Party-ID',
    'Identity',
  ];
  const fields = claims.map((name) => ({ name, value: '<sip:carol@demo.example>' }));
  const route = [
    { name: 'Diversion', value: '<sip:carol@demo.example>' },
    { name: 'Record-Route', value: '<sip:evil.example;lr>' },
  ];
  alice.request('INVITE', BOBBY, {
    from: '"Carol" <sip:alice@demo.example>;tag=1',
    headers: [...fields, ...route],
  });
  await settle();
  const [arrived] = bobby.requests('INVITE');
  if (arrived === undefined) expect.fail('nothing arrived');
  for (const name of [...claims, 'Diversion']) expect(headers(arrived, name)).toEqual([]);
  // The name is the caller's own word and passes as such; the address beside it has been proved.
  expect(header(arrived, 'From')).toBe('"Carol" <sip:alice@demo.example>;tag=1');
});

/** A connection that says what no phone would. */
function bareConnection() {
  const heard: string[] = [];
  const handler = bed.server.accept({
    remoteAddress: '192.0.2.9',
    send: (text) => void heard.push(text),
    close: () => undefined,
    terminate: () => undefined,
  });
  return { heard, say: (lines: readonly string[]) => handler.receive(lines.join('\r\n')) };
}

test.each([
  ['a bare CR', 'Subject: a\rVia: SIP/2.0/WS evil.invalid;branch=z9hG4bK2'],
  ['a line break in a name', 'Contact: "A\r\nX-Evil: 1" <sip:a@a.invalid>'],
  ['a bare LF in a name', 'Contact: "A\nX-Evil: 1" <sip:a@a.invalid>'],
  ['a second From', `From: ${CAROL}`],
  ['a length that hides a second request', 'Content-Length: 9999'],
])('nothing is smuggled to the callee by %s', async (_name, field) => {
  const { heard, say } = bareConnection();
  say([
    `INVITE sip:${BOBBY} SIP/2.0`,
    'Via: SIP/2.0/WS a.invalid;branch=z9hG4bK1',
    'Max-Forwards: 70',
    'From: <sip:alice@demo.example>;tag=1',
    `To: <sip:${BOBBY}>`,
    'Call-ID: 1',
    'CSeq: 1 INVITE',
    field,
    '',
    '',
  ]);
  await settle();
  for (const text of heard) expect(text).toMatch(/^SIP\/2\.0 400 /);
  expect(bobby.heard).toEqual([]);
});

test.each([
  ['takes the address of somebody else', { contact: 'sip:evil@evil.invalid' }],
  ['takes away the phones of somebody else', { headers: [{ name: 'Expires', value: '0' }] }],
])('who %s by REGISTER is refused, and the calls still arrive where they did', async (_name, options) => {
  const answer = await register(alice, BOBBY, options);
  expect(answer.status).toBe(403);
  const third = await register(alice, BOBBY, { from: '<sip:alice@demo.example>;tag=9', ...options });
  expect(third.status).toBe(403);
  alice.request('INVITE', BOBBY);
  await settle();
  expect(bobby.requests('INVITE')).toHaveLength(1);
  expect(alice.requests('INVITE')).toEqual([]);
});

test('D9 credentials that were overheard are of no use: on the same connection, another one, or for another method', async () => {
  const phone = bed.phone('carol');
  const first = phone.request('REGISTER', 'carol@demo.example', { uri: 'sip:demo.example' });
  await settle();
  const proof = phone.authorize(first, phone.answer('REGISTER'));
  await settle();
  expect(phone.answer('REGISTER').status).toBe(200);
  const overheard = { name: 'Authorization', value: header(proof, 'Authorization') ?? '' };
  const evil = bed.phone('carol', 'evil');
  for (const thief of [phone, evil]) {
    thief.request('REGISTER', 'carol@demo.example', { uri: 'sip:demo.example', headers: [overheard] });
    await settle();
    expect(thief.answer('REGISTER').status).toBe(401);
  }
  evil.request('INVITE', BOBBY, { headers: [{ ...overheard, name: 'Proxy-Authorization' }] });
  await settle();
  expect([403, 407]).toContain(evil.answer('INVITE').status);
  expect(bobby.heard).toEqual([]);
});

test('D9 a challenge that was not made here, or is old, opens nothing', async () => {
  const phone = bed.phone('carol');
  const first = phone.request('REGISTER', 'carol@demo.example', { uri: 'sip:demo.example' });
  await settle();
  const challenge = phone.answer('REGISTER');
  const forged = {
    ...challenge,
    headers: challenge.headers.map(({ name, value }) => ({
      name,
      value: value.replace(/nonce="[^"]*"/, 'nonce="made-up"'),
    })),
  };
  phone.authorize(first, forged);
  await settle();
  expect(phone.answer('REGISTER').status).toBe(401);
  clock.advance(3_600_000);
  phone.authorize(first, challenge);
  await settle();
  const answer = phone.answer('REGISTER');
  expect([answer.status, parseChallenge(headers(answer, 'WWW-Authenticate')[0] ?? '')?.isStale]).toEqual([
    401,
    true,
  ]);
});

test('A-082 however many phones register for an account, ten ring; whoever floods is cut off', async () => {
  for (let count = 0; count < 30; count++) await bed.registered('alice', `a${count}`);
  const addresses = bed.server.counters().bindings;
  expect(addresses).toBe(11);
  for (let count = 0; count < 400; count++) alice.request('MESSAGE', BOBBY);
  await settle();
  expect(alice.closings).toMatchObject([{ code: 1008 }]);
  expect(bobby.requests('MESSAGE').length).toBeLessThanOrEqual(200);
});

test('a phone has at most a hundred calls of its own at a time, ringing or open, and as many again when they end', async () => {
  const statuses = async (count: number): Promise<number[]> => {
    alice.heard.length = 0;
    for (let each = 0; each < count; each++) {
      alice.request('INVITE', BOBBY, { body: 'v=0\r\n' });
      clock.advance(100);
      await settle();
    }
    return alice.statuses('INVITE');
  };
  const call = await bed.call(alice, bobby, BOBBY);
  expect(await statuses(99)).toEqual(Array.from({ length: 99 }, () => 100));
  expect(await statuses(1)).toEqual([503]);
  expect(bobby.requests('INVITE')).toHaveLength(100);
  // Others call as before, her own ringing ends by itself, and a call that she ends makes room as well.
  const carol = await bed.registered('carol');
  carol.request('INVITE', BOBBY);
  await settle();
  expect(carol.statuses('INVITE')).toEqual([100]);
  clock.advance(31_000);
  await settle();
  expect(await statuses(100)).toEqual([...Array.from({ length: 99 }, () => 100), 503]);
  alice.requestIn(call.caller, 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE').at(-1) ?? expect.fail('no BYE'), 200);
  await settle();
  expect(await statuses(2)).toEqual([100, 503]);
});
