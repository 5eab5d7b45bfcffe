import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { connections } from '../../testing/connections.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import AboutPage from './AboutPage.tsx';

const i18n = await createWholeI18n('en');

async function open() {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.intents.start(settingsOf('alice'));
  const world = {
    session: alice({}, { conformanceCheck: true }),
    client: client.getState(),
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
    quality: connections.good,
  };
  const stage = {
    attachRemote: () => () => {},
    attachLocal: () => () => {},
    canCaptureScreen: false,
    attachScreen: () => () => {},
    attachPreview: () => () => {},
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createStaticServices(world, 'light')}>
        <ClientProvider client={client} stage={stage}>
          <AboutPage />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
}

const facts = () =>
  page
    .getByRole('definition')
    .elements()
    .map(({ textContent }) => textContent);

test('SET-21 ROUTE-09 A-120 shows account, version with its hash, browser, system and server', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'System information' })).toBeVisible();
  expect(facts().slice(0, 4)).toEqual(['alice', 'alice@demo.example', '8.2.3-1 (abcdef1)', 'Chrome']);
  expect(facts().at(-1)).toBe('one.example');
});

test('D90 the self-check is one press away', async () => {
  await open();
  await expect
    .element(page.getByRole('link', { name: 'Self-check against EN 301 549' }))
    .toHaveAttribute('href', '/selfcheck');
});

test('all facts can be copied together for a help desk, and a message reports success or failure', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  await open();
  const copy = page.getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied');
  expect(write.mock.lastCall?.[0]).toContain('SIP address: alice@demo.example\nVersion: 8.2.3-1 (abcdef1)\n');
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await copy.click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('It could not be copied. Select the text and copy it yourself.');
});
