import { header, headers } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import type { ScriptedPhone } from '../../testing/scripted-phone.ts';
import type { TestBed, TestCall } from '../../testing/test-bed.ts';
import { createTestBed, register, settle } from '../../testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;
let carol: ScriptedPhone;
let call: TestCall;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
  carol = await bed.registered('carol');
  call = await bed.call(alice, bobby, 'bobby@demo.example');
});

const idle = { dialogs: 0, clientTransactions: 0, serverTransactions: 0, subscriptions: 0 };

test('the ACK and all requests within a call arrive without our Route and with Max-Forwards one lower', async () => {
  expect(bobby.requests('ACK')).toHaveLength(1);
  for (const method of ['INFO', 'MESSAGE', 'UPDATE', 'PRACK', 'OPTIONS', 'NOTIFY']) {
    const fields = method === 'NOTIFY' ? [{ name: 'Event', value: 'refer' }] : [];
    const type = { name: 'Content-Type', value: 'message/sipfrag' };
    const sent = alice.requestIn(call.caller, method, { body: 'x', headers: [...fields, type] });
    await settle();
    const [arrived] = bobby.requests(method);
    if (arrived === undefined) expect.fail(`${method} did not arrive`);
    expect([arrived.uri, arrived.body, headers(arrived, 'Route')]).toEqual([bobby.contact, 'x', []]);
    expect(header(arrived, 'Max-Forwards')).toBe('69');
    expect(headers(arrived, 'Via')).toEqual([expect.stringContaining('branch='), header(sent, 'Via')]);
    bobby.respond(arrived, 200);
    await settle();
    expect(alice.statuses(method)).toEqual([200]);
  }
});

test('SIP-04 requests of the callee reach the caller', async () => {
  bobby.requestIn(call.callee, 'INFO', { body: 'Signal=5' });
  await settle();
  const [arrived] = alice.requests('INFO');
  expect([arrived?.uri, arrived?.body]).toEqual([alice.contact, 'Signal=5']);
});

test('a re-INVITE is forwarded and answered end to end and keeps one call', async () => {
  alice.requestIn(call.caller, 'INVITE', { body: 'v=0\r\n' });
  await settle();
  const again = bobby.requests('INVITE')[1] ?? expect.fail('no re-INVITE');
  expect(headers(again, 'Record-Route')).toEqual([]);
  bobby.respond(again, 488);
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100, 180, 200, 488]);
  expect([bobby.requests('ACK').length, bed.server.counters().dialogs]).toEqual([2, 1]);
});

test('RFC 3261 §9.2 a re-INVITE can be cancelled', async () => {
  const again = alice.requestIn(call.caller, 'INVITE');
  await settle();
  bobby.respond(bobby.requests('INVITE')[1] ?? expect.fail(), 180);
  alice.follow(again, 'CANCEL');
  await settle();
  expect(bobby.requests('CANCEL')).toHaveLength(1);
  bobby.respond(bobby.requests('INVITE')[1] ?? expect.fail(), 487);
  await settle();
  expect(alice.statuses('INVITE').at(-1)).toBe(487);
});

test('RFC 3261 §16.8 a re-INVITE without a final response is cancelled after its time limit', async () => {
  const again = alice.requestIn(call.caller, 'INVITE');
  await settle();
  bobby.respond(bobby.requests('INVITE')[1] ?? expect.fail(), 180);
  await settle();
  clock.advance(SIP_LIMITS.ringMs);
  expect(bobby.requests('CANCEL')).toHaveLength(1);
  clock.advance(32_000);
  expect(alice.statuses('INVITE').at(-1)).toBe(408);
  alice.follow(again, 'ACK');
  clock.advance(32_000);
  expect([bed.server.counters(), clock.pending()]).toMatchObject([{ ...idle, dialogs: 1 }, 0]);
});

test('REG-03 a re-INVITE is cancelled when its sender loses the connection', async () => {
  alice.requestIn(call.caller, 'INVITE');
  await settle();
  bobby.respond(bobby.requests('INVITE')[1] ?? expect.fail(), 180);
  await settle();
  alice.drop();
  expect([bobby.requests('CANCEL').length, bobby.requests('BYE').length]).toEqual([1, 1]);
  clock.advance(64_000);
  expect([bed.server.counters(), clock.pending()]).toMatchObject([idle, 0]);
});

test.each([200, 481, 500])('SIP-06 BYE ends the call, also when it is answered %i', async (status) => {
  bobby.requestIn(call.callee, 'BYE');
  await settle();
  expect(bed.server.counters().dialogs).toBe(1);
  alice.respond(alice.requests('BYE')[0] ?? expect.fail(), status);
  await settle();
  expect([bobby.statuses('BYE'), bed.server.counters().dialogs]).toEqual([[status], 0]);
  clock.advance(32_000);
  expect([bed.server.counters(), clock.pending()]).toMatchObject([idle, 0]);
});

test('an unanswered BYE ends the call too', async () => {
  alice.requestIn(call.caller, 'BYE');
  await settle();
  clock.advance(32_000);
  expect([alice.statuses('BYE'), bed.server.counters()]).toMatchObject([[408], idle]);
});

