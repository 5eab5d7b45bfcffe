import { header, headers, parseChallenge, tokens } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { RequestOptions, ScriptedPhone } from '../testing/scripted-phone.ts';
import type { TestBed } from '../testing/test-bed.ts';
import { createTestBed, settle } from '../testing/test-bed.ts';

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

test('SIP-02 an INVITE arrives with its body, Max-Forwards one lower, our Via and a Record-Route with a token', async () => {
  const sent = alice.request('INVITE', BOBBY, {
    body: 'v=0\r\na=rtt:sip-message\r\n',
    headers: [
      { name: 'Allow', value: 'INVITE' },
      { name: 'Supported', value: 'outbound' },
      { name: 'X-Unknown', value: 'a, b ; "c"' },
    ],
  });
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100]);
  const [arrived] = bobby.requests('INVITE');
  if (arrived === undefined) expect.fail('nothing arrived');
  expect([arrived.uri, arrived.body]).toEqual([bobby.contact, sent.body]);
  const [ours, theirs] = headers(arrived, 'Via');
  expect(ours).toMatch(/^SIP\/2\.0\/WS \w+\.invalid;branch=z9hG4bK[\w-]{12}$/);
  expect(theirs).toBe(header(sent, 'Via'));
  expect(header(arrived, 'Record-Route')).toMatch(
    /^<sip:[\w-]{24}@bobbyphone\.server\.example:8443;transport=wss;lr>$/,
  );
  expect(header(arrived, 'Max-Forwards')).toBe('69');
  for (const name of ['From', 'To', 'Call-ID', 'CSeq', 'Contact', 'Allow', 'Supported', 'X-Unknown'])
    expect(headers(arrived, name)).toEqual(headers(sent, name));
  bobby.respond(arrived, 180);
  bobby.respond(arrived, 200, { body: 'v=0\r\n' });
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100, 180, 200]);
  const success = alice.answer('INVITE');
  expect([headers(success, 'Via'), success.body]).toEqual([[header(sent, 'Via')], 'v=0\r\n']);
  // Each end gets the address at which it reached the server (RFC 3261 §16.6 step 4, §16.7 step 8).
  const route = header(arrived, 'Record-Route')?.replace('bobbyphone.', 'alicephone.');
  expect(headers(success, 'Record-Route')).toEqual([route]);
});

test.each([
  ['A-056 unknown address', 'nobody@demo.example', {}, 404],
  ['A-056 known and not registered', 'carol@demo.example', {}, 480],
  ['no outbound relaying', 'bobby@other.example', {}, 404],
  ['A-079 own address without another device', 'alice@demo.example', {}, 482],
  ['no hop left', BOBBY, { maxForwards: 0 }, 483],
  ['D9 another user as sender', BOBBY, { from: '<sip:carol@demo.example>;tag=1' }, 403],
  ['a sender elsewhere', BOBBY, { from: '<sip:alice@other.example>;tag=1' }, 403],
  ['no SIP address', BOBBY, { uri: 'tel:112' }, 416],
] as const)('%s is refused with the right status', async (_name, target, options, status) => {
  for (const method of ['INVITE', 'MESSAGE']) {
    const request = alice.request(method, target, options);
    await settle();
    expect(alice.statuses(method)).toEqual([status]);
    expect(header(alice.answer(method), 'To')).toMatch(/;tag=/);
    if (method === 'INVITE') alice.follow(request, 'ACK');
  }
  await settle();
  expect(bobby.heard).toEqual([]);
  expect(bed.server.counters()).toMatchObject({ clientTransactions: 0, serverTransactions: 0 });
});

test('RFC 3261 §16.3 an unsupported Proxy-Require is refused with its name', async () => {
  alice.request('INVITE', BOBBY, { headers: [{ name: 'Proxy-Require', value: 'privacy, sec-agree' }] });
  await settle();
  const refusal = alice.answer('INVITE');
  expect([refusal.status, headers(refusal, 'Unsupported')]).toEqual([420, ['privacy, sec-agree']]);
});

test('a request that has passed this server before is refused as a loop', async () => {
  alice.request('INVITE', BOBBY);
  await settle();
  const [arrived] = bobby.requests('INVITE');
  const passed = headers(arrived ?? expect.fail(), 'Via')[0] ?? '';
  alice.request('INVITE', BOBBY, { headers: [{ name: 'Via', value: passed }] });
  await settle();
  expect(alice.answer('INVITE').status).toBe(482);
  expect(bobby.requests('INVITE')).toHaveLength(1);
});

test('A-079 A-082 a call to the own address rings only the other devices', async () => {
  const tablet = await bed.registered('alice', 'tablet');
  alice.request('INVITE', 'alice@demo.example');
  await settle();
  expect([tablet.requests('INVITE').length, alice.requests('INVITE').length]).toEqual([1, 0]);
});

test('addresses match without regard to case, port and parameters', async () => {
  alice.request('MESSAGE', 'BOBBY@demo.example', { uri: 'sip:Bobby@DEMO.example:5060;transport=ws' });
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(1);
});

test('a preloaded Route to this server is not forwarded', async () => {
  alice.request('INVITE', BOBBY, {
    headers: [{ name: 'Route', value: '<sip:demo.example;transport=ws;lr>' }],
  });
  await settle();
  expect(headers(bobby.requests('INVITE')[0] ?? expect.fail(), 'Route')).toEqual([]);
});

