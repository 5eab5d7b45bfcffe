import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { onReconnected } from './on-reconnected.ts';

test('ERR-01 the listener runs each time the connection is restored, but not at the first one', () => {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  let times = 0;
  onReconnected(client, () => {
    times += 1;
  });
  client.intents.start(settingsOf('alice'));
  clock.advance(5000);
  expect(times).toBe(0);
  for (const time of [1, 2]) {
    client.emit({ type: 'browserOffline' });
    clock.advance(60_000);
    expect(times).toBe(time - 1);
    client.emit({ type: 'browserOnline' });
    clock.advance(5000);
    expect(times).toBe(time);
  }
});
