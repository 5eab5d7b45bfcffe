import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { createI18n } from '../../i18n/index.ts';
import { alice, everything } from '../../testing/alice.ts';
import { lines } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { AlertList } from './AlertList.tsx';

const world = {
  session: alice(),
  client: lines.ready,
  brand: everything,
  alerts: [],
  remembered: {},
  hasWebRtc: true,
  quality: connections.good,
};

test('D34 NAV-19 bug 16 over a call one alert is shown at a time, moves nothing, and a saved setting is not told there', async () => {
  const i18n = await createI18n('en');
  const alerts = createAlerts({ setTimer: () => () => {} });
  alerts.show({ id: 'missedCall', type: 'info', message: { key: 'call.missed', name: 'Carol' } });
  alerts.show({ id: 'position', type: 'info', message: { key: 'call.positionsent', detail: '112' } });
  alerts.show({ id: 'saved', type: 'success', message: { key: 'settings.saved' } });
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={{ ...createStaticServices(world, 'light'), alerts }}>
        <AlertList hasCall />
        <header>Samtal</header>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const header = () => screen.getByRole('banner').element().getBoundingClientRect().top;
  const before = header();
  await expect.element(screen.getByText(/^Your position/)).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByText('Missed call from Carol')).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  expect(header()).toBe(before);
});
