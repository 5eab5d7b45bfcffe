import type { Page } from 'puppeteer-core';
import type { PushKeys } from '../peers/pushed-browser.ts';
import { openPushedChromium } from '../peers/pushed-chromium.ts';

/** A page that can be frozen, in a browser of its own to which calls are pushed. */
export async function openFreezablePage(url: string, device: PushKeys) {
  const { openPage, ...browser } = await openPushedChromium(url, device);
  return { ...(await openPage()), ...browser };
}

/** Logs in, on a device that the user lets ring while the page is closed. */
export async function logInForPushes(page: Page, url: string, name: string): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await page.evaluate((user) => localStorage.setItem(`webPush.${user}`, 'on'), name);
  await page.locator('::-p-aria([name="Username"])').fill(name);
  await page.locator('input[type=password]').fill('demo1234');
  // On a busy machine Chromium sometimes never answers the click of Puppeteer; it answers keys.
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => localStorage.getItem('webPush') !== null);
}

/** The status of the call in the page. */
export const statusOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['callStatus']);
