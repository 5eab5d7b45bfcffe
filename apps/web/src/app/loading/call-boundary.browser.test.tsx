import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { CallBoundary } from './CallBoundary.tsx';

const i18n = await createWholeI18n('en');
const stage = {
  attachRemote: () => () => {},
  attachLocal: () => () => {},
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => () => {},
};

beforeEach(() => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => reported.mockRestore());
});

/** Alice calls Bobby with a screen that fails for as long as the test needs. */
async function callWithBrokenScreen() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [alice, bobby] = [createTestClient(network, clock), createTestClient(network, clock, 2)];
  alice.intents.start(settingsOf('alice'));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(5000);
  alice.intents.call('bobby@demo.example');
  clock.advance(5000);
  const screen = { isBroken: true };
  const Screen = () => {
    if (screen.isBroken) throw new Error('a bug');
    return <p>The call</p>;
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <ClientProvider client={alice} stage={stage}>
        <CallBoundary>
          <Screen />
        </CallBoundary>
      </ClientProvider>
    </I18nextProvider>,
  );
  return { alice, bobby, clock, screen };
}

const hangUp = page.getByRole('button', { name: 'Hang up' });

test('ERR-06 a call whose screen fails can be ended', async () => {
  const { alice, bobby, clock } = await callWithBrokenScreen();
  bobby.intents.answer();
  clock.advance(5000);
  expect(alice.status()).toBe('ACCEPTED');
  await hangUp.click();
  clock.advance(5000);
  expect([alice.status(), bobby.status()]).toEqual(['COMPLETED', 'TERMINATED_REMOTE']);
});

test('ERR-06 an unanswered call whose screen fails can be ended', async () => {
  const { alice, bobby, clock } = await callWithBrokenScreen();
  expect([alice.status(), bobby.status()]).toEqual(['CALLING', 'INCOMING_CALL']);
  await hangUp.click();
  clock.advance(5000);
  expect(bobby.status()).toBe('CANCELED_REMOTE');
});

test('ERR-06 the call continues, and its screen can be shown again', async () => {
  const { alice, bobby, clock, screen } = await callWithBrokenScreen();
  bobby.intents.answer();
  clock.advance(5000);
  screen.isBroken = false;
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(page.getByText('The call')).toBeVisible();
  expect(alice.status()).toBe('ACCEPTED');
});
