import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientProvider } from '../../../../testing/ClientProvider.tsx';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import { KnockButton } from './KnockButton.tsx';
import { KnockNotice } from './KnockNotice.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

const stage = {
  attachRemote: () => () => {},
  attachLocal: () => () => {},
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => () => {},
};

test('RTT-11 repeated knocks are announced immediately and once, until the flash ends', async () => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [alice, bobby] = [createTestClient(network, clock), createTestClient(network, clock, 2)];
  alice.intents.start(settingsOf('alice'));
  bobby.intents.start(settingsOf('bobby'));
  clock.advance(1000);
  alice.intents.call('bobby');
  clock.advance(1000);
  bobby.intents.answer();
  clock.advance(1000);
  const { container } = await render(
    <ClientProvider client={bobby} stage={stage}>
      <KnockNotice name="Alice" />
    </ClientProvider>,
  );
  const region = container.querySelector<HTMLElement>('[aria-live=assertive]');
  expect(bobby.getState().panels.isKnocking).toBe(true);
  await expect.element(region).toHaveTextContent('');

  const added: string[] = [];
  const observer = new MutationObserver((records) =>
    added.push(...records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? ''))),
  );
  observer.observe(container, { subtree: true, childList: true, characterData: true });
  for (let knock = 0; knock < 3; knock++) {
    alice.intents.knock();
    clock.advance(1000);
  }
  await expect.element(region).toHaveTextContent('Alice is knocking');
  clock.advance(5000);
  await expect.element(region).toHaveTextContent('');
  observer.disconnect();
  expect(added).toEqual(['Alice is knocking']);
});

test('A-050 the user who knocks gets a confirmation', async () => {
  const onKnock = vi.fn();
  await render(<KnockButton onKnock={onKnock} />);
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  await page.getByRole('button', { name: 'Knock' }).click();
  expect(onKnock).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('status')).toHaveTextContent('You have knocked');
});

test('A-050 knocking is disabled where writing is not possible', async () => {
  await render(<KnockButton onKnock={undefined} />);
  await expect.element(page.getByRole('button', { name: 'Knock' })).toBeDisabled();
});

test('RTT-11 Alt+Shift+N knocks like the button, and not where writing is not possible', async () => {
  const onKnock = vi.fn();
  const { rerender } = await render(<KnockButton onKnock={onKnock} />);
  await userEvent.keyboard('{Alt>}{Shift>}{n}{/Shift}{/Alt}');
  expect(onKnock).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('status')).toHaveTextContent('You have knocked');
  await rerender(<KnockButton onKnock={undefined} />);
  await userEvent.keyboard('{Alt>}{Shift>}{n}{/Shift}{/Alt}');
  expect(onKnock).toHaveBeenCalledOnce();
});
