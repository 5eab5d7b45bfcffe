import type { CallClient, ClientState } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { createStore } from '../../../client/store.ts';
import { ClientContext, type RunningClient } from '../../../client/use-client.ts';
import { useConversation } from './use-conversation.ts';

const texts = (incoming: string, target: string) =>
  ({ text: { incoming, outbox: { target } } }) as unknown as ClientState;

test('RTT-14 A-049 the order of what both write is kept from the first letter on', async () => {
  const state = createStore(texts('', ''));
  const client = { getState: state.get, subscribe: state.subscribe } as unknown as CallClient;
  const running = { client } as RunningClient;
  const { result, unmount } = await renderHook(() => useConversation(), {
    wrapper: ({ children }) => <ClientContext value={running}>{children}</ClientContext>,
  });
  state.set(texts('', 'Hi\n'));
  state.set(texts('Yes\n', 'Hi\n'));
  state.set(texts('Yes\n', 'Hi\nSo'));
  expect(result.current.get()).toEqual([
    { author: 'own', text: 'Hi\n' },
    { author: 'other', text: 'Yes\n' },
    { author: 'own', text: 'So' },
  ]);
  await unmount();
  state.set(texts('', ''));
  expect(result.current.get()).toHaveLength(3);
});
