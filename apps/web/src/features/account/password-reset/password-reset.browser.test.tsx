import { ERROR_CODES } from '@samtal/api-contract';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccountsApi } from '../../../client/ports/accounts-api.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import NewPasswordPage from './NewPasswordPage.tsx';
import ResetRequestPage from './ResetRequestPage.tsx';

const refuse = (failure: Omit<ApiFailure, 'ok'>) => async (): Promise<ApiFailure> => ({
  ok: false,
  ...failure,
});
const press = (element: Element): boolean =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

describe('the request for a link', () => {
  const field = page.getByLabelText('E-mail or username', { exact: true });
  const submit = page.getByRole('button', { name: /^Send/ });
  const builtin = { provider: 'builtin' };

  const open = (answers: Partial<AccountsApi> = {}, brand: object = {}, more: object = {}) =>
    openAccountPage(<ResetRequestPage />, {
      brand: { resetPassword: { enabled: true }, registration: { defaultOrganisation: 3 }, ...brand },
      answers,
      more,
    });

  test.each([
    ['anna.a', { username: 'anna.a' }],
    [' anna@mail.example ', { email: 'anna@mail.example' }],
  ])('RESET-01 RESET-05 RESET-06 %j is sent as username or as e-mail', async (typed, identifier) => {
    const { asked } = await open({}, { captcha: builtin });
    await field.fill(typed);
    await expect.element(page.getByText('Security check done')).toBeVisible();
    await submit.click();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'A link has been sent to your e-mail address.' }))
      .toHaveFocus();
    expect(asked('requestPasswordReset')).toEqual([
      [{ identifier, organisationId: '3', language: 'en', captcha: 'solved' }],
    ]);
  });

  test('RESET-06 while a request runs the button says so', async () => {
    await open({ requestPasswordReset: () => new Promise(() => {}) });
    await field.fill('anna.a');
    await submit.click();
    await expect.element(submit).toHaveTextContent('Sending…');
  });

  test.each(['ann', 'Anna A', 'anna@mail', '<anna>'])(
    'RESET-02 RESET-04 %j is neither username nor e-mail',
    async (typed) => {
      const { asked } = await open();
      await field.fill(typed);
      await userEvent.tab();
      await expect.element(field).toHaveAccessibleDescription(/The field contains invalid characters\./);
      await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
      press(submit.element());
      await expect.element(field).toHaveFocus();
      expect(asked('requestPasswordReset')).toEqual([]);
    },
  );

  test('RESET-02 the operator’s pattern for usernames applies too', async () => {
    const { asked } = await open({}, { registration: { usernameRegex: '^[A-Z]{3}$' } });
    await field.fill('ABC');
    await submit.click();
    await expect.element(page.getByText('A link has been sent to your e-mail address.')).toBeVisible();
    expect(asked('requestPasswordReset')[0]?.[0]).toMatchObject({ identifier: { username: 'ABC' } });
  });

  test('RESET-03 RESET-04 A-014 the captcha is unsolved at first, and again after a failure', async () => {
    const finish: ((answer: string) => void)[] = [];
    const solve = vi.fn(() => new Promise<string>((resolve) => finish.push(resolve)));
    const failing = refuse({
      status: 400,
      errorCode: ERROR_CODES.captchaWrong,
      failureText: 'Wrong captcha',
    });
    const { asked } = await open(
      { requestPasswordReset: failing },
      { captcha: builtin },
      { captchaSolver: { solve } },
    );
    await field.fill('anna.a');
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
    press(submit.element());
    expect(asked('requestPasswordReset')).toEqual([]);
    finish[0]?.('first');
    await expect.element(submit).not.toHaveAttribute('aria-disabled');
    await submit.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The password could not be reset (Wrong captcha)');
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => finish.length).toBe(2);
    finish[1]?.('second');
    await submit.click();
    expect(asked('requestPasswordReset').map(([sent]) => (sent as { captcha: string }).captcha)).toEqual([
      'first',
      'second',
    ]);
  });

  test('RESET-07 A-015 a failure shows the server’s text, and the input stays', async () => {
    await open({ requestPasswordReset: refuse({ status: 400, failureText: 'No such user' }) });
    await field.fill('nobody');
    await submit.click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The password could not be reset (No such user)');
    await expect.element(alert).toHaveFocus();
    await expect.element(field).toHaveValue('nobody');
  });

  test.each([0, 502])('RESET-14 ERR-09 status %i counts as a network error', async (status) => {
    const { alerts } = await open({ requestPasswordReset: refuse({ status }) });
    await field.fill('anna.a');
    await submit.click();
    await expect.poll(alerts).toEqual(['network.networkError']);
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  test('RESET-10 a reset turned off by the brand or the server says so', async () => {
    const { screen } = await open({}, { resetPassword: { enabled: false } });
    await expect.element(page.getByText('Reset password not enabled')).toBeVisible();
    await expect.element(field).not.toBeInTheDocument();
    await screen.unmount();
    const off = {
      status: 400,
      errorCode: ERROR_CODES.resetNotEnabled,
      failureText: 'Reset password not enabled',
    };
    await open({ requestPasswordReset: refuse(off) });
    await field.fill('anna.a');
    await submit.click();
    await expect.element(page.getByText('Reset password not enabled', { exact: true })).toBeVisible();
  });
});

