import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { createResponse, header, type SipRequest, serialize, tagOf } from '@samtal/sip';
import { WebSocket } from 'ws';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { answerCall, beginCall, openPhone, type Phone } from '../support/peers/raw-call.ts';

const ALICE = 'alice@demo.example';
const BOBBY = 'bobby@demo.example';
const CAROL = 'carol@demo.example';

type Servers = { readonly url: string; readonly sipUri: string };

/** Phones of alice and bobby in a call. */
async function inCall(servers: Servers) {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  await beginCall(alice, BOBBY);
  return { alice, bobby, dialogs: await answerCall(alice, bobby) };
}

/** Sends an INVITE with credentials. @returns its final status */
async function invite(
  phone: Phone,
  target: string,
  options: Parameters<Phone['request']>[2],
): Promise<number> {
  const finals = (): number[] => phone.statuses('INVITE').filter((status) => status >= 200);
  const before = finals().length;
  const first = phone.request('INVITE', target, options);
  await expect.poll(() => finals().length).toBe(before + 1);
  if (phone.answer('INVITE').status !== 407) return phone.answer('INVITE').status;
  phone.follow(first, 'ACK');
  phone.authorize(first, phone.answer('INVITE'));
  await expect.poll(() => finals().length).toBe(before + 2);
  return phone.answer('INVITE').status;
}