test('a call continues when its callee unregisters', async () => {
  await register(bobby, 'bobby@demo.example', { headers: [{ name: 'Expires', value: '0' }] });
  expect(bed.server.counters().bindings).toBe(2);
  alice.requestIn(call.caller, 'INFO');
  await settle();
  expect(bobby.requests('INFO')).toHaveLength(1);
});

/** The Route values of the call, with the token that `change` returns. */
const withToken = (change: (token: string) => string): readonly string[] =>
  call.caller.routes.map((route) => route.replace(/(?<=sip:)[^@]+/, change));

test.each([
  ['another character', (token: string) => token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['a shorter one', (token: string) => token.slice(0, -1)],
  ['a longer one', (token: string) => `${token}.x`],
  ['a name', () => 'bobby'],
])('RFC 3261 §12.2 a forged token matches no dialog: %s', async (_name, change) => {
  alice.requestIn({ ...call.caller, routes: withToken(change) }, 'INFO');
  await settle();
  expect([alice.statuses('INFO'), bobby.requests('INFO')]).toEqual([[481], []]);
});

test.each([
  ['none', []],
  ['of another server', ['<sip:proxy.other.example;lr>']],
  ['of ours without a token', ['<sip:demo.example;lr>']],
])('within a call a request without our token is not forwarded: %s', async (_name, routes) => {
  alice.requestIn({ ...call.caller, routes }, 'INFO');
  await settle();
  expect(alice.statuses('INFO')).toEqual([481]);
});

test('an overheard token is rejected on another connection', async () => {
  carol.requestIn(call.caller, 'BYE');
  const cseq = Number.parseInt(header(call.success, 'CSeq') ?? '', 10);
  carol.requestIn(call.caller, 'ACK', { cseq });
  await settle();
  expect([carol.statuses('BYE'), bobby.requests('BYE'), bobby.requests('ACK').length]).toEqual([
    [481],
    [],
    1,
  ]);
});

test('an account cannot end a call of others with the token of its own call', async () => {
  const own = await bed.call(carol, bobby, 'bobby@demo.example');
  carol.requestIn({ ...call.caller, routes: own.caller.routes }, 'BYE');
  await settle();
  expect([carol.statuses('BYE'), bobby.requests('BYE')]).toEqual([[481], []]);
  expect(bed.server.counters().dialogs).toBe(2);
});

test.each([
  ['no hop left', { maxForwards: 0 }, 483],
  ['an extension that a proxy must know', { headers: [{ name: 'Proxy-Require', value: 'x' }] }, 420],
])('within a call the proxy also refuses %s', async (_name, options, status) => {
  alice.requestIn(call.caller, 'INFO', options);
  await settle();
  expect([alice.statuses('INFO'), bobby.requests('INFO')]).toEqual([[status], []]);
});

test('an ACK with Max-Forwards 0 is not forwarded', async () => {
  alice.requestIn(call.caller, 'ACK', { maxForwards: 0 });
  await settle();
  expect(bobby.requests('ACK')).toHaveLength(1);
  expect(bed.logged.filter((line) => line.includes('failed'))).toEqual([]);
});

test('REG-03 the remaining end gets BYE on behalf of the lost end, with the next CSeq number', async () => {
  alice.requestIn(call.caller, 'INFO', { cseq: 40 });
  await settle();
  bobby.respond(bobby.requests('INFO')[0] ?? expect.fail(), 200);
  await settle();
  alice.drop();
  const bye = bobby.requests('BYE')[0] ?? expect.fail('no BYE');
  expect([bye.uri, header(bye, 'CSeq')]).toEqual([bobby.contact, '41 BYE']);
  expect([header(bye, 'From'), header(bye, 'To')]).toEqual([call.caller.from, call.caller.to]);
  expect(header(bye, 'Call-ID')).toBe(call.caller.callId);
  expect(header(bye, 'Reason')).toBe('SIP;cause=503;text="Connection lost"');
  bobby.respond(bye, 200);
  await settle();
  clock.advance(32_000);
  expect(bed.server.counters()).toEqual({ ...idle, flows: 2, bindings: 2 });
});

test('REG-03 when the callee is lost, the caller gets BYE at its latest Contact', async () => {
  alice.requestIn(call.caller, 'UPDATE', { contact: 'sip:moved@phone.invalid;transport=ws' });
  await settle();
  bobby.drop();
  const bye = alice.requests('BYE')[0] ?? expect.fail('no BYE');
  expect([bye.uri, header(bye, 'CSeq')]).toEqual(['sip:moved@phone.invalid;transport=ws', '1 BYE']);
  expect([header(bye, 'From'), header(bye, 'To')]).toEqual([call.callee.from, call.callee.to]);
});

test('a request to a lost end is answered 481, also one that is pending', async () => {
  alice.requestIn(call.caller, 'INFO');
  await settle();
  bobby.drop();
  expect(alice.statuses('INFO')).toEqual([481]);
  alice.requestIn(call.caller, 'BYE');
  await settle();
  expect(alice.statuses('BYE')).toEqual([481]);
});
