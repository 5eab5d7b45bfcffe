import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { METRICS_LIMITS } from '../domain/limits/limits.ts';
import { listenForMetrics, type MetricsListener } from './metrics-listener.ts';

let listener: MetricsListener | undefined;
let port = 0;

afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

async function listen(text: () => Promise<string> = () => Promise.resolve('samtal 1\n')): Promise<void> {
  port = await freePort();
  listener = await listenForMetrics({
    port,
    host: '127.0.0.1',
    metrics: { contentType: 'text/plain', text },
  });
}

type Asked = { readonly path?: string; readonly method?: string; readonly host?: string };

function ask({ path = '/metrics', method = 'GET', host = `127.0.0.1:${port}` }: Asked = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers: { host }, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('D92 only GET and HEAD of /metrics have an answer', async () => {
  await listen();
  expect(await ask()).toEqual({ status: 200, body: 'samtal 1\n' });
  expect(await ask({ path: '/metrics?name=x' })).toMatchObject({ status: 200 });
  expect(await ask({ method: 'HEAD' })).toEqual({ status: 200, body: '' });
  for (const path of ['/', '/health', '/metrics/', '/metrics/../metrics', '/userApi/user/api/user/login'])
    expect(await ask({ path })).toMatchObject({ status: 404 });
  for (const method of ['POST', 'DELETE', 'OPTIONS'])
    expect(await ask({ method })).toMatchObject({ status: 405 });
});

test('D92 a page that reaches the listener under a name of its own reads nothing', async () => {
  await listen();
  for (const host of ['evil.example', `evil.example:${port}`, '192.0.2.1', 'localhost.evil.example'])
    expect(await ask({ host })).toEqual({ status: 403, body: 'Host must name this machine.\n' });
  for (const host of ['localhost', `localhost:${port}`, '[::1]:9464'])
    expect(await ask({ host })).toMatchObject({ status: 200 });
});

test('D92 many requests at the same time collect the metrics once', async () => {
  let collected = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await listen(async () => {
    collected += 1;
    await held;
    return 'samtal 1\n';
  });
  const asked = [ask()];
  await vi.waitFor(() => expect(collected).toBe(1));
  asked.push(...Array.from({ length: 10 }, () => ask()));
  // This one was sent last, so the others have arrived when it is answered.
  await ask({ path: '/none' });
  release();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
  expect(collected).toBe(1);
});

test('D92 metrics that cannot be collected get 500, and the next request is answered', async () => {
  let isBroken = true;
  await listen(() => (isBroken ? Promise.reject(new Error('secret')) : Promise.resolve('samtal 1\n')));
  const failed = await ask();
  expect(failed.status).toBe(500);
  expect(failed.body).not.toContain('secret');
  isBroken = false;
  expect(await ask()).toMatchObject({ status: 200 });
});

test('D92 a client that holds connections open keeps no other one out for long', async () => {
  await listen();
  const sockets = Array.from({ length: METRICS_LIMITS.connections * 2 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined).resume();
    socket.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  }
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  expect(await ask()).toMatchObject({ status: 200 });
}, 15_000);
