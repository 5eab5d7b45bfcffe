import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { followSettings } from './follow-settings.ts';

test('SET-27 settings changed elsewhere are loaded immediately, or when the call is no longer shown', () => {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.intents.start(settingsOf('alice'));
  clock.advance(0);
  let asked = 0;
  const settingsChanged = followSettings(client, { reloadSettings: async () => void asked++ });
  expect(asked).toBe(0);
  settingsChanged();
  expect(asked).toBe(1);
  client.intents.call('bobby');
  clock.advance(0);
  settingsChanged();
  settingsChanged();
  expect(asked).toBe(1);
  client.intents.cancel();
  clock.advance(0);
  client.intents.dismiss();
  clock.advance(0);
  expect(asked).toBe(2);
});
