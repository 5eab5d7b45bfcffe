import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';
import type { Person } from './person.ts';

/** The sign in the header of a call that its connection is interrupted. */
export const interruption = ({ page }: Person): Locator => page.locator('header [data-sign=warning]');

/** Waits until the call flows again. */
export async function flows(...people: readonly Person[]): Promise<void> {
  for (const someone of people) {
    await expect(interruption(someone)).toHaveCount(0, { timeout: 30_000 });
    await someone.hasStatus('ACCEPTED');
  }
}

/** Types more text and waits until the other person reads all that was typed so far. */
export async function tells(writer: Person, reader: Person, words: string): Promise<void> {
  await writer.ownText.press('End');
  await writer.ownText.pressSequentially(words);
  await expect(reader.page.locator('[data-author=other] [data-words]').last()).toContainText(words.trim(), {
    timeout: 30_000,
  });
}
