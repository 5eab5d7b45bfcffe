import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { connections } from '../../../testing/connections.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import CallScreens from '../CallScreens.tsx';

const i18n = await createWholeI18n('en');
const stage = {
  attachRemote: () => () => {},
  attachLocal: () => () => {},
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => () => {},
};

/** The call screens of alice, who calls `target`. */
async function call(target: string, onCorrect?: (number: string) => void) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [client, bobby] = [createTestClient(network, clock), createTestClient(network, clock, 2)];
  client.intents.start(settingsOf('alice'));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(1000);
  client.intents.call(target);
  clock.advance(1000);
  const world = {
    session: alice(),
    client: client.getState(),
    brand: everything,
    alerts: [],
    remembered: {},
  };
  const services = createStaticServices({ ...world, hasWebRtc: true, quality: connections.good }, 'light');
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <ClientProvider client={client} stage={stage}>
          <CallScreens onCorrectNumber={onCorrect} />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return { screen, client, bobby, clock };
}

test('CALLSCR-08 the screen after a call says how long it was', async () => {
  const { screen, client, bobby, clock } = await call('bobby');
  bobby.intents.answer();
  clock.advance(1000);
  await expect.element(screen.getByRole('button', { name: 'Hang up' })).toBeVisible();
  bobby.intents.hangUp();
  clock.advance(1000);
  await expect.poll(() => client.getState().call.phase).toBe('ended');
  await expect.element(screen.getByRole('heading', { name: /ended the call/ })).toBeVisible();
  await expect.element(screen.getByText(/^Call time \d+:\d{2}/)).toBeVisible();
});

test('CALLSCR-09 an unknown number is corrected rather than called again', async () => {
  const onCorrect = vi.fn();
  const { screen } = await call('nobody123', onCorrect);
  await expect
    .element(screen.getByRole('heading', { name: 'The number nobody123 is unknown.' }))
    .toBeVisible();
  await expect.element(screen.getByText(/^Call time/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Call again' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Correct the number' }).click();
  expect(onCorrect).toHaveBeenCalledExactlyOnceWith('nobody123');
});

test('CALLSCR-09 where there is no dial page an unknown number can be called again', async () => {
  const { screen } = await call('nobody123');
  await expect.element(screen.getByRole('button', { name: 'Call again' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Correct the number' })).not.toBeInTheDocument();
});
