import { expect, type Page } from '@playwright/test';

/** Where the Tab key goes from the start of the page, in one round: the role and the name of each stop. */
async function oneRound(page: Page): Promise<readonly string[]> {
  const seen = await page.evaluateHandle(() => {
    // The next Tab goes to the first stop behind this element.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    return new Set<Element | null>([document.body, null]);
  });
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    // A round ends when the focus leaves the page or comes back to a stop.
    const isNew = await seen.evaluate((all) => {
      const { activeElement } = document;
      return !all.has(activeElement) && all.add(activeElement) !== undefined;
    });
    if (!isNew) return stops;
    const [stop = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
    stops.push(stop.replace(/^- |:$/g, ''));
  }
}

/** Where the Tab key goes on a page, once two rounds agree: parts of a page may be loaded later. */
export async function focusOrder(page: Page): Promise<readonly string[]> {
  let stops: readonly string[] = [];
  await expect(async () => {
    const before = stops;
    stops = await oneRound(page);
    expect(stops).toEqual(before);
  }).toPass({ timeout: 60_000 });
  return stops;
}
