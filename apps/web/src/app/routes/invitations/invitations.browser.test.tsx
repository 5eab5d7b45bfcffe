import type { ClientState } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { endedByUser, lines, perCall } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { call, createFakeHistoryApi, createFakeMessagesApi } from '../../../testing/records.ts';
import { createRecordsPage } from '../../../testing/records-page.tsx';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { Invitations } from './Invitations.tsx';

const i18n = await createWholeI18n('en');

const newHere = page.getByRole('complementary', { name: 'First steps' });
const offer = page.getByRole('complementary', { name: 'Calls when the page is closed' });
const missedCall = page.getByRole('complementary', { name: /^Missed call from/ });

async function openAfter(client: ClientState) {
  const session = alice({}, { firstSteps: true });
  const services = createStaticServices(
    {
      session,
      client,
      brand: everything,
      alerts: [],
      remembered: {},
      hasWebRtc: true,
      quality: connections.good,
    },
    'light',
  );
  const saved: string[] = [];
  const saveSettings = async (changed: readonly { readonly key: string; readonly value: string }[]) => {
    saved.push(...changed.map(({ key, value }) => `${key}=${value}`));
    return undefined;
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={{ ...services, session: { ...services.session, saveSettings } }}>
        <ClientProvider {...createStaticClient(client, connections.good, {})}>
          <Router hook={memoryLocation({ path: '/' }).hook}>
            <Invitations features={session.features} />
          </Router>
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return saved;
}

test('D71 the first steps are offered before the first call, and not after it, on any device', async () => {
  const before = await openAfter(lines.ready);
  await expect.element(newHere).toBeVisible();
  expect(before).toEqual([]);
});

test('D71 on a phone in landscape the buttons of the invitation are beside its words', async () => {
  await page.viewport(740, 360);
  onTestFinished(() => page.viewport(1280, 800));
  await openAfter(lines.ready);
  await expect.element(newHere).toBeVisible();
  const words = newHere
    .getByText(/^New here/)
    .element()
    .getBoundingClientRect();
  const show = newHere.getByRole('button', { name: 'Show me' }).element().getBoundingClientRect();
  expect(show.left).toBeGreaterThanOrEqual(words.right);
  expect(show.top).toBeLessThan(words.bottom);
});

test('D71 the first call ends the first steps, on all devices', async () => {
  const saved = await openAfter(endedByUser);
  await expect.poll(() => saved).toEqual(['WEB_FIRST_STEPS=done']);
  expect(newHere.query()).toBeNull();
});

test.each([
  [360, 740],
  [1440, 900],
])(
  'D78 at %i × %i the page offers nothing while it names the last call, and neither covers the other',
  async (width, height) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1280, 800));
    const base = alice();
    const { leave } = await showScene(
      {
        name: 'after the own hang-up, offers',
        path: '/call',
        session: { ...base, features: { ...base.features, firstSteps: true, webPush: true } },
        webPush: { state: { phase: 'off' }, isOfferDue: true },
        client: endedByUser,
      },
      'en',
    );
    onTestFinished(leave);
    const notice = page.getByRole('region', { name: 'You ended the call with Bobby Berg.' });
    await expect.element(notice).toBeVisible();
    expect([newHere.query(), offer.query()]).toEqual([null, null]);
    const header = page.getByRole('banner').element().getBoundingClientRect();
    expect(header.top).toBeGreaterThanOrEqual(notice.element().getBoundingClientRect().bottom);
    await notice.getByRole('button', { name: 'Close this notice' }).click();
    await expect.element(offer).toBeVisible();
    expect(newHere.query()).toBeNull();
  },
);

test('CALLSCR-13 on a phone the notice about the last call scrolls with the page and covers none of it', async () => {
  await page.viewport(360, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const { leave } = await showScene({ name: 'scrolled', path: '/call', client: endedByUser }, 'en');
  onTestFinished(leave);
  const notice = page.getByRole('region', { name: 'You ended the call with Bobby Berg.' });
  const { height } = notice.element().getBoundingClientRect();
  window.scrollTo(0, height);
  await expect.poll(() => notice.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(1);
});

const missedFrom = (id: string, name: string, address: string) =>
  call({
    id,
    type: 'incoming',
    answered: false,
    outcome: 'canceledRemote',
    duration: 0,
    contactName: name,
    sipAddress: address,
    timestamp: Date.now(),
  });

async function openMissed() {
  const opened = createRecordsPage(<Invitations features={alice({}, { firstSteps: true }).features} />, {
    messagesApi: createFakeMessagesApi(),
    historyApi: createFakeHistoryApi(),
    path: '/',
    i18n,
  });
  await opened.history.add(missedFrom('1', 'Bobby Berg', 'bobby@demo.example'));
  await opened.history.add(missedFrom('2', 'Carol Clark', 'carol@demo.example'));
  await render(opened.page);
  await expect
    .element(missedCall)
    .toHaveAccessibleName(/^Missed call from Carol Clark \d+:\d+ [AP]M 2 missed$/);
  return opened;
}

test('D14 a missed call is named on the dial page, alone, until the user calls back or closes it', async () => {
  const { called, history } = await openMissed();
  expect(newHere.query()).toBeNull();
  await missedCall.getByRole('button', { name: 'Call back' }).click();
  expect(called).toEqual(['carol@demo.example']);
  await expect.element(missedCall).toHaveAccessibleName(/^Missed call from Bobby Berg \d+:\d+ [AP]M$/);
  expect(history.missed.get()).toBe(1);
  await missedCall.getByRole('button', { name: 'Close' }).click();
  await expect.element(newHere).toBeVisible();
  expect(history.missed.get()).toBe(0);
});

test('D14 who opens a missed call has seen it', async () => {
  const { paths, history } = await openMissed();
  await missedCall.getByRole('link', { name: 'Missed call from Carol Clark' }).click();
  expect(paths.at(-1)).toBe('/history/view/2');
  expect(history.missedIds.get()).toEqual(['1']);
});

test('D14 D33 a missed call can be answered by text where users choose the kind of a call', async () => {
  const { leave } = await showScene(
    {
      name: 'missed',
      path: '/call',
      client: perCall(lines.ready),
      records: {
        history: {
          phase: 'ready',
          value: { entries: [missedFrom('1', 'Bobby', 'b@demo.example')], next: null },
        },
        missedIds: ['1'],
      },
    },
    'en',
  );
  onTestFinished(leave);
  await expect.element(missedCall.getByRole('button', { name: 'Text' })).toBeEnabled();
});
