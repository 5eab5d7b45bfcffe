import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectPhone, type ScriptedPhone } from '../sip/testing/scripted-phone.ts';
import { createTestBed, register, settle } from '../sip/testing/test-bed.ts';
import { createTestingMode } from './testing-mode.ts';

let clock: FakeClock;
let app: FastifyInstance;
let alice: ScriptedPhone;
const API = '/userApi/user/api/user/';

beforeEach(async () => {
  clock = createFakeClock();
  const testing = createTestingMode(createTestBed(clock).server, clock, () => []);
  app = Fastify();
  testing.extendHttp(app);
  // A resource in its own scope, like those of the user API.
  await app.register(
    (scope, _options, done) => {
      scope.post('login', () => ({ ok: true }));
      scope.get('getProperties', () => ({ propertySet: [] }));
      done();
    },
    { prefix: API },
  );
  alice = connectPhone(testing.sip, { name: 'alice', password: 'secret-of-alice', device: 'phone' });
});
afterEach(() => app.close());

const post = (url: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/test/${url}`, ...(payload === undefined ? {} : { payload }) });
const logIn = () => app.inject({ method: 'POST', url: `${API}login`, payload: {} });

test('SIP faults are planned, applied and reset over HTTP', async () => {
  expect((await post('sip/register-answer', { status: 403, times: 1 })).statusCode).toBe(204);
  expect((await register(alice, 'alice@demo.example')).status).toBe(403);
  await post('sip/answer', { method: 'OPTIONS', status: 500, username: 'alice' });
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await post('reset');
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect(alice.statuses('OPTIONS')).toEqual([500, 200]);
});

test('the message log and the counters can be read', async () => {
  await register(alice, 'alice@demo.example');
  const wire = await app.inject('/test/sip/wire');
  expect([wire.statusCode, wire.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(wire.json().map(({ direction }: { direction: string }) => direction)).toEqual([
    'in',
    'out',
    'in',
    'out',
  ]);
  expect((await app.inject('/test/sip/counters')).json()).toMatchObject({
    flows: 1,
    bindings: 1,
    dialogs: 0,
  });
});

test.each([[undefined], [{}], [{ username: 'alice' }]])(
  'REG-03 connections are dropped with the body %j',
  async (payload) => {
    await register(alice, 'alice@demo.example');
    expect((await post('sip/drop', payload)).statusCode).toBe(204);
    expect((await app.inject('/test/sip/counters')).json()).toMatchObject({ flows: 0, bindings: 0 });
  },
);

test('the responses to a method are delayed', async () => {
  await post('sip/delay', { ms: 500, methods: ['OPTIONS'] });
  alice.request('OPTIONS', 'demo.example', { uri: 'sip:demo.example' });
  await settle();
  expect(alice.statuses('OPTIONS')).toEqual([]);
  clock.advance(500);
  expect(alice.statuses('OPTIONS')).toEqual([200]);
});

test('LOGIN-14 the user API gives the planned answer the planned number of times, then its own', async () => {
  await post('http/answer', { path: 'user/login', status: 401, body: { errorCode: 9 }, times: 2 });
  for (let n = 0; n < 2; n++) {
    const refused = await logIn();
    expect([refused.statusCode, refused.json()]).toEqual([401, { errorCode: 9 }]);
  }
  expect((await logIn()).json()).toEqual({ ok: true });
  expect((await app.inject(`${API}getProperties`)).json()).toEqual({ propertySet: [] });
});

test('a fault can have a path from the root and a body that is not JSON', async () => {
  await post('http/answer', { path: `${API}getProperties`, status: 502, body: '<html>bad gateway</html>' });
  const answer = await app.inject(`${API}getProperties?securityToken=x`);
  expect([answer.statusCode, answer.body]).toEqual([502, '<html>bad gateway</html>']);
  await post('reset');
  expect((await app.inject(`${API}getProperties`)).statusCode).toBe(200);
});

test('a planned answer and a normal answer can be delayed', async () => {
  await post('http/answer', { path: 'user/login', delayMs: 3000, times: 1 });
  await post('http/answer', { path: 'user/login', delayMs: 3000, status: 500, times: 1 });
  for (const status of [200, 500]) {
    const answer = logIn();
    await settle();
    expect(clock.pending()).toBe(1);
    clock.advance(3000);
    expect((await answer).statusCode).toBe(status);
  }
});

test.each([
  ['sip/register-answer', {}],
  ['sip/register-answer', { status: 200 }],
  ['sip/answer', { status: 500 }],
  ['sip/answer', { method: 'INVITE', status: 500, times: 0 }],
  ['sip/answer', { method: 'INVITE', status: 500, tims: 1 }],
  ['sip/delay', { ms: -1 }],
  ['sip/drop', { user: 'alice' }],
  ['http/answer', { status: 500 }],
])('an invalid fault is refused: %s %j', async (url, payload) => {
  expect((await post(url, payload)).statusCode).toBe(400);
});
