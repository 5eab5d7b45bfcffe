import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { LoginScreen, type LoginScreenProps } from './LoginScreen.tsx';

const i18n = await createWholeI18n('en');

async function show(props: Partial<LoginScreenProps> = {}) {
  const onLogin = vi.fn();
  const screen = (changes: Partial<LoginScreenProps>) => (
    <I18nextProvider i18n={i18n}>
      <LoginScreen onLogin={onLogin} isBusy={false} hasWebRtc {...props} {...changes} />
    </I18nextProvider>
  );
  const { rerender } = await render(screen({}));
  return { onLogin, change: (changes: Partial<LoginScreenProps>) => rerender(screen(changes)) };
}

const username = page.getByLabelText('Username');
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: /^Log(ging)? in/ });

test('LOGIN-04 A-028 logging in needs both a username and a password, and no more', async () => {
  const { onLogin } = await show();
  await expect.element(submit).toBeDisabled();
  await username.fill('   ');
  await password.fill('secret');
  await expect.element(submit).toBeDisabled();
  await username.fill(' Åsa ');
  await expect.element(submit).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  expect(onLogin.mock.calls).toEqual([['Åsa', 'secret', false]]);
});

test('LOGIN-07 a failure takes the focus, once for each attempt, and keeps the input', async () => {
  const { change } = await show();
  await username.fill('alice');
  await password.fill('wrong');
  const alert = page.getByRole('alert');
  for (const text of ['No contact with server', 'No contact with server']) {
    await change({ isBusy: true });
    await username.click();
    await change({ failure: { text } });
    await expect.element(alert).toHaveTextContent('Login failed.No contact with server');
    expect(document.activeElement).toBe(alert.element());
  }
  await expect.element(username).toHaveValue('alice');
  await expect.element(password).toHaveValue('wrong');
});

test('D72 a visitor with a call link reads which address will be called, and goes on as a guest without scrolling', async () => {
  await page.viewport(360, 640);
  const onLoginAnonymously = vi.fn();
  await show({ onLoginAnonymously, calledAddress: 'alice@calls.example' });
  await expect.element(page.getByText('You are about to call alice@calls.example.')).toBeInTheDocument();
  const guest = page.getByRole('button', { name: 'Continue without an account' });
  expect(guest.element().getBoundingClientRect().bottom).toBeLessThan(640);
  await guest.click();
  expect(onLoginAnonymously).toHaveBeenCalledOnce();
});

test('D96 a user whose account is to be deleted reads when, and keeps it with one press', async () => {
  const { onLogin, change } = await show();
  const keep = page.getByRole('button', { name: 'Keep my account' });
  await change({ failure: { text: 'Your account will be deleted.' }, canKeepAccount: true });
  // Nothing has been typed, for instance after an automatic login.
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Your account will be deleted.Keep my account');
  await expect.element(keep).toBeDisabled();
  await username.fill('alice');
  await password.fill('secret');
  await keep.click();
  expect(onLogin.mock.calls).toEqual([['alice', 'secret', false, true]]);
  await change({ failure: { text: 'Wrong password' }, canKeepAccount: false });
  await expect.element(keep).not.toBeInTheDocument();
});

test('during a login a second one is not started, and the button keeps the focus', async () => {
  const { onLogin, change } = await show();
  await username.fill('alice');
  await password.fill('secret');
  await submit.click();
  await change({ isBusy: true });
  await expect.element(submit).toHaveTextContent('Logging in…');
  expect(document.activeElement).toBe(submit.element());
  await userEvent.keyboard('{Enter}');
  expect(onLogin).toHaveBeenCalledOnce();
});

test('the password is shown only on demand', async () => {
  await show();
  await expect.element(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

test.each([
  [true, 0],
  [false, 1],
])('LOGIN-03 with WebRTC %s there are %i warnings', async (hasWebRtc, count) => {
  await show({ hasWebRtc });
  const warning = page.getByText('Your browser does not support WebRTC, so calls are not possible.');
  await expect.poll(() => warning.elements().length).toBe(count);
});

test('LOGIN-11 the ticked box logs in with remembering', async () => {
  const { onLogin } = await show();
  await username.fill('alice');
  await password.fill('secret');
  await page.getByRole('checkbox', { name: 'Log in automatically' }).click();
  await submit.click();
  expect(onLogin.mock.calls).toEqual([['alice', 'secret', true]]);
});

test('ANON-02 the button for users without an account shows where they are allowed', async () => {
  const anonymous = page.getByRole('button', { name: 'Continue without an account' });
  const onLoginAnonymously = vi.fn();
  const { change } = await show();
  await expect.element(anonymous).not.toBeInTheDocument();
  await change({ onLoginAnonymously });
  await anonymous.click();
  expect(onLoginAnonymously).toHaveBeenCalledOnce();
  await change({ onLoginAnonymously, isBusy: true });
  await expect.element(anonymous).toBeDisabled();
});

test('D99 the log-in at the provider is a link, which needs no script', async () => {
  const provider = { label: 'Staff', hasPasswords: true };
  await show({ provider, providerHref: './oidc/start?to=%2Fcontacts' });
  const link = page.getByRole('link', { name: 'Log in with Staff' });
  await expect.element(link).toHaveAttribute('href', './oidc/start?to=%2Fcontacts');
  await expect.element(username).toBeVisible();
});

test('D99 where passwords are off there is no form', async () => {
  await show({ provider: { label: 'Staff', hasPasswords: false }, providerHref: './oidc/start' });
  await expect.element(page.getByRole('link', { name: 'Log in with Staff' })).toBeVisible();
  await expect.element(username).not.toBeInTheDocument();
  await expect.element(submit).not.toBeInTheDocument();
});

test('D99 D96 a user from the provider keeps the account without typing', async () => {
  const onKeep = vi.fn();
  await show({ failure: { text: 'Your account will be deleted.' }, canKeepAccount: true, onKeep });
  await page.getByRole('button', { name: 'Keep my account' }).click();
  expect(onKeep).toHaveBeenCalledOnce();
});
