import type { SipResponse } from '@samtal/sip';
import { header, headers, parseChallenge, serialize } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { ScriptedPhone } from '../testing/scripted-phone.ts';
import type { TestBed } from '../testing/test-bed.ts';
import { createTestBed, register, settle } from '../testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
let phone: ScriptedPhone;

beforeEach(() => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  phone = bed.phone('alice');
});

const ALICE = 'alice@demo.example';
const REGISTRAR = { uri: 'sip:demo.example' };
const contact = (value: string) => ({ name: 'Contact', value });
const expires = (value: string) => ({ headers: [{ name: 'Expires', value }] });

/** Sends REGISTER with credentials, and with the test's Contacts instead of the phone's own Contact. */
async function registerAs(
  contacts: readonly string[],
  fields: readonly { name: string; value: string }[] = [],
  by = phone,
): Promise<SipResponse> {
  const first = by.request('REGISTER', ALICE, { ...REGISTRAR, headers: fields });
  await settle();
  const others = first.headers.filter(({ name }) => name !== 'Contact');
  by.authorize({ ...first, headers: [...others, ...contacts.map(contact)] }, by.answer('REGISTER'));
  await settle();
  return by.answer('REGISTER');
}

test('REG-02 D9 a REGISTER is challenged with SHA-256 first and MD5 last (for browsers), then accepted', async () => {
  const first = phone.request('REGISTER', ALICE, REGISTRAR);
  await settle();
  const refusal = phone.answer('REGISTER');
  expect(refusal.status).toBe(401);
  const challenges = headers(refusal, 'WWW-Authenticate').map(parseChallenge);
  expect(challenges.map((each) => [each?.realm, each?.algorithm, each?.isStale])).toEqual([
    ['demo.example', 'SHA-256', false],
    ['demo.example', 'MD5', false],
  ]);
  phone.authorize(first, refusal, { choice: 1 });
  await settle();
  expect(phone.answer('REGISTER').status).toBe(200);
  expect(bed.server.counters().bindings).toBe(1);
});

test('REG-01 the response lists the binding with its remaining seconds of 600, and the date', async () => {
  const answer = await register(phone, ALICE);
  expect(headers(answer, 'Contact')).toEqual([`<${phone.contact}>;expires=600`]);
  expect(header(answer, 'Date')).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
  clock.advance(100_000);
  const query = await registerAs([]);
  expect(headers(query, 'Contact')).toEqual([`<${phone.contact}>;expires=500`]);
});

test.each([
  ['wrong password', { password: 'wrong' }],
  ['unknown user', { username: 'nobody' }],
  ['the name and password of another user', { username: 'bobby', password: 'secret-of-bobby' }],
])('A-053 REG-07 REGISTER gets 403 and no binding: %s', async (_name, claim) => {
  const first = phone.request('REGISTER', ALICE, REGISTRAR);
  await settle();
  phone.authorize(first, phone.answer('REGISTER'), claim);
  await settle();
  expect(phone.statuses('REGISTER')).toEqual([401, 403]);
  expect(bed.server.counters().bindings).toBe(0);
});

test('D9 a repeated nonce count is challenged again, without stale', async () => {
  const first = phone.request('REGISTER', ALICE, REGISTRAR);
  await settle();
  const refusal = phone.answer('REGISTER');
  for (const count of [1, 1, 2]) {
    phone.authorize(first, refusal, { count });
    await settle();
  }
  expect(phone.statuses('REGISTER')).toEqual([401, 200, 401, 200]);
  const again = phone.heard.flatMap((message) => headers(message, 'WWW-Authenticate'));
  expect(again.map((value) => parseChallenge(value)?.isStale)).toEqual([false, false, false, false]);
});

