import { parseBrand } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { createCalling } from '../../client/calling/calling.ts';
import { clientSettingsOf } from '../../client/calling/client-settings.ts';
import { LoadAccountsContext } from '../../client/hooks/accounts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { createSession } from '../../client/session/session.ts';
import { createSessionMemory } from '../../client/session/session-memory.ts';
import { createFakeAccounts } from '../../testing/fake-accounts.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createFakeUserApi } from '../../testing/fake-user-api.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { App } from '../App.tsx';

const i18n = await createWholeI18n('en');
const enabled = { registration: { enabled: true }, resetPassword: { enabled: true } };

/** Opens an address without a login. */
async function open(path: string, brandFile: Readonly<Record<string, unknown>> = enabled) {
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
  history.replaceState(null, '', path);
  const result = parseBrand({ name: 'Acme calls', ...brandFile });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  const { brand } = result;
  const localStore = createMemoryStore();
  const clock = createFakeClock();
  const alerts = createAlerts(clock);
  const client = createTestClient(createFakeNetwork(clock), clock);
  const stage = {
    attachRemote: () => () => {},
    attachLocal: () => () => {},
    canCaptureScreen: false,
    attachScreen: () => () => {},
    attachPreview: () => () => {},
  };
  const calling = createCalling({
    brand,
    load: async () => ({ client, settingsOf: clientSettingsOf, stage }),
  });
  const session = createSession({
    api: createFakeUserApi(),
    brand,
    memory: createSessionMemory(createMemoryStore(), localStore),
    localStore,
    now: () => 1,
    stopCalling: calling.stop,
  });
  calling.follow(session.state);
  const fake = createFakeAccounts();
  const accounts = Promise.resolve(fake.accounts);
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createFakeServices({ brand, session, calling, alerts, localStore })}>
        <LoadAccountsContext value={() => accounts}>
          <App />
        </LoadAccountsContext>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return { ...fake, session, client, settle: () => clock.advance(5000) };
}

const heading = (name: string) => page.getByRole('heading', { name });
const back = page.getByRole('link', { name: 'Back' });
const start = page.getByRole('link', { name: 'Go to the start page' });

test.each([
  ['ROUTE-15', '/registration', 'Registration', 'Registration'],
  ['ROUTE-16', '/registration/verify/7/a-b_c', 'Verification complete', 'Registration'],
  ['ROUTE-17', '/resetpassword', 'Reset password', 'Reset password'],
  ['ROUTE-18', '/newpassword?key=k&uid=7&uname=a', 'New password', 'New password'],
  ['ROUTE-18', '/resetpassword?key=k&uid=7&uname=a', 'New password', 'New password'],
])('%s ROUTE-32 RESET-01 %s needs no login and has its title', async (_id, path, name, title) => {
  const { calls } = await open(path);
  await expect.element(heading(name)).toBeVisible();
  expect(document.title).toBe(`${title} - Acme calls`);
  expect(location.pathname + location.search).toBe(path);
  await expect.element(back).toBeVisible();
  if (path.includes('verify')) expect(calls).toEqual([{ name: 'verify', given: ['7', 'a-b_c'] }]);
});

test.each(['/registration', '/registration/verify/7/abc', '/resetpassword', '/newpassword?key=k&uid=7'])(
  'ROUTE-20 ROUTE-21 VERIFY-03 A-111 %s hides what the address says may be hidden',
  async (path) => {
    const flags = (query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
    await open(flags('hideBack=true'));
    await expect.element(start).toBeVisible();
    await expect.element(back).not.toBeInTheDocument();
    history.pushState(null, '', flags('hideLogin=true'));
    await expect.element(back).toBeVisible();
    await expect.element(start).not.toBeInTheDocument();
    history.pushState(null, '', flags('hideLogin=false&hideBack=1'));
    await expect.element(back).toBeVisible();
    await expect.element(start).toBeVisible();
    await start.click();
    await expect.element(heading('Log in')).toBeVisible();
  },
);

test('LOGIN-01 the login links to all of these pages that are on', async () => {
  await open('/login', {
    ...enabled,
    links: {
      extraInfo: { url: '/info.html', text: { en: 'What is this?' } },
      dataHandling: { url: '/data.html', text: '' },
    },
  });
  await expect
    .element(page.getByRole('link', { name: 'What is this?' }))
    .toHaveAttribute('href', '/info.html');
  await expect
    .element(page.getByRole('link', { name: 'How we handle your data' }))
    .toHaveAttribute('href', '/data.html');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect.element(heading('Registration')).toHaveFocus();
  await back.click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect.element(heading('Reset password')).toHaveFocus();
});

test('LOGIN-01 pages that are off are not offered', async () => {
  await open('/login', {});
  await expect.element(heading('Log in')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

test('ROUTE-16 ROUTE-18 a link in a mail works in a signed-in tab, even if it ends the session', async () => {
  const { session, client, settle } = await open('/newpassword?key=k&uid=7&uname=alice');
  await session.login('alice', 'pw');
  await expect.poll(() => client.getState().settings).toBeDefined();
  settle();
  const password = page.getByLabelText('New password', { exact: true });
  await password.fill('secret1');
  session.end();
  settle();
  await expect.poll(() => client.getState().settings).toBeUndefined();
  await expect.element(password).toHaveValue('secret1');
  expect(location.pathname).toBe('/newpassword');
});

test('ROUTE-27 a call is shown in place of a page that was opened from a mail', async () => {
  const { session, client, settle } = await open('/newpassword?key=k&uid=7', {
    ...enabled,
    features: { call: true, audio: true },
  });
  await session.login('alice', 'pw');
  await expect.poll(() => client.getState().settings).toBeDefined();
  settle();
  const password = page.getByLabelText('New password', { exact: true });
  await expect.element(password).toBeVisible();
  client.intents.call('nobody');
  await expect.element(password).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  client.intents.cancel();
  settle();
  client.intents.dismiss();
  await expect.element(password).toBeVisible();
});
