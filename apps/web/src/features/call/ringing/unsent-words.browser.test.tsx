import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { connections } from '../../../testing/connections.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import CallScreens from '../CallScreens.tsx';

const i18n = await createWholeI18n('en');
const nothing = () => () => {};
const stage = {
  attachRemote: nothing,
  attachLocal: nothing,
  canCaptureScreen: false,
  attachScreen: nothing,
  attachPreview: nothing,
};

/** Alice calls Bobby; `open` shows her call screens, or those of the next user of the page, who has the same client. */
function callBobby() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [client, bobby] = [createTestClient(network, clock), createTestClient(network, clock, 2)];
  client.intents.start(settingsOf('alice'));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(1000);
  client.intents.call('bobby');
  clock.advance(1000);
  const world = {
    client: client.getState(),
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
    quality: connections.good,
  };
  const open = (session = alice()) =>
    render(
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={createStaticServices({ ...world, session }, 'light')}>
          <ClientProvider client={client} stage={stage}>
            <CallScreens />
          </ClientProvider>
        </AppServicesContext>
      </I18nextProvider>,
    );
  return { client, bobby, clock, open };
}

test('CALLSCR-05 CALLSCR-08 text from before the answer is shown after a call without one, and kept for "Call again"', async () => {
  const { client, bobby, clock, open } = callBobby();
  const screen = await open();
  const field = screen.getByRole('textbox', { name: 'Write now' });
  await field.fill('My train is late');
  bobby.intents.decline();
  clock.advance(1000);
  await expect.element(screen.getByRole('button', { name: 'Call again' })).toBeVisible();
  await expect.element(field).toHaveValue('My train is late');
  await field.fill('My train is very late');
  await screen.getByRole('button', { name: 'Call again' }).click();
  clock.advance(1000);
  await expect.element(screen.getByRole('heading', { name: /calling/ })).toBeVisible();
  await expect.element(field).toHaveValue('My train is very late');
  bobby.intents.answer();
  clock.advance(1000);
  await expect.poll(() => client.getState().text.outbox.target).toBe('My train is very late');
});

test('CALLSCR-05 text from before the answer is kept when its writer cancels the call, and is sent only once', async () => {
  const { client, bobby, clock, open } = callBobby();
  const first = await open();
  await first.getByRole('textbox', { name: 'Write now' }).fill('My train is late');
  client.intents.cancel();
  clock.advance(1000);
  client.intents.dismiss();
  // The page has no call screen between two calls.
  await first.unmount();
  client.intents.call('bobby');
  clock.advance(1000);
  const screen = await open();
  await expect.element(screen.getByRole('textbox', { name: 'Write now' })).toHaveValue('My train is late');
  bobby.intents.answer();
  clock.advance(1000);
  await expect.poll(() => client.getState().text.outbox.target).toBe('My train is late');
  bobby.intents.hangUp();
  clock.advance(1000);
  await expect.element(screen.getByRole('button', { name: 'Call again' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Write now' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Call again' }).click();
  clock.advance(1000);
  await expect.element(screen.getByRole('textbox', { name: 'Write now' })).toHaveValue('');
});

test('CALLSCR-05 STORE-04 text from before the answer is neither shown to the next user of the page nor sent by them', async () => {
  const { client, bobby, clock, open } = callBobby();
  const first = await open();
  await first.getByRole('textbox', { name: 'Write now' }).fill('The password is 1234');
  client.intents.cancel();
  clock.advance(1000);
  client.intents.dismiss();
  await first.unmount();
  client.intents.call('bobby');
  clock.advance(1000);
  const carol = { ...alice(), user: { ...alice().user, username: 'carol' } };
  const screen = await open(carol);
  await expect.element(screen.getByRole('textbox', { name: 'Write now' })).toHaveValue('');
  bobby.intents.answer();
  clock.advance(1000);
  await expect.element(screen.getByRole('button', { name: 'Hang up' })).toBeVisible();
  expect(client.getState().text.outbox.target).toBe('');
});

test('CALLSCR-05 CALLSCR-08 the same text before the answer is sent in each of two calls', async () => {
  const { client, bobby, clock, open } = callBobby();
  const screen = await open();
  const field = screen.getByRole('textbox', { name: 'Write now' });
  for (const isLast of [false, true]) {
    await field.fill('My train is late');
    bobby.intents.answer();
    clock.advance(1000);
    await expect.poll(() => client.getState().text.outbox.target).toBe('My train is late');
    if (isLast) return;
    bobby.intents.hangUp();
    clock.advance(1000);
    await screen.getByRole('button', { name: 'Call again' }).click();
    clock.advance(1000);
    await expect.element(screen.getByRole('heading', { name: /calling/ })).toBeVisible();
  }
});
