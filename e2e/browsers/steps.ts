/** What users do and see in a page, with any driver. */
import { expect } from '@playwright/test';
import { receivedMedia } from '../support/page/witness.ts';
import type { DrivenPage } from './drivers/driver.ts';
import {
  accountButton,
  button,
  callButton,
  checkbox,
  field,
  incomingText,
  inDialog,
  link,
  menuItem,
  ownText,
  radio,
  rowWith,
  words,
} from './elements.ts';

/** The text or the value of an element; null when the element is not visible. */
function readAt(xpath: string): string | null {
  const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  if (!(found instanceof HTMLElement) || found.getClientRects().length === 0) return null;
  const isField = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement;
  return isField ? found.value : found.innerText.trim();
}

export const shows = (page: DrivenPage, xpath: string, text: string | RegExp = /^/): Promise<void> =>
  expect
    .poll(() => page.evaluate(readAt, xpath), `${page.name} shows ${text} at ${xpath}`)
    .toEqual(typeof text === 'string' ? text : expect.stringMatching(text));

/** Waits until the call has this status of the specification (decision D27). */
export const hasStatus = (page: DrivenPage, status: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['callStatus']), `call of ${page.name}`)
    .toBe(status);

type LogIn = {
  /** Whether the page logs in by itself when it is opened again. */
  readonly isStaying?: boolean;
  /** That of the demo accounts, if absent. */
  readonly password?: string;
};

export async function logIn(
  page: DrivenPage,
  url: string,
  username: string,
  { isStaying = false, password = 'demo1234' }: LogIn = {},
): Promise<void> {
  await page.goTo(url);
  if (isStaying) await page.click(checkbox('Log in automatically'));
  await page.fill(field('Username'), username);
  await page.fill(field('Password'), password);
  await page.click(button('Log in'));
  await shows(page, field('Number or name'));
}

/** Waits until the user can call and be called. */
export async function isReachable(page: DrivenPage): Promise<void> {
  await page.fill(field('Number or name'), 'x');
  await shows(page, `${callButton}[not(@disabled)]`);
  await page.fill(field('Number or name'), '');
}

/** Opens the menu of the entries about the account (decision D76). */
export const openAccountMenu = (page: DrivenPage): Promise<void> => page.click(accountButton);

export async function logOut(page: DrivenPage): Promise<void> {
  await openAccountMenu(page);
  await page.click(menuItem('Log out'));
  await page.click(inDialog(button('Log out')));
  await shows(page, field('Username'));
}

/** Dials a number with the keys on the screen, and a name with the keyboard. */
export async function dial(page: DrivenPage, name: string): Promise<void> {
  const number = field('Number or name');
  for (const key of ['1', '1', '2', '*', '0', '#']) await page.click(button(key));
  await shows(page, number, '112*0#');
  await page.click(button('Delete last character'));
  await shows(page, number, '112*0');
  await page.fill(number, name);
  await shows(page, number, name);
}

export async function call(caller: DrivenPage, callee: DrivenPage): Promise<void> {
  await caller.click(callButton);
  await hasStatus(caller, 'CALLING');
  await callee.click(button('Answer'));
  for (const page of [caller, callee]) await hasStatus(page, 'ACCEPTED');
}

/** Waits for 30 video frames, 100 audio packets and audible sound. */
export async function seesAndHears(page: DrivenPage): Promise<void> {
  await expect(async () => {
    const { framesDecoded, audioPackets, audioEnergy } = await receivedMedia(page);
    expect(framesDecoded, `video frames in ${page.name}`).toBeGreaterThan(30);
    expect(audioPackets, `audio packets in ${page.name}`).toBeGreaterThan(100);
    expect(audioEnergy, `sound in ${page.name}`).toBeGreaterThan(0);
  }).toPass({ timeout: 30_000, intervals: [250] });
}

/**
 * Types letters, an emoji of several code points, a correction and a line from right to left; checks each.
 */
export async function writes(writer: DrivenPage, reader: DrivenPage): Promise<void> {
  await writer.click(ownText);
  await writer.type('Hej 👩‍👩‍👧 på dihg');
  await shows(reader, incomingText, 'Hej 👩‍👩‍👧 på dihg');
  for (const key of ['Backspace', 'Backspace', 'g']) await writer.press(key);
  await shows(reader, incomingText, 'Hej 👩‍👩‍👧 på dig');
  await writer.press('Enter');
  await writer.type('مرحبا');
  await shows(reader, incomingText, 'Hej 👩‍👩‍👧 på dig\nمرحبا');
}

export async function hangUp(page: DrivenPage, other: DrivenPage): Promise<void> {
  await page.click(button('Hang up'));
  await hasStatus(page, 'COMPLETED');
  await hasStatus(other, 'TERMINATED_REMOTE');
  await other.click(button('Cancel'));
}

export async function changesTheLayout(page: DrivenPage): Promise<void> {
  await page.click(link('Settings'));
  await page.click(link('Text format'));
  await page.click(radio('Side by side'));
  await page.click(button('Save'));
  await shows(page, words('Your settings have been saved.'));
}

/** Lets this device ring while its page is closed (decision D78). */
export async function wantsRinging(page: DrivenPage): Promise<void> {
  await page.click(link('Settings'));
  await page.click(link('Ringtone'));
  await page.click(checkbox('Ring on this device even when the page is closed'));
  await shows(page, words('This device rings even when the page is closed.'));
}

export async function findsInHistory(page: DrivenPage, name: string): Promise<void> {
  await page.click(link('History'));
  await shows(page, rowWith(name));
}
