import { flows, interruption, tells } from '../../support/faults/kept-calls.ts';
import { expect, test } from '../../support/journey.ts';
import { startKeepingServer } from '../../support/server/continuity-server.ts';

test('D80 a call lives through a killed server and a lost network, and the text of both is complete', async ({
  reachable,
}) => {
  const server = await startKeepingServer();
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await tells(alice, bobby, 'one ');

  await server.kill();
  await expect(interruption(alice)).toContainText('Reconnecting…');
  await expect(interruption(bobby)).toContainText('Reconnecting…');
  // Text goes from browser to browser, without the server.
  await tells(bobby, alice, 'still here ');
  await server.restart();
  await flows(alice, bobby);

  await alice.page.context().setOffline(true);
  await expect(interruption(alice)).toContainText('Your connection is interrupted. Reconnecting…');
  await alice.page.context().setOffline(false);
  await flows(alice, bobby);
  await tells(alice, bobby, 'two ');

  // The call is one and the same: it ends on both sides.
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});
