import { header, tagOf } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { PhoneDialog, RequestOptions, ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import type { TestBed, TestCall } from '../../sip/testing/test-bed.ts';
import { createTestBed, settle } from '../../sip/testing/test-bed.ts';

const BOBBY = 'bobby@demo.example';
const CAROL = 'carol@demo.example';

let clock: FakeClock;
let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;
let carol: ScriptedPhone;
/** Alice talks with Bobby and with Carol. */
let first: TestCall;
let second: TestCall;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
  carol = await bed.registered('carol');
  first = await bed.call(alice, bobby, BOBBY);
  second = await bed.call(alice, carol, CAROL);
  for (const phone of [alice, bobby, carol]) phone.heard.length = 0;
});

/** Names a dialog from the view of its other end. */
const nameOf = ({ callId, from, to }: Pick<PhoneDialog, 'callId' | 'from' | 'to'>): string =>
  `${callId};to-tag=${tagOf(to)};from-tag=${tagOf(from)}`;
const referTo = (address: string, replaces: string) => ({
  name: 'Refer-To',
  value: `<sip:${address}?Replaces=${encodeURIComponent(replaces)}>`,
});
async function refer(value: { name: string; value: string }, from = alice, dialog = first.caller) {
  from.requestIn(dialog, 'REFER', { headers: [value] });
  await settle();
}
async function replace(
  phone: ScriptedPhone,
  replaces: string,
  target = CAROL,
  more: RequestOptions = {},
): Promise<number> {
  phone.request('INVITE', target, {
    body: 'v=0\r\n',
    ...more,
    headers: [{ name: 'Replaces', value: replaces }],
  });
  await settle();
  // A request that waits at the target has no answer yet.
  return phone.statuses('INVITE').at(-1) ?? 0;
}

test('D101 an end of two calls lets one replace the other: REFER and INVITE with Replaces pass, once', async () => {
  const name = nameOf(second.caller);
  await refer(referTo(CAROL, name));
  const [arrived] = bobby.requests('REFER');
  expect(arrived && header(arrived, 'Refer-To')).toBe(referTo(CAROL, name).value);
  expect(await replace(bobby, name)).toBe(100);
  const [invite] = carol.requests('INVITE');
  expect(invite && header(invite, 'Replaces')).toBe(name);
  expect(invite && header(invite, 'From')).toContain(BOBBY);
  expect(await replace(bobby, name)).toBe(403);
  expect(carol.requests('INVITE')).toHaveLength(1);
});

test('D101 a target that is named by its Contact is passed on with the address of the dialog', async () => {
  const name = nameOf(second.caller);
  const contact = carol.contact.replace('sip:', '').split(';')[0] ?? '';
  await refer(referTo(contact, name));
  const [arrived] = bobby.requests('REFER');
  expect(arrived && header(arrived, 'Refer-To')).toBe(referTo(CAROL, name).value);
});

test.each([
  ['sip:carol@demo.example;method=BYE'],
  ['sip:carol:pw@demo.example'],
  ['sips:carol@demo.example'],
  ['sip:carol@demo.example;maddr=192.0.2.1;transport=tcp'],
  ['sip:carol@demo.example?Subject=x'],
  ['sip:%63arol@demo.example:5070;lr'],
  ['sip:carol@demo.example;user=phone'],
])('D101 attack: of the own address %s of the target the asked user gets the plain form', async (uri) => {
  const call = await bed.call(carol, alice, 'alice@demo.example', { from: `<${uri}>;tag=hostile` });
  const name = nameOf(call.callee);
  await refer(referTo(carol.contact.replace('sip:', '').split(';')[0] ?? '', name));
  const arrived = bobby.requests('REFER').map((request) => header(request, 'Refer-To'));
  const { value } = referTo(CAROL, name);
  const plain = uri.includes('user=phone') ? value.replace('?', ';user=phone?') : value;
  expect(arrived).toEqual([plain.replace('carol', uri.includes('%63') ? '%63arol' : 'carol')]);
});

test.each([300, 408, 481, 603])(
  'D101 attack: a REFER that is answered %i permits nothing',
  async (status) => {
    const name = nameOf(second.caller);
    await refer(referTo(CAROL, name));
    bobby.respond(bobby.requests('REFER')[0] ?? expect.fail('no REFER'), status);
    await settle();
    expect(alice.statuses('REFER')).toEqual([status]);
    expect(await replace(bobby, name)).toBe(403);
    expect(carol.requests('INVITE')).toEqual([]);
  },
);

