import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from '../../client/store/store.ts';
import type { WebPush, WebPushState } from '../../client/web-push/web-push.ts';
import { createI18n } from '../../i18n/index.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { lines } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { WebPushOffer } from './WebPushOffer.tsx';

const i18n = await createI18n('en');

test.each([
  ['Ring here', true],
  ['No, thank you', false],
])('D78 the offer goes with its answer “%s”', async (name, isWanted) => {
  const isOfferDue = createStore(false);
  const wanted: boolean[] = [];
  const webPush: WebPush = {
    state: createStore<WebPushState>({ phase: 'off' }),
    isOfferDue,
    async setWanted(answer) {
      wanted.push(answer);
      isOfferDue.set(false);
    },
    renew: () => {},
  };
  const running = createStaticClient(lines.ready, connections.good, {});
  await render(
    <I18nextProvider i18n={i18n}>
      <ClientProvider {...running} webPush={createStore<WebPush | undefined>(webPush)}>
        <WebPushOffer />
      </ClientProvider>
    </I18nextProvider>,
  );
  const offer = page.getByRole('complementary', { name: 'Calls when the page is closed' });
  expect(offer.query()).toBeNull();
  isOfferDue.set(true);
  await expect.element(offer.getByRole('link', { name: 'What this means' })).toBeVisible();
  await offer.getByRole('button', { name }).click();
  expect(wanted).toEqual([isWanted]);
  await expect.poll(() => offer.query()).toBeNull();
});