test('D9 an old nonce is challenged with stale=true, and the new one is good', async () => {
  const first = phone.request('REGISTER', ALICE, REGISTRAR);
  await settle();
  const refusal = phone.answer('REGISTER');
  clock.advance(11 * 60_000 + 1);
  phone.authorize(first, refusal);
  await settle();
  const stale = phone.answer('REGISTER');
  expect(parseChallenge(header(stale, 'WWW-Authenticate') ?? '')?.isStale).toBe(true);
  phone.authorize(first, stale);
  await settle();
  expect(phone.statuses('REGISTER')).toEqual([401, 401, 200]);
});

test('D9 credentials for another Request-URI are refused', async () => {
  const elsewhere = phone.request('REGISTER', ALICE, { uri: 'sip:demo.example;x=1' });
  await settle();
  const stolen = phone.authorize(elsewhere, phone.answer('REGISTER'));
  await settle();
  const authorization = { name: 'Authorization', value: header(stolen, 'Authorization') ?? '' };
  phone.request('REGISTER', ALICE, { ...REGISTRAR, headers: [authorization] });
  await settle();
  expect(phone.statuses('REGISTER')).toEqual([401, 200, 403]);
});

test.each([
  ['nothing asked', `<sip:a@a.invalid>`, [], [200, 600]],
  ['Contact parameter', `<sip:a@a.invalid>;expires=120`, [], [200, 120]],
  ['Expires header', `<sip:a@a.invalid>`, [{ name: 'Expires', value: '90' }], [200, 90]],
  ['the parameter wins', `<sip:a@a.invalid>;expires=70`, [{ name: 'Expires', value: '90' }], [200, 70]],
  ['too long is cut', `<sip:a@a.invalid>;expires=999999`, [], [200, 3600]],
  ['no number', `<sip:a@a.invalid>;expires=soon`, [], [200, 3600]],
  ['a parameter without value', `<sip:a@a.invalid>;expires`, [], [200, 3600]],
  ['a fraction', `<sip:a@a.invalid>;expires=1.5`, [], [200, 3600]],
  ['an exponent', `<sip:a@a.invalid>;expires=1e2`, [], [200, 3600]],
  ['a header of a sign', `<sip:a@a.invalid>`, [{ name: 'Expires', value: '-1' }], [200, 3600]],
  ['an empty header', `<sip:a@a.invalid>`, [{ name: 'Expires', value: '' }], [200, 3600]],
  ['more than 2^32', `<sip:a@a.invalid>`, [{ name: 'Expires', value: '99999999999' }], [200, 3600]],
  ['the shortest', `<sip:a@a.invalid>;expires=60`, [], [200, 60]],
] as const)(
  'REG-01 RFC 3261 §10.2.1.1 §20.19 the lifetime of a binding: %s',
  async (_name, value, fields, [status, seconds]) => {
    const answer = await registerAs([value], fields);
    expect([answer.status, headers(answer, 'Contact')]).toEqual([
      status,
      [`<sip:a@a.invalid>;expires=${seconds}`],
    ]);
    clock.advance(seconds * 1000 - 1);
    expect(bed.server.counters().bindings).toBe(1);
    clock.advance(1);
    expect(bed.server.counters().bindings).toBe(0);
  },
);

test('REG-01 an expiry below one minute is refused with 423 and Min-Expires', async () => {
  const answer = await registerAs(['<sip:a@a.invalid>;expires=59']);
  expect([answer.status, header(answer, 'Min-Expires'), bed.server.counters().bindings]).toEqual([
    423,
    '60',
    0,
  ]);
});

test('REG-12 expires=0 removes one binding, the asterisk all of them', async () => {
  await registerAs(['<sip:a@a.invalid>', '<sip:b@a.invalid>', '<sip:c@a.invalid>']);
  const answer = await registerAs(['<sip:b@a.invalid>;expires=0']);
  expect(headers(answer, 'Contact').map((value) => value.split(';')[0])).toEqual([
    '<sip:a@a.invalid>',
    '<sip:c@a.invalid>',
  ]);
  const all = await registerAs(['*'], expires('0').headers);
  expect([all.status, headers(all, 'Contact'), bed.server.counters().bindings]).toEqual([200, [], 0]);
});

