import { assert, asyncProperty } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../testing/api-description.ts';
import { readDescription } from '../testing/api-description.ts';
import { oddRequestsFor } from '../testing/odd-requests.ts';
import type { TestApp } from '../testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../testing/test-app.ts';

/** How many requests the fuzzer sends; `npm run test:long` sends many more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? '1500');
const FUZZ_TIMEOUT_MS = 60_000 + REQUESTS * 20;

let bed: TestApp;
let operations: readonly Operation[];
const routes: { method: string; url: string }[] = [];

beforeAll(async () => {
  bed = await createTestApp({
    brand: openBrand,
    // The routes that the server really has, collected while it is built.
    extend: (app) =>
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) routes.push({ method: each, url });
      }),
  });
  operations = await readDescription(bed.app);
}, 60_000);
afterAll(() => bed.close());

const templateOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}');

test('API-01 the description names every call of the user API, and no other', () => {
  const answered = routes
    .filter(({ method, url }) => url.startsWith(BASE) && method !== 'HEAD' && method !== 'OPTIONS')
    .map(({ method, url }) => `${method} ${templateOf(url)}`)
    .filter((route) => route !== `GET ${BASE}openapi.json`);
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(answered.toSorted());
  expect(answered.length).toBeGreaterThan(15);
});

test('every call describes its input and its answers', () => {
  for (const { method, path, parameters, requestBody, responses } of operations) {
    const name = `${method} ${path}`;
    const isFree = path.includes('/signUp/') || path.endsWith('/new') || path.includes('Password');
    // An image element cannot send a token; the address of a picture is its secret (decision D67).
    const isPictureOf = path.endsWith('/pictures/{id}');
    // The address of an export is good for one request (decision D96).
    const isExport = method === 'GET' && path.endsWith('/user/export');
    // A service worker has the secret of its call instead (decision D78).
    const isOfPushedCall = path.includes('/push/calls/');
    const isOpen =
      isFree ||
      isOfPushedCall ||
      isPictureOf ||
      isExport ||
      path.endsWith('/login') ||
      path.endsWith('/getOrgSettings');
    const hasToken = parameters.some((parameter) => parameter.name === 'securityToken');
    expect(isOpen || hasToken, `${name} takes a token`).toBe(true);
    for (const wanted of path.matchAll(/\{(\w+)\}/g))
      expect(
        parameters.map((parameter) => parameter.name),
        name,
      ).toContain(wanted[1]);
    const needsBody = ['/login', '/create', '/validateByKey', '/add', '/update'].some((end) =>
      path.endsWith(end),
    );
    if (needsBody) expect(requestBody?.content, `${name} has a body`).toBeDefined();
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['200', '4XX', '5XX']));
    for (const [status, { content }] of Object.entries(responses)) {
      const [answer] = Object.values(content ?? {});
      expect(answer?.schema, `${name} describes ${status}`).toBeDefined();
    }
  }
});

async function freshToken(): Promise<string> {
  const { repositories, createSecret, hashToken, now } = bed.context;
  const alice = await repositories.accounts.findByUsername('alice');
  const token = createSecret();
  await repositories.sessions.add(
    { tokenHash: hashToken(token), accountId: alice?.id ?? '', lastUsedAt: now() },
    100_000,
  );
  return token;
}

test(`D22 ${REQUESTS} odd requests: no fault, no stack, no secret in the log`, {
  timeout: FUZZ_TIMEOUT_MS,
}, async () => {
  // An event stream would keep a request open without end.
  const tried = operations.filter(({ path }) => !path.endsWith('/events'));
  const token = 'TOKEN-IN-USE';
  let valid = await freshToken();
  let reached = 0;
  const perOperation = Math.ceil(REQUESTS / tried.length);
  for (const operation of tried) {
    await assert(
      asyncProperty(oddRequestsFor(operation, token), async (request) => {
        const { method, url, headers, payload } = request;
        const answer = await bed.app.inject({
          method,
          url: url.replaceAll(token, valid),
          headers,
          ...(payload !== undefined && { payload }),
        });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        expect(answer.body).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|SQLITE|ZodError/);
        expect(answer.headers).not.toHaveProperty('x-injected');
        if (answer.statusCode === 401) valid = await freshToken();
        if (answer.statusCode < 300) reached += 1;
      }),
      { numRuns: perOperation, seed: 4711 },
    );
  }
  // A fuzzer whose requests are all refused by the schemas shows nothing.
  expect(reached).toBeGreaterThan(REQUESTS / 20);
  for (const secret of [valid, 'demo1234', 'DROP TABLE', 'securityToken='])
    expect(bed.logged()).not.toContain(secret);
});
