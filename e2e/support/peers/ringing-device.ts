import { expect } from '@playwright/test';
import type { Person } from '../page/person.ts';
import { receivedMedia } from '../page/witness.ts';
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

/** Expects sound, video and text in both directions. */
export async function seeHearAndWrite(alice: Person, bobby: Person): Promise<void> {
  for (const { page } of [alice, bobby]) {
    await expect(async () => {
      const received = await receivedMedia(page);
      expect(received.framesDecoded).toBeGreaterThan(30);
      expect(received.audioPackets).toBeGreaterThan(100);
      expect(received.audioEnergy).toBeGreaterThan(0);
    }).toPass({ timeout: 10_000, intervals: [250] });
  }
  await alice.ownText.pressSequentially('hej');
  await expect(bobby.incomingText).toHaveText('hej');
  await bobby.ownText.pressSequentially('svar');
  await expect(alice.incomingText).toHaveText('svar');
}

/**
 * The caller gives up after the user has pressed Answer, before the page is open: the device shows a missed call,
 * the page says what happened, and the history has the call once.
 */
export async function openTooLate(
  alice: Person,
  { device, desk }: Awaited<ReturnType<typeof closePage>>,
): Promise<void> {
  await alice.dial('bobby');
  await device.deliver(desk);
  await device.press('answer');
  await expect.poll(() => device.notifications()).toEqual([]);
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await device.deliver(desk);
  expect(await device.notifications()).toMatchObject([{ title: 'Missed call from Alice Demo' }]);
  const bobby = await device.open();
  await expect(bobby.page.getByText('The call was over before this page was ready.')).toBeVisible();
  await bobby.page.getByRole('link', { name: 'History' }).first().click();
  await expect(bobby.page.getByRole('main').getByText('Alice Demo')).toHaveCount(1);
}
