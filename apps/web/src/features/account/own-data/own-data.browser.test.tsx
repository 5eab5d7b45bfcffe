import { CAPABILITY_KEYS, ERROR_CODES } from '@samtal/api-contract';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dateLocale, longDay } from '../../../client/format/time.ts';
import type { AccountsApi } from '../../../client/ports/accounts-api.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { loginAnswer } from '../../../testing/fake-user-api.ts';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import ProfileArea, { type ProfilePageName } from '../profile/ProfileArea.tsx';

const open = (
  name: ProfilePageName,
  answers: Partial<AccountsApi> = {},
  features: Readonly<Record<string, boolean>> = { ownData: true },
) =>
  openAccountPage(<ProfileArea page={name} />, {
    path: '/here',
    brand: { features: { userInformation: true, ...features } },
    answers,
    person: {
      login: async () => ({
        ok: true,
        value: { ...loginAnswer, capabilities: [{ key: CAPABILITY_KEYS.deletionDays, value: '14' }] },
      }),
    },
  });

const refuse = (failure: Omit<ApiFailure, 'ok'>) => async (): Promise<ApiFailure> => ({
  ok: false,
  ...failure,
});
/** A button that is announced as unavailable can be pressed all the same. */
const press = (element: Element): boolean =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
const password = page.getByLabelText('Password', { exact: true });
const download = page.getByRole('button', { name: 'Download', exact: true });
const deleteNow = page.getByRole('button', { name: 'Delete my account now' });
const inDays = (days: number): string =>
  longDay(Date.now() + days * 86_400_000, dateLocale('en', navigator.languages));

/** The addresses that links were pressed for; nothing is downloaded. */
function watchDownloads(): string[] {
  const addresses: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    addresses.push(this.href);
  });
  return addresses;
}

test('D96 the profile leads to the own data only where the brand has it', async () => {
  const { visited } = await open('view');
  await page.getByRole('button', { name: 'My data' }).click();
  expect(visited()).toBe('/userinformation/data');
});

test.each(['view', 'ownData', 'deletion'] as const)(
  'D96 without the feature %s has none of it',
  async (name) => {
    const { visited } = await open(name, {}, {});
    if (name === 'view') {
      await expect.element(page.getByRole('heading', { name: 'User information' })).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'My data' })).not.toBeInTheDocument();
    } else await expect.poll(visited).toBe('/userinformation');
  },
);

test('D96 after the password the browser downloads the file of the account', async () => {
  const addresses = watchDownloads();
  const { asked, alerts } = await open('ownData', {
    exportData: async () => ({ ok: true, value: 'https://calls.example/export?ticket=t' }),
  });
  await expect.element(page.getByRole('heading', { name: 'My data' })).toHaveFocus();
  await password.fill('secret1');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => addresses).toEqual(['https://calls.example/export?ticket=t']);
  expect(asked('exportData')).toEqual([[loginAnswer.securityToken, 'secret1']]);
  expect(alerts()).toEqual(['owndata.downloading']);
});

test('D96 without a password nothing is sent, and the field has the focus', async () => {
  const { asked } = await open('ownData');
  press(download.element());
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription(/Type your password\./);
  expect(asked('exportData')).toEqual([]);
});

test.each<[Omit<ApiFailure, 'ok'>, readonly string[]]>([
  [{ status: 429 }, ['owndata.later']],
  [{ status: 503 }, ['owndata.error']],
])('D96 a refused export %j is told, and nothing is downloaded', async (failure, keys) => {
  const addresses = watchDownloads();
  const { alerts } = await open('ownData', { exportData: refuse(failure) });
  await password.fill('secret1');
  await download.click();
  await expect.poll(alerts).toEqual(keys);
  expect(addresses).toEqual([]);
});

test('D96 a wrong password is told at the field, which keeps it', async () => {
  const { session } = await open('deletion', {
    deleteAccount: refuse({ status: 400, errorCode: ERROR_CODES.wrongCredentials }),
  });
  await password.fill('guess');
  await deleteNow.click();
  await expect.element(password).toHaveAccessibleDescription(/The password is wrong\./);
  await expect.element(password).toHaveValue('guess');
  expect(session.state.get().phase).toBe('signedIn');
});

test('D107 the last operator reads why the own account cannot be deleted', async () => {
  const { alerts, session } = await open('deletion', {
    deleteAccount: refuse({ status: 409, errorCode: ERROR_CODES.lastOperator }),
  });
  await password.fill('secret1');
  await deleteNow.click();
  await expect.poll(alerts).toEqual(['owndata.last_operator']);
  expect(session.state.get().phase).toBe('signedIn');
});

test('D96 the page of the deletion says what happens and when, and asks for it with the password', async () => {
  const at = Date.now() + 14 * 86_400_000;
  const { asked, session, visited } = await open('deletion', {
    deleteAccount: async () => ({ ok: true, value: at }),
  });
  await expect.element(page.getByText(new RegExp(`Everything is deleted on ${inDays(14)}\\.`))).toBeVisible();
  await expect.element(page.getByText(/cannot make emergency calls with this account/)).toBeVisible();
  await password.fill('secret1');
  await deleteNow.click();
  await expect.poll(() => session.state.get()).toEqual({ phase: 'signedOut', deletionAt: at });
  expect(asked('deleteAccount')).toEqual([[loginAnswer.securityToken, 'secret1']]);
  expect(visited()).toBe('/');
});

test('D96 a user who cancels the deletion leads to no request', async () => {
  const { asked, visited } = await open('deletion');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(visited()).toBe('/userinformation/data');
  expect(asked('deleteAccount')).toEqual([]);
});
