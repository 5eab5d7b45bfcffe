import type { ClientState } from '@samtal/call-core';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { Profiler } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { useClient } from './use-client.ts';

const stage = {
  attachRemote: () => () => {},
  attachLocal: () => () => {},
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => () => {},
};

async function show() {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  let renders = 0;
  const selectSize = ({ isSmallScreen }: ClientState) => ({ isSmallScreen });
  function Size() {
    const { isSmallScreen } = useClient(
      selectSize,
      (before, after) => before.isSmallScreen === after.isSmallScreen,
    );
    return <p>{isSmallScreen ? 'small' : 'large'}</p>;
  }
  await render(
    <ClientProvider client={client} stage={stage}>
      <Profiler id="size" onRender={() => void (renders += 1)}>
        <Size />
      </Profiler>
    </ClientProvider>,
  );
  return { client, renders: () => renders };
}

test('shows the selected value, now and after each change', async () => {
  const { client } = await show();
  await expect.element(page.getByText('large')).toBeVisible();
  client.emit({ type: 'screenResized', isSmall: true });
  await expect.element(page.getByText('small')).toBeVisible();
});

test('equal values do not render again, although the selector creates a new object each time', async () => {
  const { client, renders } = await show();
  const before = renders();
  client.intents.start(settingsOf('alice'));
  expect(client.getState().settings).toBeDefined();
  client.emit({ type: 'browserOffline' });
  client.emit({ type: 'screenResized', isSmall: true });
  await expect.element(page.getByText('small')).toBeVisible();
  expect(renders()).toBe(before + 1);
});
