import { expect } from '@playwright/test';
import { header, tagOf } from '@samtal/sip';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { answerCall, beginCall, openPhone, type Phone } from '../support/peers/raw-call.ts';

const ALICE = 'alice@demo.example';
const BOBBY = 'bobby@demo.example';
const LOST = 'SIP;cause=503;text="Connection lost"';

type Servers = { readonly url: string; readonly sipUri: string };

/** Alice talks with Bobby, and her connection is lost. */
async function loseAlice(servers: Servers) {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  expect(await alice.register(ALICE)).toBe(200);
  expect(await bobby.register(BOBBY)).toBe(200);
  await beginCall(alice, BOBBY);
  const dialogs = await answerCall(alice, bobby);
  alice.drop();
  await expect.poll(() => bobby.status('OPTIONS', ALICE)).toBe(480);
  return { bobby, dialogs };
}

/** A device of Alice that is registered. */
async function comeBack(servers: Servers, device?: string): Promise<Phone> {
  const alice = await openPhone(servers, 'alice', device);
  expect(await alice.register(ALICE)).toBe(200);
  return alice;
}

test('D80 over Kamailio an end that comes back learns that the other one has hung up meanwhile, before its own offer is refused', async ({
  servers,
}) => {
  const { bobby, dialogs } = await loseAlice(servers);
  bobby.requestIn(dialogs.callee, 'BYE', { cseq: 200, headers: [{ name: 'Reason', value: LOST }] });
  await expect.poll(() => bobby.statuses('BYE')).toEqual([480]);
  const alice = await comeBack(servers);
  alice.requestIn(dialogs.caller, 'INVITE', { cseq: 300 });
  await expect.poll(() => alice.statuses('INVITE').at(-1)).toBe(481);
  const [bye] = alice.requests('BYE');
  if (bye === undefined) throw new Error('no BYE');
  expect([bye.uri, header(bye, 'CSeq'), header(bye, 'Reason')]).toEqual([
    dialogs.callee.target,
    '200 BYE',
    LOST,
  ]);
  expect([header(bye, 'Call-ID'), tagOf(header(bye, 'From') ?? ''), tagOf(header(bye, 'To') ?? '')]).toEqual([
    dialogs.caller.callId,
    tagOf(dialogs.caller.to),
    tagOf(dialogs.caller.from),
  ]);
  expect(bobby.requests('INVITE')).toHaveLength(1);
  // It is told once.
  alice.requestIn(dialogs.caller, 'INFO', { cseq: 301 });
  await expect.poll(() => bobby.requests('INFO').length).toBe(1);
  expect(alice.requests('BYE')).toHaveLength(1);
  for (const phone of [alice, bobby]) phone.drop();
});

test('D80 D81 over Kamailio a page that is loaded anew learns that the other end has hung up meanwhile', async ({
  servers,
}) => {
  const { bobby, dialogs } = await loseAlice(servers);
  bobby.requestIn(dialogs.callee, 'BYE', { cseq: 200 });
  await expect.poll(() => bobby.statuses('BYE')).toEqual([480]);
  const page = await comeBack(servers, 'alicesnewpage');
  const { callId, from, to } = dialogs.caller;
  const value = `${callId};to-tag=${tagOf(to)};from-tag=${tagOf(from)}`;
  const invite = page.request('INVITE', BOBBY, { headers: [{ name: 'Replaces', value }] });
  await expect.poll(() => page.statuses('INVITE')).toContain(407);
  page.follow(invite, 'ACK');
  page.authorize(invite, page.answer('INVITE'));
  await expect.poll(() => page.statuses('INVITE').at(-1)).toBe(481);
  expect(page.requests('BYE').map((bye) => header(bye, 'Call-ID'))).toEqual([callId]);
  expect(bobby.requests('INVITE')).toHaveLength(1);
  for (const phone of [page, bobby]) phone.drop();
});

test('D80 over Kamailio an end whose connection is silent learns over the next one that the other end has hung up', async ({
  servers,
}) => {
  const [lost, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await lost.register(ALICE);
  await bobby.register(BOBBY);
  await beginCall(lost, BOBBY);
  const dialogs = await answerCall(lost, bobby);
  lost.connection?.fallSilent();
  bobby.requestIn(dialogs.callee, 'BYE', { cseq: 200 });
  const alice = await comeBack(servers);
  alice.requestIn(dialogs.caller, 'INVITE', { cseq: 300 });
  await expect.poll(() => alice.requests('BYE').length).toBe(1);
  for (const phone of [lost, alice, bobby]) phone.drop();
});

test('D80 over Kamailio a BYE that was answered is not sent again', async ({ servers }) => {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  await beginCall(alice, BOBBY);
  const dialogs = await answerCall(alice, bobby);
  bobby.requestIn(dialogs.callee, 'BYE', { cseq: 200 });
  await expect.poll(() => alice.requests('BYE').length).toBe(1);
  const [bye] = alice.requests('BYE');
  if (bye !== undefined) alice.respond(bye, 200);
  await expect.poll(() => bobby.statuses('BYE')).toEqual([200]);
  alice.requestIn(dialogs.caller, 'INFO', { cseq: 300 });
  await expect.poll(() => bobby.requests('INFO').length).toBe(1);
  expect(alice.requests('BYE')).toHaveLength(1);
  for (const phone of [alice, bobby]) phone.drop();
});
