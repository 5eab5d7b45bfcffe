import { header } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { connectPhone, type ScriptedPhone } from '../sip/testing/scripted-phone.ts';
import type { TestBed } from '../sip/testing/test-bed.ts';
import { createTestBed, register, settle } from '../sip/testing/test-bed.ts';
import type { FaultySipServer } from './faulty-sip-server.ts';
import { createFaultySipServer } from './faulty-sip-server.ts';

let clock: FakeClock;
let bed: TestBed;
let faulty: FaultySipServer;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;

const phone = (name: string): ScriptedPhone =>
  connectPhone(faulty.sip, { name, password: `secret-of-${name}`, device: `${name}phone` });
const registerAs = (each: ScriptedPhone, name: string) => register(each, `${name}@demo.example`);

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  faulty = createFaultySipServer(bed.server, clock);
  [alice, bobby] = [phone('alice'), phone('bobby')];
  await registerAs(alice, 'alice');
  await registerAs(bobby, 'bobby');
  for (const each of [alice, bobby]) each.heard.length = 0;
  faulty.reset();
});

test('REG-07 a REGISTER is refused the planned number of times, with Retry-After, then handled normally', async () => {
  faulty.answer({ method: 'REGISTER', status: 503, retryAfter: 2 }, 2);
  expect(header(await registerAs(alice, 'alice'), 'Retry-After')).toBe('2');
  expect((await registerAs(alice, 'alice')).status).toBe(503);
  expect((await registerAs(alice, 'alice')).status).toBe(200);
});

test('a fault can be for one user, and lasts until reset when no number is given', async () => {
  faulty.answer({ method: 'REGISTER', status: 403, username: 'alice' }, undefined);
  for (let n = 0; n < 5; n++) expect((await registerAs(alice, 'alice')).status).toBe(403);
  expect((await registerAs(bobby, 'bobby')).status).toBe(200);
  faulty.reset();
  expect((await registerAs(alice, 'alice')).status).toBe(200);
});

test('an INVITE refused by a fault and its ACK are not forwarded, and the next INVITE is', async () => {
  faulty.answer({ method: 'INVITE', status: 500 }, 1);
  const invite = alice.request('INVITE', 'bobby@demo.example');
  alice.follow(invite, 'ACK');
  await settle();
  expect([alice.statuses('INVITE'), bobby.heard]).toEqual([[500], []]);
  expect(header(alice.answer('INVITE'), 'To')).toMatch(/;tag=/);
  await bed.call(alice, bobby, 'bobby@demo.example');
});

test('the ACK of a re-INVITE refused by a fault is not forwarded', async () => {
  const call = await bed.call(alice, bobby, 'bobby@demo.example');
  faulty.answer({ method: 'INVITE', status: 500 }, 1);
  const branch = 'z9hG4bKagain';
  alice.requestIn(call.caller, 'INVITE', { branch, cseq: 90 });
  alice.requestIn(call.caller, 'ACK', { branch, cseq: 90 });
  await settle();
  expect([alice.answer('INVITE').status, bobby.requests('ACK').length]).toEqual([500, 1]);
});

test('responses to the named methods are delayed, all others pass', async () => {
  faulty.delay(1000, ['REGISTER']);
  alice.request('REGISTER', 'alice@demo.example', { uri: 'sip:demo.example' });
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect([alice.statuses('REGISTER'), alice.statuses('OPTIONS')]).toEqual([[], [200]]);
  clock.advance(999);
  expect(alice.statuses('REGISTER')).toEqual([]);
  clock.advance(1);
  expect(alice.statuses('REGISTER')).toEqual([401]);
});

test('without methods all responses are delayed in order, and a reset sends them', async () => {
  faulty.delay(1000, undefined);
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  alice.request('INVITE', 'nobody@demo.example');
  await settle();
  expect([alice.heard, clock.pending() > 0]).toEqual([[], true]);
  faulty.reset();
  expect([alice.statuses('OPTIONS'), alice.statuses('INVITE')]).toEqual([[200], [404]]);
});

test('REG-03 connections of one user or of all are ended without a closing handshake', () => {
  faulty.drop('bobby');
  expect([bed.server.counters().flows, bobby.heard, bobby.closings]).toEqual([1, [], []]);
  faulty.drop(undefined);
  expect(bed.server.counters()).toMatchObject({ flows: 0, bindings: 0 });
});

test('the log lists all messages in order, with direction, connection and time', async () => {
  const at = clock.now();
  alice.request('MESSAGE', 'bobby@demo.example', { body: 'hi' });
  await settle();
  bobby.respond(bobby.requests('MESSAGE')[0] ?? expect.fail('no MESSAGE'), 200);
  await settle();
  expect(faulty.wire().map(({ text, ...where }) => [where, text.split(' ')[0]])).toEqual([
    [{ direction: 'in', flow: 1, at }, 'MESSAGE'],
    [{ direction: 'out', flow: 2, at }, 'MESSAGE'],
    [{ direction: 'in', flow: 2, at }, 'SIP/2.0'],
    [{ direction: 'out', flow: 1, at }, 'SIP/2.0'],
  ]);
});

test('the log keeps the last 2000 messages', async () => {
  for (let n = 0; n < 4500; n++) alice.sendText(`rubbish ${n}`);
  await settle();
  const wire = faulty.wire();
  expect([wire.length, wire.at(0)?.text, wire.at(-1)?.text]).toEqual([2000, 'rubbish 2500', 'rubbish 4499']);
});

test('shutdown leaves nothing waiting', async () => {
  faulty.delay(60_000, undefined);
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  faulty.sip.shutDown();
  expect(clock.pending()).toBe(0);
});
