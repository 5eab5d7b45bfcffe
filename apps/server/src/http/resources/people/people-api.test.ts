import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp } from '../../testing/test-app.ts';
import { signIn } from '../../testing/visitor.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const history = {
  id: 'x',
  type: 'incoming',
  answered: true,
  outcome: 'failed',
  sipAddress: '',
  contactName: '',
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp: 1,
  duration: 0,
};
type Resource = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly payload?: object;
};

const resources: readonly Resource[] = [
  { method: 'GET', path: 'contacts/getPersistantContacts' },
  { method: 'GET', path: 'contacts/search' },
  { method: 'GET', path: 'contacts/delete?phonebookId=1' },
  { method: 'POST', path: 'contacts/add', payload: { sipaddress: 'a@demo.example' } },
  { method: 'POST', path: 'contacts/update', payload: { id: '1', sipaddress: 'a@demo.example' } },
  { method: 'GET', path: 'messages' },
  { method: 'PUT', path: 'messages/1/markAsRead' },
  { method: 'DELETE', path: 'messages/1' },
  { method: 'POST', path: 'messages/deleteReadMessages' },
  { method: 'GET', path: 'business_directory' },
  { method: 'GET', path: 'business_directory/types' },
  { method: 'GET', path: 'business_directory/categories' },
  { method: 'GET', path: 'history' },
  { method: 'GET', path: 'history/1' },
  { method: 'POST', path: 'history', payload: history },
  { method: 'DELETE', path: 'history/1' },
  { method: 'DELETE', path: 'history' },
  { method: 'GET', path: 'events' },
];

test.each(resources)(
  'API-28 $method $path without, or with a wrong, securityToken answers 401',
  async ({ method, path, payload }) => {
    const join = path.includes('?') ? '&' : '?';
    for (const url of [path, `${path}${join}securityToken=wrong`, `${path}${join}securityToken=`]) {
      const answer = await server.app.inject({ method, url: `${BASE}${url}`, ...(payload && { payload }) });
      expect([answer.statusCode, answer.json().errorCode]).toEqual([401, 1003]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  },
);

test('every resource is described', async () => {
  const { paths } = (await server.app.inject({ url: `${BASE}openapi.json` })).json<{
    paths: Record<string, object>;
  }>();
  const described = Object.keys(paths).join('\n');
  for (const { path } of resources)
    expect(described).toContain(
      path
        .replace(/\?.*/, '')
        .replace(/^messages\/1/, 'messages/{messageNumber}')
        .replace('/1', '/{id}'),
    );
});

const hostile = [
  '',
  ' ',
  '%',
  '\\',
  '\0',
  '\uD800',
  "'; drop table contact; --",
  '💥'.repeat(200),
  '9'.repeat(400),
  '__proto__',
];

test.each(resources)(
  '$method $path answers hostile values without a fault',
  async ({ method, path, payload }) => {
    const { securityToken } = await signIn(server, 'alice');
    if (path === 'events') return;
    for (const value of hostile) {
      const bodies: unknown[] = [
        value,
        [value],
        null,
        { ...payload, id: value, sipaddress: value, text: value, fname: value, timestamp: value },
      ];
      for (const body of bodies) {
        const answer = await server.app.inject({
          method,
          url: `${BASE}${path.replace('1', encodeURIComponent(value.replace('\uD800', '')))}`,
          query: { securityToken, searchString: value, before: value, limit: value, phonebookId: value },
          ...(method === 'GET'
            ? {}
            : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        });
        expect(answer.statusCode, `${answer.body} ${server.logged().slice(-500)}`).toBeLessThan(500);
      }
    }
  },
);