test('D101 a REFER that is refused takes back its own permission, and none of a later REFER', async () => {
  const name = nameOf(second.caller);
  await refer(referTo(CAROL, name));
  await refer(referTo(CAROL, name));
  const [early, late] = bobby.requests('REFER');
  bobby.respond(late ?? expect.fail('no REFER'), 202);
  bobby.respond(early ?? expect.fail('no REFER'), 603);
  await settle();
  expect(await replace(bobby, name)).toBe(100);
  expect(carol.requests('INVITE')).toHaveLength(1);
});

test.each([
  ['a dialog that does not exist', () => referTo(CAROL, 'x@example;to-tag=a;from-tag=b')],
  ['the dialog in which it is sent', () => referTo(BOBBY, nameOf(first.caller))],
  ['tags the other way round', () => referTo(CAROL, nameOf(second.callee))],
  ['another address than that of the dialog', () => referTo('112@demo.example', nameOf(second.caller))],
  ['the asked user', () => referTo(BOBBY, nameOf(second.caller))],
  ['an early dialog', () => referTo(CAROL, `${nameOf(second.caller)};early-only`)],
])(
  'D101 attack: REFER that names %s is refused with 403, and nothing may be replaced',
  async (_name, value) => {
    await refer(value());
    expect([alice.statuses('REFER'), bobby.requests('REFER')]).toEqual([[403], []]);
    expect(await replace(bobby, nameOf(second.caller))).toBe(403);
    expect(carol.requests('INVITE')).toEqual([]);
  },
);

test.each([
  ['two header fields', '<sip:carol@demo.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db&Subject=x>'],
  ['two Replaces', '<sip:carol@demo.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db&Replaces=y>'],
  ['another header field', '<sip:carol@demo.example?Route=%3Csip:evil.example%3E>'],
  ['a broken Replaces', '<sip:carol@demo.example?Replaces=x>'],
  ['line breaks in Replaces', '<sip:carol@demo.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db%0D%0AX:%20y>'],
  ['broken escapes', '<sip:carol@demo.example?Replaces=%FF%3Bto-tag%3Da%3Bfrom-tag%3Db>'],
])('D101 attack: REFER with %s is refused with 400', async (_name, value) => {
  await refer({ name: 'Refer-To', value });
  expect([alice.statuses('REFER'), bobby.requests('REFER')]).toEqual([[400], []]);
});

test('D101 attack: a user of another call cannot name a dialog of others, not even with its tags', async () => {
  const mallory = await bed.registered('mallory');
  const own = await bed.call(mallory, bobby, BOBBY);
  await refer(referTo(CAROL, nameOf(second.caller)), mallory, own.caller);
  expect(mallory.statuses('REFER')).toEqual([403]);
  expect(bobby.requests('REFER')).toEqual([]);
});

test('D101 attack: only the asked user may use the permission, with the own address, for the target', async () => {
  const name = nameOf(second.caller);
  const mallory = await bed.registered('mallory');
  await refer(referTo(CAROL, name));
  expect(await replace(mallory, name)).toBe(403);
  expect(await replace(bobby, nameOf(second.callee))).toBe(403);
  expect(await replace(bobby, name, 'mallory@demo.example')).toBe(403);
  expect(carol.requests('INVITE')).toEqual([]);
  await refer(referTo(CAROL, name));
  expect(await replace(bobby, name, CAROL, { from: '<sip:alice@demo.example>;tag=x' })).toBe(403);
  expect(carol.requests('INVITE')).toEqual([]);
});

test('D101 a permission ends after three minutes, and with the dialog that would be replaced', async () => {
  const name = nameOf(second.caller);
  await refer(referTo(CAROL, name));
  clock.advance(180_000);
  expect(await replace(bobby, name)).toBe(403);
  await refer(referTo(CAROL, name));
  alice.requestIn(second.caller, 'BYE');
  await settle();
  carol.respond(carol.requests('BYE')[0] ?? expect.fail('no BYE'), 200);
  await settle();
  expect(await replace(bobby, name)).toBe(403);
  expect(carol.requests('INVITE')).toEqual([]);
});

test('D101 a target that is not reached or refuses: its answer passes, and both calls stay', async () => {
  const name = nameOf(second.caller);
  await refer(referTo(CAROL, name));
  await replace(bobby, name);
  carol.respond(carol.requests('INVITE')[0] ?? expect.fail('no INVITE'), 486);
  await settle();
  expect(bobby.statuses('INVITE')).toContain(486);
  expect([bed.missed, bed.server.counters().dialogs]).toEqual([[], 2]);
});

