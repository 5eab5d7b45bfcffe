import { expect } from '@playwright/test';
import { header, tagOf } from '@samtal/sip';
import type { PhoneDialog } from '../../apps/server/src/sip/testing/scripted-phone.ts';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { signIn } from '../support/page/user-api.ts';
import { answerCall, beginCall, openPhone, type Phone } from '../support/peers/raw-call.ts';

type Servers = { readonly url: string; readonly sipUri: string };

const addressOf = (name: string): string => `${name}@demo.example`;

/** Names a dialog from the view of its other end, as Replaces and Join do (RFC 3891 §6.1, RFC 3911 §7). */
const nameOf = ({ callId, from, to }: PhoneDialog): string =>
  `${callId};to-tag=${tagOf(to)};from-tag=${tagOf(from)}`;

const referTo = (address: string, field: string, dialog: string): string =>
  `<sip:${address}?${field}=${encodeURIComponent(dialog)}>`;

/** Four phones: Alice talks with Bobby and with Carol, David with none of them. */
async function talkWithBoth(servers: Servers) {
  const phoneOf = async (name: string): Promise<Phone> => {
    const phone = await openPhone(servers, name);
    expect(await phone.register(addressOf(name))).toBe(200);
    return phone;
  };
  const [alice, bobby, carol] = [await phoneOf('alice'), await phoneOf('bobby'), await phoneOf('carol')];
  const mallory = await phoneOf('david');
  await beginCall(alice, addressOf('bobby'));
  const first = await answerCall(alice, bobby);
  await beginCall(alice, addressOf('carol'));
  const second = await answerCall(alice, carol);
  for (const phone of [alice, bobby, carol]) phone.heard.length = 0;
  return { alice, bobby, carol, mallory, first, second };
}

/** Sends REFER inside a call; resolves to the answer of the proxy, or undefined when it has arrived at the other end. */
async function refer(sender: Phone, dialog: PhoneDialog, value: string, receiver: Phone) {
  const [refused, arrived] = [sender.statuses('REFER').length, receiver.requests('REFER').length];
  sender.requestIn(dialog, 'REFER', { headers: [{ name: 'Refer-To', value }] });
  await expect
    .poll(() => sender.statuses('REFER').length + receiver.requests('REFER').length)
    .toBe(refused + arrived + 1);
  return sender.statuses('REFER')[refused];
}

/** Sends an INVITE that names a dialog, with credentials; resolves to its status, 100 while it rings. */
async function invite(phone: Phone, field: string, dialog: string, target: string): Promise<number> {
  const statuses = (): number[] => phone.statuses('INVITE');
  const before = statuses().length;
  const first = phone.request('INVITE', target, { headers: [{ name: field, value: dialog }] });
  await expect.poll(() => statuses().slice(before)).toContain(407);
  phone.follow(first, 'ACK');
  const challenged = statuses().length;
  phone.authorize(first, phone.answer('INVITE'));
  await expect.poll(() => statuses().length).toBeGreaterThan(challenged);
  return statuses()[challenged] ?? 0;
}

test('D101 D102 over Kamailio an end of two calls lets one replace or join the other: REFER passes, and then one INVITE, to the device of that call', async ({
  servers,
}) => {
  const { alice, bobby, carol, first, second } = await talkWithBoth(servers);
  const name = nameOf(second.caller);
  const elsewhere = await openPhone(servers, 'carol', 'carolsotherphone');
  expect(await elsewhere.register(addressOf('carol'))).toBe(200);
  for (const [count, field] of ['Replaces', 'Join'].entries()) {
    const value = referTo(addressOf('carol'), field, name);
    expect(await refer(alice, first.caller, value, bobby)).toBeUndefined();
    const arrived = bobby.requests('REFER')[count];
    expect(arrived && header(arrived, 'Refer-To')).toBe(value);
    expect(await invite(bobby, field, name, addressOf('carol'))).toBe(100);
    await expect.poll(() => carol.requests('INVITE').length).toBe(count + 1);
    const named = carol.requests('INVITE')[count];
    expect(named && [header(named, field), header(named, 'From')?.includes(addressOf('bobby'))]).toEqual([
      name,
      true,
    ]);
    if (named !== undefined) carol.respond(named, 486);
    await expect.poll(() => bobby.statuses('INVITE').at(-1)).toBe(486);
    expect(await invite(bobby, field, name, addressOf('carol'))).toBe(field === 'Join' ? 403 : 481);
  }
  expect(elsewhere.requests('INVITE')).toEqual([]);
  for (const phone of [alice, bobby, carol, elsewhere]) phone.drop();
});

