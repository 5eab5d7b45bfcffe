import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { leaveOutOnCluster } from '../support/cluster/on-cluster.ts';
import { expect, test } from '../support/journey.ts';
import { logOut } from '../support/page/account-menu.ts';
import { aliceIsCalling } from '../support/page/hidden-page.ts';
import { keptAddresses, untilKept } from '../support/page/kept-app.ts';
import { Person } from '../support/page/person.ts';
import { wholeChromium } from '../support/page/whole-chromium.ts';
import { changeBrand } from '../support/server/change-brand.ts';
import { startUpdatedSite } from '../support/server/next-build.ts';

test.use({ launchOptions: wholeChromium });

async function violations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const results = await new AxeBuilder({ page }).withTags(tags).analyze();
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

const withWorker = { serviceWorkers: 'allow' } as const;

type OutsideWindow = Window & {
  badges?: (number | 'none')[];
  launch?: (launch: { readonly targetURL: string }) => void;
};

/** Stands for the device around the app, which a headless browser lacks: its icon, and its launches. */
function watchDevice(): void {
  const outside = Object.assign(window as unknown as OutsideWindow, { badges: [] as (number | 'none')[] });
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void outside.badges.push(count),
    clearAppBadge: async () => void outside.badges.push('none'),
  });
  Object.defineProperty(window, 'launchQueue', {
    value: { setConsumer: (consume: OutsideWindow['launch']) => Object.assign(outside, { launch: consume }) },
  });
}

const launch = async (page: Page, path: string): Promise<void> => {
  await page.waitForFunction(() => (window as OutsideWindow).launch !== undefined);
  await page.evaluate((to) => {
    (window as OutsideWindow).launch?.({ targetURL: `${location.origin}${to}` });
  }, path);
};

/** Whether a newer worker waits until no page needs the present one. */
const hasWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/**
 * Resolves when the newest worker is the active one. Is asked from an empty page, which no worker controls: a page
 * that opens before the closed one has left its worker would keep that worker.
 */
async function untilNewestIsActive(emptyPage: Page): Promise<void> {
  const session = await emptyPage.context().newCDPSession(emptyPage);
  const statuses = new Map<string, string>();
  await new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, status } of versions) statuses.set(versionId, status);
      const all = [...statuses.values()];
      if (all.includes('activated') && !all.includes('installed') && !all.includes('activating')) resolve();
    });
    void session.send('ServiceWorker.enable');
  });
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('D79 Chromium finds the app installable, and the link of its manifest opens the dial page without a call; the settings say how it is installed, and the browser asks only after a press', async ({
  person,
}) => {
  const alice = await person('alice', withWorker);
  const { page } = alice;
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window cannot install apps, and Playwright has no other.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/branding/manifest.json']);
  const manifest = JSON.parse(data ?? '') as {
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
    readonly protocol_handlers: readonly { readonly protocol: string; readonly url: string }[];
  };
  const sizes = await page.evaluate(
    (icons) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    manifest.icons.filter(({ sizes: size }) => size !== 'any'),
  );
  expect(sizes).toEqual(['192x192', '512x512', '512x512']);

  await alice.isReachable();
  for (const [index, link] of ['tel:+46-8-1234', 'sip:bobby@demo.example;x=1'].entries()) {
    const handler = manifest.protocol_handlers[index];
    expect(link.startsWith(`${handler?.protocol}:`)).toBe(true);
    await page.goto(new URL(handler?.url.replace('%s', encodeURIComponent(link)) ?? '', page.url()).href);
    const field = page.getByLabel('Number or name');
    await expect(field).toHaveValue(index === 0 ? '+46-8-1234' : 'bobby@demo.example');
    await alice.hasStatus(undefined);
  }

  await page.goto(`${new URL(page.url()).origin}/settings/app`);
  await expect(
    page.getByRole('status').filter({ hasText: 'If this browser can install apps' }),
  ).toBeVisible();
  await page.evaluate(() => {
    const question = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.title = 'asked'),
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    });
    dispatchEvent(question);
    if (!question.defaultPrevented) throw new Error('the browser shows its banner');
  });
  expect(await page.title()).not.toBe('asked');
  await page.getByRole('button', { name: 'Install the app' }).click();
  await expect(page.getByText('The app was not installed.')).toBeVisible();
  expect(await page.title()).toBe('asked');
});

