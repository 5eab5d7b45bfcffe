import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
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

/** The list of tabs in Chromium, with a link for each tab that discards it. */
const LIST_OF_TABS = 'chrome://discards/';

/**
 * Discards the hidden tab of this host in the list of tabs. Runs in the list, again and again, until it returns true: no
 * tab of the host is left that could be discarded.
 */
function discardTab(host: string): boolean {
  const below = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      each,
      ...(each.shadowRoot ? below(each.shadowRoot) : []),
    ]);
  const rows = below(document).filter(
    ({ tagName, textContent }) => tagName === 'TR' && textContent.includes(host),
  );
  const links = rows.flatMap((row) =>
    [...row.querySelectorAll<HTMLElement>('[is=action-link]')].filter(
      (link) => link.textContent.includes('Urgent Discard') && !link.hasAttribute('disabled'),
    ),
  );
  for (const link of links) link.click();
  return rows.length > 0 && links.length === 0;
}

/**
 * Chromium with pages that can be frozen and discarded, to which calls are pushed. Playwright keeps its pages from being hidden and so
 * from being frozen; Puppeteer does not.
 */
export async function openPushedChromium(url: string, { endpoint, p256dh, auth }: PushKeys) {
  const profile = mkdtempSync(join(tmpdir(), 'samtal-chromium-'));
  // Else Chromium does not show the list of tabs.
  writeFileSync(join(profile, 'Local State'), JSON.stringify({ internal_only_uis_enabled: true }));
  const browser = await launch({
    userDataDir: profile,
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
  let listOfTabs: Page | undefined;
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
    /** Discards every page of the app, as Chromium does when memory is short: its tab stays, and another one is in front. */
    async discardPages(): Promise<void> {
      listOfTabs ??= await browser.newPage();
      await listOfTabs.bringToFront();
      await listOfTabs.goto(LIST_OF_TABS);
      const list = listOfTabs;
      // `waitForFunction` evaluates text as code, which the list forbids.
      await expect.poll(() => list.evaluate(discardTab, new URL(url).host)).toBe(true);
    },
    async close(): Promise<void> {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
