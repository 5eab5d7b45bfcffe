import { launch, type Page, TargetType } from 'puppeteer-core';
import type { TestBrowser } from '../../../apps/server/src/web-push/testing/push-service.ts';
import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';
import {
  awaitShown,
  listNotifications,
  pressNotification,
  subscribeTo,
  untilShown,
} from '../peers/pushed-browser.ts';

/**
 * A page that can be frozen, in a browser of its own to which calls are pushed. Playwright keeps its pages from
 * being hidden and so from being frozen; Puppeteer does not.
 */
export async function openFreezablePage(url: string, device: TestBrowser) {
  const browser = await launch({
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, '--lang=en-GB'],
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  await browser.defaultBrowserContext().overridePermissions(url, ['camera', 'microphone', 'notifications']);
  const { endpoint, p256dh, auth } = device;
  await page.evaluateOnNewDocument(subscribeTo, { endpoint, p256dh, auth });
  const control = await page.createCDPSession();
  const setState = (state: 'frozen' | 'active'): Promise<void> =>
    control.send('Page.setWebLifecycleState', { state });
  const desk = await (await browser.newPage()).createCDPSession();
  let registrationId = '';
  desk.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${url}/` && !isDeleted);
    registrationId = own?.registrationId ?? registrationId;
  });
  await desk.send('ServiceWorker.enable');
  const inWorker = async () => {
    const target = await browser.waitForTarget((each) => each.type() === TargetType.SERVICE_WORKER);
    return (await target.worker()) ?? Promise.reject(new Error('the service worker does not run'));
  };
  return {
    page,
    freeze: () => setState('frozen'),
    /** Continues the page, and shows it. */
    async wake() {
      await setState('active');
      await page.bringToFront();
    },
    /** Delivers a push as the browser's push service does, and waits until it is shown. */
    async deliver(pushed: object | undefined) {
      const worker = await inWorker();
      await worker.evaluate(awaitShown);
      const data = JSON.stringify(pushed);
      await desk.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
      await worker.evaluate(untilShown);
    },
    notifications: async () => (await inWorker()).evaluate(listNotifications),
    press: async (action: string) => (await inWorker()).evaluate(pressNotification, action),
    close: () => browser.close(),
  };
}

/** Logs in, on a device that the user lets ring while the page is closed. */
export async function logInForPushes(page: Page, url: string, name: string): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await page.evaluate((user) => localStorage.setItem(`webPush.${user}`, 'on'), name);
  await page.locator('::-p-aria([name="Username"])').fill(name);
  await page.locator('input[type=password]').fill('demo1234');
  await page.locator('::-p-aria([name="Log in"][role="button"])').click();
  await page.waitForFunction(() => localStorage.getItem('webPush') !== null);
}

/** The status of the call in the page. */
export const statusOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['callStatus']);
