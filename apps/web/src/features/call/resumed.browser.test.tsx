import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { ofThree, onHold } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import CallScreens from './CallScreens.tsx';

const i18n = await createWholeI18n('en');

/** The user has resumed the call, and the peer, which still sends nothing, has not answered the offer yet. */
const resuming = { isOwn: false, isOwnAgreed: true };

const three = ofThree({ phase: 'together', before: {} });
const hold = { ...three.hold, ...resuming };

test.each([
  ['a call', onHold(resuming)],
  ['both calls of a call of three', { ...three, hold, behind: three.behind && { ...three.behind, hold } }],
])(
  'D84 D85 while the sound and video of %s are taken up again, no camera and no microphone is missed',
  async (_what, client) => {
    const world = { session: alice(), client, brand: everything, alerts: [], remembered: {} };
    const services = createStaticServices({ ...world, hasWebRtc: true, quality: connections.good }, 'light');
    const silent = { camera: 'none', microphone: 'none', contact: 'good' } as const;
    const screen = await render(
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={services}>
          <ClientProvider {...createStaticClient(client, connections.good, {}, () => silent)}>
            <CallScreens />
          </ClientProvider>
        </AppServicesContext>
      </I18nextProvider>,
    );
    await expect
      .element(screen.getByRole('group', { name: 'Zoom in the video from Bobby Berg' }))
      .toBeVisible();
    expect(screen.container.textContent).not.toMatch(/no (camera|microphone)/);
  },
);
