import { expect } from '@playwright/test';
import { WebSocket } from 'ws';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { signIn } from '../support/page/user-api.ts';
import { receivedMedia } from '../support/page/witness.ts';

test('D84 over Kamailio too a call is held and resumed, and text goes on', async ({ reachable }) => {
  const [alice, bobby] = [await reachable('alice'), await reachable('bobby')];
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
});

test('D86 over Kamailio too a call does not ring, except that of a favourite', async ({
  reachable,
  servers,
}) => {
  const account = await signIn(servers.url, 'bobby');
  const [alice, bobby] = [await reachable('alice'), await reachable('bobby')];
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
});

test('D87 over Kamailio too a call is transferred', async ({ reachable }) => {
  const [alice, bobby, carol] = [
    await reachable('alice'),
    await reachable('bobby'),
    await reachable('carol'),
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
});

test('D102 over Kamailio too a third user comes into the call: all three see and read each other; one leaves, and two go on', async ({
  reachable,
}) => {
  const [alice, bobby, carol] = [
    await reachable('alice'),
    await reachable('bobby'),
    await reachable('carol'),
  ];
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.getByRole('button', { name: 'More', exact: true }).click();
  await alice.page.getByRole('button', { name: 'Invite a person', exact: true }).click();
  await alice.page.getByLabel('Who should come into the call?').fill('carol');
  await alice.page.keyboard.press('Enter');
  await carol.answer();
  await bobby.page.getByRole('button', { name: 'Let them join', exact: true }).click();
  const others = [
    [alice, 'Bobby Demo', 'Carol Demo'],
    [bobby, 'Alice Demo', 'Carol Demo'],
    [carol, 'Alice Demo', 'Bobby Demo'],
  ] as const;
  for (const [{ page }, ...names] of others)
    for (const name of names) {
      const video = page.getByRole('region', { name, exact: true }).locator('video');
      const frames = (): Promise<number> =>
        video.evaluate((each: HTMLVideoElement) => each.getVideoPlaybackQuality().totalVideoFrames);
      await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(3);
    }
  await carol.ownText.pressSequentially('hello both', { delay: 20 });
  for (const { page } of [alice, bobby])
    await expect(page.locator('[data-author][aria-label="Carol Demo"]')).toContainText('hello both');
  await bobby.hangUp();
  await expect(alice.page.getByRole('main', { name: 'Carol Demo', exact: true })).toBeVisible();
  await alice.hangUp();
  await carol.hasStatus('TERMINATED_REMOTE');
});

test('STATE-12 A-065 D35 over Kamailio too a device that declines stops the others', async ({
  reachable,
}) => {
  const [alice, desk, tablet] = [
    await reachable('alice'),
    await reachable('bobby'),
    await reachable('bobby'),
  ];
  await alice.dial('bobby');
  for (const device of [desk, tablet]) await device.hasStatus('INCOMING_CALL');
  await desk.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await tablet.hasStatus('CANCELED_REMOTE');
  await alice.hasStatus('REJECTED_REMOTE');
  await expect(tablet.page.getByRole('link', { name: 'History', exact: true })).toBeVisible();
});

test('D106 Kamailio keeps the connection of a page that answers its pings three seconds late', async ({
  servers,
}) => {
  test.setTimeout(180_000);
  const socket = new WebSocket(servers.sipUri, 'sip', { autoPong: false });
  let pings = 0;
  let isClosed = false;
  socket.on('ping', (data) => {
    pings += 1;
    setTimeout(() => socket.pong(data), 3000);
  });
  socket.on('close', () => {
    isClosed = true;
  });
  // The second ping shows that the first one counts as answered.
  await expect.poll(() => isClosed || pings === 2, { timeout: 120_000 }).toBe(true);
  expect(isClosed).toBe(false);
  socket.terminate();
});
