import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { header, headers, TRANSACTION_TIMEOUT_MS } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { connectPhone } from './testing/scripted-phone.ts';
import type { TestBed } from './testing/test-bed.ts';
import { createTestBed, register, settle } from './testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;

beforeEach(() => {
  clock = createFakeClock();
  bed = createTestBed(clock);
});

const BOBBY = 'bobby@demo.example';

test('D6 the server challenges a REGISTER with exactly these bytes, apart from random values', async () => {
  const frames: string[] = [];
  const handler = bed.server.accept({
    remoteAddress: '192.0.2.7',
    serverAddress: { host: 'demo.example', port: 80, transport: 'ws' },
    send: (text) => void frames.push(text),
    close: () => undefined,
    terminate: () => undefined,
    proved: () => undefined,
    setReading: () => undefined,
  });
  handler.receive(
    [
      'REGISTER sip:demo.example SIP/2.0',
      'v: SIP/2.0/WSS abc.invalid;branch=z9hG4bK1;rport',
      'f: <sip:alice@demo.example>;tag=1',
      't: "Alice" <sip:alice@demo.example>',
      'i: call-1',
      'CSeq: 1 REGISTER',
      'm: <sip:x@abc.invalid;transport=ws>;expires=600',
      'l: 0',
      '',
      '',
    ].join('\r\n'),
  );
  await settle();
  expect(
    frames.map((text) =>
      text.replaceAll(/nonce="[^"]+"/g, 'nonce="N"').replace(/tag=[\w-]{12}\r/, 'tag=T\r'),
    ),
  ).toEqual([
    [
      'SIP/2.0 401 Unauthorized',
      'Via: SIP/2.0/WSS abc.invalid;branch=z9hG4bK1;rport',
      'From: <sip:alice@demo.example>;tag=1',
      'To: "Alice" <sip:alice@demo.example>;tag=T',
      'Call-ID: call-1',
      'CSeq: 1 REGISTER',
      'WWW-Authenticate: Digest realm="demo.example", nonce="N", algorithm=SHA-256, qop="auth"',
      'WWW-Authenticate: Digest realm="demo.example", nonce="N", algorithm=MD5, qop="auth"',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  ]);
});

test('SIP-05 messages of one connection keep their order although each waits for a lookup', async () => {
  const bobby = await bed.registered('bobby');
  const carol = bed.phone('carol');
  const drafts = Array.from({ length: 5 }, (_, n) => carol.request('MESSAGE', BOBBY, { body: String(n) }));
  await settle();
  const refusal = carol.answer('MESSAGE');
  const { release } = bed.holdDirectory();
  for (const [n, draft] of drafts.entries()) carol.authorize(draft, refusal, { count: n + 1 });
  await settle();
  expect(bobby.requests('MESSAGE')).toEqual([]);
  release();
  await settle();
  expect(bobby.requests('MESSAGE').map(({ body }) => body)).toEqual(drafts.map(({ body }) => body));
});

test('a waiting connection does not delay another one', async () => {
  const bobby = await bed.registered('bobby');
  const alice = await bed.registered('alice');
  bed.holdDirectory();
  const carol = bed.phone('carol');
  const draft = carol.request('MESSAGE', BOBBY);
  await settle();
  carol.authorize(draft, carol.answer('MESSAGE'));
  alice.request('MESSAGE', BOBBY, { body: 'past' });
  await settle();
  expect(bobby.requests('MESSAGE').map(({ body }) => body)).toEqual(['past']);
});

test('a directory failure is answered 500, and the connection stays open', async () => {
  const phone = bed.phone('alice');
  const first = phone.request('REGISTER', 'alice@demo.example', { uri: 'sip:demo.example' });
  await settle();
  bed.breakDirectory();
  phone.authorize(first, phone.answer('REGISTER'));
  await settle();
  phone.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect([phone.statuses('REGISTER'), phone.statuses('OPTIONS')]).toEqual([[401, 500], [200]]);
  expect(bed.server.counters().serverTransactions).toBe(0);
});

test('calls that a directory failure ends take no place of later calls', async () => {
  const guest = await bed.registered('guest1');
  bed.breakDirectory();
  for (let count = 0; count < SIP_LIMITS.anonymousCallsPerNetwork; count++) {
    guest.request('INVITE', count % 2 === 0 ? BOBBY : 'carol@demo.example');
    await settle();
  }
  expect(new Set(guest.statuses('INVITE'))).toEqual(new Set([500]));
  bed.holdDirectory().release();
  guest.request('INVITE', BOBBY);
  await settle();
  expect(guest.statuses('INVITE').at(-1)).toBe(480);
});

test('a partly readable request is answered, an unreadable one is ignored, and others are not affected', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const whole = [
    'INVITE sip:bobby@demo.example SIP/2.0',
    'Via: SIP/2.0/WS a.invalid;branch=z9hG4bK7',
    'From: <sip:alice@demo.example>;tag=1',
    'To: <sip:bobby@demo.example>',
    'Call-ID: c',
    'CSeq: 1 MESSAGE',
  ].join('\r\n');
  alice.sendText('\u0000\u0001 rubbish');
  alice.sendText(`${whole}\r\n\r\n`);
  alice.sendText(`${whole.replace('SIP/2.0\r\n', 'SIP/3.0\r\n')}\r\n\r\n`);
  await settle();
  expect(alice.heard.map((message) => message.kind === 'response' && message.status)).toEqual([400, 505]);
  expect(header(alice.heard[0] ?? expect.fail(), 'To')).toMatch(/;tag=/);
  expect(bobby.heard).toEqual([]);
  alice.request('MESSAGE', BOBBY);
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(1);
});

