import type { CallClient, ClientState } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../../client/hooks/app-services.ts';
import { createStore } from '../../../../client/store/store.ts';
import { alice, everything } from '../../../../testing/alice.ts';
import { ClientProvider } from '../../../../testing/ClientProvider.tsx';
import { conversed, cutOff, endedWithText, inCall, statuses } from '../../../../testing/call-states.ts';
import { connections } from '../../../../testing/connections.ts';
import { createStaticClient } from '../../../../testing/static-client.ts';
import { createStaticServices } from '../../../../testing/static-services.ts';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import CallScreens from '../../CallScreens.tsx';

const i18n = await createWholeI18n('en');

/** Renders the screens of a call in the state `first`; `become` sets the next state. */
async function open(first: ClientState) {
  const state = createStore(first);
  const world = {
    session: alice(),
    client: first,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
  };
  const running = createStaticClient(first, connections.good, {});
  const client: CallClient = { ...running.client, getState: state.get, subscribe: state.subscribe };
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createStaticServices({ ...world, quality: connections.good }, 'light')}>
        <ClientProvider {...running} client={client}>
          <CallScreens />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return { screen, become: state.set };
}

/** `state` after both users have written more. */
const saying = (state: ClientState, incoming: string, target: string): ClientState => ({
  ...state,
  text: conversed(state.text, incoming, target),
});

test('D3 after the remote user hangs up, both texts can still be read in order of arrival, and copied', async () => {
  const silent = saying(inCall(), '', '');
  const { screen, become } = await open(silent);
  const asked = saying(silent, '', 'Your number?\n');
  const answered = saying(asked, '07 12 34\n', 'Your number?\n');
  const thanked = saying(answered, '07 12 34\n', 'Your number?\nThanks');
  for (const state of [asked, answered, thanked]) become(state);
  become({ ...statuses.TERMINATED_REMOTE, text: thanked.text });
  const log = screen.getByRole('log', { name: 'Shared text' });
  await expect.element(log).toBeVisible();
  const runs = [...log.element().querySelectorAll('article')].map((run) => run.textContent);
  expect(runs).toEqual(['YouYour number?', 'Bobby Berg07 12 34', 'YouThanks']);
  await expect.element(screen.getByRole('button', { name: 'Copy the whole conversation' })).toBeEnabled();
  await expect.element(screen.getByRole('heading', { name: 'Bobby Berg ended the call.' })).toHaveFocus();
});

test('D10 D41 REG-03 after a lost connection the screen says why and shows text that may not have arrived', async () => {
  const { screen } = await open(cutOff);
  await expect
    .element(screen.getByRole('heading', { name: 'The connection was lost, and the call has ended.' }))
    .toBeVisible();
  await expect.element(screen.getByText('May not have arrived: I am at 12 Main Street')).toBeVisible();
  const doubtful = [...screen.getByRole('log').element().querySelectorAll('article')].filter(
    (run) => run.querySelector('[role=note]')?.textContent === 'May not have arrived',
  );
  expect(doubtful.map((run) => run.textContent)).toEqual(['YouMay not have arrivedI am at 12 Main Street']);
  await expect.element(screen.getByRole('button', { name: 'Call back' })).toBeDisabled();
});

test('RTT-15 a call without text shows none, and none of the previous call', async () => {
  const { screen, become } = await open(endedWithText);
  await expect.element(screen.getByRole('log')).toBeVisible();
  become(statuses.CALLING);
  become(statuses.REJECTED_REMOTE);
  await expect.element(screen.getByText('Bobby Berg did not answer.')).toBeVisible();
  expect(screen.getByRole('log').elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Copy the whole conversation' }).elements()).toEqual([]);
});
