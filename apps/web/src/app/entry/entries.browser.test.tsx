import type { KioskState } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from '../../client/store/store.ts';
import { entryScenes } from '../../gallery/entry-scenes.ts';
import { SceneView } from '../../gallery/SceneView.tsx';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { Loading } from '../../ui/loading/Loading.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';

const i18n = await createWholeI18n('en');

async function show(name: string): Promise<void> {
  const scene = entryScenes.find((one) => one.name === name) ?? expect.fail(`no scene ${name}`);
  await render(<SceneView scene={scene} i18n={i18n} theme="light" />);
}

const showVisit = (visit: KioskState) =>
  render(
    <SceneView
      scene={{ name: 'a visit', path: '/oneclickcall', launch: { kind: 'kiosk', visit: createStore(visit) } }}
      i18n={i18n}
      theme="light"
    />,
  );

const heading = page.getByRole('heading', { level: 1 });

test.each([
  ['KIOSK-04', 'kiosk, call completed', 'The call has ended. You can close this page.'],
  ['KIOSK-03 ERR-04', 'kiosk, service unavailable', 'Service is unavailable!'],
  ['KIOSK-08 KIOSK-09', 'kiosk, invalidToken', 'Invalid Token'],
  ['KIOSK-07', 'kiosk, missingParameter', 'Missing required parameter'],
  [
    'LOGIN-19',
    'kiosk, tokenExpired',
    'The authentication token is invalid or has expired, please sign-in again.',
  ],
  ['KIOSK-09', 'kiosk, authenticationError', 'Authentication failed.'],
  ['KIOSK-11', 'kiosk, unregisteredNumber', 'Calls to bobby@demo.example are not allowed.'],
  ['ERR-03', 'not found', "The page you're looking for does not exist"],
])('%s KIOSK-10 %s shows its message and nothing of the app', async (_id, scene, words) => {
  await show(scene);
  await expect.element(heading).toHaveTextContent(words);
  await expect.poll(() => document.title).toBe('Samtal');
  for (const role of ['navigation', 'link'] as const) expect(page.getByRole(role).elements()).toEqual([]);
});

test.each([
  [
    'BROWSER-05 A-106',
    'browser refused',
    'iOS 15.1 does not work with calls. Please update to 15.2 or later.',
  ],
  ['LOGIN-03', 'kiosk, no WebRTC', 'Your browser does not support WebRTC, so calls are not possible.'],
])('%s %s: the problem is shown in place of everything else', async (_id, scene, words) => {
  await show(scene);
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  for (const role of ['textbox', 'link'] as const) expect(page.getByRole(role).elements()).toEqual([]);
});

test('VERIFY-04 RESET-08 pages opened from mails work in a browser without calls', async () => {
  const launch = { kind: 'unsupportedBrowser', reason: 'outOfDateIos151' } as const;
  const scene = { name: 'a mail', path: '/resetpassword', launch };
  await render(<SceneView scene={scene} i18n={i18n} theme="light" />);
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(/iOS 15.1 does not work/)).not.toBeInTheDocument();
});

test.each(['signingIn', 'checkingTarget', 'registering'] as const)(
  'KIOSK-01 while the visit is %s the screen says that the call is being prepared',
  async (progress) => {
    await showVisit({ phase: 'init', progress });
    await expect.element(page.getByText('Starting the call…')).toBeVisible();
    expect(page.getByRole('navigation').elements()).toEqual([]);
  },
);

test('KIOSK-10 a visitor sees the call and no menu', async () => {
  await show('kiosk, in call');
  await expect.element(page.getByRole('button', { name: 'Hang up' })).toBeVisible();
  expect(page.getByRole('navigation').elements()).toEqual([]);
});

test('the end of a visit is announced: its heading has the focus', async () => {
  await show('kiosk, call completed');
  await expect.element(heading).toBeVisible();
  expect(document.activeElement).toBe(heading.element());
});

test('ANON-02 LOGIN-01 the login has a button for anonymous callers if the operator wants it', async () => {
  await show('login, anonymous too');
  await expect.element(page.getByRole('button', { name: 'Continue without an account' })).toBeEnabled();
  await expect.element(page.getByRole('checkbox', { name: 'Log in automatically' })).not.toBeChecked();
});

function Broken({ error }: { readonly error: unknown }): never {
  throw error;
}

test.each([
  [new Error('a bug'), 'Error'],
  [{ status: 500 }, '500'],
])('ERR-06 after %j the page shows "%s" and an error message', async (error, title) => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => reported.mockRestore());
  await render(
    <I18nextProvider i18n={i18n}>
      <ErrorBoundary>
        <Broken error={error} />
      </ErrorBoundary>
    </I18nextProvider>,
  );
  await expect.element(heading).toHaveTextContent(title);
  await expect.element(page.getByText('Something went wrong!')).toBeVisible();
});

test('ROUTE-33 loading is announced', async () => {
  await render(
    <I18nextProvider i18n={i18n}>
      <Loading />
    </I18nextProvider>,
  );
  await expect.element(page.getByText('Loading…')).toBeVisible();
});
