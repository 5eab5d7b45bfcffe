import type { ClientState } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { statuses } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import CallScreens from '../CallScreens.tsx';

const i18n = await createWholeI18n('en');

/** The screen after a call with `address`, while the browser blocks camera and microphone. */
async function open(address: string) {
  const { call, ...rest } = statuses.FAILED;
  if (call.phase !== 'ended') throw new Error('not ended');
  const remoteUser = { address };
  const client: ClientState = {
    ...rest,
    call: { ...call, call: { ...call.call, remoteUser } },
    media: { ...rest.media, isDenied: true },
  };
  const world = { session: alice(), client, brand: everything, alerts: [], remembered: {}, hasWebRtc: true };
  return render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createStaticServices({ ...world, quality: connections.good }, 'light')}>
        <ClientProvider {...createStaticClient(client, connections.good, {})}>
          <CallScreens />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
}

test.each([
  ['112@demo.example', true],
  ['bobby@demo.example', false],
])('DIAL-12 with camera and microphone blocked %s can be called again: %s', async (address, isPossible) => {
  const screen = await open(address);
  const again = screen.getByRole('button', { name: 'Call back' });
  await expect.element(again).toBeVisible();
  expect((again.element() as HTMLButtonElement).disabled).toBe(!isPossible);
  const reason = screen.getByText('The camera and microphone are blocked.', { exact: false });
  expect(reason.elements()).toHaveLength(isPossible ? 0 : 1);
});
