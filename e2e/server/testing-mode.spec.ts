import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { production, startSamtalServer } from '../support/server/samtal-server.ts';

const doors = [
  ['GET', '/test/sip/wire'],
  ['GET', '/test/sip/counters'],
  ['POST', '/test/sip/register-answer'],
  ['POST', '/test/sip/answer'],
  ['POST', '/test/sip/delay'],
  ['POST', '/test/sip/drop'],
  ['POST', '/test/http/answer'],
  ['POST', '/test/reset'],
] as const;

const orders: Readonly<Record<string, object>> = {
  '/test/sip/register-answer': { status: 503, times: 1 },
  '/test/sip/answer': { method: 'INVITE', status: 500, times: 1 },
  '/test/sip/delay': { ms: 0 },
  '/test/http/answer': { path: 'user/login', status: 500, times: 1 },
};

async function knock(url: string): Promise<[string, number][]> {
  return Promise.all(
    doors.map(async ([method, path]): Promise<[string, number]> => {
      const order = method === 'POST' ? { body: JSON.stringify(orders[path] ?? {}) } : {};
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await fetch(`${url}${path}`, { method, ...order, headers });
      return [path, status];
    }),
  );
}

for (const [mode, env] of [
  ['demo', { SAMTAL_MODE: 'demo' }],
  ['production', production],
] as const) {
  test(`D25 no path under /test/ exists in ${mode} mode`, async () => {
    const server = await startSamtalServer(env);
    expect(await knock(server.url)).toEqual(doors.map(([, path]) => [path, 404]));
    await server.dispose();
  });
}

test('D25 in test mode the paths under /test/ exist, and an order cuts a connection off without a close', async () => {
  const server = await startSamtalServer();
  expect(await knock(server.url)).toEqual(
    doors.map(([method, path]) => [path, method === 'GET' ? 200 : 204]),
  );
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/sip`, 'sip');
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await fetch(`${server.url}/test/sip/drop`, { method: 'POST' });
  const [event] = (await closed) as [CloseEvent];
  expect(event.code).toBe(1006);
  await server.dispose();
});
