import { expect, test } from '../support/journey.ts';

// Playwright's routes would also keep the page from the cache of the browser, so the network is taken away instead.
test('ERR-06 D75 a menu and a page whose files could not be loaded open when the user tries again', async ({
  person,
}) => {
  const { page } = await person('alice');
  const network = page.context();
  const retry = page.getByRole('button', { name: 'Try again now' });

  // The app has taken the page over from the server.
  await page.getByRole('button', { name: 'Contrast' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'light');
  await network.setOffline(true);
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await network.setOffline(false);
  await retry.click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('Escape');

  await network.setOffline(true);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(retry).toBeVisible();
  await network.setOffline(false);
  await retry.click();
  await expect(page.getByLabel('E-mail or username')).toBeVisible();
});
