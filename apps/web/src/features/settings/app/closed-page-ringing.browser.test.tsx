import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from '../../../client/store/store.ts';
import type { WebPush, WebPushState } from '../../../client/web-push/web-push.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { lines } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { ClosedPageRinging } from './ClosedPageRinging.tsx';

const i18n = await createWholeI18n('en');

async function open(initial: WebPushState) {
  const state = createStore<WebPushState>(initial);
  const wanted: boolean[] = [];
  const webPush: WebPush = {
    state,
    isOfferDue: createStore(false),
    setWanted: async (isWanted) => void wanted.push(isWanted),
    renew: () => {},
  };
  const running = createStaticClient(lines.ready, connections.good, {});
  await render(
    <I18nextProvider i18n={i18n}>
      <ClientProvider {...running} webPush={createStore<WebPush | undefined>(webPush)}>
        <ClosedPageRinging />
      </ClientProvider>
    </I18nextProvider>,
  );
  return { state, wanted };
}

const box = page.getByRole('checkbox', { name: 'Ring on this device even when the page is closed' });

test('D78 the choice takes effect immediately, and says when it holds', async () => {
  const { state, wanted } = await open({ phase: 'off' });
  await expect.element(box).not.toBeChecked();
  await expect.element(box).toHaveAccessibleDescription(/It ends when you log out/);
  await box.click();
  expect(wanted).toEqual([true]);
  state.set({ phase: 'starting' });
  await expect.element(box).toBeChecked();
  state.set({ phase: 'on' });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('This device rings even when the page is closed.');
  await box.click();
  expect(wanted).toEqual([true, false]);
});

test.each<[WebPushState, string]>([
  [
    { phase: 'asking' },
    'The browser now asks whether this page may show notifications. Allow it. If you see no question, look for a bell beside the address.',
  ],
  [
    { phase: 'off', isDismissed: true },
    'This device does not ring yet: the browser asked, and notifications were not allowed. Try again.',
  ],
  [
    { phase: 'on', isForSession: true },
    'This device rings for 12 hours after the page is closed. To let it ring longer, log in with “Log in automatically”.',
  ],
])('D78 the user reads what they have to do: %o', async (state, words) => {
  await open(state);
  await expect.element(page.getByRole('status')).toHaveTextContent(words);
  if (state.phase === 'off') await expect.element(box).not.toBeChecked();
  else await expect.element(box).toBeChecked();
});

test('D78 a choice that could not be carried out stays, and says that the page tries again', async () => {
  await open({ phase: 'failed' });
  await expect.element(box).toBeChecked();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('It could not be switched on now. The page tries again.');
});

test.each([
  ['denied', 'Notifications of this site are blocked. Allow them in the settings of your browser.'],
  ['homeScreen', 'On an iPhone or iPad, first add this page to the home screen, then open it from there.'],
  ['unsupported', 'This is not possible in this browser, or not on this server.'],
] as const)(
  'D78 where it is not possible (%s) the reason stands in place of the choice',
  async (blockedBy, words) => {
    await open({ phase: 'off', blockedBy });
    await expect.element(page.getByRole('status')).toHaveTextContent(words);
    expect(box.query()).toBeNull();
  },
);
