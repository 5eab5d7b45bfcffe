import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** What the page looks like and speaks. */
const look = (page: Page) =>
  page.evaluate(() => {
    const { dataset, lang, dir } = document.documentElement;
    return { theme: dataset['theme'], lang, dir, dark: localStorage.getItem('darkTheme') };
  });

test('D75 a visitor chooses language and appearance on the login page, and this browser remembers both', async ({
  person,
}) => {
  const alice = await person('alice', { colorScheme: 'light' });
  const { page } = alice;
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
  expect(await look(page)).toEqual({ theme: 'light', lang: 'ar', dir: 'rtl', dark: null });
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Darstellung' }).click();
  await page.getByRole('menuitemradio', { name: 'Hoher Kontrast' }).click();
  await expect(page.getByRole('button', { name: 'Kontrast' }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await look(page)).toEqual({ theme: 'contrast', lang: 'de', dir: 'ltr', dark: 'true' });

  const next = page.waitForRequest((request) => request.isNavigationRequest());
  await page.reload();
  // The server can send the next page in this language.
  expect((await (await next).allHeaders())['cookie']).toContain('language=de');
  expect(await look(page)).toEqual({ theme: 'contrast', lang: 'de', dir: 'ltr', dark: 'true' });
  await page.locator('input[name="username"]').fill('alice');
  await page.locator('input[name="password"]').fill('demo1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Verlauf' })).toBeVisible();
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
  await page.getByRole('button', { name: 'Contrast' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('D76 on a phone two taps call a contact, two open the text format, and no tab covers the call', async ({
  person,
  mortalServer: server,
}) => {
  const alice = await person('alice', phone, server.url);
  const bobby = await person('bobby', {}, server.url);
  const { page } = alice;
  await alice.isReachable();
  await bobby.isReachable();
  await page.goto(`${server.url}/contacts/add`);
  await page.getByLabel('First name').fill('Bobby');
  await page.getByLabel('SIP address').fill('bobby@demo.example');
  await page.getByRole('button', { name: 'Save' }).tap();
  const row = page.getByRole('listitem').filter({ hasText: 'Bobby' });
  await expect(row).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Main pages' });
  await tabs.getByRole('link', { name: 'Call' }).tap();
  await expect(page.getByLabel('Number or name')).toBeVisible();
  await expect(alice.callButton).toBeInViewport({ ratio: 1 });

  const contacts = tabs.getByRole('link', { name: 'Contacts' });
  await contacts.tap();
  await expect(contacts).toHaveAttribute('aria-current', 'page');
  await row.getByRole('button', { name: 'Call' }).first().tap();
  await bobby.hasStatus('INCOMING_CALL');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await expect(tabs).not.toBeVisible();
  await expect(page).toHaveTitle(/^Bobby - /);
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(tabs).toBeVisible();
  await expect(page).toHaveTitle(/^Contacts - /);

  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('link', { name: 'Settings' }).tap();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Text format' }).tap();
  await expect(page.getByLabel('Font size')).toBeVisible();
});
