import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { ERROR_CODES } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HTTP_LIMITS } from '../domain/limits/limits.ts';
import { unreachableProvider } from '../http/testing/provider-settings.ts';
import type { TestApp } from '../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../http/testing/test-app.ts';
import { signIn } from '../http/testing/visitor.ts';

let bed: TestApp;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand });
});
afterEach(() => bed.close());

const post = (path: string, type: string, payload: string, securityToken = '') =>
  bed.app.inject({
    method: 'POST',
    url: `${BASE}${path}`,
    query: { securityToken },
    headers: { 'content-type': type },
    payload,
  });

test.each([
  ['user/login', 'application/json', 64],
  ['user/login', 'application/x-www-form-urlencoded', 16],
  ['history', 'application/x-www-form-urlencoded', 16],
  ['user/webSettings/WEB_BANDWIDTH', 'text/plain', 64],
  ['signUp/create', 'application/json', 64],
  ['contacts/add', 'application/json', 64],
  ['history', 'application/json', 1024],
])('%s accepts no %s of more than %i KiB, with or without a session', async (path, type, limitKiB) => {
  const { securityToken } = await signIn(bed, 'alice');
  const tooLong = 'x'.repeat(limitKiB * 1024 + 1);
  expect((await post(path, type, tooLong, securityToken)).statusCode).toBe(413);
  // On routes that allow long bodies, the server reads the body only after it has checked the session.
  expect((await post(path, type, tooLong)).statusCode).toBe(path === 'history' ? 401 : 413);
});

test.each(['user/login', 'contacts/add', 'history', 'oidc/backchannel-logout'])(
  'A-012 a form of more than a hundred fields is refused before it is read: %s',
  async (path) => {
    await bed.close();
    bed = await createTestApp({ brand: openBrand, provider: unreachableProvider });
    const { securityToken } = await signIn(bed, 'alice');
    const type = 'application/x-www-form-urlencoded';
    const url = path.startsWith('oidc/') ? `/${path}` : `${BASE}${path}`;
    const send = (payload: string) =>
      bed.app.inject({
        method: 'POST',
        url,
        query: { securityToken },
        headers: { 'content-type': type },
        payload,
      });
    for (const field of ['', 'a', 'a=1', '%26=1'])
      expect((await send(`${field}&`.repeat(100))).json()).toMatchObject({
        errorCode: ERROR_CODES.invalidValue,
        failureText: 'Invalid request',
      });
    expect((await send('x'.repeat(16 * 1024 + 1))).statusCode).toBe(413);
    expect((await send('a=1&'.repeat(99))).json()).not.toHaveProperty('failureText', 'Invalid request');
  },
);

test('input that is deeply nested, long or has many keys is refused', async () => {
  const { securityToken, get } = await signIn(bed, 'alice');
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const objects = `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`;
  const many = `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join()}}`;
  for (const path of ['user/login', 'contacts/add', 'history', 'user/setProperty'])
    for (const body of [deep, objects, many])
      expect((await post(path, 'application/json', body, securityToken)).statusCode).toBe(400);
  const query = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'x']));
  expect((await get('contacts/search', query)).statusCode).toBe(200);
  expect((await get('contacts/search', { searchString: 'x'.repeat(5000) })).statusCode).toBe(400);
});

/** Everything that a TCP connection receives until it is closed. */
async function hear(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => (heard += String(data)));
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

test('headers that are too long, two lengths, and input that is not HTTP end the connection', async () => {
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bed.app.server.address() as AddressInfo;
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const login = `POST ${BASE}user/login HTTP/1.1\r\n${host}`;
  expect(await hear(port, `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  for (const broken of [
    `${login}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `${login}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n${host}\r\n`,
    `${login}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Bad\rHeader: x\r\n\r\n`,
    'INVITE sip:bobby@demo.example SIP/2.0\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
  ]) {
    const heard = await hear(port, broken);
    expect(heard).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(heard).not.toContain('"status":"ok"');
  }
});

test.each([
  ['history', 'no user', 401],
  ['console/directory/table', 'no user', 401],
  ['console/directory/table', 'alice', 403],
  ['console/directory/table', 'bobby', 403],
])('%s with the session of %s gets %i before its long body is read', async (path, username, status) => {
  await bed.close();
  bed = await createTestApp({
    brand: { ...openBrand, features: { console: true } },
    patience: { requestMs: 2_000, headersMs: 1_000, checkMs: 50 },
  });
  const bobby = await bed.repositories.accounts.findByUsername('bobby');
  await bed.repositories.accounts.changeRole(bobby?.id ?? '', 'operator');
  const { securityToken } = username === 'no user' ? { securityToken: '' } : await signIn(bed, username);
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bed.app.server.address() as AddressInfo;
  const head = `POST ${BASE}${path}?securityToken=${securityToken} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
  const heard = await hear(port, `${head}Content-Length: 1000000\r\n\r\n{"table":"`);
  expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a connection whose request is incomplete in time, or without a request, is closed', async () => {
  // The defaults: 30 s for a request, 15 s for its headers, checked every second.
  expect(HTTP_LIMITS).toMatchObject({ requestMs: 30_000, headersMs: 15_000, checkMs: 1_000 });
  await bed.close();
  bed = await createTestApp({
    brand: openBrand,
    patience: { requestMs: 300, headersMs: 200, checkMs: 50 },
  });
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bed.app.server.address() as AddressInfo;
  const head = `POST ${BASE}user/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
  const halfSent = Array.from({ length: 50 }, () =>
    hear(port, `${head}Content-Length: 100\r\n\r\n{"username":`),
  );
  for (const heard of await Promise.all(halfSent)) expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  expect(await hear(port, head)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await hear(port, '')).not.toContain('200');
});

test('requests per address and minute are limited, costly ones more strictly, and a refusal has Retry-After', async () => {
  await bed.close();
  bed = await createTestApp({ brand: openBrand, hasRequestLimits: true });
  const ask = (url: string, remoteAddress: string) => bed.app.inject({ url: `${BASE}${url}`, remoteAddress });
  const limits: Record<string, string> = {
    'user/getProperties': '1200',
    'user/setProperty?key=a&value=b': '120',
  };
  for (const [url, limit] of Object.entries(limits))
    expect((await ask(url, '192.0.2.1')).headers['x-ratelimit-limit']).toBe(limit);
  for (let count = 0; count < 120; count++) await ask('user/setProperty?key=a&value=b', '192.0.2.2');
  const refused = await ask('user/setProperty?key=a&value=b', '192.0.2.2');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