test('a flood of unreadable messages is logged once and ends the connection', async () => {
  const phone = await bed.registered('alice');
  for (let n = 0; n < SIP_LIMITS.badMessages + 5; n++) phone.sendText(`rubbish ${n}`);
  expect(bed.logged.filter((line) => line.startsWith('unreadable_sip_message'))).toHaveLength(1);
  expect(bed.logged.filter((line) => line.startsWith('sip_connection_cut_off'))).toHaveLength(1);
  expect(phone.closings).toEqual([{ code: 1008, reason: 'too many unreadable messages' }]);
});

test('a phone may send 50 messages per second; a flood ends its connection once', async () => {
  const honest = await bed.registered('alice');
  for (let second = 0; second < 20; second++) {
    for (let n = 0; n < SIP_LIMITS.messages.perSecond; n++)
      honest.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
    await settle();
    clock.advance(1000);
  }
  expect([honest.closings, honest.statuses('OPTIONS').length]).toEqual([[], 1000]);
  const flooding = await bed.registered('bobby');
  for (let n = 0; n < SIP_LIMITS.messages.burst * 2; n++)
    flooding.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect(flooding.closings).toEqual([{ code: 1008, reason: 'too many messages' }]);
  expect(flooding.statuses('OPTIONS').length).toBeLessThanOrEqual(SIP_LIMITS.messages.burst);
});

test('an unexpected response has no effect', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const call = await bed.call(alice, bobby, BOBBY);
  const before = [alice.heard.length, bobby.heard.length];
  bobby.respond({ ...call.arrived, headers: call.arrived.headers.slice(2) }, 200);
  alice.respond(call.arrived, 200);
  await settle();
  expect([alice.heard.length, bobby.heard.length]).toEqual(before);
});

test('no password, SDP or message text is logged', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const call = await bed.call(alice, bobby, BOBBY);
  alice.requestIn(call.caller, 'MESSAGE', { body: 'a secret between us' });
  alice.sendText('a secret that cannot be read');
  await settle();
  alice.drop();
  const log = bed.logged.join('\n');
  expect(log).toContain('MESSAGE');
  for (const secret of ['secret', 'v=0', 'Digest', 'nonce']) expect(log).not.toContain(secret);
});

test('shutdown sends BYE to both ends of every call, ends ringing, closes every connection and leaves no timer', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const [carol, tablet] = [await bed.registered('carol'), await bed.registered('alice', 'tablet')];
  await bed.call(alice, bobby, BOBBY);
  carol.request('INVITE', 'alice@demo.example');
  await settle();
  tablet.respond(tablet.requests('INVITE')[0] ?? expect.fail(), 180);
  await settle();
  bed.server.shutDown();
  for (const agent of [alice, bobby])
    expect(headers(agent.requests('BYE')[0] ?? expect.fail('no BYE'), 'Reason')).toEqual([
      'SIP;cause=503;text="Server stops"',
    ]);
  expect(tablet.requests('CANCEL')).toHaveLength(1);
  for (const phone of [alice, bobby, carol, tablet])
    expect(phone.closings).toEqual([{ code: 1001, reason: 'server stops' }]);
  expect(clock.pending()).toBe(0);
  const late = alice.request('MESSAGE', BOBBY);
  alice.follow(late, 'ACK');
  await settle();
  expect([alice.statuses('MESSAGE'), bobby.requests('MESSAGE')]).toEqual([[503], []]);
  for (const phone of [alice, bobby, carol, tablet]) phone.drop();
  expect([clock.pending(), bed.server.counters()]).toEqual([
    0,
    { flows: 0, bindings: 0, dialogs: 0, clientTransactions: 0, serverTransactions: 0, subscriptions: 0 },
  ]);
});

