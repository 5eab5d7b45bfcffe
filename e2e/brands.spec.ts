import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrandOfTest, startBrandedServer } from './support/branded-server.ts';
import { test as base, expect } from './support/journey.ts';
import type { SamtalServer } from './support/samtal-server.ts';

/** Servers of brands, stopped when the journey is over. */
const test = base.extend<{
  branded: (brand: BrandOfTest, env?: Record<string, string>) => Promise<SamtalServer>;
}>({
  branded: async ({}, use) => {
    const servers: SamtalServer[] = [];
    await use(async (brand, env) => {
      const server = await startBrandedServer(brand, env);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.dispose();
  },
});

test('BRAND-05 the product with everything off: a login, a way out, and nothing between', async ({
  person,
  branded,
}) => {
  const { url } = await branded({});
  const alice = await person('alice', {}, url);
  const { page } = alice;
  await expect(page.getByRole('button')).toHaveText(['', 'Log in']);
  await expect(page.getByRole('link')).toHaveCount(0);
  await alice.logIn();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('listitem').filter({ hasText: /./ })).toHaveText(['Log out']);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  for (const path of ['/call', '/contacts', '/settings', '/about', '/log', '/oneclickcall']) {
    await page.goto(`${url}${path}`);
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  }
});

test('BRAND-02 BRAND-03 the demo brand: its name, its logo, its icon and its style sheet', async ({
  person,
}) => {
  const { page } = await person('alice');
  await expect(page).toHaveTitle('Log in - Samtal');
  const logo = page.locator('main img');
  await expect(logo).toHaveAttribute('src', '/branding/logo.svg');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/branding/favicon.svg');
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/branding/manifest.json');
  await expect(page.locator('link[rel=stylesheet][href="/branding/branding.css"]')).toHaveCount(1);
});

test('KIOSK-05 KIOSK-13 ROUTE-28 A-112 A-113 the example brand: a kiosk, in its colours, and nothing else', async ({
  person,
  branded,
}) => {
  const { url, lines } = await branded('example', { SAMTAL_MODE: 'demo' });
  const visitor = await person('visitor', {}, url);
  const { page } = visitor;
  for (const path of ['/', '/login', '/call', '/registration']) {
    await page.goto(`${url}${path}`);
    await expect(
      page.getByRole('heading', { name: "The page you're looking for does not exist" }),
    ).toBeVisible();
    await expect(page).toHaveTitle('Town Hall Video Desk');
  }
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  await expect.poll(accent).toBe('#2d6a2e');
  const link = lines.join(' ').match(/\S+\/oneclickcall\?token=\S+/)?.[0] ?? '';
  const login = page.waitForRequest('**/user/login');
  await page.goto(link);
  expect((await login).postDataJSON()).toEqual({
    token: new URL(link).searchParams.get('token'),
    force: true,
    willUseSipRegistration: true,
  });
  await visitor.hasStatus('ACCEPTED');
  await visitor.hangUp();
  await expect(page.getByRole('heading', { name: /^The call has ended/ })).toBeVisible();
});

test('ROUTE-29 ROUTE-30 A-110 a brand that belongs into other pages is not found alone, and found there', async ({
  person,
  branded,
}) => {
  const { url } = await branded({ name: 'Inside', iframe: { force: true } });
  const { page } = await person('visitor', {}, url);
  const notFound = "The page you're looking for does not exist";
  await expect(page.getByRole('heading', { name: notFound })).toBeVisible();
  const embedding = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(`<iframe src="${url}/" title="calls"></iframe>`),
  ).listen(0, '127.0.0.1');
  await once(embedding, 'listening');
  await page.goto(`http://127.0.0.1:${(embedding.address() as AddressInfo).port}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Log in' })).toBeVisible();
  embedding.close();

  const closed = await page.goto(`${(await branded({})).url}/`);
  expect(closed?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
