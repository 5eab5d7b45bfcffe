import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { statuses } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { RejectMessages } from './RejectMessages.tsx';

const i18n = await createWholeI18n('en');

/** A page with one client; `ring` shows the dialog of a call, `saved` the messages that were kept. */
function createUser() {
  const client = statuses.INCOMING_CALL;
  const world = { client, brand: everything, alerts: [], remembered: {}, hasWebRtc: true };
  const servicesOf = (session: ReturnType<typeof alice>) =>
    createStaticServices({ ...world, session, quality: connections.good }, 'light');
  const saveOne = vi.fn(async () => {});
  const running = createStaticClient(client, connections.good, {});
  // Each page has a client with intents of its own.
  const own = { ...running, client: { ...running.client, intents: { ...running.client.intents } } };
  const onBack = vi.fn();
  const ring = (session = alice()) => {
    const services = servicesOf(session);
    return render(
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={{ ...services, settingsEditor: { ...services.settingsEditor, saveOne } }}>
          <ClientProvider {...own}>
            <RejectMessages onReject={() => {}} onBack={onBack} />
          </ClientProvider>
        </AppServicesContext>
      </I18nextProvider>,
    );
  };
  return { ring, saveOne, onBack };
}

test('D33 an own message is there again when its dialog was closed or the caller has given up', async () => {
  const { ring, saveOne, onBack } = createUser();
  const first = await ring();
  await first.getByRole('textbox', { name: 'Your own message' }).fill('Back at three');
  await first.getByRole('checkbox').click();
  await userEvent.keyboard('{Escape}');
  expect(onBack).toHaveBeenCalledOnce();
  await first.unmount();
  expect(saveOne).not.toHaveBeenCalled();
  const second = await ring();
  const field = second.getByRole('textbox', { name: 'Your own message' });
  await expect.element(field).toHaveValue('Back at three');
  await expect.element(second.getByRole('checkbox')).toBeChecked();
  // What is not to be kept for later calls is kept in the field alone.
  await second.getByRole('checkbox').click();
  await second.unmount();
  expect(saveOne).not.toHaveBeenCalled();
  const third = await ring();
  await expect.element(third.getByRole('textbox')).toHaveValue('Back at three');
  await third.unmount();
  const other = await createUser().ring();
  await expect.element(other.getByRole('textbox')).toHaveValue('');
});

test('D33 STORE-04 the next user of the page does not read what another has written', async () => {
  const { ring } = createUser();
  const first = await ring();
  await first.getByRole('textbox', { name: 'Your own message' }).fill('Back at three');
  await first.unmount();
  const carol = { ...alice(), user: { ...alice().user, username: 'carol' } };
  await expect.element((await ring(carol)).getByRole('textbox')).toHaveValue('');
});

test('D33 an own message to keep is kept also when the caller gives up before it is sent', async () => {
  const { ring, saveOne } = createUser();
  const screen = await ring();
  await screen.getByRole('textbox', { name: 'Your own message' }).fill('Back at three');
  await screen.getByRole('checkbox').click();
  await screen.unmount();
  expect(saveOne.mock.calls).toEqual([['WEB_REJECT_MESSAGES', 'Back at three']]);
  await expect.element((await ring()).getByRole('textbox')).toHaveValue('');
});
