import { launch, type Page, TargetType } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';
import {
  awaitShown,
  listNotifications,
  type PushKeys,
  pressNotification,
  subscribeTo,
  untilShown,
} from './pushed-browser.ts';

/** A page that can be frozen. */
export type FreezablePage = {
  readonly page: Page;
  freeze(): Promise<void>;
  /** Continues the page, and shows it. */
  wake(): Promise<void>;
};

/**
 * Chromium with pages that can be frozen, to which calls are pushed. Playwright keeps its pages from being hidden and so
 * from being frozen; Puppeteer does not.
 */
export async function openPushedChromium(url: string, { endpoint, p256dh, auth }: PushKeys) {
  const browser = await launch({
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, '--lang=en-GB'],
    defaultViewport: { width: 1280, height: 800 },
  });
  await browser.defaultBrowserContext().overridePermissions(url, ['camera', 'microphone', 'notifications']);
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
    async openPage(): Promise<FreezablePage> {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(subscribeTo, { endpoint, p256dh, auth });
      const control = await page.createCDPSession();
      const setState = (state: 'frozen' | 'active'): Promise<void> =>
        control.send('Page.setWebLifecycleState', { state });
      return {
        page,
        freeze: () => setState('frozen'),
        async wake() {
          await setState('active');
          await page.bringToFront();
        },
      };
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