test('D102 RFC 3911 an end of two calls lets one join the other: REFER and INVITE with Join pass, once, and both calls stay', async () => {
  const name = nameOf(second.caller);
  const join = { name: 'Refer-To', value: `<sip:${CAROL}?Join=${encodeURIComponent(name)}>` };
  const joinCarol = async (phone: ScriptedPhone): Promise<void> => {
    phone.request('INVITE', CAROL, { body: 'v=0\r\n', headers: [{ name: 'Join', value: name }] });
    await settle();
  };
  await joinCarol(bobby);
  expect(bobby.statuses('INVITE')).toEqual([403]);
  await refer(join);
  expect(bobby.requests('REFER')).toHaveLength(1);
  // A permission to join does not permit to replace, and is not for another user.
  expect(await replace(bobby, name)).toBe(403);
  const mallory = await bed.registered('mallory');
  await joinCarol(mallory);
  expect([mallory.statuses('INVITE'), carol.requests('INVITE')]).toEqual([[403], []]);
  await joinCarol(bobby);
  const [invite] = carol.requests('INVITE');
  expect(invite && header(invite, 'Join')).toBe(name);
  carol.respond(invite ?? expect.fail('no INVITE'), 200, { body: 'v=0\r\n' });
  await settle();
  expect(bed.server.counters().dialogs).toBe(3);
  await joinCarol(bobby);
  expect(bobby.statuses('INVITE').at(-1)).toBe(403);
});

test('D102 attack: an INVITE with Join and Replaces is refused, and Join has no early-only', async () => {
  const name = nameOf(second.caller);
  await refer({ name: 'Refer-To', value: `<sip:${CAROL}?Join=${encodeURIComponent(`${name};early-only`)}>` });
  expect(alice.statuses('REFER')).toEqual([400]);
  await refer(referTo(CAROL, name));
  bobby.request('INVITE', CAROL, {
    headers: [
      { name: 'Replaces', value: name },
      { name: 'Join', value: name },
    ],
  });
  await settle();
  expect([bobby.statuses('INVITE'), carol.requests('INVITE')]).toEqual([[403], []]);
});

test('D102 attack: a stranger who has overheard Call-ID and tags joins nothing, and lets no other join', async () => {
  const name = nameOf(second.caller);
  const mallory = await bed.registered('mallory');
  const own = await bed.call(mallory, bobby, BOBBY);
  for (const phone of [bobby, carol]) phone.heard.length = 0;
  const join = { name: 'Refer-To', value: `<sip:${CAROL}?Join=${encodeURIComponent(name)}>` };
  await refer(join, mallory, own.caller);
  expect([mallory.statuses('REFER'), bobby.requests('REFER')]).toEqual([[403], []]);
  // The permission is that of the asked user: neither a stranger nor a forged From can use it.
  await refer(join);
  for (const from of [undefined, `<sip:${BOBBY}>;tag=x`])
    mallory.request('INVITE', CAROL, {
      body: 'v=0\r\n',
      ...(from && { from }),
      headers: [
        { name: 'Join', value: name },
        { name: 'P-Samtal-With', value: `<sip:${BOBBY}>` },
      ],
    });
  await settle();
  expect([mallory.statuses('INVITE').slice(-2), carol.requests('INVITE')]).toEqual([[403, 403], []]);
});

test('D102 attack: a caller can name only users of confirmed calls of its own as those who will be in the call', async () => {
  const mallory = await bed.registered('mallory');
  const named = async (phone: ScriptedPhone, callee: ScriptedPhone, values: readonly string[]) => {
    callee.heard.length = 0;
    const headers = values.map((value) => ({ name: 'P-Samtal-With', value }));
    phone.request('INVITE', callee === carol ? CAROL : BOBBY, { body: 'v=0\r\n', headers });
    await settle();
    const [invite] = callee.requests('INVITE');
    return invite && header(invite, 'P-Samtal-With');
  };
  expect(await named(alice, carol, [`<sip:${BOBBY}>`])).toBe(`<sip:${BOBBY}>`);
  expect(await named(mallory, carol, [`<sip:${BOBBY}>`])).toBeUndefined();
  expect(await named(alice, carol, ['<sip:david@demo.example>'])).toBeUndefined();
  expect(await named(alice, carol, [`<sip:${BOBBY}>`, '<sip:david@demo.example>'])).toBeUndefined();
  // A call that only rings is none: Mallory could let it ring for ever.
  mallory.request('INVITE', BOBBY, { body: 'v=0\r\n' });
  await settle();
  for (const invite of bobby.requests('INVITE')) bobby.respond(invite, 180);
  await settle();
  expect(await named(mallory, carol, [`<sip:${BOBBY}>`])).toBeUndefined();
  // Nor is one that has ended.
  alice.requestIn(first.caller, 'BYE');
  await settle();
  for (const bye of bobby.requests('BYE')) bobby.respond(bye, 200);
  await settle();
  expect(await named(alice, carol, [`<sip:${BOBBY}>`])).toBeUndefined();
});
