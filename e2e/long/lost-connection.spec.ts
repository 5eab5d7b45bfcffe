import { loseNetwork } from '../support/faults/outage.ts';
import { test } from '../support/journey.ts';

for (const seconds of [1, 60])
  test(`REG-03 REG-04 NAV-14 STATE-13 D37 ${seconds} s without network: the page says so immediately, the call ends, and the next one works`, async ({
    endingServer: { url },
    reachable,
  }) => {
    test.setTimeout(60_000 + seconds * 1000);
    const [alice, bobby] = await reachable(['alice', 'bobby'], url);
    await loseNetwork(alice, bobby, seconds);
  });