test('a request that waits for a lookup during shutdown starts nothing', async () => {
  const bobby = await bed.registered('bobby');
  const carol = bed.phone('carol');
  const draft = carol.request('INVITE', BOBBY);
  await settle();
  const { release } = bed.holdDirectory();
  carol.authorize(draft, carol.answer('INVITE'));
  await settle();
  bed.server.shutDown();
  release();
  await settle();
  expect([bobby.requests('INVITE'), clock.pending()]).toEqual([[], 0]);
});

test('D28 a server agent has no message limit for its callers', async () => {
  const echo = await bed.registered('echo');
  for (let n = 0; n < SIP_LIMITS.messages.burst * 2; n++)
    echo.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect([echo.closings, echo.statuses('OPTIONS').length]).toEqual([[], SIP_LIMITS.messages.burst * 2]);
  const stranger = bed.phone('echo', 'unproven');
  for (let n = 0; n <= SIP_LIMITS.messages.burst; n++)
    stranger.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  expect(stranger.closings).toMatchObject([{ code: 1008 }]);
});

test.each([
  ['back by an hour', -3_600_000],
  ['forward by a year', 365 * 24 * 3_600_000],
])('a clock that is set %s ends no connection, no registration and no challenge', async (_name, stepMs) => {
  let offsetMs = 0;
  bed = createTestBed({ ...clock, now: () => clock.now() + offsetMs }, () => clock.now());
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const carol = bed.phone('carol');
  const draft = carol.request('MESSAGE', BOBBY);
  await settle();
  offsetMs = stepMs;
  for (let n = 0; n < 100; n++) alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  alice.request('MESSAGE', BOBBY, { body: 'hej' });
  carol.authorize(draft, carol.answer('MESSAGE'));
  await settle();
  expect([alice, bobby, carol].flatMap(({ closings }) => closings)).toEqual([]);
  expect(bobby.requests('MESSAGE')).toHaveLength(2);
  for (const message of bobby.requests('MESSAGE')) bobby.respond(message, 200);
  await settle();
  clock.advance(SIP_LIMITS.defaultExpires * 1000);
  alice.request('MESSAGE', BOBBY);
  await settle();
  expect(alice.statuses('MESSAGE')).toEqual([200, 480]);
});

const QUESTION = { uri: 'sip:demo.example' };
const KIB = 1024;

test('an unauthenticated phone may send a burst of 10 messages and then 2 per second', async () => {
  const patient = bed.phone('alice');
  for (let second = 0; second < 30; second++) {
    for (let n = 0; n < SIP_LIMITS.unprovenMessages.perSecond; n++)
      patient.request('OPTIONS', 'demo.example', QUESTION);
    await settle();
    clock.advance(1000);
  }
  expect([patient.closings, patient.statuses('OPTIONS').length]).toEqual([[], 60]);
  const flooding = bed.phone('bobby');
  for (let n = 0; n < SIP_LIMITS.unprovenMessages.burst * 2; n++) {
    flooding.request('OPTIONS', 'demo.example', QUESTION);
    await settle();
  }
  expect(flooding.closings).toEqual([{ code: 1008, reason: 'too many messages' }]);
  expect(flooding.statuses('OPTIONS')).toHaveLength(SIP_LIMITS.unprovenMessages.burst);
});

test('RFC 3261 §26.3.2.4 an INVITE without credentials leaves no transaction and no timer, and its ACK is ignored', async () => {
  const bobby = await bed.registered('bobby');
  const carol = bed.phone('carol');
  const draft = carol.request('INVITE', BOBBY, { body: 'x'.repeat(10 * KIB) });
  await settle();
  expect(carol.statuses('INVITE')).toEqual([407]);
  expect([bed.server.counters().serverTransactions, clock.pending()]).toEqual([0, 0]);
  carol.follow(draft, 'ACK');
  carol.authorize(draft, carol.answer('INVITE'));
  await settle();
  expect(carol.statuses('INVITE')).toEqual([407, 100]);
  expect([bobby.requests('ACK').length, bobby.requests('INVITE').length]).toEqual([0, 1]);
  expect(carol.closings).toEqual([]);
});