test('D101 over Kamailio a target that is named by its Contact is passed on with the address of the dialog', async ({
  servers,
}) => {
  const { alice, bobby, carol, first, second } = await talkWithBoth(servers);
  const name = nameOf(second.caller);
  const contact = carol.contact.replace('sip:', '');
  expect(await refer(alice, first.caller, referTo(contact, 'Replaces', name), bobby)).toBeUndefined();
  const [arrived] = bobby.requests('REFER');
  expect(arrived && header(arrived, 'Refer-To')).toBe(referTo(addressOf('carol'), 'Replaces', name));
  for (const phone of [alice, bobby, carol]) phone.drop();
});

test('D81 over Kamailio a page that is loaded anew replaces its own call, also at a user who wants no disturbance', async ({
  servers,
}) => {
  const { alice, bobby, carol, first } = await talkWithBoth(servers);
  const account = await signIn(servers.url, 'bobby');
  await account.set('WEB_DO_NOT_DISTURB', 'on');
  alice.drop();
  const page = await openPhone(servers, 'alice', 'alicesnewpage');
  expect(await page.register(addressOf('alice'))).toBe(200);
  const name = nameOf(first.caller);
  expect(await invite(page, 'Replaces', name, addressOf('bobby'))).toBe(100);
  await expect.poll(() => bobby.requests('INVITE').length).toBe(1);
  const [named] = bobby.requests('INVITE');
  expect(named && header(named, 'Replaces')).toBe(name);
  for (const phone of [page, bobby, carol]) phone.drop();
});

test('D81 over Kamailio a page that is loaded anew calls the device of its call alone, and is told to try again while that one is away', async ({
  servers,
}) => {
  const { alice, bobby, carol, first } = await talkWithBoth(servers);
  const elsewhere = await openPhone(servers, 'bobby', 'bobbysotherphone');
  expect(await elsewhere.register(addressOf('bobby'))).toBe(200);
  alice.drop();
  const page = await openPhone(servers, 'alice', 'alicesnewpage');
  expect(await page.register(addressOf('alice'))).toBe(200);
  const name = nameOf(first.caller);
  expect(await invite(page, 'Replaces', name, addressOf('bobby'))).toBe(100);
  await expect.poll(() => bobby.requests('INVITE').length).toBe(1);
  const [named] = bobby.requests('INVITE');
  if (named !== undefined) bobby.respond(named, 480);
  // Not that of the mailbox.
  await expect.poll(() => page.statuses('INVITE').at(-1)).toBe(480);
  expect(elsewhere.requests('INVITE')).toEqual([]);
  bobby.drop();
  await expect.poll(() => invite(page, 'Replaces', name, addressOf('bobby'))).toBe(480);
  expect(header(page.answer('INVITE'), 'Retry-After')).toBe('1');
  expect(elsewhere.requests('INVITE')).toEqual([]);
  for (const phone of [page, carol, elsewhere]) phone.drop();
});

