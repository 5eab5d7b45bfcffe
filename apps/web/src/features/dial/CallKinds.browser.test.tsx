import type { ClientState } from '@samtal/call-core';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { lines, perCall } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { CallKinds } from './CallKinds.tsx';

await createWholeI18n('en');

async function open(client: ClientState, target = 'bobby') {
  const call = vi.fn();
  const running = createStaticClient(client, connections.good, {});
  const screen = await render(
    <ClientProvider {...running}>
      <CallKinds target={target} onCall={call} />
    </ClientProvider>,
  );
  return { screen, call };
}

test.each([
  ['Video', { audio: true, video: true, text: true }],
  ['Voice', { audio: true, video: false, text: true }],
  ['Text', { audio: false, video: false, text: true }],
])('D33 the button %s calls with these media, whatever the settings', async (name, media) => {
  const { screen, call } = await open(perCall(lines.ready));
  await screen.getByRole('group', { name: 'Call with' }).getByRole('button', { name }).click();
  expect(call).toHaveBeenCalledExactlyOnceWith(media);
});

test('D32 D33 with camera and microphone blocked a call by text stays possible', async () => {
  const ready = perCall(lines.ready);
  const { screen } = await open({ ...ready, media: { ...ready.media, isDenied: true } });
  for (const name of ['Video', 'Voice'])
    await expect.element(screen.getByRole('button', { name })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Text' })).toBeEnabled();
});

test('D16 D33 without the flag there is no choice, and without a number none can be pressed', async () => {
  const { screen } = await open(lines.ready);
  expect(screen.getByRole('button').elements()).toEqual([]);
  const { screen: blank } = await open(perCall(lines.ready), ' ');
  for (const name of ['Video', 'Voice', 'Text'])
    await expect.element(blank.getByRole('button', { name })).toBeDisabled();
});