const stranger = (): ScriptedPhone => bed.phone('carol', 'stranger');

test('D9 an unregistered connection must authenticate each request, and its credentials are not forwarded', async () => {
  const carol = stranger();
  const first = carol.request('MESSAGE', BOBBY, { body: 'hi' });
  await settle();
  const refusal = carol.answer('MESSAGE');
  expect(refusal.status).toBe(407);
  expect(headers(refusal, 'Proxy-Authenticate').map((value) => parseChallenge(value)?.algorithm)).toEqual([
    'SHA-256',
    'MD5',
  ]);
  expect(bobby.heard).toEqual([]);
  carol.authorize(first, refusal);
  await settle();
  const [arrived] = bobby.requests('MESSAGE');
  expect([arrived?.body, arrived && header(arrived, 'Proxy-Authorization')]).toEqual(['hi', undefined]);
  carol.request('MESSAGE', BOBBY);
  await settle();
  expect(carol.statuses('MESSAGE')).toEqual([407, 407]);
});

test.each([
  ['wrong password', { password: 'wrong' }, {}],
  ['right password, another user as sender', {}, { from: '<sip:alice@demo.example>;tag=1' }],
])('D9 an unregistered connection is refused: %s', async (_name, claim, options: RequestOptions) => {
  const carol = stranger();
  const first = carol.request('MESSAGE', BOBBY, options);
  await settle();
  carol.authorize(first, carol.answer('MESSAGE'), claim);
  await settle();
  expect(carol.statuses('MESSAGE')).toEqual([407, 403]);
  expect(bobby.heard).toEqual([]);
});

test('a refused registration does not authenticate the connection', async () => {
  const carol = stranger();
  const first = carol.request('REGISTER', 'carol@demo.example', { uri: 'sip:demo.example' });
  await settle();
  carol.authorize(first, carol.answer('REGISTER'), { password: 'wrong' });
  await settle();
  carol.request('MESSAGE', BOBBY);
  await settle();
  expect(carol.statuses('MESSAGE')).toEqual([407]);
});

test('SIP-05 a MESSAGE outside a call reaches every device, and the first response counts', async () => {
  const tablet = await bed.registered('bobby', 'tablet');
  alice.request('MESSAGE', BOBBY, { body: 'hello' });
  await settle();
  for (const device of [bobby, tablet]) {
    const [arrived] = device.requests('MESSAGE');
    expect(arrived?.body).toBe('hello');
    device.respond(arrived ?? expect.fail(), 200);
  }
  await settle();
  expect(alice.statuses('MESSAGE')).toEqual([200]);
  // No dialog was opened, so no BYE is sent.
  expect([...bobby.requests('BYE'), ...tablet.requests('BYE'), ...tablet.requests('ACK')]).toEqual([]);
  expect(bed.server.counters()).toMatchObject({ clientTransactions: 0, serverTransactions: 0 });
});

test('an unanswered MESSAGE times out after 32 s', async () => {
  alice.request('MESSAGE', BOBBY);
  await settle();
  clock.advance(32_000);
  expect(alice.statuses('MESSAGE')).toEqual([408]);
  expect([clock.pending(), bed.server.counters().serverTransactions]).toEqual([0, 0]);
});

test('OPTIONS to the server returns its abilities; OPTIONS to a user is forwarded', async () => {
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect(headers(alice.answer('OPTIONS'), 'Allow').join(', ')).toBe(
    'INVITE, ACK, CANCEL, BYE, OPTIONS, MESSAGE, INFO, UPDATE, PRACK, REFER, NOTIFY, REGISTER',
  );
  const fields = ['Accept', 'Accept-Encoding', 'Accept-Language', 'Supported'];
  expect(fields.map((name) => headers(alice.answer('OPTIONS'), name))).toEqual([
    [''],
    ['identity'],
    ['en'],
    [''],
  ]);
  alice.request('OPTIONS', BOBBY);
  await settle();
  bobby.respond(bobby.requests('OPTIONS')[0] ?? expect.fail(), 200);
  await settle();
  expect(alice.statuses('OPTIONS')).toEqual([200, 200]);
});

test('RFC 3261 §8.2.2.3 OPTIONS to the server with an unknown extension is refused with its name', async () => {
  alice.request('OPTIONS', 'demo.example', {
    uri: 'sip:demo.example',
    headers: [{ name: 'Require', value: 'x-unknown' }],
  });
  await settle();
  const refusal = alice.answer('OPTIONS');
  expect([refusal.status, headers(refusal, 'Unsupported')]).toEqual([420, ['x-unknown']]);
});

test.each(['REFER', 'PUBLISH', 'SUBSCRIBE', 'NOTIFY', 'INFO', 'BYE', 'MADEUP'])(
  'A-081 SIP-06 %s outside a call is refused with Allow',
  async (method) => {
    alice.request(method, BOBBY);
    await settle();
    const refusal = alice.answer(method);
    expect([refusal.status, tokens(refusal, 'Allow')]).toEqual([
      405,
      expect.arrayContaining(['INVITE', 'BYE']),
    ]);
    expect(bobby.heard).toEqual([]);
  },
);

test('a CANCEL without an INVITE is answered 481', async () => {
  const request = alice.request('OPTIONS', BOBBY);
  alice.follow(request, 'CANCEL');
  await settle();
  expect(alice.statuses('CANCEL')).toEqual([481]);
});
