import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createFakeClock } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import type { LogEvent } from '../../domain/event-log.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, DEFAULT_LIMITS } from '../../domain/limits/limits.ts';
import { serverAddressOf } from '../../network/server-address.ts';
import { trustedProxies } from '../../network/trusted-proxies.ts';
import type { FlowConnection } from '../flow.ts';
import type { SipServer } from '../sip-server.ts';
import { overWebSocket } from '../testing/over-web-socket.ts';
import { connectPhone } from '../testing/scripted-phone.ts';
import type { TestBed } from '../testing/test-bed.ts';
import { createTestBed } from '../testing/test-bed.ts';
import { attachSipListener } from './websocket-listener.ts';

let httpServer: Server;
let bed: TestBed;
let log: string[];
let port: number;
let listener: { close(): void };
let clients: WebSocket[];
/** All connections as the server sees them. */
let connections: FlowConnection[];
/** All texts that the SIP server received. */
let received: string[];
/** The server's TCP sockets. */
let sockets: Socket[];
let limits: { -readonly [Name in keyof ConnectionLimits]: ConnectionLimits[Name] };

const KIB = 1024;
const AGENT = 'Bearer of-this-process';

beforeEach(async () => {
  // Only the listener's ping interval of 30 s is faked; sockets use real timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  bed = createTestBed(createFakeClock());
  [log, clients, connections, received, sockets] = [[], [], [], [], []];
  limits = { ...DEFAULT_LIMITS.sipConnections };
  await listen();
});

/** Starts the server with the current limits, and closes the previous one. */
async function listen(): Promise<void> {
  listener?.close();
  httpServer?.close();
  const write = ({ event, ...fields }: LogEvent): void => void log.push(`${event} ${JSON.stringify(fields)}`);
  httpServer = createServer();
  httpServer.on('connection', (socket) => sockets.push(socket));
  const sip: SipServer = {
    ...bed.server,
    accept(connection) {
      connections.push(connection);
      const handler = bed.server.accept(connection);
      return {
        ...handler,
        receive(text) {
          received.push(text);
          handler.receive(text);
        },
      };
    },
  };
  listener = attachSipListener(httpServer, sip, {
    paths: ['/sip', '/'],
    isAllowedOrigin: (origin, host) => origin === `http://${host}`,
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? 'nearby'),
    serverAddressOf: (request) =>
      serverAddressOf(request, { publicUrl: undefined, isTrustedProxy: trustedProxies(['loopback']) }),
    isServerAgent: ({ headers }) => headers.authorization === AGENT,
    limits,
    elapsedMs: () => Math.trunc(performance.now()),
    log: { debug: write, info: write, warn: write },
  });
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  ({ port } = httpServer.address() as AddressInfo);
}

afterEach(async () => {
  for (const client of clients) client.terminate();
  listener.close();
  if (httpServer.listening) {
    httpServer.close();
    await once(httpServer, 'close');
  }
  vi.useRealTimers();
});

function dial(path: string, protocols: string[], options: ClientOptions): WebSocket {
  const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, options);
  clients.push(client);
  // A refused client also emits an error.
  client.on('error', () => undefined);
  return client;
}
async function open(options: ClientOptions = {}): Promise<WebSocket> {
  const client = dial('/sip', ['sip'], options);
  await once(client, 'open');
  return client;
}
async function answerTo(client: WebSocket, data: string | Uint8Array): Promise<string> {
  const answer = once(client, 'message');
  client.send(data);
  return String((await answer)[0]);
}
/** Opens a connection and registers over it. */
async function openProven(name = 'alice', options: ClientOptions = {}): Promise<WebSocket> {
  const client = await open(options);
  const phone = connectPhone(overWebSocket(client), { name, password: `secret-of-${name}`, device: name });
  const first = phone.request('REGISTER', `${name}@demo.example`, { uri: 'sip:demo.example' });
  await vi.waitFor(() => expect(phone.statuses('REGISTER')).toEqual([401]), { interval: 1 });
  phone.authorize(first, phone.answer('REGISTER'));
  await vi.waitFor(() => expect(phone.statuses('REGISTER')).toEqual([401, 200]), { interval: 1 });
  return client;
}
const flowsAre = (count: number): Promise<void> =>
  vi.waitFor(() => expect(bed.server.counters().flows).toBe(count), { interval: 1 });
const question = [
  'OPTIONS sip:demo.example SIP/2.0',
  'Via: SIP/2.0/WS a.invalid;branch=z9hG4bK1',
  'From: <sip:alice@demo.example>;tag=1',
  'To: <sip:demo.example>',
  'Call-ID: 1',
  'CSeq: 1 OPTIONS',
  '',
  '',
].join('\r\n');

