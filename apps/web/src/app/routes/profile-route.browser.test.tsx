import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAccountPage } from '../../testing/open-account-page.tsx';
import { ProfileRoute } from './ProfileRoute.tsx';

const features = { userInformation: true, userInformationEdit: true, changePassword: true };

test.each([
  ['/userinformation', 'User information'],
  ['/userinformation/edit', 'Edit user information'],
  ['/userinformation/changePassword', 'Change password'],
])('ROUTE-26 %s is the page %j', async (path, name) => {
  await openAccountPage(<ProfileRoute />, { path, brand: { name: 'Acme calls', features }, person: {} });
  await expect.element(page.getByRole('heading', { name, exact: true })).toHaveFocus();
  expect(document.title).toBe(`${name} - Acme calls`);
});

test('ROUTE-26 an unknown page of the profile leads to the profile', async () => {
  const path = '/userinformation/nonsense';
  const { visited } = await openAccountPage(<ProfileRoute />, { path, brand: { features }, person: {} });
  expect(visited()).toBe('/userinformation');
  await expect.element(page.getByRole('heading', { name: 'User information' })).toBeVisible();
});
