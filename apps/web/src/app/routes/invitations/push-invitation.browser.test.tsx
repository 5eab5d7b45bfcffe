import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { createStore } from '../../../client/store/store.ts';
import type { WebPush, WebPushState } from '../../../client/web-push/web-push.ts';
import { alice } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { lines } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { Invitations } from './Invitations.tsx';

const i18n = await createWholeI18n('en');

const webPush: WebPush = {
  state: createStore<WebPushState>({ phase: 'off' }),
  isOfferDue: createStore(true),
  setWanted: async () => {},
  renew: () => {},
};

test.each([
  [true, 'Calls when the page is closed'],
  [false, 'First steps'],
])(
  'D78 with settings (%s), where it can be switched off, and one at a time: “%s” is offered',
  async (settings, name) => {
    const services = createStaticServices(
      {
        session: alice(),
        client: lines.ready,
        brand: {},
        alerts: [],
        remembered: {},
        hasWebRtc: true,
        quality: connections.good,
      },
      'light',
    );
    await render(
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={services}>
          <ClientProvider
            {...createStaticClient(lines.ready, connections.good, {})}
            webPush={createStore<WebPush | undefined>(webPush)}
          >
            <Invitations features={{ ...alice().features, webPush: true, firstSteps: true, settings }} />
          </ClientProvider>
        </AppServicesContext>
      </I18nextProvider>,
    );
    await expect.element(page.getByRole('complementary', { name })).toBeVisible();
    expect(page.getByRole('complementary').elements()).toHaveLength(1);
  },
);
