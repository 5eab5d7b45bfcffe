import { header, headers, parseChallenge } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import type { TestBed } from '../../sip/testing/test-bed.ts';
import { createTestBed, register, settle } from '../../sip/testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock, () => clock.now(), undefined, {
    // As if each caller were an emergency service that calls back: other limits than that of unanswered calls are tried.
    doNotDisturb: { turnsAway: async () => false, isCallBack: async () => true, called: () => undefined },
  });
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
});

const BOBBY = 'bobby@demo.example';
const CAROL = '<sip:carol@demo.example>;tag=1';

test.each([
  ['the address of another user', CAROL],
  ['it with a name', `"Alice" ${CAROL}`],
  ['it in capital letters', '<sip:CAROL@DEMO.EXAMPLE>;tag=1'],
  ['it with escapes', '<sip:%63arol@demo.example>;tag=1'],
  ['it with a port', '<sip:carol@demo.example:5060>;tag=1'],
  ['it without brackets', 'sip:carol@demo.example;tag=1'],
  ['it as sips', '<sips:carol@demo.example>;tag=1'],
  ['a number', '<tel:112>;tag=1'],
  ['the own name elsewhere', '<sip:alice@evil.example>;tag=1'],
  ['the own name behind that of another user', '<sip:carol%40demo.example:alice@demo.example>;tag=1'],
  ['an anonymous address', '<sip:anonymous@anonymous.invalid>;tag=1'],
])('D9 a request from %s is refused with 403 and not forwarded', async (_name, from) => {
  for (const method of ['INVITE', 'MESSAGE', 'OPTIONS']) alice.request(method, BOBBY, { from });
  await settle();
  for (const method of ['INVITE', 'MESSAGE', 'OPTIONS']) expect(alice.statuses(method)).toEqual([403]);
  expect(bobby.heard).toEqual([]);
});

test('a call shows only the authenticated identity of its caller: no other claim is forwarded', async () => {
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
  // The display name is the caller's claim and is forwarded; the address beside it is authenticated.
  expect(header(arrived, 'From')).toBe('"Carol" <sip:alice@demo.example>;tag=1');
});

/** A connection that sends texts unchanged, also invalid ones. */
function bareConnection() {
  const heard: string[] = [];
  const handler = bed.server.accept({
    remoteAddress: '192.0.2.9',
    serverAddress: { host: 'demo.example', port: 80, transport: 'ws' },
    send: (text) => void heard.push(text),
    close: () => undefined,
    terminate: () => undefined,
    proved: () => undefined,
    setReading: () => undefined,
  });
  return { heard, say: (lines: readonly string[]) => handler.receive(lines.join('\r\n')) };
}

test.each([
  ['a bare CR', 'Subject: a\rVia: SIP/2.0/WS evil.invalid;branch=z9hG4bK2'],
  ['a line break in a name', 'Contact: "A\r\nX-Evil: 1" <sip:a@a.invalid>'],
  ['a bare LF in a name', 'Contact: "A\nX-Evil: 1" <sip:a@a.invalid>'],
  ['a second From', `From: ${CAROL}`],
  ['a length that hides a second request', 'Content-Length: 9999'],
])('a request with %s is refused with 400 and not forwarded', async (_name, field) => {
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
  ['takes the address of another user', { contact: 'sip:evil@evil.invalid' }],
  ['removes the bindings of another user', { headers: [{ name: 'Expires', value: '0' }] }],
])('a REGISTER that %s is refused, and calls still reach the right phone', async (_name, options) => {
  const answer = await register(alice, BOBBY, options);
  expect(answer.status).toBe(403);
  const third = await register(alice, BOBBY, { from: '<sip:alice@demo.example>;tag=9', ...options });
  expect(third.status).toBe(403);
  alice.request('INVITE', BOBBY);
  await settle();
  expect(bobby.requests('INVITE')).toHaveLength(1);
  expect(alice.requests('INVITE')).toEqual([]);
});

