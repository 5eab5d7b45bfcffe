import { describe, expect, test } from 'vitest';
import { createApiRequest } from './api-request.ts';
import { createUserApi } from './user-api.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const login = { username: 'anna', password: 'secret', force: false, willUseSipRegistration: true };
const loginAnswer = {
  remoteAddress: '192.0.2.7',
  sipPassword: 'sip-secret',
  properties: { propertySet: { key: 'USERNAME', value: 'anna' } },
  capabilities: [],
  securityToken: 'token',
  uri: 'sip:anna@demo.example',
};

function createScene(
  respond: (address: string, init: RequestInit) => Response | Promise<Response>,
  server = '',
) {
  const asked: { address: string; init: RequestInit }[] = [];
  const logged: string[] = [];
  const request = createApiRequest({
    server,
    log: { ...silent, warn: (message, detail) => logged.push(`${message} ${JSON.stringify(detail)}`) },
    fetch: async (address, init = {}) => {
      asked.push({ address: address as string, init });
      return respond(address as string, init);
    },
  });
  const api = createUserApi(request);
  return { api, asked, logged };
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

test('API-01 API-04 A-004 login is a JSON POST, and one object is read as a list of one', async () => {
  const { api, asked } = createScene(() => json(loginAnswer), 'https://calls.example/');
  const result = await api.login(login);
  expect(result.ok && result.value.properties.propertySet).toEqual([{ key: 'USERNAME', value: 'anna' }]);
  expect(asked[0]?.address).toBe('https://calls.example/userApi/user/api/user/login');
  expect(asked[0]?.init).toMatchObject({ method: 'POST', cache: 'no-store', body: JSON.stringify(login) });
});

test('API-02 the session token is sent as a query parameter', async () => {
  const { api, asked } = createScene(() => json([{ key: 'WEB_AUDIO', value: 'true' }]));
  expect(await api.getWebSettings('a+b')).toEqual({ ok: true, value: [{ key: 'WEB_AUDIO', value: 'true' }] });
  expect(asked[0]?.address).toBe('/userApi/user/api/user/webSettings?securityToken=a%2Bb');
});

test('API-17 SET-28 a setting is a POST of its value as plain text', async () => {
  const { api, asked } = createScene(() => json({ status: 'OK' }));
  const setting = { key: 'WEB_CHAT_LAYOUT', value: 'side by side' };
  expect(await api.setWebSetting('token', setting)).toEqual({ ok: true, value: undefined });
  expect(asked[0]?.address).toBe('/userApi/user/api/user/webSettings/WEB_CHAT_LAYOUT?securityToken=token');
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: 'side by side',
  });
});

describe('failures are returned as values', () => {
  test.each([
    ['an errorCode with 400', () => json({ errorCode: 1001 }, 400), { status: 400, errorCode: 1001 }],
    [
      'A-005 an errorCode with 200',
      () => json({ errorCode: 1005, failureText: 'Wait' }),
      { status: 200, errorCode: 1005, failureText: 'Wait' },
    ],
    ['a status without a body', () => new Response('', { status: 503 }), { status: 503 }],
    ['a proxy that answers in HTML', () => new Response('<html>', { status: 200 }), { status: 200 }],
    ['an unknown shape', () => json({ securityToken: 7 }), { status: 200 }],
    ['ERR-01 no network', () => Promise.reject(new TypeError('failed')), { status: 0 }],
  ])('%s', async (_name, respond, expected) => {
    const { api } = createScene(respond);
    expect(await api.login(login)).toEqual({ ok: false, ...expected });
  });
});

test('ERR-11 API-03 the request has a time limit, and exceeding it is status 0', async () => {
  const { api } = createScene(
    (_address, { signal }) =>
      new Promise((_resolve, reject) => {
        expect(signal).toBeInstanceOf(AbortSignal);
        reject(new DOMException('late', 'TimeoutError'));
      }),
  );
  expect(await api.getProperties('token')).toEqual({ ok: false, status: 0 });
});

test('the log never contains the session token', async () => {
  const { api, logged } = createScene(() =>
    Promise.reject(new TypeError('GET /x?securityToken=s3cret failed')),
  );
  await api.logout('s3cret');
  await api.getSystemSettings('s3cret');
  expect(logged).toHaveLength(2);
  expect(logged.join()).not.toContain('s3cret');
});
