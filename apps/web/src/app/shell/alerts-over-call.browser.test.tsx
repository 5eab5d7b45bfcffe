import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { callScenes } from '../../gallery/scenes.ts';
import { showScene } from '../../gallery/testing/show-scene.tsx';
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

test('D34 NAV-19 bug 16 over a call one alert is shown at a time, moves nothing in a wide window, and a saved setting is not told there', async () => {
  await page.viewport(1280, 800);
  const i18n = await createWholeI18n('en');
  const alerts = createAlerts({ setTimer: () => () => {} });
  alerts.show({ id: 'missedCall', type: 'info', message: { key: 'call.missed', name: 'Carol' } });
  alerts.show({ id: 'position', type: 'info', message: { key: 'call.positionsent', detail: '112' } });
  alerts.show({ id: 'saved', type: 'success', message: { key: 'settings.saved' } });
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={{ ...createStaticServices(world, 'light'), alerts }}>
        <AlertList hasCall />
        <main data-picture>
          <header>Samtal</header>
        </main>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const header = () => screen.getByText('Samtal').element().getBoundingClientRect().top;
  const before = header();
  await expect.element(screen.getByText(/^Your position/)).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByText('Missed call from Carol')).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  expect(header()).toBe(before);
});

test.each([
  ['video', 1280, 800, 16],
  ['video', 1440, 900, 16],
  ['video', 1280, 800, 32],
  ['video', 360, 640, 16],
  ['video', 740, 360, 16],
  ['text alone', 1280, 800, 16],
  ['text alone', 360, 640, 16],
] as const)(
  'MEDIA-08 NAV-19 in a call with %s at %i × %i, letters of %i pixels, the alert about missing devices covers no tool of the text',
  async (kind, width, height, letters) => {
    await page.viewport(width, height);
    const scene = callScenes.find(({ name }) => name === `in call, ${kind}, missing devices`);
    const { leave } = await showScene(scene ?? expect.fail('no scene'), 'en', letters);
    onTestFinished(leave);
    const alert = page.getByRole('alert').element().getBoundingClientRect();
    expect(alert.height).toBeGreaterThan(20);
    for (const name of ['Larger text', 'Smaller text', 'Text options']) {
      const tool = page.getByRole('button', { name }).element().getBoundingClientRect();
      const isApart =
        tool.left >= alert.right ||
        tool.right <= alert.left ||
        tool.top >= alert.bottom ||
        tool.bottom <= alert.top;
      expect([name, isApart]).toEqual([name, true]);
    }
  },
);
