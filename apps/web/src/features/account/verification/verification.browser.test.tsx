import { ERROR_CODES } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountsApi } from '../../../client/ports/accounts-api.ts';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import VerificationPage from './VerificationPage.tsx';

const open = (answers: Partial<AccountsApi> = {}, registration: object = {}) =>
  openAccountPage(<VerificationPage userId="7" verificationKey="abc" />, {
    answers,
    brand: { registration },
  });

const failing =
  (status: number, errorCode?: number): AccountsApi['verify'] =>
  async () => ({ ok: false, status, ...(errorCode === undefined ? {} : { errorCode }) });

test('VERIFY-01 VERIFY-02 the link is sent once, and the page shows the SIP address', async () => {
  const { asked } = await open();
  await expect.element(page.getByRole('heading', { name: 'Verification complete' })).toHaveFocus();
  await expect.element(page.getByText('Your SIP address is anna@demo.example.')).toBeVisible();
  expect(asked('verify')).toEqual([['7', 'abc']]);
  expect(page.getByRole('link').elements()).toEqual([]);
  expect(page.getByText(/awaits approval/).elements()).toEqual([]);
});

test('A-021 an account that needs approval by an administrator says so before the user tries to log in', async () => {
  await open({ verify: async () => ({ ok: true, value: { properties: [], needsApproval: true } }) });
  await expect.element(page.getByRole('heading', { name: 'Verification complete' })).toHaveFocus();
  await expect.element(page.getByText(/awaits approval by an administrator/)).toBeVisible();
});

test('VERIFY-02 shows the operator’s own text and link', async () => {
  await open(
    {},
    {
      verifyBody: { en: 'Write {sip} down: {sip}' },
      verifyLink: { url: 'https://acme.example/welcome', text: { en: 'Welcome!' } },
    },
  );
  await expect.element(page.getByText('Write anna@demo.example down: anna@demo.example')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Welcome!' }))
    .toHaveAttribute('href', 'https://acme.example/welcome');
});

test('VERIFY-02 without a SIP address the page shows none', async () => {
  await open({ verify: async () => ({ ok: true, value: { properties: [], needsApproval: false } }) });
  await expect.element(page.getByRole('heading', { name: 'Verification complete' })).toBeVisible();
  expect(page.getByText(/Your SIP address/).elements()).toEqual([]);
});

test.each([
  ['VERIFY-04 A-033 a wrong link', ERROR_CODES.linkInvalid, 404, 'The account could not be verified.'],
  ['VERIFY-05 A-033 an expired link', ERROR_CODES.linkExpired, 410, 'The link has expired.'],
])(
  '%s shows its error, and a link to the registration where that is on',
  async (_what, errorCode, status, text) => {
    const { screen } = await open({ verify: failing(status, errorCode) }, { enabled: true });
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expect
      .element(page.getByRole('link', { name: 'Create an account' }))
      .toHaveAttribute('href', '/registration');
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    await screen.unmount();
    await open({ verify: failing(status, errorCode) });
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    expect(page.getByRole('link').elements()).toEqual([]);
  },
);

test('VERIFY-04 without a verdict of the server the user can try again', async () => {
  const answers = [failing(0), failing(500)];
  const { asked, alerts } = await open({
    verify: async (...link) =>
      (await answers.shift()?.(...link)) ?? {
        ok: true,
        value: { properties: [], needsApproval: false },
      },
  });
  await expect.element(page.getByRole('alert')).toHaveTextContent('The account could not be verified.');
  expect(alerts()).toEqual(['network.networkError']);
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.poll(() => asked('verify').length).toBe(2);
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(page.getByRole('heading', { name: 'Verification complete' })).toBeVisible();
});

const openEmail = (answers: Partial<AccountsApi> = {}, person?: Parameters<typeof openAccountPage>[1]) =>
  openAccountPage(<VerificationPage userId="7" verificationKey="abc" isOfEmail />, {
    answers: {
      verify: async () => ({
        ok: true,
        value: { properties: [{ key: 'EMAIL', value: 'new@mail.example' }], needsApproval: false },
      }),
      ...answers,
    },
    brand: { registration: { enabled: true } },
    ...person,
  });

test('VERIFY-01 the link to a new e-mail address is sent once, and the page shows the address', async () => {
  const { asked } = await openEmail();
  await expect.element(page.getByRole('heading', { name: 'E-mail address confirmed' })).toHaveFocus();
  await expect.element(page.getByText('Your e-mail address is now new@mail.example.')).toBeVisible();
  expect(asked('verify')).toEqual([['7', 'abc']]);
  expect(page.getByText(/SIP address/).elements()).toEqual([]);
});

test('PROFILE-08 the profile of a user who is logged in here is loaded again', async () => {
  const { userApi } = await openEmail({}, { person: {} });
  await expect.poll(() => userApi.calls.at(-1)).toBe('getProperties "token-1"');
});

test.each([
  [
    'a wrong link',
    ERROR_CODES.linkInvalid,
    404,
    'The e-mail address could not be confirmed. Enter it again in your user information to get a new link.',
  ],
  [
    'an expired link',
    ERROR_CODES.linkExpired,
    410,
    'The link has expired. Enter the e-mail address again in your user information to get a new one.',
  ],
  [
    'an address that was taken meanwhile',
    ERROR_CODES.emailExists,
    409,
    'The e-mail address is already in use.',
  ],
])(
  'VERIFY-04 VERIFY-05 %s to a new e-mail address shows advice, and no link to the registration',
  async (_what, errorCode, status, text) => {
    await openEmail({ verify: failing(status, errorCode) });
    await expect.element(page.getByRole('heading', { name: 'E-mail address' })).toBeVisible();
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    expect(page.getByRole('link').elements()).toEqual([]);
    expect(page.getByRole('button').elements()).toEqual([]);
  },
);