test('SIP-01 a connection with the subprotocol sip carries SIP in text and in binary frames', async () => {
  const client = await open();
  expect(client.protocol).toBe('sip');
  expect(await answerTo(client, question)).toMatch(/^SIP\/2\.0 200 OK\r\n/);
  expect(await answerTo(client, Buffer.from(question.replace('bK1', 'bK2')))).toMatch(
    /^SIP\/2\.0 200 OK\r\n/,
  );
  client.close();
  await once(client, 'close');
  await vi.waitFor(() => expect(bed.server.counters().flows).toBe(0), { interval: 1 });
});

test('RFC 3261 §16.6 a connection knows the address at which its client reached the server', async () => {
  await open({ headers: { host: 'calls.example:8443' } });
  await open({ headers: { 'x-forwarded-proto': 'https', host: 'calls.example' } });
  // The SIP stack libre sends no port in Host.
  await open({ headers: { host: '127.0.0.1' } });
  expect(connections.map(({ serverAddress }) => serverAddress)).toEqual([
    { host: 'calls.example', port: 8443, transport: 'ws' },
    { host: 'calls.example', port: 443, transport: 'wss' },
    { host: '127.0.0.1', port, transport: 'ws' },
  ]);
});

type Attempt = { path?: string; protocols?: string[]; origin?: string };

test.each([
  ['another subprotocol', 400, { protocols: ['mqtt'] }],
  ['no subprotocol', 400, { protocols: [] }],
  ['another path', 404, { path: '/other' }],
  ['the root without the subprotocol', 400, { path: '/', protocols: [] }],
  ['a page from elsewhere', 403, { origin: 'https://elsewhere.example' }],
])(
  'SIP-01 A-039 %s is refused with an HTTP error',
  async (_name, status, { path = '/sip', protocols = ['sip'], ...options }: Attempt) => {
    const client = dial(path, protocols, options);
    const [, response] = await once(client, 'unexpected-response');
    expect(response.statusCode).toBe(status);
    expect(bed.server.counters().flows).toBe(0);
    expect(log).toHaveLength(1);
  },
);

test('refused connections and invalid frames are logged with the client address', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const client = await open({ headers });
  expect(connections.map(({ remoteAddress }) => remoteAddress)).toEqual(['203.0.113.7']);
  client.send('x'.repeat(65 * 1024));
  await once(client, 'close');
  const proven = await openProven('alice', { headers });
  proven.send('x'.repeat(65 * 1024));
  await once(proven, 'close');
  await once(dial('/sip', [], { headers }), 'unexpected-response');
  for (const event of ['sip_connection_ended', 'sip_frame_refused', 'sip_connection_refused'])
    expect(log).toContainEqual(expect.stringMatching(new RegExp(`^${event} .*"from":"203\\.0\\.113\\.7"`)));
});

test('a phone that is configured with host and port connects at /', async () => {
  const client = dial('/', ['sip'], {});
  await once(client, 'open');
  expect(await answerTo(client, question)).toMatch(/^SIP\/2\.0 200 OK\r\n/);
});

test('a refusal is logged with its path, without the query', async () => {
  await once(dial('/phone?securityToken=secret', ['sip'], {}), 'unexpected-response');
  expect(log).toEqual([expect.stringContaining('"url":"/phone"')]);
});

test('A-039 a page of this server may connect', async () => {
  const client = await open({ origin: `http://127.0.0.1:${port}` });
  expect(await answerTo(client, question)).toContain('200 OK');
});

test('a connection that is lost during a refusal does not end the server', async () => {
  const isBroken = new Promise((resolve) => {
    httpServer.once('upgrade', (_request, socket) => {
      socket.once('close', resolve);
      socket.destroy(new Error('connection reset by peer'));
    });
  });
  dial('/other', ['sip'], {});
  await isBroken;
  expect(await answerTo(await open(), question)).toContain('200 OK');
});

test('a client that stays connected after a refusal is disconnected', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const lines = ['GET /sip HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', '', ''];
  socket.write(lines.join('\r\n'));
  socket.resume();
  await once(socket, 'end');
  const count = (): Promise<number> =>
    new Promise((resolve, reject) => {
      httpServer.getConnections((error, number) => (error === null ? resolve(number) : reject(error)));
    });
  await vi.waitFor(async () => expect(await count()).toBe(0), { interval: 1 });
  socket.destroy();
});

test('REG-11 CRLF CRLF is answered with CRLF', async () => {
  expect(await answerTo(await open(), '\r\n\r\n')).toBe('\r\n');
});