describe('the new password', () => {
  const first = page.getByLabelText('New password', { exact: true });
  const second = page.getByLabelText('Repeat new password', { exact: true });
  const save = page.getByRole('button', { name: 'Save' });
  const good = '/newpassword?key=k&uid=7&uname=Anna.A';

  const open = (answers: Partial<AccountsApi> = {}, registration: object = {}, path = good) =>
    openAccountPage(<NewPasswordPage />, {
      path,
      brand: { registration, resetPassword: { enabled: true } },
      answers,
    });

  async function type(one: string, two = one): Promise<void> {
    await first.fill(one);
    await second.fill(two);
  }

  test.each([
    [true, [{ key: 'SYS_POST_SECRETS', value: 'true' }]],
    [false, []],
  ])('RESET-11 RESET-13 D22 is sent with the key of the link, as a POST: %s', async (isPosted, settings) => {
    const { asked } = await open({ getOrganisationSettings: async () => ({ ok: true, value: settings }) });
    await type('secret1');
    await save.click();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Your password has been changed.' }))
      .toHaveFocus();
    expect(asked('setNewPassword')).toEqual([[{ key: 'k', uid: '7', password: 'secret1' }, { isPosted }]]);
  });

  test.each([
    ['secret1', 'secret2', 'Repeat new password', 'The passwords do not match.'],
    ['12345', '12345', 'New password', 'Use 6 to 20 characters.'],
    ['1'.repeat(21), '1'.repeat(21), 'New password', 'Use 6 to 20 characters.'],
    ['xanna.ax', 'xanna.ax', 'New password', 'The password must not contain the username.'],
  ])('RESET-11 RESET-12 A-016 %j and %j are not sent', async (one, two, label, text) => {
    const { asked } = await open(
      {},
      { disallowUsernameInPassword: true, passwordMismatchText: 'Another text' },
    );
    await type(one, two);
    press(save.element());
    const field = page.getByLabelText(label, { exact: true });
    await expect.element(field).toHaveAccessibleDescription(text);
    await expect.element(field).toHaveFocus();
    expect(asked('setNewPassword')).toEqual([]);
  });

  test('RESET-12 BRAND-12 the operator’s pattern and text apply', async () => {
    await open({}, { passwordRegex: '\\d', passwordRegexText: 'Use a digit, please.' });
    await type('secrets');
    press(save.element());
    await expect.element(first).toHaveAccessibleDescription('Use a digit, please.');
  });

  test('D114 where the operator allows 128 characters, so many are taken, and more are refused with that number', async () => {
    const { asked } = await open({}, { passwordMaxLength: 128 });
    await type('x'.repeat(129));
    press(save.element());
    await expect.element(first).toHaveAccessibleDescription('Use 6 to 128 characters.');
    await type('x'.repeat(128));
    await save.click();
    await expect.poll(() => asked('setNewPassword')).toHaveLength(1);
  });

  test.each(['/newpassword', '/newpassword?key=k', '/resetpassword?uid=7&uname=a'])(
    'RESET-09 %s is an invalid link',
    async (path) => {
      await open({}, {}, path);
      await expect.element(page.getByRole('alert')).toHaveTextContent('The link is invalid.');
      await expect
        .element(page.getByRole('link', { name: 'Request a new link' }))
        .toHaveAttribute('href', '/resetpassword');
      await expect.element(first).not.toBeInTheDocument();
    },
  );

  test('RESET-08 A-032 a used link says so', async () => {
    await open({ setNewPassword: refuse({ status: 404, failureText: 'Not Found' }) });
    await type('secret1');
    await save.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The link is too old. Request a new one.');
    await expect.element(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  });

  test('RESET-07 RESET-06 any other failure keeps the form', async () => {
    await open({ setNewPassword: refuse({ status: 400, errorCode: 2004, failureText: 'password' }) });
    await type('secret1');
    await save.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The password could not be reset (password)');
    await expect.element(first).toHaveValue('secret1');
  });

  test.each([0, 500])('RESET-14 ERR-09 status %i counts as a network error', async (status) => {
    const { alerts } = await open({ setNewPassword: refuse({ status }) });
    await type('secret1');
    await save.click();
    await expect.poll(alerts).toEqual(['network.networkError']);
    await expect.element(save).toBeEnabled();
  });

  test('RESET-14 a failed request for the organisation settings counts as a network error too', async () => {
    const { alerts, asked } = await open({ getOrganisationSettings: refuse({ status: 0 }) });
    await type('secret1');
    await save.click();
    await expect.poll(alerts).toEqual(['network.networkError']);
    expect(asked('setNewPassword')).toEqual([]);
  });
});
