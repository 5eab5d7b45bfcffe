import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import { GuardedPages } from '../testing/guarded-pages.tsx';

test('ERR-06 PROFILE-15 a question whose code cannot be loaded says so and keeps the page', async () => {
  await cdp().send('Network.enable');
  await cdp().send('Network.setBlockedURLs', { urls: ['*LeaveDialog*'] });
  onTestFinished(async () => void (await cdp().send('Network.disable')));
  const { visited } = await openAccountPage(<GuardedPages />, { path: '/form' });
  const away = page.getByRole('link', { name: 'Away' });
  await page.getByLabelText('Text').fill('something');
  await away.click();
  const sorry = page.getByRole('dialog', { name: 'Error' });
  await expect.element(sorry.getByRole('alert')).toBeVisible();
  await sorry.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sorry).not.toBeInTheDocument();
  expect(visited()).toBe('/form');
  await away.click();
  await expect.element(sorry.getByRole('button', { name: 'Try again now' })).toBeVisible();
});
