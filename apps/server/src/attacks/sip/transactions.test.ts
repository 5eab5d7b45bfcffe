import type { SipRequest } from '@samtal/sip';
import { createResponse, header, serialize, headers as valuesOf } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import { callerDialog } from '../../sip/testing/scripted-phone.ts';
import type { TestBed } from '../../sip/testing/test-bed.ts';
import { createTestBed, settle } from '../../sip/testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;
let mallory: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
  mallory = await bed.registered('mallory');
});

const BOBBY = 'bobby@demo.example';

/** The INVITE of Alice as it arrives at Bobby. */
async function ringing(options = {}): Promise<{ readonly invite: SipRequest; readonly arrived: SipRequest }> {
  const invite = alice.request('INVITE', BOBBY, options);
  await settle();
  const arrived = bobby.requests('INVITE').at(-1) ?? expect.fail('no INVITE arrived');
  return { invite, arrived };
}

const routesOf = (request: SipRequest): readonly string[] => valuesOf(request, 'Record-Route');

test.each(['z9hG4bKsame', 'old-branch', 'z9hG4bK'])(
  'RFC 3261 §17.2.3 attack: CANCEL and ACK of another connection with the branch %j end no call and no answer',
  async (branch) => {
    const { invite, arrived } = await ringing({ branch });
    bobby.respond(arrived, 180);
    await settle();
    mallory.follow(invite, 'CANCEL');
    await settle();
    expect(mallory.statuses('CANCEL')).toEqual([481]);
    expect(bobby.requests('CANCEL')).toEqual([]);
    bobby.respond(arrived, 486);
    await settle();
    mallory.follow(invite, 'ACK');
    await settle();
    // The transaction of Alice still waits for her own ACK: a repeated INVITE gets the answer again.
    alice.sendText(serialize(invite));
    await settle();
    expect(alice.statuses('INVITE').filter((status) => status === 486)).toHaveLength(2);
  },
);

test('RFC 3261 §17.1.3 attack: a response with another method in CSeq, or of another connection, answers no request', async () => {
  const { arrived } = await ringing();
  const answer = createResponse(arrived, 200, { toTag: 'b' });
  const cseq = header(arrived, 'CSeq') ?? '';
  for (const method of ['MESSAGE', 'CANCEL', 'invite', 'ACK'])
    bobby.sendText(serialize(answer).replace(`CSeq: ${cseq}`, `CSeq: ${cseq.replace('INVITE', method)}`));
  mallory.sendText(serialize(answer));
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100]);
  bobby.respond(arrived, 200);
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100, 200]);
});

test('RFC 3261 §17.2.3 a branch that is used again with another method is another transaction', async () => {
  await ringing({ branch: 'z9hG4bKsame' });
  alice.request('MESSAGE', BOBBY, { branch: 'z9hG4bKsame' });
  await settle();
  bobby.respond(bobby.requests('MESSAGE')[0] ?? expect.fail('no MESSAGE arrived'), 200);
  await settle();
  expect([alice.statuses('MESSAGE'), alice.statuses('INVITE')]).toEqual([[200], [100]]);
});

test('RFC 3261 §13.2.2.4 attack: a callee that answers with hundreds of tags and a huge Contact is hung up a few times only', async () => {
  const { arrived } = await ringing();
  const contact = `<sip:${'b'.repeat(30_000)}@bobby.invalid>`;
  for (let count = 0; count < 150; count++) {
    const answer = createResponse(arrived, 200, { toTag: `t${count}` });
    bobby.sendText(
      serialize({ ...answer, headers: [...answer.headers, { name: 'Contact', value: contact }] }),
    );
    await settle();
    clock.advance(50);
  }
  expect(bobby.requests('BYE').length).toBeLessThanOrEqual(SIP_LIMITS.dialogsPerBranch);
  expect(bobby.requests('BYE').length).toBeGreaterThan(0);
  expect(alice.statuses('INVITE')).toEqual([100, 200]);
});

