import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
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