test.each([
  ['a proven connection', 64, openProven],
  ['one that has proved no account', 16, open],
])(
  'a message on %s of more than %i KiB closes with 1009; the largest below it is read',
  async (_name, kib, connectAs) => {
    const client = await connectAs();
    log.length = 0;
    const ofLength = (length: number): string => {
      const field = `\r\nSubject: ${'x'.repeat(length - question.length - '\r\nSubject: '.length)}\r\n\r\n`;
      return question.replace('\r\n\r\n', field);
    };
    expect(ofLength(kib * KIB)).toHaveLength(kib * KIB);
    expect(await answerTo(client, ofLength(kib * KIB))).toContain('200 OK');
    client.send(ofLength(kib * KIB + 1));
    expect((await once(client, 'close'))[0]).toBe(1009);
    expect(log.filter((line) => !line.startsWith('sip_'))).toEqual([]);
    expect(log.filter((line) => /^sip_(connection|frame)_/.test(line))).toHaveLength(1);
  },
);

test('the size of an incomplete message is limited before a login', async () => {
  const client = await open();
  client.send('x'.repeat(10 * KIB), { fin: false });
  client.send('x'.repeat(10 * KIB), { fin: false });
  client.ping();
  client.send('x'.repeat(10 * KIB), { fin: false });
  expect((await once(client, 'close'))[0]).toBe(1009);
  expect(received).toEqual([]);
});

test('unreadable text, invalid UTF-8 and empty frames have no effect', async () => {
  const [client, other] = [await open(), await open()];
  for (const frame of ['', ' ', 'rubbish', Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(0)])
    client.send(frame);
  expect(await answerTo(client, question)).toContain('200 OK');
  expect(await answerTo(other, question)).toContain('200 OK');
});

test('repeated invalid UTF-8 closes with 1008', async () => {
  const client = await open();
  for (let n = 0; n < 20; n++) client.send(Buffer.from([0xc3]));
  expect((await once(client, 'close'))[0]).toBe(1008);
});

