import type { SignallingEvent } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { createFakeNetwork } from './linked-signalling.ts';
import type { OpenEnd, SignallingEnd } from './signalling-suite.ts';
import { signallingCases } from './signalling-suite.ts';

test.each(signallingCases)('the fake keeps the promise: $name', async ({ run }) => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const open: OpenEnd = async (user) => {
    const events: SignallingEvent[] = [];
    const taken = new Set<SignallingEvent>();
    const signalling = network.connect((event) => events.push(event as SignallingEvent));
    const next: SignallingEnd['next'] = async (type) => {
      clock.advance(0);
      const isWanted = (event: SignallingEvent): event is Extract<SignallingEvent, { type: typeof type }> =>
        event.type === type && !taken.has(event);
      const found = events.find(isWanted) ?? expect.fail(`no ${type}`);
      taken.add(found);
      return found;
    };
    signalling.openLine('ws://one.example/sip', {
      address: `${user}@demo.example`,
      username: user,
      password: 'secret',
    });
    await next('lineOpened');
    signalling.register(600);
    await next('registered');
    return { signalling, events, next, acquire: async () => undefined };
  };
  await expect(run(open)).resolves.toBeUndefined();
});
