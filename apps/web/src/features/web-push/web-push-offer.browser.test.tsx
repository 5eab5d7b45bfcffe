import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { createStore } from '../../client/store/store.ts';
import type { WebPush, WebPushState } from '../../client/web-push/web-push.ts';
import en from '../../i18n/en/pages.json' with { type: 'json' };
import { alice } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { lines } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { WebPushOffer } from './WebPushOffer.tsx';

const i18n = await createWholeI18n('en');

/** Shows the offer; a press of “Ring here” leads to `outcome`. */
async function open(outcome: WebPushState = { phase: 'on' }) {
  const isOfferDue = createStore(false);
  const state = createStore<WebPushState>({ phase: 'off' });
  const wanted: boolean[] = [];
  const webPush: WebPush = {
    state,
    isOfferDue,
    async setWanted(answer) {
      wanted.push(answer);
      if (answer) state.set(outcome);
      const isDismissed = answer && outcome.phase === 'off' && outcome.isDismissed === true;
      isOfferDue.set(isDismissed);
    },
    renew: () => {},
  };
  const alerts = createAlerts({ setTimer: () => () => undefined });
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
  const running = createStaticClient(lines.ready, connections.good, {});
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={{ ...services, alerts }}>
        <ClientProvider {...running} webPush={createStore<WebPush | undefined>(webPush)}>
          <WebPushOffer otherwise="First steps" />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const told = () => alerts.list.get().map(({ type, message }) => `${type} ${message.key}`);
  return { isOfferDue, state, wanted, told };
}

const offer = page.getByRole('complementary', { name: 'Calls when the page is closed' });
const press = (name: string) => offer.getByRole('button', { name }).click();

test.each([
  ['Ring here', true],
  ['No, thank you', false],
])(
  'D78 the offer goes with its answer “%s”, and another invitation takes its place',
  async (name, isWanted) => {
    const { isOfferDue, wanted } = await open();
    expect(offer.query()).toBeNull();
    isOfferDue.set(true);
    await expect.element(offer.getByRole('link', { name: 'What this means' })).toBeVisible();
    expect(page.getByText('First steps').query()).toBeNull();
    await press(name);
    expect(wanted).toEqual([isWanted]);
    await expect.poll(() => offer.query()).toBeNull();
    await expect.element(page.getByText('First steps')).toBeVisible();
  },
);

test.each<[WebPushState, string]>([
  [{ phase: 'on' }, 'success webpush.on'],
  [{ phase: 'on', isForSession: true }, 'success webpush.on_session'],
  [{ phase: 'off', blockedBy: 'denied' }, 'info webpush.denied'],
  [{ phase: 'failed' }, 'info webpush.failed'],
])('D78 who presses “Ring here” reads whether the device rings: %o', async (outcome, words) => {
  const { isOfferDue, told } = await open(outcome);
  isOfferDue.set(true);
  await press('Ring here');
  await expect.poll(told).toEqual([words]);
});

test('D78 who declines is told nothing', async () => {
  const { isOfferDue, told } = await open();
  isOfferDue.set(true);
  await press('No, thank you');
  await expect.poll(() => offer.query()).toBeNull();
  expect(told()).toEqual([]);
});

test('D78 while the browser asks, and when its question is dismissed, the offer stays and says so', async () => {
  const { isOfferDue, state, told } = await open({ phase: 'off', isDismissed: true });
  isOfferDue.set(true);
  state.set({ phase: 'asking' });
  await expect.element(offer.getByRole('status')).toHaveTextContent(en['webpush.asking']);
  await press('Ring here');
  await expect.element(offer.getByRole('status')).toHaveTextContent(en['webpush.dismissed']);
  expect(told()).toEqual([]);
});