test.each([
  ['without Expires: 0', ['*'], []],
  ['with another Contact', ['*', '<sip:a@a.invalid>'], expires('0').headers],
  ['with an Expires that is no number', ['*'], expires('zero').headers],
])(
  'RFC 3261 §10.3 an invalid REGISTER is refused with 400 and changes nothing: %s',
  async (_name, contacts, fields) => {
    await register(phone, ALICE);
    expect((await registerAs(contacts, fields)).status).toBe(400);
    expect(bed.server.counters().bindings).toBe(1);
  },
);

test('RFC 3261 §10.3 an out-of-order REGISTER is refused and changes nothing', async () => {
  const first = phone.request('REGISTER', ALICE, { ...REGISTRAR, callId: 'same' });
  await settle();
  const refusal = phone.answer('REGISTER');
  phone.authorize(first, refusal, { count: 1, cseq: 5 });
  await settle();
  const more = { ...first, headers: [contact('<sip:new@a.invalid>'), ...first.headers] };
  phone.authorize(more, refusal, { count: 2, cseq: 5 });
  await settle();
  expect(phone.statuses('REGISTER')).toEqual([401, 200, 500]);
  expect(bed.server.counters().bindings).toBe(1);
  phone.authorize(more, refusal, { count: 3, cseq: 6 });
  await settle();
  expect(bed.server.counters().bindings).toBe(2);
});

test('RFC 3261 §10.3 step 6 an out-of-order asterisk is refused with 500, and every binding stays', async () => {
  const other = bed.phone('alice', 'other');
  await register(other, ALICE);
  const first = phone.request('REGISTER', ALICE, { ...REGISTRAR, callId: 'same' });
  await settle();
  const refusal = phone.answer('REGISTER');
  phone.authorize(first, refusal, { count: 1, cseq: 5 });
  await settle();
  const all = {
    ...first,
    headers: [
      ...first.headers.filter(({ name }) => name !== 'Contact'),
      contact('*'),
      ...expires('0').headers,
    ],
  };
  for (const [count, cseq] of [
    [2, 4],
    [3, 5],
  ] as const) {
    phone.authorize(all, refusal, { count, cseq });
    await settle();
  }
  expect([phone.statuses('REGISTER'), bed.server.counters().bindings]).toEqual([[401, 200, 500, 500], 2]);
  phone.authorize(all, refusal, { count: 4, cseq: 6 });
  await settle();
  expect([phone.statuses('REGISTER').at(-1), bed.server.counters().bindings]).toEqual([200, 0]);
});

test('RFC 5626 §6 without outbound a second reg-id of an instance replaces the first in the response', async () => {
  const contactOf = (name: string, id: number) =>
    `<sip:${name}@a.invalid>;+sip.instance="<urn:uuid:1>";reg-id=${id}`;
  await registerAs([contactOf('a', 1)]);
  const answer = await registerAs([contactOf('b', 2)], [{ name: 'Supported', value: 'path, outbound' }]);
  expect(headers(answer, 'Contact')).toEqual(['<sip:b@a.invalid>;expires=600;+sip.instance="<urn:uuid:1>"']);
  expect([header(answer, 'Require'), header(answer, 'Supported')]).toEqual([undefined, undefined]);
});

test('RFC 5626 §6 a phone that reconnects with the same instance replaces its old binding', async () => {
  const instance = '+sip.instance="<urn:uuid:1>";reg-id=1';
  await registerAs([`<sip:a@a.invalid>;${instance}`]);
  const back = bed.phone('alice', 'back');
  const answer = await registerAs([`<sip:b@b.invalid>;${instance}`], [], back);
  expect(headers(answer, 'Contact')).toEqual(['<sip:b@b.invalid>;expires=600;+sip.instance="<urn:uuid:1>"']);
  // When the old connection is lost, the new binding stays.
  phone.drop();
  expect(bed.server.counters()).toMatchObject({ flows: 1, bindings: 1 });
});

