import { canCall, isCutOff, testOutage } from '../../support/faults/outage.ts';
import { expect, test } from '../../support/journey.ts';
import { testingMode } from '../../support/server/testing-mode.ts';

test('REG-03 A-065 killing the server during ringing ends the ringing at both ends, and the next call works', async ({
  mortalServer,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], mortalServer.url);
  await alice.dial('bobby');
  await bobby.hasStatus('INCOMING_CALL');
  await mortalServer.kill();
  await alice.hasStatus('COMPLETED');
  await bobby.hasStatus('CANCELED_REMOTE');
  for (const someone of [alice, bobby]) await expect(someone.page.getByText('Reconnecting…')).toBeVisible();
  await isCutOff(alice);
  await mortalServer.restart();
  for (const someone of [alice, bobby]) await canCall(someone);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
});

test('REG-08 NAV-13 a client whose server is killed during the registration tries again until the server is back', async ({
  mortalServer,
  person,
}) => {
  await testingMode(mortalServer.url).delay(60_000, ['REGISTER']);
  const alice = await person('alice', {}, mortalServer.url);
  await alice.logIn();
  await expect(alice.page.getByText('Connecting…')).toBeVisible();
  await mortalServer.kill();
  await mortalServer.restart();
  await canCall(alice);
  await expect(alice.page.getByText('Connecting…')).toBeHidden();
});

testOutage(10);
