import { ERROR_CODES, type ProviderState } from '@samtal/api-contract';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountsApi } from '../../../client/ports/accounts-api.ts';
import { loginAnswer } from '../../../testing/fake-user-api.ts';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import ProfileArea, { type ProfilePageName } from '../profile/ProfileArea.tsx';

const provider = { label: 'Staff', hasPasswords: true };

const open = (
  name: ProfilePageName,
  state: Partial<ProviderState>,
  answers: Partial<AccountsApi> = {},
  more: object = { provider },
) =>
  openAccountPage(<ProfileArea page={name} />, {
    path: '/here',
    brand: { features: { userInformation: true, ownData: true }, ...more },
    answers: {
      providerState: async () => ({
        ok: true,
        value: {
          label: 'Staff',
          hasPassword: true,
          isConnected: false,
          isProved: false,
          needsSecondStep: false,
          ...state,
        },
      }),
      ...answers,
    },
    person: {},
  });

/** The addresses that links were pressed for; the page stays. */
function watchLinks(): string[] {
  const addresses: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    addresses.push(this.href);
  });
  return addresses;
}
const password = page.getByLabelText('Password', { exact: true });
const token = loginAnswer.securityToken;

test('D99 the profile leads to the provider only where the operator has one', async () => {
  const { visited } = await open('view', {});
  await page.getByRole('button', { name: 'Log in with Staff' }).click();
  expect(visited()).toBe('/userinformation/provider');
});

test('D99 without a provider there is no page for it', async () => {
  const { visited } = await open('provider', {}, {}, {});
  await expect.poll(visited).toBe('/userinformation');
});

test('D99 a user connects the account with the password', async () => {
  const addresses = watchLinks();
  const { asked } = await open(
    'provider',
    {},
    {
      startAtProvider: async () => ({ ok: true, value: 'https://calls.example/oidc/start?ticket=t' }),
    },
  );
  await password.fill('secret1');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => addresses).toEqual(['https://calls.example/oidc/start?ticket=t']);
  const wish = { purpose: 'connect', password: 'secret1', returnPath: '/userinformation/provider' };
  expect(asked('startAtProvider')).toEqual([[token, wish]]);
});

test('D100 where the log-in has a second step, connecting asks for it too', async () => {
  const addresses = watchLinks();
  const { asked } = await open(
    'provider',
    { needsSecondStep: true },
    {
      startAtProvider: async (_token, { code }) =>
        code === '123456'
          ? { ok: true, value: 'https://calls.example/oidc/start?ticket=t' }
          : { ok: false, status: 400, errorCode: ERROR_CODES.secondFactorWrong },
    },
  );
  const code = page.getByLabelText('Code', { exact: true });
  await password.fill('secret1');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(code).toBeInvalid();
  expect(addresses).toEqual([]);
  await code.fill('123456');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => addresses).toEqual(['https://calls.example/oidc/start?ticket=t']);
  const wish = { purpose: 'connect', password: 'secret1', returnPath: '/userinformation/provider' };
  expect(asked('startAtProvider').at(-1)).toEqual([token, { ...wish, code: '123456' }]);
});

test('D99 a wrong password connects nothing', async () => {
  const addresses = watchLinks();
  await open(
    'provider',
    {},
    {
      startAtProvider: async () => ({ ok: false, status: 400, errorCode: ERROR_CODES.wrongCredentials }),
    },
  );
  await password.fill('guess');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(password).toHaveAccessibleDescription(/The password is wrong\./);
  expect(addresses).toEqual([]);
});

test('D99 a user disconnects the account with the password', async () => {
  const { asked, alerts } = await open('provider', { isConnected: true });
  await expect.element(page.getByText(/Your account is connected with Staff\./)).toBeVisible();
  await password.fill('secret1');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(alerts).toEqual(['provider.disconnected']);
  expect(asked('disconnectProvider')).toEqual([[token, 'secret1']]);
  await expect.element(password).toHaveValue('');
});

test('D99 without a password the page says so, and asks for none', async () => {
  await open('provider', { hasPassword: false, isConnected: true });
  await expect.element(page.getByText('Your account has no password here.', { exact: false })).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
});

test('D99 D96 without a password the provider confirms who the user is before the deletion', async () => {
  const addresses = watchLinks();
  const { asked } = await open(
    'deletion',
    { hasPassword: false, isConnected: true },
    {
      startAtProvider: async () => ({ ok: true, value: 'https://calls.example/oidc/start?ticket=t' }),
    },
  );
  await expect.element(page.getByRole('button', { name: 'Delete my account now' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Confirm with Staff' }).click();
  await expect.poll(() => addresses).toEqual(['https://calls.example/oidc/start?ticket=t']);
  expect(asked('startAtProvider')).toEqual([
    [token, { purpose: 'prove', returnPath: '/userinformation/deletion' }],
  ]);
});

test('D99 D96 a user who has confirmed who they are downloads with one press', async () => {
  const addresses = watchLinks();
  const { asked } = await open(
    'ownData',
    { hasPassword: false, isConnected: true, isProved: true },
    {
      exportData: async () => ({ ok: true, value: 'https://calls.example/export?ticket=t' }),
    },
  );
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(() => addresses).toEqual(['https://calls.example/export?ticket=t']);
  expect(asked('exportData')).toEqual([[token, '']]);
});