test('RFC 3261 §13.2.2.4 attack: so is a callee whose answers have no tag', async () => {
  const { arrived } = await ringing();
  for (let count = 0; count < 150; count++) {
    bobby.sendText(serialize(createResponse(arrived, 200)));
    await settle();
    clock.advance(50);
  }
  expect(bobby.requests('BYE').length).toBeLessThanOrEqual(SIP_LIMITS.dialogsPerBranch);
  expect(alice.statuses('INVITE')).toEqual([100, 502]);
});

test('RFC 3261 §8.1.1.5 attack: the other end gets a valid BYE after a request with the highest CSeq', async () => {
  const call = await bed.call(alice, bobby, BOBBY);
  alice.requestIn(call.caller, 'INFO', { cseq: 2 ** 31 - 1 });
  await settle();
  alice.drop();
  await settle();
  const bye = bobby.requests('BYE')[0] ?? expect.fail('no BYE arrived');
  expect(Number.parseInt(header(bye, 'CSeq') ?? '', 10)).toBeLessThan(2 ** 31);
});

test.each([
  ['PRACK', { headers: [{ name: 'RAck', value: '1 1 INVITE' }] }],
  ['UPDATE', { body: 'v=0\r\n' }],
])(
  'RFC 3262 RFC 3311 %s passes inside an early dialog of its own ends, and of no other connection',
  async (method, more) => {
    const { arrived } = await ringing();
    bobby.respond(arrived, 183);
    await settle();
    const early = alice.answer('INVITE');
    const dialog = {
      callId: header(early, 'Call-ID') ?? '',
      from: header(early, 'From') ?? '',
      to: header(early, 'To') ?? '',
      target: bobby.contact,
      routes: early.headers.filter(({ name }) => name === 'Record-Route').map(({ value }) => value),
    };
    mallory.requestIn(dialog, method, more);
    await settle();
    expect([mallory.statuses(method), bobby.requests(method)]).toEqual([[481], []]);
    alice.requestIn(dialog, method, more);
    await settle();
    bobby.respond(bobby.requests(method)[0] ?? expect.fail(`no ${method} arrived`), 200);
    await settle();
    expect(alice.statuses(method)).toEqual([200]);
  },
);

