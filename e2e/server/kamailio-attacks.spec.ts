import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { header } from '@samtal/sip';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { answerCall, beginCall, openPhone } from '../support/peers/raw-call.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';

const ALICE = 'alice@demo.example';
const BOBBY = 'bobby@demo.example';

/** A machine that the attacker wants to reach through the proxy; `heard` is what arrives there. */
async function openVictim() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const heard: string[] = [];
  socket.on('message', (data) => void heard.push(String(data)));
  return { address: `127.0.0.1:${socket.address().port}`, heard, socket };
}

const sendAll = (socket: Socket, uri: string, texts: readonly string[]): void => {
  for (const text of texts)
    socket.send(text, Number(new URL(uri.replace('sip:', 'http://')).port), '127.0.0.1');
};

test('D106 Kamailio relays to no other host: not by domain, Route, Path, Request-URI in a call, or a field of its nodes', async ({
  servers,
}) => {
  const victim = await openVictim();
  const { address } = victim;
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  const path = [{ name: 'Path', value: `<sip:${address};lr>` }];
  expect(await alice.register(ALICE, { headers: path })).toBe(200);
  expect(await bobby.register(BOBBY, { headers: path })).toBe(200);
  for (const method of ['OPTIONS', 'MESSAGE', 'INVITE']) {
    expect(await alice.status(method, `bobby@${address}`)).toBe(404);
    expect(await alice.status(method, `bobby'or'1'='1@demo.example`)).toBe(404);
  }
  const forged = [
    { name: 'Route', value: `<sip:${address};lr>` },
    { name: 'Samtal-Connection', value: `sip:${address};transport=udp;socket=udp:127.0.0.1:1;node=1` },
    { name: 'Samtal-End', value: `bobby/x|${BOBBY}` },
  ];
  const message = alice.request('MESSAGE', BOBBY, { headers: forged });
  await expect.poll(() => alice.statuses('MESSAGE').at(-1)).toBe(407);
  alice.authorize(message, alice.answer('MESSAGE'));
  await expect.poll(() => bobby.requests('MESSAGE').length).toBe(1);
  expect(bobby.requests('MESSAGE')[0]?.headers.filter(({ name }) => /route|samtal/i.test(name))).toEqual([]);

  await beginCall(alice, BOBBY);
  const dialogs = await answerCall(alice, bobby);
  alice.requestIn(
    { ...dialogs.caller, target: `sip:x@${address}`, routes: [`<sip:${address};lr>`] },
    'INFO',
    {
      cseq: 90,
    },
  );
  await expect.poll(() => bobby.requests('INFO').length).toBe(1);
  expect(victim.heard).toEqual([]);
  victim.socket.close();
  for (const phone of [alice, bobby]) phone.drop();
});

test('D106 inside a call Kamailio takes requests from the devices of its two ends only, also when an attacker has overheard all of it', async ({
  servers,
}) => {
  const [alice, bobby, mallory] = [
    await openPhone(servers, 'alice'),
    await openPhone(servers, 'bobby'),
    await openPhone(servers, 'carol'),
  ];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  await mallory.register('carol@demo.example');
  await beginCall(alice, BOBBY);
  const dialogs = await answerCall(alice, bobby);
  for (const dialog of [dialogs.caller, dialogs.callee])
    for (const method of ['BYE', 'INFO', 'MESSAGE', 'INVITE', 'REFER']) {
      const before = mallory.statuses(method).length;
      mallory.requestIn(dialog, method, { cseq: 500 });
      await expect.poll(() => mallory.statuses(method).slice(before)).toEqual([481]);
    }
  // An end cannot speak in the name of another user either.
  alice.requestIn({ ...dialogs.caller, from: dialogs.caller.from.replace('alice', 'carol') }, 'INFO', {
    cseq: 501,
  });
  await expect.poll(() => alice.statuses('INFO')).toEqual([403]);
  // A call that begins with Call-ID and tag of another one does not take its place.
  const again = mallory.request('INVITE', BOBBY, {
    callId: dialogs.caller.callId,
    from: dialogs.caller.from.replace('alice', 'carol'),
  });
  await expect.poll(() => mallory.statuses('INVITE').at(-1)).toBe(407);
  mallory.follow(again, 'ACK');
  mallory.authorize(again, mallory.answer('INVITE'));
  await expect.poll(() => mallory.statuses('INVITE').at(-1)).toBe(482);
  bobby.requestIn(dialogs.callee, 'BYE', { cseq: 600 });
  await expect.poll(() => alice.requests('BYE').length).toBe(1);
  expect([bobby, alice].map((phone) => phone.requests('REFER').length)).toEqual([0, 0]);
  for (const phone of [alice, bobby, mallory]) phone.drop();
});