test('REG-03 a ping every 30 s: clients that answer or send stay, dead ones are disconnected', async () => {
  const [alive, speaking, dead] = [
    await open(),
    await open({ autoPong: false }),
    await open({ autoPong: false }),
  ];
  for (let minute = 0; minute < 3; minute++) {
    const pings = [alive, speaking].map((client) => once(client, 'ping'));
    vi.advanceTimersByTime(30_000);
    await Promise.all(pings);
    await answerTo(speaking, '\r\n\r\n');
    // `alive` sends its pong before this message, so the answer shows that the pong has arrived.
    await answerTo(alive, '\r\n\r\n');
  }
  if (dead.readyState !== WebSocket.CLOSED) await once(dead, 'close');
  expect([alive.readyState, speaking.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  await vi.waitFor(() => expect(bed.server.counters().flows).toBe(2), { interval: 1 });
});

test.each([
  ['keep-alives', (client: WebSocket) => client.send('\r\n\r\n')],
  ['white space', (client: WebSocket) => client.send(' ')],
  ['empty frames', (client: WebSocket) => client.send('')],
  ['pings', (client: WebSocket) => client.ping()],
  ['pongs', (client: WebSocket) => client.pong()],
])(
  'REG-11 a flood of %s ends the connection, whether its client reads or not, and is logged once',
  async (_name, send) => {
    const [reading, proven, deaf] = [await open(), await openProven(), await open()];
    deaf.pause();
    log.length = 0;
    for (const client of [reading, proven, deaf]) for (let n = 0; n < 2_000; n++) send(client);
    await Promise.all([reading, proven].map((client) => once(client, 'close')));
    deaf.resume();
    await flowsAre(0);
    expect(log.filter((line) => line.startsWith('sip_connection_ended'))).toHaveLength(3);
  },
);

test('the keep-alives of normal phones are within the limit', async () => {
  const client = await open();
  for (let n = 0; n < CONNECTION_LIMITS.idleFrames.burst; n++)
    expect(await answerTo(client, '\r\n\r\n')).toBe('\r\n');
});

/** Until the connection ends, sends to a peer that does not read. @returns the most bytes that waited */
async function fill(connection: FlowConnection | undefined, socket: Socket | undefined): Promise<number> {
  let most = 0;
  for (let round = 0; round < 100; round++) {
    if (socket === undefined || socket.destroyed) return most;
    for (let n = 0; n < KIB; n++) connection?.send('x'.repeat(KIB));
    most = Math.max(most, socket.writableLength);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return expect.fail('the connection lives on');
}

test.each([
  ['that has not authenticated', 16, open],
  ['that has authenticated', 1024, openProven],
])('a peer %s and does not read is disconnected before %i KiB wait for it', async (_name, kib, connectAs) => {
  const client = await connectAs();
  client.pause();
  expect(await fill(connections[0], sockets[0])).toBeLessThanOrEqual((kib + 1) * KIB);
  await flowsAre(0);
  expect(log).toContainEqual(expect.stringContaining('peer does not read'));
});

test('one peer gets only a share of the unread bytes allowed for all', async () => {
  limits.unreadMb = 1;
  await listen();
  const client = await openProven();
  client.pause();
  expect(await fill(connections[0], sockets[0])).toBeLessThanOrEqual(129 * KIB);
  await flowsAre(0);
});

test('reading from an authenticated peer pauses while it does not read; later everything arrives', async () => {
  const client = await openProven();
  const connection = connections[0];
  const socket = sockets[0] ?? expect.fail('no socket');
  let arrived = 0;
  client.on('message', (data: Buffer) => {
    if (data.toString().startsWith('x')) arrived += 1;
  });
  client.pause();
  let sent = 0;
  // The kernel accepts bytes until its buffers are full: they are full when reading stays paused for 20
  // rounds.
  for (let calm = 0; calm < 20; calm++) {
    for (; !socket.isPaused(); sent++, calm = 0) connection?.send('x'.repeat(KIB));
    await new Promise((resolve) => setImmediate(resolve));
  }
  received.length = 0;
  client.send(question);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([received, bed.server.counters().flows]).toEqual([[], 1]);
  client.resume();
  await vi.waitFor(() => expect([received.length, arrived]).toEqual([1, sent]), { interval: 1 });
});

test('a connection that does not authenticate within one minute is ended; others stay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const [idle, proven] = [await open(), await open()];
  const phone = connectPhone(overWebSocket(proven), {
    name: 'alice',
    password: 'secret-of-alice',
    device: 'a',
  });
  const answers = async (count: number): Promise<void> => {
    while (phone.statuses('REGISTER').length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  const first = phone.request('REGISTER', 'alice@demo.example', { uri: 'sip:demo.example' });
  await answers(1);
  phone.authorize(first, phone.answer('REGISTER'));
  await answers(2);
  vi.advanceTimersByTime(CONNECTION_LIMITS.unprovenSeconds * 1000 - 1);
  expect(await answerTo(idle, question)).toContain('200 OK');
  const isClosed = once(idle, 'close');
  vi.advanceTimersByTime(1 + CONNECTION_LIMITS.refusedMs);
  expect((await isClosed)[0]).toBe(1008);
  expect(await answerTo(proven, '\r\n\r\n')).toBe('\r\n');
});

test('a new connection replaces an unauthenticated one, else it is refused; a server agent is always accepted', async () => {
  Object.assign(limits, { perAddress: 2, unprovenPerAddress: 2 });
  const [first, second] = [await open(), await open()];
  const third = await open();
  await once(first, 'close');
  expect(await answerTo(second, question)).toContain('200 OK');
  for (const client of [second, third]) client.terminate();
  await flowsAre(0);
  for (const name of ['alice', 'bobby']) await openProven(name);
  const [, response] = await once(dial('/sip', ['sip'], {}), 'unexpected-response');
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '10']);
  await open({ headers: { 'x-forwarded-for': '203.0.113.7' } });
  const agent = await open({ headers: { authorization: AGENT } });
  for (let n = 0; n < CONNECTION_LIMITS.idleFrames.burst * 2; n++) agent.send('\r\n\r\n');
  expect(await answerTo(agent, question)).toBe('\r\n');
  expect(agent.readyState).toBe(WebSocket.OPEN);
});

test('the log lines for a flood of refused connections are limited', async () => {
  const refused = Array.from({ length: 150 }, () => once(dial('/other', ['sip'], {}), 'unexpected-response'));
  await Promise.all(refused);
  expect(log.length).toBeLessThan(CONNECTION_LIMITS.logLines.burst + 20);
  vi.advanceTimersByTime(CONNECTION_LIMITS.pingMs);
  expect(log.at(-1)).toContain('sip_connections_refused');
});

test('a stopped server closes with 1001 and accepts no connections', async () => {
  const client = await open();
  bed.server.shutDown();
  expect((await once(client, 'close'))[0]).toBe(1001);
});

test.each([
  ['a shutdown', 2_000, () => bed.server.shutDown()],
  ['the end of a flood', 500, () => connections[0]?.close(1008, 'too many messages')],
])(
  'a client that ignores the close frame after %s is disconnected after %i ms, so the HTTP server can close',
  async (_name, ms, end) => {
    const client = await open();
    client.pause();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    end();
    vi.advanceTimersByTime(ms - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(bed.server.counters().flows).toBe(1);
    const isClosed = once(httpServer, 'close');
    httpServer.close();
    vi.advanceTimersByTime(1);
    await isClosed;
    await vi.waitFor(() => expect(bed.server.counters().flows).toBe(0), { interval: 1 });
  },
);