test('D81 D86 attack: over Kamailio a call that was not answered, or has ended, is no way around do not disturb', async ({
  servers,
}) => {
  const { alice, bobby, carol, mallory, first } = await talkWithBoth(servers);
  await beginCall(mallory, addressOf('bobby'));
  await expect.poll(() => bobby.requests('INVITE').length).toBe(1);
  const [refused] = bobby.requests('INVITE');
  if (refused === undefined) throw new Error('no INVITE');
  for (const status of [180, 486]) bobby.respond(refused, status);
  await expect.poll(() => mallory.statuses('INVITE').at(-1)).toBe(486);
  const rang = nameOf({
    callId: header(refused, 'Call-ID') ?? '',
    from: header(refused, 'From') ?? '',
    to: header(mallory.answer('INVITE'), 'To') ?? '',
    target: '',
    routes: [],
  });
  alice.requestIn(first.caller, 'BYE', { cseq: 900 });
  await expect.poll(() => bobby.requests('BYE').length).toBe(1);
  for (const bye of bobby.requests('BYE')) bobby.respond(bye, 200);
  await expect.poll(() => alice.statuses('BYE')).toEqual([200]);
  // What comes after BYE does not make it a call again.
  alice.requestIn(first.caller, 'ACK', { cseq: 901 });
  await expect.poll(() => bobby.requests('ACK').length).toBe(1);
  const account = await signIn(servers.url, 'bobby');
  await account.set('WEB_DO_NOT_DISTURB', 'on');
  expect(await invite(mallory, 'Replaces', rang, addressOf('bobby'))).toBe(481);
  expect(await invite(alice, 'Replaces', nameOf(first.caller), addressOf('bobby'))).toBe(481);
  expect(bobby.requests('INVITE')).toHaveLength(1);
  for (const phone of [alice, bobby, carol, mallory]) phone.drop();
});

test('D101 attack: over Kamailio no REFER or INVITE takes the place of a user who has not been asked', async ({
  servers,
}) => {
  const { alice, bobby, carol, mallory, first, second } = await talkWithBoth(servers);
  const name = nameOf(second.caller);
  const overheard = nameOf(second.callee);

  // Call-ID and tags alone permit nothing, to no account.
  for (const phone of [mallory, bobby])
    for (const dialog of [name, overheard])
      expect(await invite(phone, 'Replaces', dialog, addressOf('carol'))).toBe(481);
  expect(await invite(mallory, 'Join', name, addressOf('carol'))).toBe(403);
  expect(await invite(mallory, 'Target-Dialog', name, addressOf('carol'))).toBe(403);

  // REFER that names a dialog of others, the dialog itself, another address, or more than one field.
  await beginCall(mallory, addressOf('bobby'));
  const { caller: malloryWithBobby } = await answerCall(mallory, bobby);
  const foreign: readonly (readonly [Phone, PhoneDialog, string])[] = [
    [mallory, malloryWithBobby, referTo(addressOf('carol'), 'Replaces', name)],
    [mallory, malloryWithBobby, referTo(addressOf('alice'), 'Replaces', overheard)],
    [alice, first.caller, referTo(addressOf('bobby'), 'Replaces', nameOf(first.caller))],
    [alice, first.caller, referTo(addressOf('david'), 'Replaces', name)],
    [alice, first.caller, referTo('carolphone@elsewhere.invalid', 'Replaces', name)],
    [alice, first.caller, referTo(addressOf('carol'), 'Replaces', overheard)],
  ];
  for (const [sender, dialog, value] of foreign) expect(await refer(sender, dialog, value, bobby)).toBe(403);
  for (const value of [
    `<sip:${addressOf('carol')}?Replaces=${encodeURIComponent(name)}&Subject=x>`,
    `<sip:${addressOf('carol')};method=BYE?Replaces=${encodeURIComponent(name)}>`,
    `<sip:${addressOf('carol')}?Subject=x>`,
    referTo(addressOf('carol'), 'Replaces', `${name};early-only`),
  ])
    expect(await refer(alice, first.caller, value, bobby)).toBe(400);
  expect(await invite(bobby, 'Replaces', name, addressOf('carol'))).toBe(481);

  // What Alice permits to Bobby is of no use to Mallory, nor for another target; and a REFER that is refused permits nothing.
  const value = referTo(addressOf('carol'), 'Replaces', name);
  expect(await refer(alice, first.caller, value, bobby)).toBeUndefined();
  expect(await invite(mallory, 'Replaces', name, addressOf('carol'))).toBe(481);
  const [asked] = bobby.requests('REFER');
  if (asked === undefined) throw new Error('no REFER');
  bobby.respond(asked, 603);
  await expect.poll(() => alice.statuses('REFER').at(-1)).toBe(603);
  expect(await invite(bobby, 'Replaces', name, addressOf('carol'))).toBe(481);
  expect(carol.requests('INVITE')).toEqual([]);
  for (const phone of [alice, bobby, carol, mallory]) phone.drop();
});
