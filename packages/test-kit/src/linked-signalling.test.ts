import { expect, test } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { createFakeEnds } from './fake-ends.ts';
import { createFakeNetwork } from './linked-signalling.ts';
import { signallingCases } from './signalling-suite.ts';

test.each(signallingCases)('the fake follows the rule: $name', async ({ run }) => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  await expect(run(createFakeEnds(clock, (emit) => network.connect(emit)))).resolves.toBeUndefined();
});
