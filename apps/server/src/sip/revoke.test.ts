import { headers } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ScriptedPhone } from './testing/scripted-phone.ts';
import type { TestBed } from './testing/test-bed.ts';
import { createTestBed, register, settle } from './testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
const closing = { code: 1008, reason: 'account is not active any more' };
let clock: FakeClock;
let bed: TestBed;

beforeEach(() => {
  clock = createFakeClock();
  bed = createTestBed(clock);
});

test('D8 a revoked account loses all connections and calls immediately; the others stay and get BYE', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const tablet = await bed.registered('bobby', 'tablet');
  const call = await bed.call(alice, bobby, BOBBY);
  bed.server.revoke({ username: 'bobby' });
  expect([alice.closings, bobby.closings, tablet.closings]).toEqual([[], [closing], [closing]]);
  const [bye] = alice.requests('BYE');
  expect(bye && headers(bye, 'Reason')).toEqual(['SIP;cause=403;text="Forbidden"']);
  expect(bed.server.counters()).toMatchObject({ flows: 1, bindings: 1, dialogs: 0 });
  // Messages from the closing connection, and its end, have no effect.
  const before = alice.heard.length;
  bobby.requestIn(call.callee, 'MESSAGE', { body: 'still here' });
  bobby.request('REGISTER', BOBBY, { uri: 'sip:demo.example' });
  await settle();
  for (const phone of [bobby, tablet]) phone.drop();
  expect([alice.heard.length, bobby.statuses('REGISTER')]).toEqual([before, []]);
  alice.respond(bye ?? expect.fail('no BYE'), 200);
  await settle();
  clock.advance(32_000);
  expect([bed.server.counters(), clock.pending()]).toEqual([
    { flows: 1, bindings: 1, dialogs: 0, clientTransactions: 0, serverTransactions: 0, subscriptions: 0 },
    0,
  ]);
});

test('D8 D9 a connection that has authenticated a single request is ended too', async () => {
  const [bobby, carol] = [await bed.registered('bobby'), bed.phone('carol')];
  const first = carol.request('MESSAGE', BOBBY);
  await settle();
  carol.authorize(first, carol.answer('MESSAGE'));
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(1);
  bed.server.revoke({ username: 'carol' });
  expect([carol.closings, bobby.closings]).toEqual([[closing], []]);
});

test('D8 a call that rings at a revoked account ends for the caller with 480', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  alice.request('INVITE', BOBBY);
  await settle();
  bed.server.revoke({ username: 'bobby' });
  expect([alice.statuses('INVITE'), bobby.closings]).toEqual([[100, 480], [closing]]);
});

test('revoking an unknown name ends no connection, and a revoked account can register when allowed again', async () => {
  const alice = await bed.registered('alice');
  bed.server.revoke({ username: 'nobody' });
  expect(alice.closings).toEqual([]);
  bed.server.revoke({ username: 'alice' });
  const again = bed.phone('alice', 'again');
  expect((await register(again, 'alice@demo.example')).status).toBe(200);
});

