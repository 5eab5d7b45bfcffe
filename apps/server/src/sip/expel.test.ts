import { headers } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
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

test('D8 who is expelled loses every connection and call at once; the others stay, and hear BYE', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  const tablet = await bed.registered('bobby', 'tablet');
  const call = await bed.call(alice, bobby, BOBBY);
  bed.server.expel('bobby');
  expect([alice.closings, bobby.closings, tablet.closings]).toEqual([[], [closing], [closing]]);
  const [bye] = alice.requests('BYE');
  expect(bye && headers(bye, 'Reason')).toEqual(['SIP;cause=503;text="Connection lost"']);
  expect(bed.server.counters()).toMatchObject({ flows: 1, bindings: 1, dialogs: 0 });
  // What the closing connection still brings, and its end, change nothing.
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
    { flows: 1, bindings: 1, dialogs: 0, clientTransactions: 0, serverTransactions: 0 },
    0,
  ]);
});

test('D8 D9 a connection that has only proved itself for a request is ended too', async () => {
  const [bobby, carol] = [await bed.registered('bobby'), bed.phone('carol')];
  const first = carol.request('MESSAGE', BOBBY);
  await settle();
  carol.authorize(first, carol.answer('MESSAGE'));
  await settle();
  expect(bobby.requests('MESSAGE')).toHaveLength(1);
  bed.server.expel('carol');
  expect([carol.closings, bobby.closings]).toEqual([[closing], []]);
});

test('D8 what rings for the expelled stops for the caller, who is told that nobody can be reached', async () => {
  const [alice, bobby] = [await bed.registered('alice'), await bed.registered('bobby')];
  alice.request('INVITE', BOBBY);
  await settle();
  bed.server.expel('bobby');
  expect([alice.statuses('INVITE'), bobby.closings]).toEqual([[100, 480], [closing]]);
});

test('nobody is expelled by a name that nobody has, and whoever was may come back when allowed again', async () => {
  const alice = await bed.registered('alice');
  bed.server.expel('nobody');
  expect(alice.closings).toEqual([]);
  bed.server.expel('alice');
  const again = bed.phone('alice', 'again');
  expect((await register(again, 'alice@demo.example')).status).toBe(200);
});