test('RFC 3261 §16.7 of two devices that answer in the same moment the second one gets ACK and BYE', async () => {
  const desk = await bed.registered('bobby', 'desk');
  const { arrived } = await ringing();
  const second = desk.requests('INVITE').at(-1) ?? expect.fail('no INVITE arrived');
  bobby.respond(arrived, 200);
  desk.respond(second, 200);
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100, 200]);
  const count = (phone: ScriptedPhone): number[] =>
    ['ACK', 'BYE'].map((method) => phone.requests(method).length);
  expect([count(bobby), count(desk)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test.each([
  ['0', 483],
  ['-1', 400],
  ['256', 400],
  ['x', 400],
])('RFC 3261 §16.3 Max-Forwards %s is answered with %i, and nothing is forwarded', async (value, status) => {
  const text = serialize(alice.request('MESSAGE', 'carol@demo.example'));
  await settle();
  alice.heard.length = 0;
  alice.sendText(
    text
      .replace(/^Max-Forwards: .*$/m, `Max-Forwards: ${value}`)
      .replace(/branch=[^;\r]+/, 'branch=z9hG4bKmf')
      .replaceAll('carol@', 'bobby@'),
  );
  await settle();
  expect([alice.statuses('MESSAGE'), bobby.requests('MESSAGE')]).toEqual([[status], []]);
});

test('RFC 3261 §17 attack: no timer is left of transactions whose connections have gone in the middle', async () => {
  const before = clock.pending();
  for (let round = 0; round < 20; round++) {
    const caller = await bed.registered('carol', `c${round}`);
    caller.request('INVITE', BOBBY);
    caller.request('MESSAGE', BOBBY);
    await settle();
    const arrived = bobby.requests('INVITE').at(-1) ?? expect.fail('no INVITE arrived');
    if (round % 4 === 1) bobby.respond(arrived, 180);
    if (round % 4 === 2) bobby.respond(arrived, 200);
    if (round % 4 === 3) bobby.respond(arrived, 486);
    await settle();
    caller.drop();
    await settle();
    clock.advance(2000);
  }
  clock.advance(400_000);
  await settle();
  expect(clock.pending()).toBeLessThanOrEqual(before);
});

const long = 'x'.repeat(30_000);

test.each([
  ['Call-ID', { callId: long }],
  ['From', { from: `"${long}" <sip:alice@demo.example>;tag=a` }],
  ['To', { to: `"${long}" <sip:bobby@demo.example>` }],
  ['Contact', { contact: `sip:${long}@alice.invalid` }],
  ['Request-URI', { uri: `sip:bobby@demo.example;x=${long}` }],
])(
  'RFC 3261 §26.1.5 attack: an INVITE with a huge %s, which would be kept for a whole call, gets 400',
  async (_field, options) => {
    alice.request('INVITE', BOBBY, options);
    await settle();
    expect([alice.statuses('INVITE'), bobby.requests('INVITE')]).toEqual([[400], []]);
  },
);

test('RFC 3261 §26.1.5 attack: a huge Contact of an answer or of a request in a call is not kept', async () => {
  const { arrived } = await ringing();
  const answer = createResponse(arrived, 200, { toTag: 'b' });
  const headers = [...answer.headers, { name: 'Contact', value: `<sip:${long}@bobby.invalid>` }];
  bobby.sendText(serialize({ ...answer, headers }));
  await settle();
  const call = callerDialog(alice.answer('INVITE'));
  alice.requestIn({ ...call, target: bobby.contact }, 'ACK', { cseq: 1 });
  bobby.requestIn(
    { ...call, from: call.to, to: call.from, target: alice.contact, routes: routesOf(arrived) },
    'INFO',
    { contact: `sip:${long}@bobby.invalid` },
  );
  await settle();
  expect(alice.requests('INFO')).toHaveLength(1);
  alice.drop();
  await settle();
  expect(bobby.requests('BYE').map(({ uri }) => uri)).toEqual([bobby.contact]);
});

test('RFC 3261 §26.1.5 attack: an answer with a huge tag opens no dialog', async () => {
  const { arrived } = await ringing();
  bobby.respond(arrived, 183, { toTag: long });
  await settle();
  expect(header(alice.answer('INVITE'), 'To')).toBe(`<sip:${BOBBY}>`);
  bobby.respond(arrived, 200, { toTag: long });
  await settle();
  expect(alice.statuses('INVITE')).toEqual([100, 183, 502]);
  expect([bobby.requests('ACK').length, bobby.requests('BYE').length]).toEqual([1, 1]);
});

test.each([
  ['SIP;cause=200;text="Call completed elsewhere"', []],
  ['SIP ; text="x" ; cause = 200', []],
  ['sip;cause=603', []],
  ['SIP;cause=699', []],
  ['Q.850;cause=16, SIP;cause=200', []],
  ['SIP;cause=487;text=";cause=200"', []],
  ['SIP;cause=487', ['SIP;cause=487']],
  ['Q.850;cause=16;text="cause=200"', ['Q.850;cause=16;text="cause=200"']],
])(
  'A-065 RFC 3326 attack: a caller who cancels with the Reason %s cannot say that the call is no missed one',
  async (value, passed) => {
    const { invite, arrived } = await ringing();
    bobby.respond(arrived, 180);
    await settle();
    alice.follow(invite, 'CANCEL', [{ name: 'Reason', value }]);
    await settle();
    const cancel = bobby.requests('CANCEL')[0] ?? expect.fail('rings on');
    expect(valuesOf(cancel, 'Reason')).toEqual(passed);
  },
);
