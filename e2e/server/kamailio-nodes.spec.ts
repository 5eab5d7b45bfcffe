import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { callIdOf } from '@samtal/sip';
import { test as base } from '../support/cluster/cluster-journey.ts';
import { answerCall, beginCall, openPhone, type Phone } from '../support/peers/raw-call.ts';

const ALICE = 'alice@demo.example';
const BOBBY = 'bobby@demo.example';

/** Adds `register`: registers a phone of a demo user at a node. */
const test = base.extend<{
  register(sipUri: string, name: string, device: string, instance: string): Promise<Phone>;
}>({
  register: async ({ cluster }, use) => {
    const phones: Phone[] = [];
    const [server] = cluster.servers;
    const url = `http://127.0.0.1:${server?.port}`;
    await use(async (sipUri, name, device, instance) => {
      const phone = await openPhone({ url, sipUri }, name, device);
      phones.push(phone);
      expect(await phone.register(`${name}@demo.example`, { instance })).toBe(200);
      return phone;
    });
    for (const phone of phones) phone.drop();
  },
});

const INSTANCES = ['a', 'b', 'c', 'd'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
  string,
];

/** The caller calls bobby, whose phone gets the INVITE and answers with this status. */
async function beginAnsweredCall(caller: Phone, phone: Phone, status: number): Promise<void> {
  await beginCall(caller, BOBBY);
  await expect.poll(() => phone.requests('INVITE').length).toBe(1);
  const [invite] = phone.requests('INVITE');
  if (invite !== undefined) phone.respond(invite, status);
  await expect.poll(() => caller.statuses('INVITE').at(-1)).toBe(status);
}

/** Waits until the node of each of them has learned where the other one is. */
async function knowEachOther(alice: Phone, bobby: Phone): Promise<void> {
  await expect.poll(() => alice.status('OPTIONS', BOBBY)).toBe(200);
  await expect.poll(() => bobby.status('OPTIONS', ALICE)).toBe(200);
}

test('D106 D80 messages and calls pass between two Kamailios both ways; when one is killed, its device takes its call to the other, and learns of one that was ended meanwhile', async ({
  cluster,
  register,
}) => {
  const [first, second] = cluster.nodes;
  const alice = await register(first.wsUri, 'alice', 'alicephone', INSTANCES[0]);
  const bobby = await register(second.wsUri, 'bobby', 'bobbyphone', INSTANCES[1]);
  await knowEachOther(alice, bobby);
  for (const [sender, receiver, address] of [
    [alice, bobby, BOBBY],
    [bobby, alice, ALICE],
  ] as const) {
    const message = sender.request('MESSAGE', address, { body: 'hej' });
    await expect.poll(() => sender.statuses('MESSAGE').at(-1)).toBe(407);
    sender.authorize(message, sender.answer('MESSAGE'));
    await expect.poll(() => receiver.requests('MESSAGE').map(({ body }) => body)).toEqual(['hej']);
  }

  await beginCall(alice, BOBBY);
  const ended = await answerCall(alice, bobby);
  for (const phone of [alice, bobby]) phone.heard.length = 0;
  await beginCall(alice, BOBBY);
  const dialogs = await answerCall(alice, bobby);
  await first.kill();
  bobby.requestIn(ended.callee, 'BYE', { cseq: 200 });
  await expect.poll(() => bobby.statuses('BYE')).toEqual([480]);
  const back = await register(second.wsUri, 'alice', 'alicephone', INSTANCES[0]);
  back.requestIn(ended.caller, 'INVITE', { cseq: 100 });
  await expect.poll(() => back.statuses('INVITE').at(-1)).toBe(481);
  const [farewell] = back.requests('BYE');
  if (farewell === undefined) throw new Error('no BYE');
  expect(callIdOf(farewell)).toBe(ended.caller.callId);
  back.respond(farewell, 200);
  back.requestIn(dialogs.caller, 'INFO', { cseq: 100 });
  await expect.poll(() => bobby.requests('INFO').length).toBe(1);
  bobby.requestIn(dialogs.callee, 'BYE', { cseq: 200 });
  await expect.poll(() => back.requests('BYE').length).toBe(2);
  expect(await bobby.status('OPTIONS', ALICE)).toBe(200);
});

