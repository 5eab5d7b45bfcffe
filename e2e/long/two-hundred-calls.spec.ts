import { expect, test } from '../support/journey.ts';
import { heapUsed, peersRemembered, stillOpen } from '../support/page/witness.ts';

const CALLS = 200;
/** How long SIP may keep a call in memory: an answered INVITE is kept for 64·T1 = 32 s (RFC 6026). */
const SIP_MEMORY_MS = 60_000;

test('STATE-28 MEDIA-12 200 calls in a row succeed, no count grows, and the server forgets them all', async ({
  server,
  reachable,
}) => {
  test.setTimeout(45 * 60_000);
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  let heapAfterWarmUp = 0;

  for (let call = 1; call <= CALLS; call++) {
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await bobby.hasStatus('ACCEPTED');
    await alice.ownText.fill(`call ${call}`);
    await expect(bobby.incomingText).toHaveText(`call ${call}`);
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('COMPLETED');
    // The first calls load code and fill caches; growth is measured from here.
    if (call === 20) heapAfterWarmUp = await heapUsed(alice.page);
  }

  for (const { page } of [alice, bobby]) {
    await expect.poll(() => stillOpen(page).then(({ peers }) => peers)).toBe(0);
  }
  await expect
    .poll(
      async () => {
        await heapUsed(alice.page);
        return peersRemembered(alice.page);
      },
      { timeout: SIP_MEMORY_MS, intervals: [2000] },
    )
    .toBe(0);
  expect((await heapUsed(alice.page)) - heapAfterWarmUp).toBeLessThanOrEqual(5_000_000);
  await expect
    .poll(async () => (await fetch(`${server.url}/test/sip/counters`)).json(), {
      timeout: SIP_MEMORY_MS,
      intervals: [2000],
    })
    .toMatchObject({ dialogs: 0, clientTransactions: 0, serverTransactions: 0 });
});
