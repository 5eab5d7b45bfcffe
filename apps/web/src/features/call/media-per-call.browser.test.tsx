import type { ClientState, Intents } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { inCall, perCall, refusedDevices, rejectedWithWords, statuses } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import CallScreens from './CallScreens.tsx';
import { PermissionOverlay } from './in-call/PermissionOverlay.tsx';

const i18n = await createWholeI18n('en');

/** The call screens in one state, and what the user asked for. */
async function open(client: ClientState, settings = {}) {
  const asked: Partial<Intents> = {
    answer: vi.fn(),
    decline: vi.fn(),
    addMedium: vi.fn(),
    dismissAdded: vi.fn(),
    goOnWithText: vi.fn(),
    hangUp: vi.fn(),
  };
  const session = alice(settings);
  const world = { session, client, brand: everything, alerts: [], remembered: {}, hasWebRtc: true };
  const running = createStaticClient(client, connections.good, {});
  const services = createStaticServices({ ...world, quality: connections.good }, 'light');
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <ClientProvider
          {...running}
          client={{ ...running.client, intents: { ...running.client.intents, ...asked } }}
        >
          <CallScreens />
          <PermissionOverlay />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  return { screen, asked, press };
}

test('D33 a video call can be answered with text', async () => {
  const { asked, press } = await open(perCall(statuses.INCOMING_CALL));
  await press('Answer with text');
  expect(asked.answer).toHaveBeenCalledExactlyOnceWith({ audio: false, video: false, text: true });
});

test('D33 without the flag the incoming call has Answer and Reject alone', async () => {
  const { screen } = await open(statuses.INCOMING_CALL);
  const names = screen.getByRole('alertdialog').getByRole('button').elements();
  expect(names.map((element) => element.textContent)).toEqual(['Reject', 'Answer']);
});

test('D33 a call is rejected with a ready, a kept or an own message; Enter and Space in the list do not answer', async () => {
  const kept = { WEB_REJECT_MESSAGES: 'På bussen' };
  const { screen, asked, press } = await open(perCall(statuses.INCOMING_CALL), kept);
  await press('Reject with a message');
  await press("I'll call you back.");
  await press('På bussen');
  const field = screen.getByRole('textbox', { name: 'Your own message' });
  await field.fill('hemma 17');
  await userEvent.keyboard(' {Enter}');
  for (const [index, words] of ["I'll call you back.", 'På bussen', 'hemma 17'].entries())
    expect(asked.decline).toHaveBeenNthCalledWith(index + 1, words);
  expect(asked.decline).toHaveBeenCalledTimes(3);
  expect(asked.answer).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Answer', exact: true })).toBeVisible();
});

test('D33 the caller reads the message with which the call was rejected', async () => {
  const { screen } = await open(rejectedWithWords);
  const message = screen.getByRole('figure', { name: 'Message from Bobby Berg' });
  await expect.element(message.getByText('På bussen, hemma 17 👋🏽', { exact: true })).toBeVisible();
});

const asking = (isAsked: boolean): ClientState =>
  perCall(
    inCall(
      { fromPeer: { audio: true, video: true } },
      {},
      { addition: { own: undefined, next: [], added: { kind: 'video', isAsked } } },
    ),
  );

test('D33 the user is asked whether to turn on the camera too: Yes adds it, Not now does not', async () => {
  const { screen, asked, press } = await open(asking(true));
  await expect
    .element(
      screen.getByRole('status').filter({ hasText: 'Bobby Berg turned on the camera. Turn on yours?' }),
    )
    .toBeVisible();
  await press('Not now');
  expect(asked.dismissAdded).toHaveBeenCalledExactlyOnceWith();
  expect(asked.addMedium).not.toHaveBeenCalled();
  await press('Yes');
  expect(asked.addMedium).toHaveBeenCalledExactlyOnceWith('video');
});

test('D33 a user whose camera is on already is told, and not asked', async () => {
  const { screen } = await open(asking(false));
  await expect.element(screen.getByText('Bobby Berg turned on the camera.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Yes', exact: true }).elements()).toEqual([]);
});

test('D32 a refused permission offers to go on with text, and to cancel', async () => {
  const { screen, asked, press } = await open(refusedDevices);
  await expect
    .element(screen.getByText('The browser does not allow the camera and microphone.'))
    .toBeVisible();
  await press('Go on with text');
  expect(asked.goOnWithText).toHaveBeenCalledOnce();
});