describe('D48 the end of a session', () => {
  const ended = { code: 1008, reason: 'session has ended' };
  let laptop: ScriptedPhone;
  let tablet: ScriptedPhone;

  /** A log-out: the secret is removed first, then the SIP server is informed. */
  function logOut(session: string): void {
    bed.forgetSession(session);
    bed.server.revoke({ sessionId: session });
  }
  beforeEach(async () => {
    bed.addSession('bobby', 'laptop');
    bed.addSession('bobby', 'tablet');
    laptop = await bed.registered('bobby', 'laptop', 'laptop');
    tablet = await bed.registered('bobby', 'tablet', 'tablet');
  });

  test('D48 ends its connection and binding; the other sessions of the account stay reachable', async () => {
    const alice = await bed.registered('alice');
    logOut('laptop');
    expect([alice.closings, laptop.closings, tablet.closings]).toEqual([[], [ended], []]);
    expect(bed.server.counters()).toMatchObject({ flows: 2, bindings: 2 });

    const rung = [laptop.requests('INVITE').length, tablet.requests('INVITE').length];
    alice.request('INVITE', BOBBY);
    await settle();
    expect([laptop.requests('INVITE').length, tablet.requests('INVITE').length]).toEqual([
      rung[0],
      (rung[1] ?? 0) + 1,
    ]);
  });

  test.each(['the other end', 'this end'])(
    'D40 D48 lets its call continue, without a binding or new requests, until %s hangs up',
    async (who) => {
      const alice = await bed.registered('alice');
      const { caller, callee } = await bed.call(alice, laptop, BOBBY);
      tablet.respond(tablet.requests('INVITE').at(-1) ?? expect.fail('no INVITE'), 487);
      logOut('laptop');
      expect([laptop.closings, alice.requests('BYE')]).toEqual([[], []]);
      expect(bed.server.counters()).toMatchObject({ flows: 3, bindings: 2, dialogs: 1 });

      alice.requestIn(caller, 'MESSAGE', { body: 'still here' });
      await settle();
      expect(laptop.requests('MESSAGE').map(({ body }) => body)).toEqual(['still here']);
      laptop.request('MESSAGE', 'alice@demo.example');
      await settle();
      expect(laptop.statuses('MESSAGE')).toEqual([407]);

      const [one, other] = who === 'this end' ? [laptop, alice] : [alice, laptop];
      one.requestIn(who === 'this end' ? callee : caller, 'BYE');
      await settle();
      other.respond(other.requests('BYE')[0] ?? expect.fail('no BYE'), 200);
      await settle();
      expect([one.statuses('BYE'), laptop.closings]).toEqual([[200], [ended]]);
      expect(bed.server.counters()).toMatchObject({ flows: 2, dialogs: 0 });
    },
  );

  test('D40 D48 keeps a ringing call, and ends the connection when that call is refused', async () => {
    const alice = await bed.registered('alice');
    alice.request('INVITE', BOBBY);
    await settle();
    logOut('laptop');
    expect(laptop.closings).toEqual([]);
    laptop.respond(laptop.requests('INVITE').at(-1) ?? expect.fail('no INVITE'), 486);
    await settle();
    expect([laptop.closings, tablet.closings]).toEqual([[ended], []]);
  });

  test('D48 A-053 invalidates its secret on new connections too, and no other secrets', async () => {
    logOut('laptop');
    const again = bed.phone('bobby', 'again', 'laptop');
    expect((await register(again, BOBBY)).status).toBe(403);
    const first = again.request('MESSAGE', 'alice@demo.example');
    await settle();
    again.authorize(first, again.answer('MESSAGE'));
    await settle();
    expect(again.statuses('MESSAGE')).toEqual([407, 403]);
    expect((await register(bed.phone('bobby', 'third', 'tablet'), BOBBY)).status).toBe(200);
  });

  test('D48 D9 ends a connection that has used the secret for one request only', async () => {
    const caller = bed.phone('bobby', 'caller', 'tablet');
    const first = caller.request('MESSAGE', 'alice@demo.example');
    await settle();
    caller.authorize(first, caller.answer('MESSAGE'));
    await settle();
    logOut('tablet');
    expect([caller.closings, tablet.closings, laptop.closings]).toEqual([[ended], [ended], []]);
  });

  test('D48 a REGISTER whose secret was read before the log-out is refused after it', async () => {
    const late = bed.phone('bobby', 'late', 'laptop');
    const first = late.request('REGISTER', BOBBY, { uri: 'sip:demo.example' });
    await settle();
    const { release } = bed.holdDirectory();
    late.authorize(first, late.answer('REGISTER'));
    await settle();
    logOut('laptop');
    release();
    await settle();
    expect(late.statuses('REGISTER')).toEqual([401, 403]);
    expect(bed.server.counters()).toMatchObject({ bindings: 1 });
  });

  test('D48 A-011 every authentication with a secret counts as a use of its session', async () => {
    expect(bed.touched).toEqual(['laptop', 'tablet']);
    await register(laptop, BOBBY, { callId: 'refresh' });
    await bed.registered('echo');
    expect(bed.touched).toEqual(['laptop', 'tablet', 'laptop']);
  });
});
