import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../http/testing/test-app.ts';
import type { Visitor } from '../../http/testing/visitor.ts';
import { signIn } from '../../http/testing/visitor.ts';

let bed: TestApp;
let alice: Visitor;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand, hasDevApi: true });
  alice = await signIn(bed, 'alice');
});
afterEach(() => bed.close());

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

/** The content types that a page of another origin can send without preflight (Fetch §2.2.2). */
const simple = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
] as const;

test.each(simple)('a page of another origin cannot act for the user with a POST of %s', async (type) => {
  const before = (await alice.get('contacts/search')).json<unknown>();
  const payload =
    type === 'application/x-www-form-urlencoded'
      ? 'sipaddress=evil@demo.example&key=CITY&value=Evil'
      : '{"sipaddress":"evil@demo.example","key":"CITY","value":"Evil"}';
  for (const path of ['contacts/add', 'user/setProperty', 'history', 'user/webSettings/WEB_BANDWIDTH']) {
    // The browser adds no credentials: there is no session cookie, and the page does not know the token.
    const answer = await bed.app.inject({
      method: 'POST',
      url: `${BASE}${path}`,
      headers: { ...foreign, cookie: `securityToken=${alice.securityToken}`, 'content-type': type },
      payload,
    });
    expect([path, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([path, true]);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  }
  expect((await alice.get('contacts/search')).json()).toEqual(before);
});

/** An example of an address for every kind of answer. */
const addresses = [
  '/',
  '/login',
  '/assets/app-1a2b.js',
  '/assets/gone.js',
  '/branding/brand.json',
  '/branding/logo.svg',
  '/branding/..%2fdata',
  '/health',
  '/dev/outbox',
  '/nonsense.png',
  `${BASE}openapi.json`,
  `${BASE}user/getProperties`,
  `${BASE}user/getOrgSettings?orgId=1`,
  `${BASE}captcha/new`,
  `${BASE}none`,
];

test('D23 every answer, also an error, has the security headers, sets no cookie and is closed to other origins', async () => {
  for (const url of addresses) {
    const { headers } = await bed.app.inject({ url, headers: foreign });
    expect([url, headers['content-security-policy']]).toEqual([
      url,
      expect.stringMatching(/^default-src 'none'; /),
    ]);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http:/);
    for (const absent of ['set-cookie', 'access-control-allow-origin', 'x-powered-by', 'server'])
      expect(headers).not.toHaveProperty(absent);
  }
});

const portal = 'https://portal.example';

/** The names of the CORS fields of an answer, with their values. */
const corsFields = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

async function openTo(...allowedOrigins: string[]): Promise<void> {
  await bed.close();
  bed = await createTestApp({ brand: openBrand, hasDevApi: true, allowedOrigins });
}

test.each([
  'https://evil.example',
  'null',
  '*',
  '',
  'http://portal.example',
  'https://portal.example/',
  'https://portal.example:443',
  'https://portal.example:8443',
  'https://PORTAL.example',
  'https://portal.example.evil.example',
  'https://evil-portal.example',
  'https://evil.portal.example',
  'https://portal.example@evil.example',
  'https://portal.example, https://evil.example',
  'https://portal.example https://evil.example',
  'https://portalxexample',
  ' portal.example',
])('with CORS_ORIGINS every answer stays closed to the origin %j', async (origin) => {
  await openTo(portal, 'https://other.example');
  for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'] as const)
    for (const url of addresses)
      for (const asked of [{}, { 'access-control-request-method': 'POST' }]) {
        const { headers } = await bed.app.inject({ method, url, headers: { origin, ...asked } });
        expect([method, url, corsFields(headers)]).toEqual([method, url, {}]);
      }
});

test('CORS_ORIGINS opens the user API to the listed origin, without credentials, and nothing else', async () => {
  await openTo(portal, 'https://other.example');
  for (const url of addresses) {
    const asked = { url, headers: { origin: portal } };
    const answer = await bed.app.inject(asked);
    const isApi = url.startsWith(BASE);
    expect([url, corsFields(answer.headers)]).toEqual([
      url,
      isApi ? { 'access-control-allow-origin': portal, 'access-control-expose-headers': 'Retry-After' } : {},
    ]);
    const preflight = await bed.app.inject({
      ...asked,
      method: 'OPTIONS',
      headers: {
        ...asked.headers,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-evil, authorization',
        'access-control-request-private-network': 'true',
      },
    });
    expect([url, preflight.statusCode, corsFields(preflight.headers)]).toEqual([
      url,
      isApi ? 204 : 404,
      isApi
        ? {
            'access-control-allow-origin': portal,
            'access-control-expose-headers': 'Retry-After',
            'access-control-allow-methods': 'GET, POST, PUT, DELETE',
            'access-control-allow-headers': 'content-type',
            'access-control-max-age': '600',
          }
        : {},
    ]);
  }
});

test('an undecodable request gets an error that does not repeat its content', async () => {
  for (const url of ['/%zz<script>', `${BASE}user/logout%ff?securityToken=${alice.securityToken}`]) {
    const answer = await bed.app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      '{"errorCode":2004,"failureText":"Invalid request"}',
    ]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  }
});

test.each(['/call/%ff', '/call/%00', `/call/${'a'.repeat(7000)}`, '/%zz<script>'])(
  'a browser that follows the broken link %.20s is led to the start page, and to no other site',
  async (url) => {
    const answer = await bed.app.inject({ url, headers: { accept: 'text/html,*/*' } });
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([302, '/', '']);
  },
);

test('a browser that follows a broken link to the user API gets an error', async () => {
  const answer = await bed.app.inject({ url: `${BASE}user/logout%ff`, headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(400);
});

test('D22 no answer of the user API may be cached', async () => {
  const paths = ['user/getProperties', 'contacts/search', 'messages', 'history', 'user/webSettings'];
  const answers = await Promise.all(paths.map((path) => alice.get(path)));
  answers.push(await alice.get('user/none'), await alice.get('user/logout'), await alice.get('user/logout'));
  for (const { headers, statusCode } of answers)
    expect([statusCode, headers['cache-control']]).toEqual([statusCode, 'no-store']);
});