for (const [locale, heading, button, tag] of [
  ['en-GB', 'No connection to Samtal', 'Try again', '@daily'],
  ['ar', 'لا اتصال بـ \u2068Samtal\u2069', 'حاول مجددًا', '@long'],
] as const)
  test(`D79 without the server the app opens, says what works, and goes on by itself (${locale})`, {
    tag,
  }, async ({ person, mortalServer }) => {
    const options = { ...withWorker, locale, colorScheme: 'dark' } as const;
    const { page } = await person('alice', options, mortalServer.url);
    await page.locator('input[name="username"]').fill('alice');
    await page.locator('input[name="password"]').fill('demo1234');
    await page.keyboard.press('Enter');
    await expect(page.locator('main input[autocomplete="off"]')).toBeFocused();
    await untilKept(page);

    // Once the network of the device is gone, once the server.
    if (locale === 'ar') await mortalServer.stop();
    else await page.context().setOffline(true);
    await page.goto(`${mortalServer.url}/settings/about`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('main img')).toHaveAttribute('src', /logo-contrast/);
    await expect(page.locator('main img')).toHaveJSProperty('complete', true);
    expect(
      await page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('status')).not.toBeEmpty();

    if (locale === 'ar') await mortalServer.restart();
    else await page.context().setOffline(false);
    await expect(page.locator('nav a').first()).toBeVisible({ timeout: 35_000 });
    expect(pathOf(page)).toBe('/settings/about');
  });