test('an instance with quotes is returned unchanged', async () => {
  const answer = await registerAs([String.raw`<sip:a@a.invalid>;+sip.instance="a\"b\\c"`]);
  expect(header(answer, 'Contact')).toBe(String.raw`<sip:a@a.invalid>;expires=600;+sip.instance="a\"b\\c"`);
});

test('RFC 3261 §19.1.4 a Contact is refreshed even when it is written differently', async () => {
  await registerAs(['<sip:a@A.invalid;transport=ws>']);
  const answer = await registerAs(['<sip:%61@a.INVALID;transport=WS>']);
  expect(headers(answer, 'Contact')).toHaveLength(1);
});

test('RFC 3261 §16.6 step 2 a Contact is listed unchanged, and its INVITE omits parts not allowed in a Request-URI', async () => {
  const uri = 'sip:x@y.invalid;method=BYE;transport=ws?Subject=hi&Route=%3Csip:evil.invalid%3E';
  const answer = await registerAs([`<${uri}>`]);
  expect(headers(answer, 'Contact')).toEqual([`<${uri}>;expires=600`]);
  const again = await registerAs([`<${uri}>;expires=120`]);
  expect(headers(again, 'Contact')).toEqual([`<${uri}>;expires=120`]);
  const bobby = await bed.registered('bobby');
  bobby.request('INVITE', ALICE);
  await settle();
  expect(phone.requests('INVITE').map((invite) => invite.uri)).toEqual(['sip:x@y.invalid;transport=ws']);
});

test('RFC 3261 §10.2.1 a Contact with another scheme is stored and listed, but gets no calls', async () => {
  const answer = await registerAs(['<sip:a@a.invalid>', '<mailto:alice@mail.example>;expires=120']);
  expect(headers(answer, 'Contact')).toEqual([
    '<sip:a@a.invalid>;expires=600',
    '<mailto:alice@mail.example>;expires=120',
  ]);
  const bobby = await bed.registered('bobby');
  bobby.request('INVITE', ALICE);
  await settle();
  expect(phone.requests('INVITE').map(({ uri }) => uri)).toEqual(['sip:a@a.invalid']);
  const gone = await registerAs(['<mailto:alice@mail.example>;expires=0', '<sip:a@a.invalid>;expires=0']);
  expect([gone.status, headers(gone, 'Contact')]).toEqual([200, []]);
});

const long = (length: number) => 'x'.repeat(length);
test.each([
  [
    'a Contact',
    `<sip:${long(SIP_LIMITS.contactLength - 14)}@a.invalid>`,
    `<sip:${long(SIP_LIMITS.contactLength)}@a.invalid>`,
  ],
  [
    'an instance',
    `<sip:a@a.invalid>;+sip.instance="${long(SIP_LIMITS.instanceLength)}"`,
    `<sip:a@a.invalid>;+sip.instance="${long(SIP_LIMITS.instanceLength + 1)}"`,
  ],
])('%s that is too long is refused with 400 and changes nothing', async (_what, longest, tooLong) => {
  expect((await registerAs([longest])).status).toBe(200);
  const answer = await registerAs(['<sip:b@b.invalid>', tooLong]);
  expect([answer.status, answer.reason]).toEqual([400, 'Contact Too Long']);
  expect(bed.server.counters().bindings).toBe(1);
});

