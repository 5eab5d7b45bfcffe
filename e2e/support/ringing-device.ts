import { expect } from '@playwright/test';
import type { Person } from './person.ts';
import type { PushedBrowser } from './pushed-browser.ts';

/**
 * Logs in and lets this device ring while the page is closed.
 * @param isStaying whether the page also logs in by itself
 */
export async function wantRinging(someone: Person, isStaying = true): Promise<void> {
  const { page } = someone;
  if (isStaying) await page.getByRole('checkbox', { name: 'Log in automatically' }).check();
  await someone.isReachable();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name: 'Ringtone' }).click();
  await page.getByRole('checkbox', { name: 'Ring on this device even when the page is closed' }).check();
  const howLong = isStaying ? 'even when' : 'for 12 hours after';
  await expect(page.getByText(`This device rings ${howLong} the page is closed.`)).toBeVisible();
}

/** A device of bobby that rings while its page is closed, and the browser without that page. */
export async function closePage(open: (name: string) => Promise<PushedBrowser>, isStaying = true) {
  const device = await open('bobby');
  const closing = await device.open();
  await wantRinging(closing, isStaying);
  const desk = await device.openOther();
  await closing.page.close();
  return { device, desk };
}
