import type { Page } from '@playwright/test';

/** Opens the account menu of a wide window (decision D76). */
export const openAccountMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Account/ }).click();

/** Opens the account menu and presses one of its entries. */
export async function chooseInAccount(page: Page, entry: string): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Logs out, and confirms it. */
export async function logOut(page: Page, entry = 'Log out'): Promise<void> {
  await chooseInAccount(page, entry);
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
}