test('the largest response to REGISTER has at most 10 KiB', async () => {
  const values = Array.from({ length: 10 }, (_, n) => {
    const uri = `sip:${n}${long(SIP_LIMITS.contactLength - 15)}@a.invalid`;
    return `<${uri}>;+sip.instance="${n}${String.raw`\"`.repeat(SIP_LIMITS.instanceLength - 1)}"`;
  });
  const answer = await registerAs(values);
  expect(headers(answer, 'Contact')).toHaveLength(10);
  expect(serialize(answer).length).toBeLessThan(10_240);
});

test('A-082 a connection with ten Contacts is called once, on the newest; each instance is called', async () => {
  const other = bed.phone('alice', 'other');
  await registerAs(Array.from({ length: 7 }, (_, n) => `<sip:${n}@a.invalid>`));
  const gateway = ['one', 'two'].map((name) => `<sip:${name}@a.invalid>;+sip.instance="<urn:x:${name}>"`);
  await registerAs(gateway);
  const listed = await registerAs(['<sip:o@o.invalid>'], [], other);
  expect(headers(listed, 'Contact')).toHaveLength(10);
  const bobby = await bed.registered('bobby');
  bobby.request('INVITE', ALICE);
  await settle();
  const called = (by: ScriptedPhone) => by.requests('INVITE').map(({ uri }) => uri);
  expect(called(phone)).toEqual(['sip:6@a.invalid', 'sip:one@a.invalid', 'sip:two@a.invalid']);
  expect(called(other)).toEqual(['sip:o@o.invalid']);
});

test('a refreshed Contact is the newest of its connection', async () => {
  for (const name of ['a', 'b', 'a']) await registerAs([`<sip:${name}@a.invalid>`]);
  const bobby = await bed.registered('bobby');
  bobby.request('INVITE', ALICE);
  await settle();
  expect(phone.requests('INVITE').map(({ uri }) => uri)).toEqual(['sip:a@a.invalid']);
});

test('A-082 an address has at most ten bindings; the oldest is dropped', async () => {
  for (let n = 0; n < 11; n++) await registerAs([`<sip:${n}@a.invalid>`]);
  const answer = await registerAs([]);
  const names = headers(answer, 'Contact').map((value) => value.slice(5, value.indexOf('@')));
  expect(names).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
});

test('REG-03 a lost connection removes its own bindings only', async () => {
  const other = bed.phone('alice', 'other');
  await register(phone, ALICE);
  await register(other, ALICE);
  phone.drop();
  expect(bed.server.counters()).toEqual({
    flows: 1,
    bindings: 1,
    dialogs: 0,
    clientTransactions: 0,
    serverTransactions: 0,
    subscriptions: 0,
  });
});

test('a connection that is lost during the credential lookup leaves no binding', async () => {
  const first = phone.request('REGISTER', ALICE, REGISTRAR);
  await settle();
  const { release } = bed.holdDirectory();
  phone.authorize(first, phone.answer('REGISTER'));
  await settle();
  phone.drop();
  release();
  await settle();
  expect(bed.server.counters()).toEqual({
    flows: 0,
    bindings: 0,
    dialogs: 0,
    clientTransactions: 0,
    serverTransactions: 0,
    subscriptions: 0,
  });
});

test.each([
  ['an unknown extension', { headers: [{ name: 'Require', value: 'path' }] }, 420],
  ['a To that is no SIP address', { to: '<tel:112>' }, 400],
  ['a registrar elsewhere', { uri: 'sip:other.example' }, 404],
])('RFC 3261 §10.3 REGISTER is refused before any challenge: %s', async (_name, options, status) => {
  const answer = await register(phone, ALICE, options);
  expect(answer.status).toBe(status);
});

test.each([
  ['own first address', 'carol@demo.example', 200],
  ['own second address', 'reception@demo.example', 200],
  ['in other letters', 'RECEPTION@Demo.Example', 200],
  ['another domain', 'carol@other.example', 403],
  ['a colleague', 'alice@demo.example', 403],
])('REG-02 carol registers only her own addresses: %s', async (_name, address, status) => {
  const answer = await register(bed.phone('carol'), address);
  expect([answer.status, bed.server.counters().bindings]).toEqual([status, status === 200 ? 1 : 0]);
});
