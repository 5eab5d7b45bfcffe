import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';
import { createTestApp, type TestApp } from '../../http/testing/test-app.ts';

let bed: TestApp;
let socket: Socket;
let asked: number;

beforeEach(async () => {
  asked = 0;
  bed = await createTestApp({
    extend: (app) => void app.addHook('onRequest', async () => void (asked += 1)),
  });
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  socket = connect((bed.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
});
afterEach(async () => {
  socket.destroy();
  await bed.close();
});

const ask = (count: number): string => 'GET /health HTTP/1.1\r\nHost: calls.example\r\n\r\n'.repeat(count);

test('a client that sends endless requests without waiting for answers is disconnected after few of them', async () => {
  const isClosed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(ask(5_000));
  await isClosed;
  expect(asked).toBeLessThanOrEqual(HTTP_LIMITS.requestsPerConnection);
});

test('RFC 9112 §9.3.2 a client that pipelines a few requests gets every answer in order, repeatedly', async () => {
  let heard = '';
  socket.on('data', (data: Buffer) => (heard += data.toString()));
  for (let round = 1; round <= 3; round++) {
    socket.write(ask(HTTP_LIMITS.requestsPerConnection));
    const wanted = round * HTTP_LIMITS.requestsPerConnection;
    await expect.poll(() => heard.split('HTTP/1.1 200 OK').length - 1, { interval: 1 }).toBe(wanted);
  }
  expect(socket.destroyed).toBe(false);
});

/** Sends one request, and resolves to its answer. */
async function answerTo(...fields: readonly string[]): Promise<string> {
  socket.write(`GET /health HTTP/1.1\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

test('RFC 9110 §7.8 a client that offers HTTP/2 gets its answer in HTTP/1.1', async () => {
  bed.app.server.on('upgrade', (_request, connection: Socket) => connection.destroy());
  expect(
    await answerTo(
      'Host: calls.example',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ),
  ).toMatch(/^HTTP\/1.1 200 OK/);
});

test('RFC 9112 §3.2 a request with two Host fields is refused', async () => {
  expect(await answerTo('Host: calls.example', 'Host: mallory.example')).toMatch(/^HTTP\/1.1 400 /);
});
