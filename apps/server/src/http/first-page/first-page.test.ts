import { brotliDecompressSync } from 'node:zlib';
import type { FirstPageOptions } from '@samtal/api-contract';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const asked: FirstPageOptions[] = [];
const renderFirstPage = async (options: FirstPageOptions) => {
  asked.push(options);
  return options.language === 'fi' ? undefined : `<p lang="${options.language}">${options.shell}</p>`;
};

let bed: TestApp | undefined;
afterEach(async () => {
  asked.length = 0;
  await bed?.close();
});

const get = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  bed ??= await createTestApp({ renderFirstPage });
  return bed.app.inject({ url, headers: { accept: 'text/html', ...headers } });
};

test('D70 a visitor gets the login page in their language, rendered once', async () => {
  bed = await createTestApp({ renderFirstPage });
  for (const url of ['/', '/login', '/settings/about', '/call?x=1', '/nonsense']) {
    const page = await get(url, { 'accept-language': 'sv-SE,en' });
    expect([url, page.statusCode]).toEqual([url, 200]);
    expect(page.body).toContain('<p lang="sv">');
    expect(page.headers['vary']).toBe('Accept, Accept-Encoding, Accept-Language, Cookie');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  }
  expect(asked.map(({ language, script }) => [language, script])).toEqual([['sv', './assets/first-1a2b.js']]);
});

test('D70 links to a call and to pages about accounts get the empty page, and so does a brand without a login page', async () => {
  bed = await createTestApp({ renderFirstPage });
  for (const url of [
    '/oneclickcall?token=x',
    '/registration/verify/7/key',
    '/resetpassword',
    '/newpassword?key=1',
  ])
    expect((await get(url)).body).toMatch(/^<!doctype html>/);
  expect((await get('/login', { 'accept-language': 'fi' })).body).toMatch(/^<!doctype html>/);
});

test('D70 the page is sent compressed, and not again to a browser that has it', async () => {
  bed = await createTestApp({ renderFirstPage });
  const page = await get('/login', { 'accept-encoding': 'gzip, br' });
  expect(page.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain('<p lang="en">');
  const again = await get('/login', { 'if-none-match': String(page.headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('D70 hostile header fields give the English page, byte for byte', async () => {
  bed = await createTestApp({ renderFirstPage });
  const plain = (await get('/login')).body;
  for (const value of ['"><script>alert(1)</script>', '../../etc/passwd', '%00', 'q'.repeat(4000)]) {
    const page = await get('/login', {
      'accept-language': value,
      cookie: `language=${value}`,
      host: 'evil.example"><script>',
      'x-forwarded-host': 'evil.example',
    });
    expect(page.body).toBe(plain);
  }
  expect(asked).toHaveLength(1);
});

test('D70 a page that cannot be rendered is logged, and browsers render it themselves', async () => {
  bed = await createTestApp({ renderFirstPage: () => Promise.reject(new Error('broken')) });
  const page = await get('/login');
  expect([page.statusCode, page.body.startsWith('<!doctype html>')]).toEqual([200, true]);
  expect(bed.logged()).toContain('first_page_not_rendered');
});

test('D70 in a folder of the site the page names the folder', async () => {
  bed = await createTestApp({ renderFirstPage, publicUrl: 'https://example.org/call' });
  await get('/login');
  expect(asked[0]).toMatchObject({
    basePath: '/call',
    shell: expect.stringContaining('<base href="/call/">'),
  });
});

test('LOGIN-04 a form that is posted as a page is refused, and repeats nothing of what was typed', async () => {
  bed = await createTestApp({ renderFirstPage });
  const answer = await bed.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: 'username=alice&password=demo1234',
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.body).not.toContain('demo1234');
});