test('D106 attack: Kamailio sends no answer on that it has not waited for, whatever its second Via names', async ({
  servers,
}) => {
  const [stranger, victim] = [
    createSocket('udp4').bind(0, '127.0.0.1'),
    createSocket('udp4').bind(0, '127.0.0.1'),
  ];
  await Promise.all([once(stranger, 'listening'), once(victim, 'listening')]);
  const heard: string[] = [];
  victim.on('message', (data) => void heard.push(String(data)));
  const port = Number(new URL(servers.udpUri.replace('sip:', 'http://')).port);
  const send = (lines: readonly string[]): void =>
    stranger.send(
      [
        ...lines,
        'From: <sip:carol@demo.example>;tag=forged',
        'To: <sip:bobby@demo.example>;tag=x',
        'Call-ID: forged',
        'CSeq: 1 OPTIONS',
        'Content-Length: 0',
        '\r\n',
      ].join('\r\n'),
      port,
      '127.0.0.1',
    );
  const answered = once(stranger, 'message');
  send([
    'SIP/2.0 200 OK',
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKnone`,
    `Via: SIP/2.0/UDP 127.0.0.1:${victim.address().port};branch=z9hG4bKvictim`,
  ]);
  // Kamailio reads UDP with one process here, in order: when it answers this request, it has read the forged answer.
  send([
    'OPTIONS sip:bobby@demo.example SIP/2.0',
    `Via: SIP/2.0/UDP 127.0.0.1:${stranger.address().port};branch=z9hG4bKnext`,
  ]);
  await answered;
  expect(heard).toEqual([]);
  for (const socket of [stranger, victim]) socket.close();
});

test('D106 D118 attack: To names the user who is called, and no Call-ID has a character of the tables', async ({
  servers,
}) => {
  const carol = await openPhone(servers, 'carol');
  await carol.register(CAROL);
  // A transfer would show the name in To to a user who is asked.
  expect(await invite(carol, CAROL, { to: `<sip:${BOBBY}>` })).toBe(403);
  expect(await invite(carol, BOBBY, { callId: 'a:b:c^carol/x|carol@demo.example' })).toBe(400);
  carol.drop();
});

test('D106 attack: who begins a call with the Call-ID of another one is no end of that one, and ends it for no one', async ({
  servers,
}) => {
  const { alice, bobby, dialogs } = await inCall(servers);
  const mallory = await openPhone(servers, 'carol');
  await mallory.register(CAROL);
  const { callId, to } = dialogs.caller;
  const from = `<sip:${CAROL}>;tag=third`;
  expect(await invite(mallory, 'noone@demo.example', { callId, from })).toBe(404);
  for (const method of ['INFO', 'BYE']) {
    mallory.requestIn({ ...dialogs.caller, from, to }, method, { cseq: 700 });
    await expect.poll(() => mallory.statuses(method)).toEqual([481]);
    expect(bobby.requests(method)).toEqual([]);
  }
  for (const phone of [alice, bobby, mallory]) phone.drop();
});

test('D106 attack: a request whose From has no tag is dropped, also with the Call-ID of another call', async ({
  servers,
}) => {
  const { alice, bobby, dialogs } = await inCall(servers);
  const mallory = await openPhone(servers, 'carol');
  await mallory.register(CAROL);
  const { callId, from: to } = dialogs.caller;
  for (const from of [`<sip:${CAROL}>`, `<sip:${CAROL}>;tag=`]) {
    mallory.request('INVITE', BOBBY, { callId, from });
    mallory.requestIn({ ...dialogs.callee, from, to }, 'INFO', { cseq: 700 });
  }
  // Kamailio reads the messages of a connection in their order.
  expect(await mallory.status('OPTIONS', ALICE)).toBe(200);
  expect(mallory.heard.filter(({ kind }) => kind === 'response').length).toBe(
    mallory.statuses('REGISTER').length + 2,
  );
  expect(alice.requests('INFO')).toEqual([]);
  for (const phone of [alice, bobby, mallory]) phone.drop();
});

/** The INVITE as if its call were another one; what answers it names that one. */
const asIfOf = (received: SipRequest, fields: Readonly<Record<string, string | undefined>>): SipRequest => ({
  ...received,
  headers: received.headers.map(({ name, value }) => ({ name, value: fields[name] ?? value })),
});

test('D106 attack: a device that is called and answers with Call-ID and tags of another call is no end of that one, and declines it for no one', async ({
  servers,
}) => {
  const { alice, bobby, dialogs } = await inCall(servers);
  const [mallory, helper] = [await openPhone(servers, 'carol'), await openPhone(servers, 'david')];
  await mallory.register(CAROL);
  await helper.register('david@demo.example');
  const { callId, from } = dialogs.caller;
  await beginCall(helper, CAROL);
  await expect.poll(() => mallory.requests('INVITE').length).toBe(1);
  const [own] = mallory.requests('INVITE');
  if (own === undefined) throw new Error('no INVITE');
  const helperWith = (tag: string | undefined): string => `<sip:david@demo.example>;tag=${tag}`;
  mallory.respond(asIfOf(own, { 'Call-ID': callId, From: helperWith(tagOf(from)) }), 180, { toTag: 'third' });
  for (const method of ['INFO', 'BYE']) {
    mallory.requestIn(
      { callId, from: `<sip:${CAROL}>;tag=third`, to: from, target: alice.contact, routes: [] },
      method,
      { cseq: 700 },
    );
    await expect.poll(() => mallory.statuses(method).length + alice.requests(method).length).toBe(1);
    expect(mallory.statuses(method)).toEqual([481]);
  }
  // A call that rings at bobby, and a refusal that names it.
  await beginCall(alice, BOBBY);
  await expect.poll(() => bobby.requests('INVITE').length).toBe(2);
  const ringing = bobby.requests('INVITE').at(-1);
  if (ringing === undefined) throw new Error('no INVITE');
  const named = asIfOf(own, { 'Call-ID': header(ringing, 'Call-ID') });
  mallory.respond(named, 603);
  bobby.respond(ringing, 180);
  // What is declined is told five times a second.
  mallory.respond(own, 603);
  await expect.poll(() => helper.statuses('INVITE').at(-1)).toBe(603);
  expect(alice.statuses('INVITE').at(-1)).toBe(180);
  bobby.respond(ringing, 486);
  await expect.poll(() => alice.statuses('INVITE').at(-1)).toBe(486);
  for (const phone of [alice, bobby, mallory, helper]) phone.drop();
});

test('D106 attack: a device that answers with ever new tags is an end with the first of them only', async ({
  servers,
}) => {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  await beginCall(alice, BOBBY);
  await expect.poll(() => bobby.requests('INVITE').length).toBe(1);
  const [ringing] = bobby.requests('INVITE');
  if (ringing === undefined) throw new Error('no INVITE');
  for (let tag = 0; tag < 30; tag++) bobby.respond(ringing, 180, { toTag: `tag${tag}` });
  await expect.poll(() => alice.statuses('INVITE').filter((status) => status === 180).length).toBe(30);
  const infoTo = (tag: number): void =>
    void alice.requestIn(
      {
        callId: header(ringing, 'Call-ID') ?? '',
        from: header(ringing, 'From') ?? '',
        to: `<sip:${BOBBY}>;tag=tag${tag}`,
        target: bobby.contact,
        routes: [],
      },
      'INFO',
      { cseq: 800 + tag },
    );
  infoTo(3);
  await expect.poll(() => bobby.requests('INFO').length).toBe(1);
  infoTo(29);
  await expect.poll(() => alice.statuses('INFO')).toContain(481);
  for (const phone of [alice, bobby]) phone.drop();
});

test('D106 attack: a device that answers from ever new ports does not fill the memory: the first of them only are remembered', async ({
  servers,
}) => {
  const alice = await openPhone(servers, 'alice');
  const bobby = await openPhone({ url: servers.url, sipUri: servers.udpUri }, 'bobby');
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  await beginCall(alice, BOBBY);
  await expect.poll(() => bobby.requests('INVITE').length).toBe(1);
  const [ringing] = bobby.requests('INVITE');
  if (ringing === undefined) throw new Error('no INVITE');
  const heard: number[] = [];
  const sockets = Array.from({ length: 10 }, () => createSocket('udp4').bind(0, '127.0.0.1'));
  const port = Number(new URL(servers.udpUri.replace('sip:', 'http://')).port);
  const progress = (): number[] => alice.statuses('INVITE').filter((status) => status === 180);
  await Promise.all(sockets.map((socket) => once(socket, 'listening')));
  for (const [index, socket] of sockets.entries()) {
    socket.on('message', (data) => {
      if (String(data).startsWith('INFO')) heard.push(index);
    });
    socket.send(serialize(createResponse(ringing, 180, { toTag: `tag${index}` })), port, '127.0.0.1');
    await expect.poll(() => progress().length).toBe(index + 1);
  }
  const [callId = '', from = ''] = ['Call-ID', 'From'].map((name) => header(ringing, name));
  for (const index of [1, 9]) {
    const to = `<sip:${BOBBY}>;tag=tag${index}`;
    alice.requestIn({ callId, from, to, target: bobby.contact, routes: [] }, 'INFO', { cseq: 800 + index });
  }
  await expect.poll(() => alice.statuses('INFO')).toContain(480);
  await expect.poll(() => heard).toContain(1);
  expect(heard).not.toContain(9);
  for (const socket of sockets) socket.close();
  for (const phone of [alice, bobby]) phone.drop();
});

test('D106 attack: who gets the port of a WebSocket that was closed some seconds before gets nothing of its call', async ({
  servers,
}) => {
  const { alice, bobby, dialogs } = await inCall(servers);
  const { port = 0 } = bobby.connection ?? {};
  bobby.drop();
  const heard: string[] = [];
  // The system keeps the port until Kamailio has closed the connection, too.
  let stranger: WebSocket | undefined;
  await expect(async () => {
    stranger = new WebSocket(servers.sipUri, 'sip', { localPort: port });
    stranger.on('message', (data: Buffer) => void heard.push(data.toString()));
    await once(stranger, 'open');
  }).toPass({ timeout: 20_000 });
  // Kamailio says it some seconds later.
  let cseq = 900;
  await expect
    .poll(
      () => {
        alice.requestIn(dialogs.caller, 'INFO', { cseq: cseq++ });
        return alice.statuses('INFO').at(-1);
      },
      { timeout: 20_000 },
    )
    .toBe(480);
  heard.length = 0;
  expect(await alice.status('MESSAGE', BOBBY)).toBe(480);
  expect(heard).toEqual([]);
  stranger?.terminate();
  alice.drop();
});

test('D80 over Kamailio an offer to a device that has fallen silent is answered within seconds, so that the next offer is not refused', async ({
  servers,
}) => {
  const { alice, bobby, dialogs } = await inCall(servers);
  bobby.connection?.fallSilent();
  const began = Date.now();
  alice.requestIn(dialogs.caller, 'INVITE', { cseq: 950 });
  await expect.poll(() => alice.statuses('INVITE').at(-1), { timeout: 15_000 }).toBe(408);
  // The client gives an interrupted call 30 seconds.
  expect(Date.now() - began).toBeLessThan(10_000);
  for (const phone of [alice, bobby]) phone.drop();
});