test('D106 attack: over UDP no packet speaks for a node, whatever its address', async ({ cluster }) => {
  const [first, second] = cluster.nodes;
  const portOf = (address: string): number => Number(address.split(':').at(-1));
  const [forger, victim] = [createSocket('udp4'), createSocket('udp4')];
  forger.bind(portOf(second.address), '127.0.0.1');
  victim.bind(0, '127.0.0.1');
  await Promise.all([once(forger, 'listening'), once(victim, 'listening')]);
  const heard: string[] = [];
  victim.on('message', (data) => void heard.push(String(data)));
  const answered = once(forger, 'message');
  forger.send(
    [
      'OPTIONS sip:bobby@demo.example SIP/2.0',
      `Via: SIP/2.0/UDP ${second.address};branch=z9hG4bKforged`,
      'From: <sip:carol@demo.example>;tag=forged',
      'To: <sip:bobby@demo.example>',
      'Call-ID: forged',
      'CSeq: 1 OPTIONS',
      `Samtal-Connection: sip:127.0.0.1:${victim.address().port};transport=udp;socket=udp:${first.udpUri.slice(4)};node=${first.address}`,
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n'),
    portOf(first.udpUri),
    '127.0.0.1',
  );
  expect(String(await answered)).toMatch(/^SIP\/2\.0 407 /);
  expect(heard).toEqual([]);
  for (const socket of [forger, victim]) socket.close();
});

test('D106 D78 a device that registers at one Kamailio gets the call that rings at the other, and the rest stop ringing', async ({
  cluster,
  register,
}) => {
  const [first, second] = cluster.nodes;
  const alice = await register(first.wsUri, 'alice', 'alicephone', INSTANCES[0]);
  const desk = await register(first.wsUri, 'bobby', 'desk', INSTANCES[1]);
  await knowEachOther(alice, await register(second.wsUri, 'bobby', 'other', INSTANCES[2]));
  await beginAnsweredCall(alice, desk, 180);
  const late = await register(second.wsUri, 'bobby', 'late', INSTANCES[3]);
  await answerCall(alice, late);
  await expect.poll(() => desk.requests('CANCEL').length).toBe(1);
});

test('D106 A-057 a device whose connection to the other Kamailio is lost does not hide that another one is busy; alone it is not reachable', async ({
  cluster,
  register,
}) => {
  const [first, second] = cluster.nodes;
  const alice = await register(first.wsUri, 'alice', 'alicephone', INSTANCES[0]);
  const desk = await register(first.wsUri, 'bobby', 'desk', INSTANCES[1]);
  const lost = await register(second.wsUri, 'bobby', 'lost', INSTANCES[2]);
  await knowEachOther(alice, lost);
  lost.drop();
  await beginAnsweredCall(alice, desk, 486);
  desk.drop();
  await beginCall(alice, BOBBY);
  await expect.poll(() => alice.statuses('INVITE').at(-1)).toBe(480);
});

test('D106 a client over TLS at one Kamailio and a phone over UDP at the other call each other', async ({
  cluster,
  register,
}) => {
  const [first, second] = cluster.nodes;
  const page = await register(first.wssUri, 'alice', 'alicephone', INSTANCES[0]);
  const phone = await register(second.udpUri, 'bobby', 'bobbyphone', INSTANCES[1]);
  await knowEachOther(page, phone);
  await beginCall(page, BOBBY);
  const outgoing = await answerCall(page, phone);
  phone.requestIn(outgoing.callee, 'BYE', { cseq: 100 });
  await expect.poll(() => page.requests('BYE').length).toBe(1);

  await beginCall(phone, ALICE);
  const incoming = await answerCall(phone, page);
  page.requestIn(incoming.callee, 'INFO', { cseq: 200 });
  await expect.poll(() => phone.requests('INFO').length).toBe(1);
  phone.requestIn(incoming.caller, 'BYE', { cseq: 201 });
  await expect.poll(() => page.requests('BYE').length).toBe(2);
});
