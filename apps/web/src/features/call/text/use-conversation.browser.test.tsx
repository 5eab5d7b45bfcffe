import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { RunningClient } from '../../../client/calling/running-client.ts';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import { useConversation } from './use-conversation.ts';

test('RTT-14 A-049 both texts are shown in order of arrival, from the first letter and after the call', async () => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  anna.intents.call('bo');
  clock.advance(1000);
  bo.intents.answer();
  clock.advance(1000);
  anna.intents.editText('Hi\n');
  clock.advance(1000);
  const { result } = await renderHook(() => useConversation(), {
    wrapper: ({ children }) => (
      <ClientContext value={{ client: anna } as unknown as RunningClient}>{children}</ClientContext>
    ),
  });
  bo.intents.editText('Yes\n');
  clock.advance(1000);
  anna.intents.editText('Hi\nSo');
  clock.advance(1000);
  anna.intents.hangUp();
  clock.advance(3000);
  expect(result.current.get()).toMatchObject([
    { author: 'own', text: 'Hi\n' },
    { author: 'other', text: 'Yes\n' },
    { author: 'own', text: 'So' },
  ]);
});
