import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { alice, everything } from '../../testing/alice.ts';
import { lines } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { AlertList } from './AlertList.tsx';

const i18n = await createWholeI18n('en');

beforeEach(async () => {
  await page.viewport(360, 740);
  onTestFinished(() => void (document.documentElement.style.fontSize = ''));
  const alerts = createAlerts({ setTimer: () => () => {} });
  alerts.show({ id: 'networkError', type: 'danger', message: { key: 'network.networkError' } });
  const world = {
    session: alice(),
    client: lines.ready,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
    quality: connections.good,
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={{ ...createStaticServices(world, 'light'), alerts }}>
        <AlertList />
        <header>Samtal</header>
      </AppServicesContext>
    </I18nextProvider>,
  );
});

const boxOf = (selector: string) =>
  document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
const words = () =>
  page
    .getByText(/^A problem occurred/)
    .element()
    .getBoundingClientRect();

test('on a phone an alert moves the content down; its icon precedes and its button follows the text', () => {
  expect(boxOf('header').top).toBeGreaterThanOrEqual(boxOf('[role=alert]').bottom);
  expect(boxOf('[role=alert] > svg').right).toBeLessThanOrEqual(words().left);
  expect(boxOf('[role=alert] button').left).toBeGreaterThanOrEqual(words().right);
});

test('WCAG 1.4.4 text at twice the size fits the width of the window', async () => {
  document.documentElement.style.fontSize = '32px';
  await expect.poll(() => words().width).toBeGreaterThan(280);
  expect(boxOf('[role=alert] button').bottom).toBeLessThanOrEqual(words().top);
  expect(document.documentElement.scrollWidth).toBe(360);
});