test('D79 after an update of the server an open page still loads its files, and the new version waits for the end of the call', async ({
  person,
  server,
}) => {
  const site = await startUpdatedSite(server.port);
  const alice = await person('alice', withWorker, site.url);
  const { page } = alice;
  await alice.isReachable();
  await untilKept(page);
  const [testPage] = (await keptAddresses(page)).filter((path) => /\/assets\/devices-.*js$/.test(path));
  site.update();
  expect((await fetch(`${site.url}${testPage}`)).status).toBe(404);
  await page.evaluate(() => history.pushState(null, '', '/test'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('heading', { name: 'Test your devices' }).or(page.locator('h1'))).toBeVisible();
  expect(
    await page.evaluate((path) => performance.getEntriesByName(location.origin + path).length, testPage),
  ).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Call', exact: true }).first().click();
  await alice.dial('echo');
  await alice.hasStatus('ACCEPTED');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect.poll(() => hasWaiting(page), { timeout: 30_000 }).toBe(true);
  await alice.ownText.pressSequentially('hej');
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await alice.hasStatus('ACCEPTED');
  await alice.hangUp();
  await expect(page.getByText('A new version is ready.')).toBeVisible();

  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(
    () => document.querySelector('link[rel=modulepreload][href*="~"], script[src*="~"]') !== null,
  );
  await expect(alice.callButton).toBeVisible();
  await untilKept(page);
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  // Without a page of the old worker the new one becomes active; the next opening has it, and the files of two builds at most.
  const next = await page.context().newPage();
  await page.close();
  await untilNewestIsActive(next);
  await next.goto(site.url);
  expect(await hasWaiting(next)).toBe(false);
  expect((await next.evaluate(() => caches.keys())).length).toBeLessThanOrEqual(3);
  site.close();
});

test('D79 what is shared is offered, and nothing is called or written without a press', {
  tag: '@long',
}, async ({ person }) => {
  const alice = await person('alice', withWorker);
  const { page } = alice;
  await page.goto(
    `${new URL(page.url()).origin}/share?text=${encodeURIComponent('Call echo@demo.example <b>')}`,
  );
  await alice.logIn();
  await expect(page.getByRole('heading', { name: 'Shared with Samtal' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep for the text of a call' }).click();
  await page.getByRole('button', { name: 'Put echo@demo.example into the number field' }).click();
  await expect(page.getByLabel('Number or name')).toHaveValue('echo@demo.example');
  await alice.hasStatus(undefined);
  await alice.callButton.click();
  await alice.hasStatus('ACCEPTED');
  await expect(alice.ownText).toHaveValue('');
  await page.getByRole('button', { name: 'Phrases' }).click();
  await page.getByRole('button', { name: 'Call echo@demo.example <b>' }).click();
  await expect(alice.ownText).toHaveValue(/Call echo@demo\.example <b>/);
});

test('D79 a launch never ends a call, the icon counts missed calls, and a log-out leaves nothing personal', async ({
  browser,
  reachable,
  server,
}) => {
  leaveOutOnCluster('needs an account without news, which a demonstration does not have');
  const [bobby] = await reachable(['bobby']);
  const context = await browser.newContext({ permissions: ['camera', 'microphone'], locale: 'en-GB' });
  await context.addInitScript(watchDevice);
  const page = await context.newPage();
  await page.goto(server.url);
  const alice = Person.on(page, 'alice');
  await alice.isReachable();
  await bobby.dial('alice');
  await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeVisible();
  await launch(page, '/messages');
  await alice.hasStatus('INCOMING_CALL');
  await bobby.page
    .getByRole('button', { name: 'Hang up' })
    .or(bobby.page.getByRole('button', { name: 'Cancel' }))
    .first()
    .click();
  await expect.poll(() => pathOf(page)).toBe('/messages');
  const badges = () => page.evaluate(() => (window as OutsideWindow).badges?.at(-1));
  await expect.poll(badges).toBe(1);
  await launch(page, '/call/112');
  await expect(page.getByLabel('Number or name')).toHaveValue('112');
  await alice.hasStatus('CANCELED_REMOTE');
  await untilKept(page);
  await logOut(page);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await badges()).toBe('none');
  const kept = await keptAddresses(page);
  expect(
    kept.filter(
      (path) =>
        !/^\/(?:assets\/[\w-]+\.(?:js|css)|branding\/[\w-]+\.(?:css|svg)|offline\?language=en)$/.test(path),
    ),
  ).toEqual([]);
  await context.close();
});

test('D79 with features.installableApp off nothing is kept, and there is neither page', {
  tag: '@long',
}, async ({ person, server }) => {
  const alice = await person('alice', withWorker);
  const { page } = alice;
  await changeBrand(page, ({ features }) => ({ features: { ...features, installableApp: false } }));
  await page.reload();
  await alice.isReachable();
  for (const path of ['/settings/app', '/share?text=112']) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await expect.poll(() => pathOf(page)).not.toBe(path.replace(/\?.*/, ''));
  }
  expect(
    await page.evaluate(async () => [
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]),
  ).toEqual([[], 0]);
});

test('A-116 NOTIF-01 NOTIF-06 where pages may not show notifications, as on Android, the service worker shows them, and keeps nothing where the app cannot be installed', async ({
  person,
}) => {
  const alice = await person('alice');
  const bobby = await person('bobby', {
    permissions: ['camera', 'microphone', 'notifications'],
    serviceWorkers: 'allow',
  });
  await bobby.page.addInitScript(() => {
    window.Notification = new Proxy(window.Notification, {
      construct() {
        throw new TypeError('Illegal constructor');
      },
    });
    // Chromium loses a notification if the list of notifications is read before it is on the screen.
    const { showNotification } = ServiceWorkerRegistration.prototype;
    let count = 0;
    ServiceWorkerRegistration.prototype.showNotification = async function (...about) {
      await showNotification.apply(this, about);
      count += 1;
      document.documentElement.dataset['shown'] = String(count);
    };
  });
  await changeBrand(bobby.page, ({ features }) => ({ features: { ...features, installableApp: false } }));
  await bobby.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  const shown = () =>
    bobby.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const notifications = (await registration?.getNotifications()) ?? [];
      return notifications.map(({ title, body, requireInteraction }) => ({
        title,
        body,
        requireInteraction,
      }));
    });
  await alice.dial('bobby');
  await bobby.hasStatus('INCOMING_CALL');
  const title = expect.stringMatching(aliceIsCalling);
  const html = bobby.page.locator('html');
  await expect(html).toHaveAttribute('data-shown', '1');
  await expect.poll(shown).toEqual([{ title, body: 'Click here to answer', requireInteraction: true }]);
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(html).toHaveAttribute('data-shown', '2');
  await expect
    .poll(async () => (await shown()).map(({ title }) => title))
    .toEqual(['Missed call from Alice Demo']);
  const worker = await bobby.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return { scope: new URL(registration.scope).pathname, caches: await caches.keys() };
  });
  expect(worker).toEqual({ scope: '/', caches: [] });
});