test('unanswered requests in a call use at most the memory share of an account, and other accounts can go on', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const call = await bed.call(alice, bobby, BOBBY);
  const body = 'x'.repeat(60 * KIB);
  for (let second = 0; second < 4; second++) {
    for (let n = 0; n < SIP_LIMITS.messages.perSecond; n++) {
      alice.requestIn(call.caller, 'MESSAGE', { body });
      await settle();
    }
    clock.advance(1000);
  }
  const share = SIP_LIMITS.requestMemoryMb * KIB * KIB * SIP_LIMITS.requestMemoryShare;
  const open = bed.server.counters().serverTransactions;
  expect(open).toBeGreaterThan(20);
  expect(open * 2 * body.length).toBeLessThan(share);
  const refusal = alice.answer('MESSAGE');
  expect([refusal.status, header(refusal, 'Retry-After')]).toEqual([503, String(SIP_LIMITS.retryAfter)]);
  expect(alice.closings).toEqual([]);
  const carol = await bed.registered('carol');
  carol.request('MESSAGE', BOBBY, { body });
  await settle();
  expect(carol.statuses('MESSAGE')).toEqual([]);
  bobby.respond(bobby.requests('MESSAGE').at(-1) ?? expect.fail(), 200);
  await settle();
  expect(carol.statuses('MESSAGE')).toEqual([200]);
  clock.advance(TRANSACTION_TIMEOUT_MS);
  await settle();
  alice.requestIn(call.caller, 'MESSAGE', { body });
  await settle();
  bobby.respond(bobby.requests('MESSAGE').at(-1) ?? expect.fail(), 200);
  await settle();
  expect(alice.answer('MESSAGE').status).toBe(200);
});

/** A connection that records the server's calls. */
function watchedConnection() {
  const asked: string[] = [];
  const handler = bed.server.accept({
    remoteAddress: '192.0.2.9',
    serverAddress: { host: 'demo.example', port: 443, transport: 'wss' },
    send: () => undefined,
    close: (_code, reason) => void asked.push(reason),
    terminate: () => void asked.push('terminate'),
    proved: (as) => void asked.push(`proved as ${as}`),
    setReading: (isReading) => void asked.push(isReading ? 'read' : 'pause'),
  });
  return { asked, handler };
}

test('while messages wait for a lookup, reading pauses, and a connection that still sends is ended', async () => {
  const bobby = await bed.registered('bobby');
  const { asked, handler } = watchedConnection();
  const say = (method: string, body: string, more: readonly string[] = []): void =>
    handler.receive(
      [
        `${method} sip:${BOBBY} SIP/2.0`,
        `Via: SIP/2.0/WS a.invalid;branch=z9hG4bK${body.length}`,
        'From: <sip:echo@demo.example>;tag=1',
        `To: <sip:${BOBBY}>`,
        'Call-ID: 1',
        `CSeq: 1 ${method}`,
        ...more,
        '',
        body,
      ].join('\r\n'),
    );
  const { release } = bed.holdDirectory();
  const credentials =
    'Proxy-Authorization: Digest username="carol", realm="demo.example", nonce="n", uri="sip:bobby@demo.example", response="0", algorithm=MD5, qop=auth, nc=00000001, cnonce="c"';
  say('MESSAGE', 'x'.repeat(10 * KIB), [credentials]);
  say('MESSAGE', 'x'.repeat(11 * KIB), [credentials]);
  await settle();
  expect(asked).toEqual([]);
  say('MESSAGE', 'x'.repeat(12 * KIB), [credentials]);
  expect(asked).toEqual(['too many messages wait']);
  release();
  await settle();
  expect(bobby.requests('MESSAGE')).toEqual([]);
});

test('the connection is told once that it has authenticated, and whether as a server agent', async () => {
  const asked = async (name: string): Promise<string[]> => {
    const heard: string[] = [];
    const phone = connectPhone(
      {
        ...bed.server,
        accept: (connection) =>
          bed.server.accept({ ...connection, proved: (as) => void heard.push(`${name} as ${as}`) }),
      },
      { name, password: `secret-of-${name}`, device: name },
    );
    await register(phone, `${name}@demo.example`);
    await register(phone, `${name}@demo.example`);
    return heard;
  };
  expect(await asked('alice')).toEqual(['alice as user']);
  expect(await asked('echo')).toEqual(['echo as serverAgent']);
});

test('storing a Contact does not keep its long REGISTER in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = async (): Promise<number> => {
    await settle();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const phones = ['alice', 'bobby', 'carol'].flatMap((name) =>
    Array.from({ length: SIP_LIMITS.bindingsPerAddress }, (_, n) => ({
      name,
      phone: bed.phone(name, `${name}${n}`),
    })),
  );
  const before = await heap();
  for (const { name, phone } of phones) {
    const first = phone.request('REGISTER', `${name}@demo.example`, QUESTION);
    await settle();
    // One character outside Latin-1 makes the string use two bytes per character.
    phone.authorize({ ...first, body: `Ж${'x'.repeat(60 * KIB)}` }, phone.answer('REGISTER'));
    await settle();
    expect(phone.answer('REGISTER').status).toBe(200);
  }
  expect(bed.server.counters().bindings).toBe(30);
  expect((await heap()) - before).toBeLessThan(30 * 60 * KIB);
});
