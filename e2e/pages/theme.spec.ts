import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/journey.ts';
import { startBrandedServer } from '../support/server/branded-server.ts';
import type { SamtalServer } from '../support/server/samtal-server.ts';

/** A server with the brand of the specification, in which decision D75 does not hold. */
const test = base.extend<{ specified: SamtalServer }>({
  specified: async ({}, use) => {
    const server = await startBrandedServer('specification');
    await use(server);
    await server.dispose();
  },
});

/** The visible appearance: how light the page is, from 0 to 1, and the contrast of its text. */
async function look(page: Page) {
  return page.evaluate(() => {
    const lightness = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { backgroundColor, color } = getComputedStyle(document.body);
    const [behind, words] = [lightness(backgroundColor), lightness(color)];
    return {
      theme: document.documentElement.dataset['theme'],
      isDark: behind < 0.2,
      contrast: (Math.max(behind, words) + 0.05) / (Math.min(behind, words) + 0.05),
      stored: localStorage.getItem('darkTheme'),
    };
  });
}

test('THEME-01 THEME-02 A-108 Contrast turns the page dark and back, and the choice remains after a reload', async ({
  person,
  specified,
}) => {
  const alice = await person('alice', { colorScheme: 'light' }, specified.url);
  const { page } = alice;
  await alice.isReachable();
  const button = page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Contrast' });
  expect(await look(page)).toMatchObject({ theme: 'light', isDark: false, stored: null });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(await look(page)).toMatchObject({ theme: 'dark', isDark: true, stored: 'true' });
  await page.reload();
  expect(await look(page)).toMatchObject({ theme: 'dark', isDark: true, stored: 'true' });
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  expect(await look(page)).toMatchObject({ theme: 'light', isDark: false, stored: 'false' });
  await page.reload();
  expect(await look(page)).toMatchObject({ theme: 'light', isDark: false, stored: 'false' });
});

for (const { device, theme, isDark } of [
  { device: { colorScheme: 'dark' }, theme: 'dark', isDark: true },
  { device: { colorScheme: 'light', contrast: 'more' }, theme: 'contrast', isDark: true },
] as const)
  test(`THEME-02 a device that asks for ${JSON.stringify(device)} gets it until the user chooses otherwise`, async ({
    person,
    server,
  }) => {
    const alice = await person('alice', device);
    const { page } = alice;
    expect(await look(page)).toMatchObject({ theme, isDark, stored: null });
    // WCAG 1.4.6 where the device asks for more contrast, 1.4.3 elsewhere.
    expect((await look(page)).contrast).toBeGreaterThanOrEqual('contrast' in device ? 7 : 4.5);
    await page.evaluate(() => localStorage.setItem('darkTheme', 'false'));
    await page.goto(server.url);
    expect(await look(page)).toMatchObject({ theme: 'light', isDark: false });
  });
