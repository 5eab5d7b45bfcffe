import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Browser, connect, launch, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium, slowCamera } from '../../../tools/chromium.mjs';
import { type ChromiumControl, type Controlled, openChromiumControl } from './chromium-control.ts';
import { discardTab, LIST_OF_TABS } from './list-of-tabs.ts';
import {
  awaitShown,
  dismissNotifications,
  listNotifications,
  type PushKeys,
  pressNotification,
  subscribeTo,
  untilShown,
} from './pushed-browser.ts';

/** A page that the user can leave. */
export type LeavablePage = {
  readonly page: Page;
  /** Hides the page behind another tab, and stops it there. */
  freeze(): Promise<void>;
  /** Continues the page, and shows it. */
  wake(): Promise<void>;
  /** Hides the page behind another tab, and ends it there as Chromium does when memory is short: its tab stays. */
  discard(): Promise<void>;
  close(): Promise<void>;
};

/** Starts Chromium without anything that speaks to it; resolves to its address for that. */
async function startChromium() {
  const profile = mkdtempSync(join(tmpdir(), 'samtal-chromium-'));
  // Else Chromium does not show the list of tabs.
  writeFileSync(join(profile, 'Local State'), JSON.stringify({ internal_only_uis_enabled: true }));
  const browser = await launch({
    userDataDir: profile,
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, slowCamera(10), '--lang=en-GB'],
  });
  const address = browser.wsEndpoint();
  const program = browser.process();
  await browser.disconnect();
  return {
    address,
    async untilEnded(): Promise<void> {
      if (program !== null && program.exitCode === null) await once(program, 'exit');
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Opens the list of tabs, and follows in it which service worker the app has. */
async function openDesk(control: ChromiumControl, url: string) {
  const { targetId } = await control.send('Target.createTarget', { url: LIST_OF_TABS });
  const desk = await control.attach(String(targetId));
  let registrationId = '';
  control.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    type Registration = {
      readonly registrationId: string;
      readonly scopeURL: string;
      readonly isDeleted: boolean;
    };
    const all = registrations as readonly Registration[];
    const own = all.find(({ scopeURL, isDeleted }) => scopeURL === `${url}/` && !isDeleted);
    registrationId = own?.registrationId ?? registrationId;
  });
  await desk.send('ServiceWorker.enable');
  return { ...desk, registrationId: () => registrationId };
}

/** The service worker of the app. */
async function attachToWorker(control: ChromiumControl, url: string): Promise<Controlled> {
  const find = async () =>
    (await control.targets()).find((each) => each.type === 'service_worker' && each.url.startsWith(url));
  await expect.poll(find, 'the service worker').toBeDefined();
  return control.attach((await find())?.targetId ?? '');
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The pages of the app, which Puppeteer drives. */
function createPages(address: string, control: ChromiumControl, desk: Desk, url: string) {
  let driver: Browser | undefined;

  /** Closes the discarded pages: Chromium loads them again when Puppeteer finds them. */
  async function startDriver(): Promise<Browser> {
    for (const { targetId, type, url: shown } of await control.targets())
      if (type === 'page' && shown.startsWith(url)) await control.send('Target.closeTarget', { targetId });
    return connect({ browserWSEndpoint: address, defaultViewport: { width: 1280, height: 800 } });
  }

  async function stopDriver(): Promise<void> {
    await driver?.disconnect();
    driver = undefined;
  }

  return {
    stopDriver,
    async openPage({ endpoint, p256dh, auth }: PushKeys): Promise<LeavablePage> {
      driver ??= await startDriver();
      const page = await driver.newPage();
      await page.evaluateOnNewDocument(subscribeTo, { endpoint, p256dh, auth });
      const session = await page.createCDPSession();
      return {
        page,
        async freeze() {
          // Chromium only shows a page again that another tab has hidden.
          await desk.send('Page.bringToFront');
          await session.send('Page.setWebLifecycleState', { state: 'frozen' });
        },
        async wake() {
          await session.send('Page.setWebLifecycleState', { state: 'active' });
          await page.bringToFront();
        },
        async discard() {
          await desk.send('Page.bringToFront');
          await stopDriver();
          await expect.poll(() => desk.evaluate(discardTab, url), 'the page is discarded').toBe(true);
        },
        close: () => page.close(),
      };
    },
  };
}

/**
 * Chromium whose pages can be frozen and discarded, to which calls are pushed. Playwright keeps its pages from being hidden
 * and so from being frozen; Puppeteer does not.
 */
export async function openPushedChromium(url: string, keys: PushKeys) {
  const chromium = await startChromium();
  const control = await openChromiumControl(chromium.address);
  const permissions = ['audioCapture', 'videoCapture', 'notifications'];
  await control.send('Browser.grantPermissions', { origin: url, permissions });
  const desk = await openDesk(control, url);
  const pages = createPages(chromium.address, control, desk, url);
  let attached: Promise<Controlled> | undefined;
  const inWorker = () => (attached ??= attachToWorker(control, url));

  return {
    openPage: () => pages.openPage(keys),
    /** Hands over a push as the browser's push service does, and waits until it is shown. */
    async deliver(pushed: object | undefined) {
      const worker = await inWorker();
      await worker.evaluate(awaitShown);
      const push = { origin: url, registrationId: desk.registrationId(), data: JSON.stringify(pushed) };
      await desk.send('ServiceWorker.deliverPushMessage', push);
      await worker.evaluate(untilShown);
    },
    notifications: async () => (await inWorker()).evaluate(listNotifications),
    press: async (action: string) => (await inWorker()).evaluate(pressNotification, action),
    dismiss: async () => (await inWorker()).evaluate(dismissNotifications),
    async close(): Promise<void> {
      await pages.stopDriver();
      await control.send('Browser.close');
      await chromium.untilEnded();
    },
  };
}
