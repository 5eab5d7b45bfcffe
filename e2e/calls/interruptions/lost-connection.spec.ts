import { canCall, isCutOff, loseNetwork } from '../../support/faults/outage.ts';
import { expect, test } from '../../support/journey.ts';
import { testingMode } from '../../support/server/testing-mode.ts';

test('DIAL-14 LOGIN-09 NAV-13 NAV-15 REG-03 REG-08 A-065 a server that is away at the login, is killed during the registration and during ringing: the pages say so, and go on when it is back', async ({
  mortalServer,
  person,
}) => {
  const alice = await person('alice', {}, mortalServer.url);

  await test.step('LOGIN-09 a login without a server says that there is no contact', async () => {
    await expect(alice.page.locator('#root:not([data-brand])')).toBeAttached();
    await mortalServer.stop();
    await alice.logIn();
    await expect(alice.page.getByText('No contact with server')).toBeVisible();
    await mortalServer.restart();
  });

  await test.step('REG-08 NAV-13 a client whose server is killed during the registration tries again until the server is back', async () => {
    await testingMode(mortalServer.url).delay(60_000, ['REGISTER']);
    await alice.logIn();
    await expect(alice.page.getByText('Connecting…')).toBeVisible();
    await mortalServer.kill();
    await mortalServer.restart();
    await canCall(alice);
    await expect(alice.page.getByText('Connecting…')).toBeHidden();
  });

  const bobby = await person('bobby', {}, mortalServer.url);
  await bobby.isReachable();

  await test.step('REG-03 A-065 killing the server during ringing ends the ringing at both ends', async () => {
    await alice.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await mortalServer.kill();
    await alice.hasStatus('COMPLETED');
    await bobby.hasStatus('CANCELED_REMOTE');
    for (const someone of [alice, bobby]) await expect(someone.page.getByText('Reconnecting…')).toBeVisible();
    await isCutOff(alice);
  });

  await test.step('DIAL-14 NAV-15 the dial screen shows the specified sentence while the contact with the server is lost', async () => {
    await expect(alice.page.getByText('Reconnecting…')).toBeVisible();
    await expect(
      alice.page.getByText('You cannot make calls when you are not in contact with the server.'),
    ).toBeVisible();
    await expect(alice.callButton).toBeDisabled();
  });

  await test.step('REG-03 the next call works', async () => {
    await mortalServer.restart();
    for (const someone of [alice, bobby]) await canCall(someone);
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
  });
});

test('REG-03 REG-04 REG-14 NAV-14 NAV-15 STATE-13 D37 10 s without network, then a server that is killed during a call: the pages say so immediately, the calls end, and the next ones work', async ({
  endingServer,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], endingServer.url);
  await test.step('REG-04 NAV-14 10 s without network', () => loseNetwork(alice, bobby, 10));

  await test.step('REG-03 REG-14 NAV-15 a server that stops during a call ends the call, and users can call again when it is back', async () => {
    await endingServer.kill();
    for (const someone of [alice, bobby]) {
      await expect(someone.page.getByText('The connection was lost, and the call has ended.')).toBeVisible();
      await expect(someone.page.getByText('Reconnecting…')).toBeVisible();
      await someone.page.getByRole('button', { name: 'Cancel' }).click();
      await someone.hasStatus('COMPLETED');
    }
    await endingServer.restart();
    for (const someone of [alice, bobby]) {
      await someone.page.getByLabel('Number or name').fill('x');
      await expect(someone.callButton).toBeEnabled({ timeout: 20_000 });
    }
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
  });
});
