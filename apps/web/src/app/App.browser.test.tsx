import { parseBrand } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAlerts } from '../client/alerts.ts';
import { AppServicesContext } from '../client/app-services.ts';
import { createCalling } from '../client/calling.ts';
import { createSession } from '../client/session.ts';
import { createSessionMemory } from '../client/session-memory.ts';
import { createFakeUserApi } from '../client/testing/fake-user-api.ts';
import { createMemoryStore } from '../client/testing/memory-store.ts';
import { createThemeChoice } from '../client/theme.ts';
import { createI18n } from '../i18n/index.ts';
import { App } from './App.tsx';

const i18n = await createI18n('en');
const on = { call: true, audio: true, video: true, text: true, contrast: true, footer: true };

async function open(path: string, features: Readonly<Record<string, unknown>> = on) {
  history.replaceState(null, '', path);
  const result = parseBrand({ name: 'Acme calls', copyright: '© {year} Acme', features });
  if (!result.ok) throw new Error('the brand is right');
  const { brand } = result;
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const client = createTestClient(network, clock);
  const bobby = createTestClient(network, clock, 2);
  const stage = { attachRemote: () => () => {}, attachLocal: () => () => {}, attachPreview: () => () => {} };
  const localStore = createMemoryStore();
  const api = createFakeUserApi();
  const alerts = createAlerts(clock);
  const calling = createCalling(brand, async () => ({ client, stage }));
  const session = createSession({
    api,
    brand,
    memory: createSessionMemory(createMemoryStore()),
    localStore,
    now: () => 1,
    stopCalling: calling.stop,
  });
  calling.follow(session.state);
  const themeChoice = createThemeChoice({ store: localStore, prefersDark: false, prefersContrast: false });
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext
        value={{
          brand,
          session,
          calling,
          alerts,
          themeChoice,
          localStore,
          notify: () => {},
          hasWebRtc: true,
          version: '8.2.3-1',
          year: 2031,
        }}
      >
        <App />
      </AppServicesContext>
    </I18nextProvider>,
  );
  /** Lets everything that is under way in the calling core happen. */
  const settle = () => clock.advance(5000);
  return { api, session, client, bobby, alerts, settle, localStore };
}

async function logIn(world: Awaited<ReturnType<typeof open>>): Promise<void> {
  await page.getByLabelText('Username').fill('alice');
  await page.getByLabelText('Password', { exact: true }).fill('pw');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).toBeVisible();
  await expect.poll(() => world.client.getState().settings).toBeDefined();
  world.settle();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
});

test.each([
  ['/call', '/call'],
  ['/', '/'],
  ['/nonsense', '/'],
  ['/login', '/'],
])('ROUTE-11 ROUTE-13 ROUTE-14 A-118 %s asks for the login and ends at %s', async (asked, reached) => {
  const world = await open(asked);
  await expect.element(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect([location.pathname, document.title]).toEqual(['/login', 'Log in - Acme calls']);
  await logIn(world);
  await expect.element(page.getByLabelText('Number or name')).toBeVisible();
  expect([location.pathname, document.title]).toEqual([reached, 'Call - Acme calls']);
});

test('NAV-01 a feature that is off has no entry, no page and no footer', async () => {
  await logIn(await open('/call', {}));
  await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  for (const role of ['Contrast', 'Call']) await expect.element(page.getByText(role)).not.toBeInTheDocument();
  await expect.element(page.getByRole('contentinfo')).not.toBeInTheDocument();
});

test('NAV-11 the footer has the version and the year', async () => {
  await logIn(await open('/'));
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent('Version 8.2.3-1© 2031 Acme');
});

test('NAV-05 logging out asks first; Escape stays, confirming leaves', async () => {
  const world = await open('/');
  await logIn(world);
  const leave = page.getByRole('button', { name: 'Log out' });
  await leave.click();
  await expect.element(page.getByRole('dialog').getByText('Do you want to log out?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(world.api.calls.some((call) => call.startsWith('logout'))).toBe(false);
  await leave.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => world.session.state.get().phase).toBe('signingOut');
  world.settle();
  await expect.element(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test.each([
  [991, false],
  [992, true],
])('NAV-08 at %i px menu and content stand together: %s', async (width, isTogether) => {
  await page.viewport(width, 800);
  await logIn(await open('/'));
  const entry = page.getByRole('link', { name: 'Call', exact: true });
  const field = page.getByLabelText('Number or name');
  await expect.element(field).toBeVisible();
  await expect.poll(() => entry.elements().length).toBe(isTogether ? 1 : 0);
  if (isTogether) return;
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(entry).toBeVisible();
  await expect.element(field).not.toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toBeVisible();
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Menu' }).element());
});

test('NAV-14 NAV-15 the way to the server is told as it is', async () => {
  const { client, settle, ...world } = await open('/');
  await logIn({ client, settle, ...world });
  await expect.element(page.getByText('Connecting…')).not.toBeInTheDocument();
  client.emit({ type: 'browserOffline' });
  await expect.element(page.getByText('You are offline')).toBeVisible();
  client.emit({ type: 'browserOnline' });
  await expect.element(page.getByText('Reconnecting…')).toBeVisible();
  settle();
  await expect.element(page.getByText('Reconnecting…')).not.toBeInTheDocument();
});

test('ROUTE-27 a call takes the place of the page, the address stays, and the page comes back', async () => {
  const { client, settle, ...world } = await open('/call');
  await logIn({ client, settle, ...world });
  client.intents.call('nobody');
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).not.toBeInTheDocument();
  expect(location.pathname).toBe('/call');
  client.intents.cancel();
  settle();
  client.intents.dismiss();
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('main')).not.toBeNull();
});

test('LOGIN-19 a session ended by the server leads to the login and says why', async () => {
  const world = await open('/call');
  await logIn(world);
  world.session.end();
  await expect
    .element(page.getByText('The authentication token is invalid or has expired, please sign-in again.'))
    .toBeVisible();
});

test('NAV-19 an alert is read at once when it is a danger, and goes when dismissed', async () => {
  const { alerts } = await open('/login');
  alerts.show({ id: 'networkError', type: 'danger', message: { key: 'error.serviceUnavailable' } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Service is unavailable!');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('THEME-01 the contrast entry keeps its name and tells whether it is on', async () => {
  const { localStore } = await open('/login');
  const contrast = page.getByRole('button', { name: 'Contrast' });
  await expect.element(contrast).toHaveAttribute('aria-pressed', 'false');
  await contrast.click();
  await expect.element(contrast).toHaveAttribute('aria-pressed', 'true');
  expect(localStore.get('darkTheme')).toBe('true');
});
