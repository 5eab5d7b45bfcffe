import { expect, test } from '../support/journey.ts';

const files = '**/assets/**';

test('ERR-06 D75 a menu and a page whose files could not be loaded open when the user tries again', async ({
  person,
}) => {
  const alice = await person('alice');
  const { page } = alice;
  const retry = page.getByRole('button', { name: 'Try again now' });
  const loseFiles = () => page.route(files, (route) => route.abort());
  const findFiles = () => page.unroute(files);

  await alice.isReachable();
  await loseFiles();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await findFiles();
  await retry.click();
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('Escape');

  await loseFiles();
  await page.getByRole('link', { name: 'History', exact: true }).first().click();
  await expect(retry).toBeVisible();
  await findFiles();
  await retry.click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
});
