import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** The violations of WCAG 2.2 A and AA that axe finds, each with its elements. */
async function violations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const results = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .analyze();
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Appearance and language of each run: light and dark, from left to right and from right to left. */
const looks = [
  ['light', 'en-GB', '@long'],
  ['dark', 'ar', '@daily'],
] as const;

for (const [scheme, locale, tag] of looks) {
  test(`A14 no accessibility violation on any screen of a call (${scheme}, ${locale})`, { tag }, async ({
    person,
  }) => {
    const alice = await person('alice', { locale, colorScheme: scheme });
    const bobby = await person('bobby');
    const { page } = alice;
    await expect(page.locator('form')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.locator('input[name="username"]').fill('alice');
    await page.locator('input[name="password"]').fill('demo1234');
    await page.keyboard.press('Enter');
    await bobby.isReachable();
    await expect(page.locator('main input[autocomplete="off"]')).toBeFocused();
    expect(await violations(page)).toEqual([]);

    await page.keyboard.type('bobby');
    await expect(page.locator('form button[type="submit"]')).toBeEnabled();
    await page.keyboard.press('Enter');
    await alice.hasStatus('CALLING');
    expect(await violations(page)).toEqual([]);
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    expect(await violations(page)).toEqual([]);
    await bobby.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    expect(await violations(page)).toEqual([]);

    await bobby.dial('alice');
    await alice.hasStatus('INCOMING_CALL');
    expect(await violations(page)).toEqual([]);
  });
}

const settingsPages = [
  'duringcalls/colors',
  'duringcalls/textformat',
  'duringcalls/media',
  'ringtone',
  'mediamail',
  'about',
];

for (const [scheme, locale] of looks) {
  test(`A14 no accessibility violation on any page of the settings (${scheme}, ${locale})`, {
    tag: '@long',
  }, async ({ person, server }) => {
    const alice = await person('alice', {
      locale,
      colorScheme: scheme,
      viewport: { width: 320, height: 640 },
    });
    const { page } = alice;
    await page.locator('input[name="username"]').fill('alice');
    await page.locator('input[name="password"]').fill('demo1234');
    await page.keyboard.press('Enter');
    await expect(page.locator('main input[autocomplete="off"]')).toBeVisible();
    for (const path of settingsPages) {
      await page.goto(`${server.url}/settings/${path}`);
      await expect(page.locator('h1')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);
    }
  });
}
