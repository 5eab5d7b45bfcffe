import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trustedProxies } from '../../../network/trusted-proxies.ts';
import { limitConnections } from './limit-connections.ts';

let server: Server;
let logged: unknown[];
const counted: string[] = [];
const log = { warn: (entry: unknown) => void logged.push(entry) };
const meter = { refused: (limit: string) => void counted.push(limit) };

beforeEach(async () => {
  logged = [];
  counted.length = 0;
  server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A connection that got an answer, or undefined when it was ended instead. */
async function open(): Promise<Socket | undefined> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const isAnswered = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  });
  return isAnswered ? socket : undefined;
}

test('the connections of one address are limited, and each that ends makes room', async () => {
  limitConnections(
    server,
    { connections: 100, connectionsPerAddress: 2, isExempt: () => false },
    { log, meter },
  );
  const [first, second] = [await open(), await open()];
  expect([first, second]).not.toContain(undefined);
  expect([await open(), await open()]).toEqual([undefined, undefined]);
  expect(logged).toEqual([{ event: 'connection_refused', reason: 'too many of one address' }]);
  // The log has one line a minute, the metrics have each refusal.
  expect(counted).toEqual(['connections_per_address', 'connections_per_address']);
  const [accepted] = await new Promise<Socket[]>((resolve) => {
    server.once('request', (request) => resolve([request.socket]));
    second?.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  const ended = new Promise((resolve) => accepted?.once('close', resolve));
  second?.destroy();
  await ended;
  expect(await open()).toBeDefined();
  first?.destroy();
});

test('a reverse proxy on this machine is exempt from the limit per address, but not from the limit in all', async () => {
  const isExempt = trustedProxies(['loopback']);
  limitConnections(server, { connections: 3, connectionsPerAddress: 1, isExempt }, { log, meter });
  for (let count = 0; count < 3; count++) expect(await open()).toBeDefined();
  expect(await open()).toBeUndefined();
  expect(logged).toEqual([{ event: 'connection_refused', reason: 'too many in all' }]);
});

test('D106 a client that has broken off before its connection is accepted has no address, and gets no request through', async () => {
  limitConnections(
    server,
    { connections: 100, connectionsPerAddress: 2, isExempt: () => false },
    { log, meter },
  );
  const asked: (string | undefined)[] = [];
  server.on('request', ({ socket }) => asked.push(socket.remoteAddress));
  const { port } = server.address() as AddressInfo;
  // This process accepts nothing meanwhile.
  const { status } = spawnSync(process.execPath, [
    '-e',
    `const socket = require('node:net').connect(${port}, '127.0.0.1');
     socket.write('GET /gone HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => socket.resetAndDestroy());`,
  ]);
  expect(status).toBe(0);
  expect(await open()).toBeDefined();
  expect(asked).toEqual(['127.0.0.1']);
});
