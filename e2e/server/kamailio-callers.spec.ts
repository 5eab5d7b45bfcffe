import { expect } from '@playwright/test';
import { header } from '@samtal/sip';
import { SIP_LIMITS } from '../../apps/server/src/domain/limits/limits.ts';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { signIn } from '../support/page/user-api.ts';
import { answerCall, beginCall, openPhone, type Phone } from '../support/peers/raw-call.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { openApiSession } from '../support/peers/sip-secret.ts';

const addressOf = (name: string): string => `${name}@demo.example`;

// David takes emergency calls here.
test.use({ emergencyNumbers: '112|911|david' });

async function phonesOf(servers: { readonly url: string; readonly sipUri: string }, ...names: string[]) {
  const phones: Phone[] = [];
  for (const name of names) {
    const phone = await openPhone(servers, name);
    expect(await phone.register(addressOf(name))).toBe(200);
    phones.push(phone);
  }
  return phones as [Phone, Phone, Phone];
}

/** Calls bobby, whose phone answers `statuses`; resolves to what the caller gets. */
async function call(caller: Phone, bobby: Phone, statuses: readonly number[]): Promise<number> {
  bobby.heard.length = 0;
  const finals = (): number[] =>
    caller.statuses('INVITE').filter((status) => status >= 200 && status !== 407);
  const before = finals().length;
  await beginCall(caller, addressOf('bobby'));
  await expect.poll(() => finals().length - before + bobby.requests('INVITE').length).toBe(1);
  const [invite] = bobby.requests('INVITE');
  if (invite !== undefined) for (const status of statuses) bobby.respond(invite, status);
  await expect.poll(() => finals().length).toBe(before + 1);
  return finals().at(-1) ?? 0;
}

test('D89 over Kamailio an account whose calls ring and are not answered rings no more in that minute; an emergency number does', async ({
  servers,
}) => {
  const [alice, bobby, david] = await phonesOf(servers, 'alice', 'bobby', 'david');
  for (let count = 0; count < SIP_LIMITS.unansweredCalls.tries; count++) {
    expect(await call(alice, bobby, [180, 486])).toBe(486);
    expect(await call(david, bobby, [180, 486])).toBe(486);
  }
  expect(await call(alice, bobby, [180, 486])).toBe(503);
  expect(header(alice.answer('INVITE'), 'Retry-After')).toBe('60');
  expect(bobby.requests('INVITE')).toEqual([]);
  expect(await call(david, bobby, [180, 486])).toBe(486);
  for (const phone of [alice, bobby, david]) phone.drop();
});

test('D106 attack: over Kamailio requests count for the account, and without one for the network, also with another username in the credentials', async ({
  servers,
}) => {
  const [bobby] = await phonesOf(servers, 'bobby');
  const phones: Phone[] = [bobby];
  /** Sends requests to bobby in one go. @returns how many of them were refused */
  async function refusedOf(name: string, secret: string, username: string, count: number): Promise<number> {
    const device = `${name}-${phones.length}`;
    const phone = await openRawPhone(servers.sipUri, { name, secret, device, visitor: '192.0.2.1' });
    phones.push(phone);
    const first = phone.request('OPTIONS', addressOf('bobby'));
    await expect.poll(() => phone.statuses('OPTIONS')).toEqual([407]);
    const challenge = phone.answer('OPTIONS');
    for (let sent = 1; sent <= count; sent++) phone.authorize(first, challenge, { username, count: sent });
    await expect.poll(() => phone.statuses('OPTIONS').length).toBe(1 + count);
    return phone.statuses('OPTIONS').filter((status) => status === 503).length;
  }
  const { sipPassword: secret } = await openApiSession(servers.url, 'alice');
  // Of one account 150 requests may go to one address, of a network without an account 50.
  expect(await refusedOf('alice', secret, 'alice', 130)).toBe(0);
  expect(await refusedOf('alice', secret, 'anonymous', 40)).toBe(20);
  for (const username of ['anonymous', 'another']) {
    const stranger = await openApiSession(servers.url, 'anonymous', '');
    const name = stranger.address.split('@')[0] ?? '';
    const refused = await refusedOf(name, stranger.sipPassword, username, 40);
    expect([username, refused]).toEqual([username, username === 'anonymous' ? 0 : 30]);
  }
  for (const phone of phones) phone.drop();
});