test('D106 Kamailio limits strangers and accounts: floods, guesses, large messages, scanners; calls of others go on', async ({
  servers,
}) => {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  const stranger = () =>
    openRawPhone(servers.sipUri, { name: 'carol', secret: 'a guess', device: 'stranger' });

  const large = await stranger();
  large.request('OPTIONS', BOBBY, { body: 'x'.repeat(20_000) });
  await expect.poll(() => large.statuses('OPTIONS')).toEqual([513]);
  const scanner = await stranger();
  scanner.request('OPTIONS', BOBBY, { headers: [{ name: 'User-Agent', value: 'friendly-scanner' }] });
  scanner.request('OPTIONS', BOBBY);
  await expect.poll(() => scanner.statuses('OPTIONS')).toEqual([407]);

  // One account floods one address: the flood is refused, the callee keeps its connection.
  const messages = 180;
  const first = alice.request('MESSAGE', BOBBY);
  await expect.poll(() => alice.statuses('MESSAGE').at(-1)).toBe(407);
  const challenge = alice.answer('MESSAGE');
  for (let count = 1; count <= messages; count++) alice.authorize(first, challenge, { count });
  await expect
    .poll(() => alice.statuses('MESSAGE').filter((status) => status === 503).length)
    .toBeGreaterThan(20);
  expect(bobby.requests('MESSAGE').length).toBeLessThanOrEqual(150);
  expect(bobby.closings).toEqual([]);

  // Over UDP a stranger gets few answers: their address may be forged.
  const { socket, heard } = await openVictim();
  const options = Array.from({ length: 400 }, (_, index) =>
    [
      'OPTIONS sip:bobby@demo.example SIP/2.0',
      `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bKflood${index}`,
      'From: <sip:carol@demo.example>;tag=flood',
      'To: <sip:bobby@demo.example>',
      `Call-ID: flood${index}`,
      'CSeq: 1 OPTIONS',
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n'),
  );
  sendAll(socket, servers.udpUri, options);
  await expect.poll(() => heard.length).toBeGreaterThan(0);

  const guesser = await stranger();
  for (let guess = 0; guess < 32; guess++) await guesser.register('carol@demo.example');
  expect(await guesser.register('carol@demo.example')).toBe(503);

  // Devices that have proved an account are not counted with strangers of their address.
  expect(await bobby.status('OPTIONS', ALICE)).toBe(200);
  expect(heard.length).toBeLessThan(options.length / 2);
  socket.close();
  for (const phone of [alice, bobby, large, scanner, guesser]) phone.drop();
});

test('D106 Kamailio counts the addresses of one IPv6 /64 as one visitor', async ({ servers }) => {
  const guessFrom = async (visitor: string, guesses: number): Promise<number> => {
    const phone = await openRawPhone(servers.sipUri, {
      name: 'carol',
      secret: 'a guess',
      device: 'guesser',
      visitor,
    });
    let last = 0;
    for (let guess = 0; guess < guesses; guess++) last = await phone.register('carol@demo.example');
    phone.drop();
    return last;
  };
  await guessFrom('2001:db8::1', 12);
  await guessFrom('2001:db8::a:b:c:d', 12);
  expect(await guessFrom('2001:db8::ffff', 8)).toBe(503);
  expect(await guessFrom('2001:db8:1:2:3:4:5:6', 16)).toBe(401);
  expect(await guessFrom('2001:db8:1:2:7:8:9:a', 16)).toBe(503);
  expect(await guessFrom('2001:db8:1:3::1', 1)).toBe(401);
  // An IPv4 address in IPv6 form is a visitor of its own.
  expect(await guessFrom('::ffff:192.0.2.1', 32)).toBe(503);
  expect(await guessFrom('::ffff:192.0.2.2', 1)).toBe(401);
});

test('D106 attack: a device that challenges a caller gets no credentials, with which it would call in the name of that caller', async ({
  servers,
}) => {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  await beginCall(alice, BOBBY);
  const dialogs = await answerCall(alice, bobby);
  const challenge = {
    headers: [{ name: 'Proxy-Authenticate', value: 'Digest realm="demo.example", nonce="of Kamailio"' }],
  };
  const outside = alice.request('MESSAGE', BOBBY);
  await expect.poll(() => alice.statuses('MESSAGE')).toEqual([407]);
  alice.authorize(outside, alice.answer('MESSAGE'));
  alice.requestIn(dialogs.caller, 'INVITE', { cseq: 700 });
  const value = `Digest username="alice", realm="demo.example", nonce="x", uri="sip:${BOBBY}", response="${'0'.repeat(32)}"`;
  alice.requestIn(dialogs.caller, 'INFO', { cseq: 701, headers: [{ name: 'Proxy-Authorization', value }] });
  for (const [method, refusal] of [
    ['MESSAGE', 480],
    ['INVITE', 403],
    ['INFO', 403],
  ] as const) {
    const before = method === 'INVITE' ? 1 : 0;
    await expect.poll(() => bobby.requests(method).length).toBe(before + 1);
    const request = bobby.requests(method).at(-1);
    if (request === undefined) throw new Error('no request');
    expect(header(request, 'Proxy-Authorization')).toBeUndefined();
    bobby.respond(request, 407, challenge);
    await expect.poll(() => alice.statuses(method).at(-1)).toBe(refusal);
    expect(header(alice.answer(method), 'Proxy-Authenticate')).toBeUndefined();
  }
  for (const phone of [alice, bobby]) phone.drop();
});

test('D106 attack: over Kamailio no caller makes a phone answer by itself, or names itself by another field', async ({
  servers,
}) => {
  const [alice, bobby] = [await openPhone(servers, 'alice'), await openPhone(servers, 'bobby')];
  await alice.register(ALICE);
  await bobby.register(BOBBY);
  const headers = [
    { name: 'Answer-Mode', value: 'Auto' },
    { name: 'Priv-Answer-Mode', value: 'Auto;require' },
    { name: 'Alert-Info', value: '<http://127.0.0.1>;info=alert-autoanswer;delay=0' },
    { name: 'Call-Info', value: '<sip:192.0.2.10>;purpose=x-local-ip' },
    { name: 'Call-Info', value: '<sip:demo.example>; Answer-After=0' },
    { name: 'History-Info', value: '<sip:carol@demo.example>;index=1' },
    { name: 'P-Called-Party-ID', value: '<sip:carol@demo.example>' },
    { name: 'y', value: 'forged' },
    { name: 'Referred-By', value: '<sip:carol@demo.example>' },
  ];
  const invite = alice.request('INVITE', BOBBY, { headers });
  await expect.poll(() => alice.statuses('INVITE')).toContain(407);
  alice.follow(invite, 'ACK');
  alice.authorize(invite, alice.answer('INVITE'));
  await expect.poll(() => bobby.requests('INVITE').length).toBe(1);
  const names = bobby.requests('INVITE').flatMap((request) => request.headers.map(({ name }) => name));
  expect(names.filter((name) => headers.some((field) => field.name === name))).toEqual([]);
  for (const phone of [alice, bobby]) phone.drop();
});