test('D9 overheard credentials are refused on the same connection, on another one and for another method', async () => {
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

test('D9 credentials for a foreign or old challenge are refused', async () => {
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

test('A-082 at most ten phones of an account ring, and a flood ends its connection', async () => {
  for (let count = 0; count < 30; count++) await bed.registered('alice', `a${count}`);
  const addresses = bed.server.counters().bindings;
  expect(addresses).toBe(11);
  for (let count = 0; count < 400; count++) alice.request('MESSAGE', BOBBY);
  await settle();
  expect(alice.closings).toMatchObject([{ code: 1008 }]);
  expect(bobby.requests('MESSAGE').length).toBeLessThanOrEqual(200);
});

test('a phone has at most a hundred own calls at a time, ringing or open, and ended calls free their slots', async () => {
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
  // Other callers are not affected. A call that times out and a call that alice ends each free a slot.
  const carol = await bed.registered('carol');
  carol.request('INVITE', BOBBY);
  await settle();
  expect(carol.statuses('INVITE')).toEqual([100]);
  clock.advance(SIP_LIMITS.ringMs + 1_000);
  await settle();
  expect(await statuses(100)).toEqual([...Array.from({ length: 99 }, () => 100), 503]);
  alice.requestIn(call.caller, 'BYE');
  await settle();
  bobby.respond(bobby.requests('BYE').at(-1) ?? expect.fail('no BYE'), 200);
  await settle();
  expect(await statuses(2)).toEqual([100, 503]);
});

const ALICE = 'alice@demo.example';

/** Repeats `act` every second for 20 s, and delivers all messages. */
async function each20Seconds(act: () => void | Promise<void>): Promise<void> {
  for (let second = 0; second < 20; second++) {
    await act();
    await settle();
    clock.advance(1000);
  }
}
const times = (count: number, act: () => void): void => {
  for (let n = 0; n < count; n++) act();
};

/**
 * Ways to flood alice in which each sender stays within its own limits. Each prepares its senders, and
 * returns a function that sends for one second and gives her phone's responses.
 */
const floods: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  async 'calls that it refuses'() {
    const callers = [bobby, await bed.registered('carol'), await bed.registered('echo')];
    return async () => {
      alice.heard.length = 0;
      times(SIP_LIMITS.requestsToOne.perSecond, () => {
        for (const caller of callers) caller.request('INVITE', ALICE);
      });
      await settle();
      for (const invite of alice.requests('INVITE'))
        for (const status of [100, 180, 486]) alice.respond(invite, status);
    };
  },
  async 'messages in its calls'() {
    const carol = await bed.registered('carol');
    const calls = [
      { peer: bobby, dialog: (await bed.call(alice, bobby, BOBBY)).callee },
      { peer: carol, dialog: (await bed.call(carol, alice, ALICE)).caller },
    ];
    return async () => {
      alice.heard.length = 0;
      for (const { peer, dialog } of calls) times(48, () => peer.requestIn(dialog, 'MESSAGE'));
      await settle();
      for (const message of alice.requests('MESSAGE')) alice.respond(message, 200);
    };
  },
  async 'repeated responses, each of which needs an ACK'() {
    const callees = [bobby, await bed.registered('carol')];
    const calls = [
      await bed.call(alice, bobby, BOBBY),
      await bed.call(alice, callees[1] ?? bobby, 'carol@demo.example'),
    ];
    return async () => {
      for (const [n, { arrived, caller, success }] of calls.entries()) {
        alice.heard.length = 0;
        times(48, () => callees[n]?.respond(arrived, 200));
        await settle();
        const cseq = Number.parseInt(header(success, 'CSeq') ?? '', 10);
        for (const _answer of alice.statuses('INVITE')) alice.requestIn(caller, 'ACK', { cseq });
      }
    };
  },
};

test.each(Object.keys(floods))(
  'RFC 3261 §26.3.2.4 D15 messages from others never end a connection: %s',
  async (name) => {
    const flood = (await floods[name]?.()) ?? expect.fail();
    await each20Seconds(async () => {
      await flood();
      times(4, () => alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' }));
    });
    expect([alice.closings, alice.statuses('OPTIONS').at(-1)]).toEqual([[], 200]);
  },
);

test('an account sends ten requests per second to an address over all its connections, and others get through', async () => {
  const second = await bed.registered('alice', 'second');
  let heard = 0;
  await each20Seconds(async () => {
    for (const phone of [alice, second]) times(40, () => phone.request('MESSAGE', BOBBY));
    await settle();
    const messages = bobby.requests('MESSAGE');
    heard += messages.length;
    bobby.heard.length = 0;
    for (const message of messages) bobby.respond(message, 200);
  });
  const { burst, perSecond } = SIP_LIMITS.requestsToOne;
  expect(heard).toBe(burst + 19 * perSecond);
  expect(new Set([alice, second].flatMap((phone) => phone.statuses('MESSAGE')))).toEqual(new Set([200, 503]));
  const carol = await bed.registered('carol');
  alice.request('MESSAGE', 'carol@demo.example');
  carol.request('MESSAGE', BOBBY);
  await settle();
  expect([carol.requests('MESSAGE').length, bobby.requests('MESSAGE').length]).toEqual([1, 1]);
  clock.advance(10_000);
  alice.request('MESSAGE', BOBBY);
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(2);
});

test('A-035 anonymous callers of one network share one message limit, whatever identities they use', async () => {
  const guests = [await bed.registered('guest1'), await bed.registered('guest2')];
  await each20Seconds(() => {
    for (const guest of guests) times(10, () => guest.request('MESSAGE', BOBBY));
  });
  const { burst, perSecond } = SIP_LIMITS.anonymousRequestsPerNetwork;
  expect(bobby.requests('MESSAGE')).toHaveLength(burst + 19 * perSecond);
  alice.request('MESSAGE', BOBBY);
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(burst + 19 * perSecond + 1);
});

test('A-035 anonymous callers of one network share one limit of ringing calls', async () => {
  const guests = [await bed.registered('guest1'), await bed.registered('guest2')];
  for (const guest of guests) times(15, () => guest.request('INVITE', BOBBY));
  await settle();
  expect(bobby.requests('INVITE')).toHaveLength(SIP_LIMITS.anonymousCallsPerNetwork);
  alice.request('INVITE', BOBBY);
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100]);
});

test('a flood of unexpected responses or ACKs ends its connection: endless 180, old responses, undue ACKs', async () => {
  const carol = await bed.registered('carol');
  const call = await bed.call(alice, carol, 'carol@demo.example');
  const invite = alice.request('INVITE', BOBBY);
  await settle();
  const arrived = bobby.requests('INVITE').at(-1) ?? expect.fail();
  times(400, () => bobby.respond(arrived, 180));
  times(400, () => carol.respond(call.arrived, 200));
  await settle();
  const cseq = Number.parseInt(header(call.success, 'CSeq') ?? '', 10);
  times(800, () => alice.requestIn(call.caller, 'ACK', { cseq }));
  await settle();
  for (const phone of [alice, bobby, carol]) expect(phone.closings).toMatchObject([{ code: 1008 }]);
  expect(header(invite, 'Call-ID')).toBe(header(arrived, 'Call-ID'));
  expect(bed.logged.filter((line) => line.startsWith('sip_connection_cut_off'))).toHaveLength(3);
});
