import type { Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';
import { test as base, expect } from '../../support/journey.ts';
import { Person } from '../../support/page/person.ts';

/**
 * Adds `asking`: a user whose browser asks for permission. In other journeys the browser allows everything
 * without asking.
 */
const test = base.extend<{ asking: Person }>({
  asking: async ({ playwright, server }, use) => {
    const browser = await playwright.chromium.launch({
      executablePath: findChromium() ?? '',
      args: chromiumFlags.filter((flag) => flag !== '--use-fake-ui-for-media-stream'),
    });
    await use(await Person.at(browser, server.url, 'alice'));
    await browser.close();
  },
});

const words = 'Allow the camera and microphone to continue.';
const slowMs = 3000;

/** From now on devices take three seconds to open, and the page records whether it has explained a prompt. */
async function makeDevicesSlow(page: Page): Promise<void> {
  await page.addInitScript(
    ([ms, explanation]) => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        document.documentElement.dataset['devices'] = 'open';
        return open(constraints);
      };
      new MutationObserver(() => {
        if (document.body?.innerText.includes(explanation))
          document.documentElement.dataset['explained'] = 'yes';
      }).observe(document, { childList: true, subtree: true });
    },
    [slowMs, words] as const,
  );
  await page.reload();
}

const stateOf = (page: Page) =>
  page.evaluate(async () => {
    const names = ['camera', 'microphone'] as PermissionName[];
    const statuses = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
    return statuses.map(({ state }) => state);
  });

const denied =
  'Permission to use the camera and microphone is needed. Allow it, or turn the audio or video setting off.';

test('MEDIA-02 MEDIA-07 CALLSCR-11 the page explains a waiting prompt, and not where permission was denied before', async ({
  asking: alice,
}) => {
  const { page } = alice;
  await page.context().clearPermissions();
  await makeDevicesSlow(page);
  const html = page.locator('html');
  await alice.logIn();
  expect(await stateOf(page)).toEqual(['prompt', 'prompt']);
  await expect(page.getByText(words)).toBeVisible({ timeout: slowMs });
  await expect(page.getByText(denied)).toBeVisible();
  await expect(page.getByText(words)).toBeHidden();

  // Playwright denies every permission that this list does not grant.
  await page.context().grantPermissions([]);
  await page.reload();
  expect(await stateOf(page)).toEqual(['denied', 'denied']);
  await expect(html).toHaveAttribute('data-devices', 'open');
  await expect(page.getByText(denied)).toBeVisible();
  await expect(html).not.toHaveAttribute('data-explained');
});

test('MEDIA-02 devices that open slowly are not taken for a prompt where permission was granted before', async ({
  person,
}) => {
  const alice = await person('alice');
  const { page } = alice;
  await makeDevicesSlow(page);
  await alice.isReachable();
  expect(await stateOf(page)).toEqual(['granted', 'granted']);
  await alice.dial('echo');
  await alice.hasStatus('ACCEPTED');
  await expect(page.locator('html')).toHaveAttribute('data-devices', 'open');
  await expect(page.locator('html')).not.toHaveAttribute('data-explained');
  await alice.hangUp();
});
