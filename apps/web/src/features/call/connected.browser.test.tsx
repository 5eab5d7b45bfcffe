import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { connections } from '../../testing/connections.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import CallScreens from './CallScreens.tsx';

const i18n = await createWholeI18n('en');
const stage = {
  attachRemote: () => () => {},
  attachLocal: () => () => {},
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => () => {},
};

/** The screens of alice, who calls bobby, and what their live regions get from now on. */
async function openCall() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [client, bobby] = [createTestClient(network, clock), createTestClient(network, clock, 2)];
  client.intents.start(settingsOf('alice'));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(1000);
  client.intents.call('bobby');
  clock.advance(1000);
  const world = {
    session: alice(),
    client: client.getState(),
    brand: everything,
    alerts: [],
    remembered: {},
  };
  const services = createStaticServices({ ...world, hasWebRtc: true, quality: connections.good }, 'light');
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <ClientProvider client={client} stage={stage}>
          <CallScreens />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const said: string[] = [];
  const regions = [...container.querySelectorAll('output, [aria-live]')];
  const observer = new MutationObserver((records) =>
    said.push(...records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? ''))),
  );
  for (const region of regions) observer.observe(region, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
  bobby.intents.answer();
  clock.advance(1000);
  await expect.poll(() => client.getState().call.phase).toBe('accepted');
  await expect.poll(() => said).toContain('Connected');
  return { clock, client, bobby, said };
}

test('CALLSCR-06 WCAG 4.1.3 a screen reader hears once that the call is connected', async () => {
  const { clock, client, said } = await openCall();
  client.intents.toggleMicrophone();
  clock.advance(5000);
  await expect.poll(() => said).toEqual(['Connected']);
});

test.each(['alice', 'bobby'] as const)(
  'D84 WCAG 4.1.3 a screen reader hears that the hold of %s is over',
  async (who) => {
    const { clock, client, bobby, said } = await openCall();
    const { intents } = who === 'alice' ? client : bobby;
    const isHeld = (): boolean => client.getState().hold[who === 'alice' ? 'isOwn' : 'isByPeer'];
    intents.setHeld(true);
    clock.advance(1000);
    await expect.poll(isHeld).toBe(true);
    intents.setHeld(false);
    clock.advance(1000);
    await expect.poll(isHeld).toBe(false);
    await expect.poll(() => said).toEqual(['Connected', 'Connected']);
  },
);
