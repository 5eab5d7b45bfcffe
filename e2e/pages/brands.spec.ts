import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '../support/journey.ts';
import { look } from '../support/page/look.ts';
import { signIn } from '../support/page/user-api.ts';
import { type BrandOfTest, startBrandedServer } from '../support/server/branded-server.ts';
import type { SamtalServer } from '../support/server/samtal-server.ts';
import { testingMode } from '../support/server/testing-mode.ts';

/** Adds `branded`, which starts a server with a brand; the end of the journey stops these servers. */
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

test('A-110 BRAND-05 D23 ROUTE-29 with every feature off there is a login, a logout, and nothing between, and no page of another site can embed it', async ({
  person,
  branded,
}) => {
  const { url } = await branded({});
  const alice = await person('alice', {}, url);
  const { page } = alice;

  await test.step('BRAND-05 there is a login, a logout, and nothing between', async () => {
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

  await alice.leave();
  const { page: visitor } = await person('visitor', {}, url);
  await test.step('ROUTE-29 D23 the browser and the product refuse to be embedded in a page of another site', async () => {
    const closed = await visitor.goto(`${url}/`);
    expect(closed?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    const embedding = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<iframe src="${url}/" title="calls"></iframe>`),
    ).listen(0, '127.0.0.1');
    await once(embedding, 'listening');
    const outer = `http://127.0.0.1:${(embedding.address() as AddressInfo).port}`;
    await visitor.goto(outer);
    const shown = visitor.frameLocator('iframe').locator('body');
    // frame-ancestors 'none': the browser shows an error page of its own there.
    await expect
      .poll(() => visitor.frames().map((frame) => frame.url()))
      .toContainEqual('chrome-error://chromewebdata/');
    await expect(shown.getByRole('heading', { name: 'Log in' })).toHaveCount(0);

    // A reverse proxy may remove the header with the policy.
    await visitor.route(`${url}/`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _left, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await visitor.goto(outer);
    await expect(
      shown.getByRole('heading', { name: "The page you're looking for does not exist" }),
    ).toBeVisible();
    embedding.close();
  });
});

test('BRAND-02 BRAND-03 the demo brand has its name, its logo, its icon and its style sheet', async ({
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

test('KIOSK-05 KIOSK-13 ROUTE-28 A-112 A-113 the example brand is a kiosk in its colours, and nothing else', async ({
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

test('CONTACT-04 D39 D42 D45 D70 D71 D72 D74 GEO-07 ROUTE-05 ROUTE-11 ROUTE-12 ROUTE-33 SET-04 SET-05 SET-06 SET-07 SET-08 SET-09 THEME-01 THEME-02 A-108 the brand of the specification has nothing beyond it, and looks as specified', async ({
  person,
  branded,
}) => {
  const { url } = await branded('specification');
  await (await signIn(url, 'alice')).addContact({ fname: 'Bobby', sipaddress: 'bobby@demo.example' });
  // An empty page, until the step about the first answer.
  const alice = await person('alice', { colorScheme: 'light' }, 'about:blank');
  const { page } = alice;

  await test.step('D70 ROUTE-33 a loading screen stands where the form will be', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/branding/brand.json*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${url}/call/bobby`, { waitUntil: 'commit' });
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveCount(0);
    release();
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.unroute('**/branding/brand.json*');
  });

  await test.step('D71 D72 D74 ROUTE-11 there is neither introduction nor first steps, and no link to call', async () => {
    await expect(page.getByText('Video, voice and live text in one call.')).toHaveCount(0);
    await alice.logIn();
    const field = page.getByLabel('Number or name');
    await expect(field).toHaveValue('');
    await expect(page).toHaveURL(`${url}/`);
    await expect(page.getByRole('button', { name: 'Show me' })).toHaveCount(0);
    for (const path of ['/myaddress', '/start', '/help']) {
      await page.goto(`${url}${path}`);
      await expect(field).toBeVisible();
      await expect(page).toHaveURL(`${url}/`);
    }
  });

  await test.step('D39 D42 ROUTE-05 ROUTE-12 the brand has no page beyond it, and no link to one', async () => {
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
    await page.goto(`${url}/test`);
    await expect(page.getByLabel('Number or name')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto(`${url}/settings/devices`);
    await expect(page).toHaveURL(`${url}/settings/duringcalls/colors`);
    await expect(page.getByRole('link', { name: 'Devices' })).toHaveCount(0);
  });

  await test.step('D42 SET-04 SET-05 SET-06 SET-07 SET-08 SET-09 without settings in the brand text looks as specified', async () => {
    await page.goto(`${url}/settings/duringcalls/textformat`);
    await expect(page.getByRole('radio', { name: 'Over-under' })).toBeChecked();
    await expect(page.getByLabel('Font', { exact: true })).toHaveValue('times');
    await expect(page.getByLabel('Font size')).toHaveValue('18');
    await page.goto(`${url}/settings/duringcalls/colors`);
    for (const [area, text, background] of [
      ['Incoming text', 'White', 'Black'],
      ['Own text', 'White', 'Black'],
      ['Shared window', 'Black', 'White'],
    ] as const) {
      const region = page.getByRole('region', { name: area });
      const checked = (group: string, name: string) =>
        expect(region.getByRole('radiogroup', { name: group }).getByRole('radio', { name })).toBeChecked();
      await checked('Text colour', text);
      await checked('Background', background);
    }
  });

  await test.step('THEME-01 THEME-02 A-108 Contrast turns the page dark and back, and the choice remains after a reload', async () => {
    await page.goto(url);
    const button = page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Contrast' });
    expect(await look(page)).toMatchObject({ theme: 'light', isDark: false, stored: null });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(await look(page)).toMatchObject({ theme: 'dark', isDark: true, stored: 'true' });
    await page.reload();
    expect(await look(page)).toMatchObject({ theme: 'dark', isDark: true, stored: 'true' });
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    expect(await look(page)).toMatchObject({ theme: 'light', isDark: false, stored: 'false' });
    await page.reload();
    expect(await look(page)).toMatchObject({ theme: 'light', isDark: false, stored: 'false' });
  });

  await test.step('CONTACT-04 D42 a row of the contacts has four buttons', async () => {
    await page.goto(url);
    await expect(page.getByRole('textbox', { name: 'Number or name' })).toBeVisible();
    await page.getByRole('button', { name: 'Contacts' }).click();
    await page.getByRole('link', { name: 'Contacts' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'bobby@demo.example' });
    for (const name of ['Call', 'Edit', 'Information', 'Delete'])
      await expect(row.getByRole('button', { name })).toBeVisible();
    await row.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Bobby');
  });

  await alice.leave();
  await test.step('D42 D45 GEO-07 with features.geo off an emergency call asks for no position and sends none', async () => {
    const carol = await person(
      'carol',
      {
        geolocation: { latitude: 59.3293, longitude: 18.0686, accuracy: 12 },
        permissions: ['camera', 'microphone', 'geolocation'],
      },
      url,
    );
    const { page } = carol;
    await page.addInitScript(() => {
      const { watchPosition, getCurrentPosition } = Geolocation.prototype;
      const asked = (): void => void (document.documentElement.dataset['asked'] = 'yes');
      Geolocation.prototype.watchPosition = function (...options) {
        asked();
        return watchPosition.apply(this, options);
      };
      Geolocation.prototype.getCurrentPosition = function (...options) {
        asked();
        return getCurrentPosition.apply(this, options);
      };
    });
    await page.reload();
    await carol.isReachable();
    await carol.dial('112');
    await carol.hasStatus('ACCEPTED');
    await expect(carol.incomingText).toContainText('This service cannot help you.');
    await carol.hangUp();
    await carol.hasStatus('COMPLETED');
    await expect(page.locator('html')).not.toHaveAttribute('data-asked');
    const far = testingMode(url);
    expect(await far.positions()).toEqual([]);
    const sent = (await far.wire()).filter(({ direction }) => direction === 'in');
    expect(sent.filter(({ text }) => text.startsWith('INVITE sip:112@'))).not.toEqual([]);
    expect(sent.filter(({ text }) => /pidf|<gml:pos>|Geolocation/i.test(text))).toEqual([]);
  });
});

/** Each home screen with its title, a text that only this screen shows to alice, and when it is tried. */
const homeScreens = [
  ['directory', 'Directory', 'Categories', '@long'],
  ['services', 'Services', 'Echo', '@long'],
  ['call', 'Call', 'Number or name', '@long'],
  ['contacts', 'Contacts', 'Add contact', '@long'],
  ['history', 'History', 'Missed only', '@daily'],
  ['messages', 'Messages', 'There are no messages.', '@long'],
] as const;

for (const [homeScreen, title, content, tag] of homeScreens) {
  test(`ROUTE-10 / shows the home screen ${homeScreen}`, { tag }, async ({ person, branded }) => {
    const all = ['audio', 'video', 'text', ...homeScreens.map(([name]) => name)];
    const features = Object.fromEntries(all.map((name) => [name, true]));
    const { url } = await branded({ name: 'Acme', homeScreen, features });
    const alice = await person('alice', {}, url);
    const { page } = alice;
    await alice.logIn();
    await expect(page).toHaveTitle(`${title} - Acme`);
    await expect(page.getByRole('main').getByText(content).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
}

test('ROUTE-29 ROUTE-30 A-110 a brand for embedding shows "not found" alone, and the product when embedded', async ({
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
});
