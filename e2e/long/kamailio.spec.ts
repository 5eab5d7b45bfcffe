import { expect, test } from '@playwright/test';
import { hasPostgres } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import { hasKamailio } from '../support/kamailio.ts';
import { startKamailioStage } from '../support/kamailio-stage.ts';
import { NO_KAMAILIO } from '../support/samtal-with-kamailio.ts';
import { signIn } from '../support/user-api.ts';
import { receivedMedia } from '../support/witness.ts';

test.describe.configure({ timeout: 60_000 });

test.beforeEach(() => {
  // Skips only if Debian's Kamailio is neither installed nor installable; the list of tests shows the notice.
  // The tests install both from Debian's packages; other systems may not have them.
  test.skip(!hasKamailio() || !hasPostgres(), NO_KAMAILIO);
});

test('D84 over Kamailio too a call is held and resumed, and text goes on', async ({ browser }) => {
  const stage = await startKamailioStage(browser);
  const [alice, bobby] = [await stage.reachable('alice'), await stage.reachable('bobby')];
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.getByRole('button', { name: 'Hold', exact: true }).click();
  const onHold = bobby.page.getByRole('status').filter({ hasText: 'Alice Demo put the call on hold' });
  await expect(onHold).toBeVisible();
  await alice.ownText.pressSequentially('one moment', { delay: 20 });
  await expect(bobby.incomingText).toHaveText('one moment');
  await alice.page.getByRole('button', { name: 'Resume the call', exact: true }).click();
  await expect(onHold).toBeHidden();
  const before = (await receivedMedia(alice.page)).framesDecoded;
  await expect
    .poll(async () => (await receivedMedia(alice.page)).framesDecoded, { timeout: 10_000 })
    .toBeGreaterThan(before + 10);
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await stage.end();
});

test('D86 over Kamailio too a call does not ring, except that of a favourite', async ({ browser }) => {
  const stage = await startKamailioStage(browser);
  const account = await signIn(stage.url, 'bobby');
  const [alice, bobby] = [await stage.reachable('alice'), await stage.reachable('bobby')];
  await account.set('WEB_DO_NOT_DISTURB', 'on');
  await alice.dial('bobby');
  await expect(alice.page.getByText('Bobby Demo is not reachable.')).toBeVisible();
  await bobby.hasStatus(undefined);
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await account.addContact({ fname: 'Alice', sipaddress: 'Alice@demo.example', favourite: true });
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.hangUp();
  await stage.end();
});

test('D87 over Kamailio too a call is transferred', async ({ browser }) => {
  const stage = await startKamailioStage(browser);
  const [alice, bobby, carol] = [
    await stage.reachable('alice'),
    await stage.reachable('bobby'),
    await stage.reachable('carol'),
  ];
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.getByRole('button', { name: 'More', exact: true }).click();
  await alice.page.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = alice.page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByRole('combobox').fill('carol');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await bobby.page.getByRole('button', { name: /^Call [Cc]arol/ }).click();
  await carol.answer();
  await carol.hasStatus('ACCEPTED');
  await alice.hasStatus('TERMINATED_REMOTE');
  await bobby.ownText.pressSequentially('hello', { delay: 20 });
  await expect(carol.incomingText).toHaveText('hello');
  await bobby.hangUp();
  await carol.hasStatus('TERMINATED_REMOTE');
  await stage.end();
});

test('STATE-12 A-065 D35 over Kamailio too a device that declines stops the others', async ({ browser }) => {
  const stage = await startKamailioStage(browser);
  const [alice, desk, tablet] = [
    await stage.reachable('alice'),
    await stage.reachable('bobby'),
    await stage.reachable('bobby'),
  ];
  await alice.dial('bobby');
  for (const device of [desk, tablet]) await device.hasStatus('INCOMING_CALL');
  await desk.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await tablet.hasStatus('CANCELED_REMOTE');
  await alice.hasStatus('REJECTED_REMOTE');
  await expect(tablet.page.getByRole('link', { name: 'History', exact: true })).toBeVisible();
  await stage.end();
});