test('D106 over Kamailio a phone that has not registered calls, and the other end reaches it inside the call', async ({
  servers,
}) => {
  const [bobby] = await phonesOf(servers, 'bobby');
  const alice = await openPhone({ url: servers.url, sipUri: servers.udpUri }, 'alice');
  await beginCall(alice, addressOf('bobby'));
  const { callee } = await answerCall(alice, bobby);
  for (const method of ['INFO', 'INVITE', 'BYE']) {
    bobby.requestIn(callee, method);
    await expect.poll(() => alice.requests(method).length).toBe(1);
    for (const request of alice.requests(method)) alice.respond(request, 200);
    await expect.poll(() => bobby.statuses(method).at(-1)).toBe(200);
  }
  for (const phone of [alice, bobby]) phone.drop();
});

test('D86 over Kamailio calls of the emergency numbers in its settings ring through; OPTIONS and MESSAGE of others get what a user who is away gives', async ({
  servers,
}) => {
  const [alice, bobby, david] = await phonesOf(servers, 'alice', 'bobby', 'david');
  await (await signIn(servers.url, 'bobby')).set('WEB_DO_NOT_DISTURB', 'on');
  expect(await call(david, bobby, [180, 486])).toBe(486);
  expect(bobby.requests('INVITE')).toHaveLength(1);
  bobby.heard.length = 0;
  for (const method of ['OPTIONS', 'MESSAGE']) {
    expect(await alice.status(method, addressOf('bobby'))).toBe(480);
    expect(await alice.status(method, addressOf('carol'))).toBe(480);
  }
  expect(bobby.heard).toEqual([]);
  for (const phone of [alice, bobby, david]) phone.drop();
});

test('D102 attack: over Kamailio a caller can name only users of own calls as those who will be in the call', async ({
  servers,
}) => {
  const [alice, bobby, carol] = await phonesOf(servers, 'alice', 'bobby', 'carol');
  const company = { headers: [{ name: 'P-Samtal-With', value: `<sip:${addressOf('bobby')}>` }] };
  const named = async (caller: Phone): Promise<string | undefined> => {
    carol.heard.length = 0;
    const challenged = caller.statuses('INVITE').filter((status) => status === 407).length;
    const first = caller.request('INVITE', addressOf('carol'), company);
    await expect
      .poll(() => caller.statuses('INVITE').filter((status) => status === 407).length)
      .toBe(challenged + 1);
    caller.follow(first, 'ACK');
    caller.authorize(first, caller.answer('INVITE'));
    await expect.poll(() => carol.requests('INVITE').length).toBe(1);
    const [invite] = carol.requests('INVITE');
    if (invite !== undefined) carol.respond(invite, 486);
    await expect.poll(() => caller.statuses('INVITE').at(-1)).toBe(486);
    return invite && header(invite, 'P-Samtal-With');
  };
  expect(await named(alice)).toBeUndefined();
  await beginCall(alice, addressOf('bobby'));
  const { caller } = await answerCall(alice, bobby);
  expect(await named(alice)).toBe(`<sip:${addressOf('bobby')}>`);
  const [david] = await phonesOf(servers, 'david');
  expect(await named(david)).toBeUndefined();
  alice.requestIn(caller, 'BYE');
  await expect.poll(() => bobby.requests('BYE').length).toBe(1);
  for (const bye of bobby.requests('BYE')) bobby.respond(bye, 200);
  expect(await named(alice)).toBeUndefined();
  for (const phone of [alice, bobby, carol, david]) phone.drop();
});
