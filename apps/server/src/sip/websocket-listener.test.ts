import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createFakeClock } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { serverAddressOf } from '../network/server-address.ts';
import type { FlowConnection } from './flow.ts';
import type { SipServer } from './sip-server.ts';
import type { TestBed } from './testing/test-bed.ts';
import { createTestBed } from './testing/test-bed.ts';
import { attachSipListener } from './websocket-listener.ts';

let httpServer: Server;
let bed: TestBed;
let log: string[];
let port: number;
let listener: { close(): void };
let clients: WebSocket[];
/** The server's ends of all connections. */
let connections: FlowConnection[];

beforeEach(async () => {
  // The listener's half minute is the only timer that is faked; sockets run on the real ones.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  bed = createTestBed(createFakeClock());
  [log, clients, connections] = [[], [], []];
  const write = (detail: object, message: string): void =>
    void log.push(`${message} ${JSON.stringify(detail)}`);
  httpServer = createServer();
  const sip: SipServer = {
    ...bed.server,
    accept(connection) {
      connections.push(connection);
      return bed.server.accept(connection);
    },
  };
  listener = attachSipListener(httpServer, sip, {
    path: '/sip',
    isAllowedOrigin: (origin, host) => origin === `http://${host}`,
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? 'nearby'),
    serverAddressOf: (request) => serverAddressOf(request, undefined),
    log: { debug: write, info: write, warn: write },
  });
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  ({ port } = httpServer.address() as AddressInfo);
});

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
  // A refused client tells its end as an error, too.
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

test('RFC 3261 §16.6 a connection knows the address under which its client has reached the server', async () => {
  await open({ headers: { host: 'calls.example:8443' } });
  await open({ headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'calls.example' } });
  expect(connections.map(({ serverAddress }) => serverAddress)).toEqual([
    { host: 'calls.example', port: 8443, transport: 'ws' },
    { host: 'calls.example', port: 443, transport: 'wss' },
  ]);
});

type Attempt = { path?: string; protocols?: string[]; origin?: string };

test.each([
  ['another subprotocol', 400, { protocols: ['mqtt'] }],
  ['no subprotocol', 400, { protocols: [] }],
  ['another path', 404, { path: '/other' }],
  ['a page from elsewhere', 403, { origin: 'https://elsewhere.example' }],
])(
  'SIP-01 A-039 %s is refused in HTTP',
  async (_name, status, { path = '/sip', protocols = ['sip'], ...options }: Attempt) => {
    const client = dial(path, protocols, options);
    const [, response] = await once(client, 'unexpected-response');
    expect(response.statusCode).toBe(status);
    expect(bed.server.counters().flows).toBe(0);
    expect(log).toHaveLength(1);
  },
);

test('a connection, a refusal and a broken frame are logged with where they come from', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const client = await open({ headers });
  expect(connections.map(({ remoteAddress }) => remoteAddress)).toEqual(['203.0.113.7']);
  client.send('x'.repeat(65 * 1024));
  await once(client, 'close');
  await once(dial('/sip', [], { headers }), 'unexpected-response');
  for (const event of ['sip connection refused a frame', 'sip connection refused'])
    expect(log).toContainEqual(expect.stringMatching(new RegExp(`^${event} .*"from":"203\\.0\\.113\\.7"`)));
});

test('A-039 the page of this server may connect', async () => {
  const client = await open({ origin: `http://127.0.0.1:${port}` });
  expect(await answerTo(client, question)).toContain('200 OK');
});

test('a connection that breaks in the middle of a refusal does not bring the server down', async () => {
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

test('who never hangs up after a refusal is disconnected', async () => {
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

test('a message of more than 64 KiB closes with 1009 and is logged once; the largest below it is read', async () => {
  const client = await open();
  const body = 'x'.repeat(64 * 1024 - question.length);
  expect(await answerTo(client, question + body)).toContain('200 OK');
  client.send(`${question}${body}x`);
  expect((await once(client, 'close'))[0]).toBe(1009);
  expect(log).toEqual([expect.stringContaining('sip connection refused a frame')]);
});

test('rubbish, bytes that are no text, and empty frames disturb nobody', async () => {
  const [client, other] = [await open(), await open()];
  for (const frame of ['', ' ', 'rubbish', Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(0)])
    client.send(frame);
  expect(await answerTo(client, question)).toContain('200 OK');
  expect(await answerTo(other, question)).toContain('200 OK');
});

test('bytes that are no text, again and again, close with 1008', async () => {
  const client = await open();
  for (let n = 0; n < 20; n++) client.send(Buffer.from([0xc3]));
  expect((await once(client, 'close'))[0]).toBe(1008);
});

test('REG-03 every 30 s a ping: who answers or speaks stays, who is dead is cut off', async () => {
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
    // A pong goes out before what is sent after it.
    await answerTo(alive, '\r\n\r\n');
  }
  if (dead.readyState !== WebSocket.CLOSED) await once(dead, 'close');
  expect([alive.readyState, speaking.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  await vi.waitFor(() => expect(bed.server.counters().flows).toBe(2), { interval: 1 });
});

test('a peer that does not read is cut off before what waits for it fills the memory', async () => {
  const client = await open();
  client.pause();
  for (let n = 0; n < 32; n++) connections[0]?.send('x'.repeat(1024 * 1024));
  await vi.waitFor(() => expect(bed.server.counters().flows).toBe(0), { interval: 1 });
});

test('a stopped server closes with 1001 and takes no more', async () => {
  const client = await open();
  bed.server.shutDown();
  expect((await once(client, 'close'))[0]).toBe(1001);
});

test.each([
  ['a stop', () => bed.server.shutDown()],
  ['the end of a flood', () => connections[0]?.close(1008, 'too many messages')],
])('who never agrees to %s is cut off after 2 s, so that the HTTP server can close', async (_name, end) => {
  const client = await open();
  client.pause();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  end();
  vi.advanceTimersByTime(1_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect(bed.server.counters().flows).toBe(1);
  const isClosed = once(httpServer, 'close');
  httpServer.close();
  vi.advanceTimersByTime(1);
  await isClosed;
  await vi.waitFor(() => expect(bed.server.counters().flows).toBe(0), { interval: 1 });
});
