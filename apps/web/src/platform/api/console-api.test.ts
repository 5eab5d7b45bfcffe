import { ERROR_CODES } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { createApiRequest } from './api-request.ts';
import { createConsoleApi } from './console-api.ts';

type Given = { readonly status?: number; readonly body?: unknown; readonly token?: string | undefined };

function create({ status = 200, body = { status: 'OK' }, token = 'token' }: Given = {}) {
  const sent: { url: string; method: string; body: unknown }[] = [];
  let refused = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({
      url: typeof url === 'string' ? url : 'href' in url ? url.href : url.url,
      method: init?.method ?? 'GET',
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const server = 'https://calls.example/';
  const api = createConsoleApi({
    ask: createApiRequest({ server, log, fetch }),
    server,
    fetch,
    token: () => token,
    onSessionRefused: () => void (refused += 1),
  });
  return { api, sent, refused: () => refused };
}

test('D98 each change is sent to the person with the token of the session', async () => {
  const { api, sent } = create();
  await api.setStatus('a/b', 'disabled');
  await api.setRole('id', 'none');
  await api.logOut('id');
  await api.remove('id');
  const base = 'https://calls.example/userApi/user/api/console/people';
  expect(sent).toEqual([
    { url: `${base}/a%2Fb/status?securityToken=token`, method: 'POST', body: { status: 'disabled' } },
    { url: `${base}/id/role?securityToken=token`, method: 'POST', body: { role: 'none' } },
    { url: `${base}/id/logOut?securityToken=token`, method: 'POST', body: undefined },
    { url: `${base}/id?securityToken=token`, method: 'DELETE', body: undefined },
  ]);
});

test('D98 a search leaves out what is not asked for', async () => {
  const { api, sent } = create({ body: { people: [], total: 0 } });
  expect(await api.people({ search: 'å b', status: 'active' })).toEqual({
    ok: true,
    value: { people: [], total: 0 },
  });
  expect(sent[0]?.url).toContain('?securityToken=token&search=%C3%A5%20b&status=active');
});

test.each([
  [401, ERROR_CODES.tokenExpired, 1],
  [403, ERROR_CODES.accountDisabled, 1],
  [403, ERROR_CODES.notAllowed, 0],
  [403, ERROR_CODES.confirmationNeeded, 0],
] as const)('D98 an answer %i with %i ends the session %i times', async (status, errorCode, times) => {
  const { api, refused } = create({ status, body: { errorCode } });
  expect(await api.access()).toEqual({ ok: false, status, errorCode });
  expect(refused()).toBe(times);
  await api.exportTable();
  expect(refused()).toBe(2 * times);
});

test('D98 the exported table is text, also where it looks like something else; without an answer it is a failure', async () => {
  expect(await create({ body: 'username\r\n=1\r\n' }).api.exportTable()).toEqual({
    ok: true,
    value: 'username\r\n=1\r\n',
  });
  expect(await create({ status: 502, body: '<html>' }).api.exportTable()).toEqual({ ok: false, status: 0 });
});

test('D98 a link that was mailed is not in the answer', async () => {
  expect(await create({ body: {} }).api.makePasswordLink('id', true)).toEqual({ ok: true, value: undefined });
  expect(await create({ body: { link: 'https://x' } }).api.makePasswordLink('id', false)).toEqual({
    ok: true,
    value: 'https://x',
  });
});

test('D107 a table of calls is asked for with its filter, and without what is not asked for', async () => {
  const { api, sent } = create({ body: 'began\r\n' });
  expect(await api.exportCalls({ from: '2026-11-01', search: 'å&b' })).toEqual({
    ok: true,
    value: 'began\r\n',
  });
  expect(sent[0]?.url).toBe(
    'https://calls.example/userApi/user/api/console/calls/table?securityToken=token&from=2026-11-01&search=%C3%A5%26b',
  );
});
