import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_LIMITS } from '../../domain/limits/limits.ts';
import { serverAddressOf } from '../../network/server-address.ts';
import { trustedProxies } from '../../network/trusted-proxies.ts';
import { visitorAddressOf } from '../../network/visitor-address.ts';
import type { SipServer } from '../../sip/sip-server.ts';
import { createTestBed } from '../../sip/testing/test-bed.ts';
import { attachSipListener } from '../../sip/websocket/websocket-listener.ts';
import type { RawFields, RawFrame, RawPhone } from '../testing/raw-phone.ts';
import { createRawPhone, registerRaw, tagIn } from '../testing/raw-phone.ts';

/**
 * The real listener on a real socket, and phones without a SIP library on both ends. The tests check the
 * frames that the victim receives.
 */
let httpServer: Server;
let sip: SipServer;
let listener: { close(): void };
let victim: WirePhone;
let caller: WirePhone;
let mallory: WirePhone;

type WirePhone = RawPhone & {
  readonly socket: WebSocket;
  /** Waits until all messages sent before have been handled and their effects have arrived. */
  settle(): Promise<void>;
};

beforeEach(async () => {
  const elapsedMs = (): number => Math.trunc(performance.now());
  const clock = {
    now: Date.now,
    setTimer(delayMs: number, run: () => void) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
  sip = createTestBed(clock, elapsedMs).server;
  httpServer = createServer();
  const isTrustedProxy = trustedProxies(['loopback']);
  const quiet = (): void => undefined;
  listener = attachSipListener(httpServer, sip, {
    paths: ['/sip'],
    isAllowedOrigin: () => false,
    addressOf: (request) => visitorAddressOf(request, isTrustedProxy),
    serverAddressOf: (request) => serverAddressOf(request, { publicUrl: undefined, isTrustedProxy }),
    isServerAgent: () => false,
    limits: DEFAULT_LIMITS.sipConnections,
    elapsedMs,
    log: { debug: quiet, info: quiet, warn: quiet },
  });
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  [victim, caller, mallory] = [await connect('bobby'), await connect('alice'), await connect('mallory')];
});

afterEach(async () => {
  sip.shutDown();
  for (const { socket } of [victim, caller, mallory]) socket.terminate();
  listener.close();
  httpServer.close();
  await once(httpServer, 'close');
});

async function connect(account: string): Promise<WirePhone> {
  const { port } = httpServer.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/sip`, ['sip']);
  await once(socket, 'open');
  const phone = createRawPhone(account, (text) => socket.send(text));
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text !== '\r\n') phone.take(text);
  });
  /** One round trip: a connection is handled in order, so all earlier messages have been handled. */
  async function roundTrip(): Promise<void> {
    if (socket.readyState !== WebSocket.OPEN) return;
    const pong = once(socket, 'pong');
    socket.ping();
    await pong;
  }
  const wire: WirePhone = {
    ...phone,
    socket,
    async settle() {
      await optionsAnswered(phone);
      for (const each of [victim, caller, mallory]) if (each !== undefined) await pingOf(each.socket);
    },
  };
  await registerRaw(phone, { username: account, password: `secret-of-${account}` }, async () => {
    const count = phone.heard.length;
    while (phone.heard.length === count) await roundTrip();
  });
  phone.heard.length = 0;
  return wire;
}

async function pingOf(socket: WebSocket): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return;
  const pong = once(socket, 'pong');
  socket.ping();
  await pong;
}

let probes = 0;
/** Sends OPTIONS to the server itself, whose answer comes after all earlier messages have been handled. */
async function optionsAnswered(phone: RawPhone): Promise<void> {
  probes += 1;
  const branch = `z9hG4bKprobe${probes}`;
  phone.request('OPTIONS', {
    uri: 'sip:demo.example',
    branch,
    from: `<sip:${phone.name}@demo.example>;tag=p`,
    to: '<sip:demo.example>',
    callId: `probe${probes}`,
    cseq: 1,
  });
  await expect
    .poll(() => phone.heard.some((frame) => frame.get('via').includes(branch)), { interval: 1 })
    .toBe(true);
  const index = phone.heard.findIndex((frame) => frame.get('via').includes(branch));
  phone.heard.splice(index, 1);
}

const BOBBY = 'sip:bobby@demo.example';
const invite = (more: Partial<RawFields> = {}): RawFields => ({
  uri: BOBBY,
  branch: 'z9hG4bKinvite',
  from: '<sip:alice@demo.example>;tag=a',
  to: `<${BOBBY}>`,
  callId: 'call',
  cseq: 1,
  ...more,
});
const asMallory = (more: Partial<RawFields> = {}): RawFields =>
  invite({ branch: 'z9hG4bKm', from: '<sip:mallory@demo.example>;tag=m', callId: 'm', ...more });
const last = (phone: RawPhone, what: string): RawFrame =>
  phone.heard.findLast((frame) => frame.what === what) ?? expect.fail(`no ${what}`);
const whats = (phone: RawPhone): string[] => phone.heard.map(({ what }) => what);

/** Opens a call from alice to bobby; returns the routes of both ends and bobby's To. */
async function openCall() {
  caller.request('INVITE', invite());
  await caller.settle();
  victim.respond(last(victim, 'INVITE'), 180, 'b');
  victim.respond(last(victim, 'INVITE'), 200, 'b');
  await victim.settle();
  const success = last(caller, '200');
  const inside: RawFields = invite({
    uri: victim.contact,
    to: success.get('to'),
    routes: success.all('record-route'),
    cseq: 2,
  });
  caller.request('ACK', { ...inside, branch: 'z9hG4bKack', cseq: 1 });
  await caller.settle();
  expect(whats(victim)).toEqual(['INVITE', 'ACK']);
  for (const phone of [victim, caller]) phone.heard.length = 0;
  return inside;
}

/** The Record-Route that mallory received in a call to bobby that she has cancelled. */
async function cancelledRoute(): Promise<readonly string[]> {
  mallory.request('INVITE', asMallory());
  await mallory.settle();
  victim.respond(last(victim, 'INVITE'), 180, 'b');
  await victim.settle();
  const routes = last(mallory, '180').all('record-route');
  mallory.request('CANCEL', asMallory());
  await mallory.settle();
  victim.respond(last(victim, 'CANCEL'), 200, 'b');
  victim.respond(last(victim, 'INVITE'), 487, 'b');
  await victim.settle();
  victim.heard.length = 0;
  return routes;
}

describe('forged messages', () => {
  const FROMS = [
    '"Emergency call" <sip:112@demo.example>;tag=1',
    '<sip:alice@demo.example>;tag=a',
    '<sip:ALICE@DEMO.EXAMPLE:5060>;tag=a',
    'sip:alice@demo.example;tag=a',
    '<tel:112>;tag=1',
  ];
  const TOS = [';tag', ';tag=', ';tag=b', ';tag=x', ';TAG=x', ';tag="b"', ''];

  test('D9 no request from another address reaches the victim, with or without a token and a tag', async () => {
    const routes = await cancelledRoute();
    const call = await openCall();
    let count = 0;
    for (const from of FROMS)
      for (const tag of TOS)
        for (const [route, callId] of [
          [[], 'm'],
          [routes, 'm'],
          [call.routes ?? [], 'call'],
        ] as const) {
          count += 1;
          const method = ['INVITE', 'MESSAGE', 'BYE'][count % 3] ?? 'INFO';
          mallory.request(
            method,
            asMallory({ from, to: `<${BOBBY}>${tag}`, routes: route, callId, branch: `z9hG4bKf${count}` }),
          );
          // Reconnects before a limit for messages is reached, so that each message is checked.
          if (count % 15 === 0) await reconnectMallory();
        }
    await mallory.settle();
    expect(whats(victim)).toEqual([]);
    // The call between alice and bobby is not affected.
    caller.request('INFO', { ...call, branch: 'z9hG4bKstill' });
    await caller.settle();
    expect(whats(victim)).toEqual(['INFO']);
  });

  test('D9 a response of a phone that got no request reaches no caller', async () => {
    caller.request('INVITE', invite());
    await caller.settle();
    const arrived = last(victim, 'INVITE');
    for (const status of [180, 200, 403, 603, 407]) mallory.respond(arrived, status, 'm');
    await mallory.settle();
    expect(whats(caller)).toEqual(['100']);
  });

  test('SIP-06 CANCEL and ACK of a phone that has not called have no effect', async () => {
    caller.request('INVITE', invite());
    await caller.settle();
    victim.respond(last(victim, 'INVITE'), 180, 'b');
    await victim.settle();
    mallory.request('CANCEL', invite());
    mallory.request(
      'ACK',
      invite({ to: `<${BOBBY}>;tag=b`, routes: last(caller, '180').all('record-route') }),
    );
    mallory.request(
      'BYE',
      invite({ to: `<${BOBBY}>;tag=b`, routes: last(caller, '180').all('record-route') }),
    );
    await mallory.settle();
    expect([whats(victim), whats(caller)]).toEqual([['INVITE'], ['100', '180']]);
  });
});

async function reconnectMallory(): Promise<void> {
  await mallory.settle();
  mallory.socket.terminate();
  await once(mallory.socket, 'close');
  mallory = await connect('mallory');
}

describe('late messages', () => {
  test('RFC 3261 §16.7 a 2xx after CANCEL gets ACK and BYE, and opens no dialog', async () => {
    caller.request('INVITE', invite());
    await caller.settle();
    const arrived = last(victim, 'INVITE');
    victim.respond(arrived, 180, 'b');
    await victim.settle();
    const routes = last(caller, '180').all('record-route');
    caller.request('CANCEL', invite());
    await caller.settle();
    victim.respond(arrived, 200, 'b');
    await victim.settle();
    expect(whats(caller)).toEqual(['100', '180', '200', '487']);
    expect(whats(victim)).toEqual(['INVITE', 'CANCEL', 'ACK', 'BYE']);
    const bye = last(victim, 'BYE');
    expect([bye.get('call-id'), tagIn(bye.get('from')), tagIn(bye.get('to'))]).toEqual(['call', 'a', 'b']);
    victim.heard.length = 0;
    caller.request('MESSAGE', invite({ to: `<${BOBBY}>;tag=b`, routes, branch: 'z9hG4bKlate', cseq: 3 }));
    await caller.settle();
    expect([whats(victim), whats(caller).at(-1)]).toEqual([[], '481']);
  });

  test('RFC 3261 §15 after BYE nothing is forwarded, even with the right token and tags', async () => {
    const inside = await openCall();
    caller.request('BYE', { ...inside, branch: 'z9hG4bKbye' });
    await caller.settle();
    victim.respond(last(victim, 'BYE'), 200);
    await victim.settle();
    victim.heard.length = 0;
    for (const method of ['MESSAGE', 'INVITE', 'INFO', 'ACK', 'BYE', 'UPDATE'])
      caller.request(method, { ...inside, branch: `z9hG4bKafter${method}`, cseq: 9 });
    await caller.settle();
    expect(whats(victim)).toEqual([]);
  });
});

describe('repeated messages', () => {
  test('RFC 3261 §17.2 a repeated request is forwarded once', async () => {
    for (let time = 0; time < 3; time++) caller.request('INVITE', invite());
    for (let time = 0; time < 3; time++)
      caller.request('MESSAGE', invite({ branch: 'z9hG4bKmsg', callId: 'msg' }));
    await caller.settle();
    expect(whats(victim)).toEqual(['INVITE', 'MESSAGE']);
  });

  test('RFC 3261 §16.7 a repeated final response reaches the caller once', async () => {
    caller.request('MESSAGE', invite({ branch: 'z9hG4bKmsg' }));
    await caller.settle();
    for (const status of [200, 200, 486, 603]) victim.respond(last(victim, 'MESSAGE'), status, 'b');
    await victim.settle();
    expect(whats(caller)).toEqual(['200']);
  });

  test('the same Call-ID and tags from another account are another call', async () => {
    await openCall();
    mallory.request('INVITE', asMallory({ callId: 'call', from: '<sip:mallory@demo.example>;tag=a' }));
    await mallory.settle();
    const arrived = last(victim, 'INVITE');
    expect(arrived.get('from')).toBe('<sip:mallory@demo.example>;tag=a');
    victim.respond(arrived, 200, 'b');
    await victim.settle();
    const success = last(mallory, '200');
    victim.heard.length = 0;
    mallory.request(
      'BYE',
      asMallory({
        callId: 'call',
        from: '<sip:mallory@demo.example>;tag=a',
        to: success.get('to'),
        routes: success.all('record-route'),
        branch: 'z9hG4bKmbye',
        cseq: 2,
      }),
    );
    await mallory.settle();
    // Only mallory's own call ends: the server still has the call between alice and bobby.
    expect([whats(victim), sip.counters().dialogs]).toEqual([['BYE'], 2]);
    victim.respond(last(victim, 'BYE'), 200);
    await victim.settle();
    expect(sip.counters().dialogs).toBe(1);
  });
});

describe('truncated messages', () => {
  test('RFC 3261 §18.3 a message truncated at any position is not forwarded', async () => {
    const whole = [
      `MESSAGE ${BOBBY} SIP/2.0`,
      'Via: SIP/2.0/WS mallory.invalid;branch=z9hG4bKcut',
      'Max-Forwards: 70',
      'From: <sip:mallory@demo.example>;tag=m',
      `To: <${BOBBY}>`,
      'Call-ID: cut',
      'CSeq: 1 MESSAGE',
      'Content-Type: text/plain',
      'Content-Length: 5',
      '',
      'hello',
    ].join('\r\n');
    for (let length = 1; length < whole.length; length += 1) {
      mallory.send(whole.slice(0, length));
      if (length % 15 === 0) await reconnectMallory();
    }
    await mallory.settle();
    expect(whats(victim)).toEqual([]);
    mallory.send(whole);
    await mallory.settle();
    expect(last(victim, 'MESSAGE').body).toBe('hello');
  });
});
