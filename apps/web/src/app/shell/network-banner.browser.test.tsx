import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import CallScreens from '../../features/call/CallScreens.tsx';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { connections } from '../../testing/connections.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { NetworkBanner } from './NetworkBanner.tsx';

const i18n = await createWholeI18n('en');
const nowhere = () => () => {};
const stage = {
  attachRemote: nowhere,
  attachLocal: nowhere,
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: nowhere,
};

test.each([
  ['field', 'Number'],
  ['nobody', 'Call'],
] as const)('WCAG 2.4.3 trying again, reached from %s, leaves the focus to %s', async (from, to) => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const client = createTestClient(network, clock);
  await render(
    <I18nextProvider i18n={i18n}>
      <ClientProvider client={client} stage={stage}>
        <NetworkBanner />
        <h1>Call</h1>
        <input aria-label="Number" />
      </ClientProvider>
    </I18nextProvider>,
  );
  network.registerStatus = 403;
  client.intents.start(settingsOf('alice'));
  clock.advance(0);
  clock.advance(40_000);
  const retry = page.getByRole('button', { name: 'Try again now' });
  await expect.element(retry).toBeVisible();
  if (from === 'field') await page.getByLabelText('Number').click();
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
  expect(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent).toBe(to);
});

test('ERR-07 the banner shows why the server refuses, until it no longer does', async () => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const client = createTestClient(network, clock);
  await render(
    <I18nextProvider i18n={i18n}>
      <ClientProvider client={client} stage={stage}>
        <NetworkBanner />
      </ClientProvider>
    </I18nextProvider>,
  );
  network.registerStatus = 403;
  client.intents.start(settingsOf('alice'));
  clock.advance(0);
  await expect.element(page.getByText('Connecting… The server says: refused')).toBeVisible();
  clock.advance(40_000);
  await expect.element(page.getByText('The connection failed. The server says: refused')).toBeVisible();
  client.emit({ type: 'browserOffline' });
  await expect.element(page.getByText(/The server says/)).not.toBeInTheDocument();
  network.registerStatus = undefined;
  client.emit({ type: 'browserOnline' });
  clock.advance(60_000);
  await expect.element(page.getByText(/The server says|connection failed/)).not.toBeInTheDocument();
});

/** Alice in a call with Bobby, below the banner, and what screen readers announce from now on. */
async function openCall() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [client, bobby] = [createTestClient(network, clock), createTestClient(network, clock, 2)];
  client.signalling.keepsCalls = true;
  client.intents.start(settingsOf('alice', { continuity: { limitMs: 30_000 } }));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(1000);
  client.intents.call('bobby');
  clock.advance(1000);
  bobby.intents.answer();
  clock.advance(1000);
  const world = {
    session: alice(),
    client: client.getState(),
    brand: everything,
    alerts: [],
    remembered: {},
  };
  const services = createStaticServices({ ...world, hasWebRtc: true, quality: connections.good }, 'light');
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <ClientProvider client={client} stage={stage}>
          <NetworkBanner />
          <CallScreens />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const said: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      if ((target as Element).closest('output, [aria-live="polite"], [aria-live="assertive"]'))
        said.push(...[...addedNodes].map((node) => node.textContent ?? ''));
  });
  observer.observe(container, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
  return { clock, client, said };
}

test('NAV-15 D80 WCAG 4.1.3 a screen reader hears once in an interruption that the client reconnects, and the banner is shown', async () => {
  const { clock, client, said } = await openCall();
  client.signalling.drop();
  await expect.element(page.getByText('Reconnecting…', { exact: true })).toBeVisible();
  await expect.poll(() => said).toEqual(['Your connection is interrupted. Reconnecting…']);
  clock.advance(5000);
  await expect.poll(() => client.getState().continuity.interruption).toBeUndefined();
  await expect.element(page.getByText('Reconnecting…', { exact: true })).not.toBeInTheDocument();
  client.emit({ type: 'browserOffline' });
  await expect.poll(() => said.filter((words) => words.includes('Reconnecting…'))).toHaveLength(2);
  await expect.poll(() => said).toContain('You are offline');
});
