import { expect } from '@playwright/test';
import { test } from '../support/pushing-kamailio.ts';
import { closePage } from '../support/ringing-device.ts';
import { receivedMedia } from '../support/witness.ts';

test('D78 over Kamailio a call reaches a closed page, which answers with sound, video and text; Reject needs no page', async ({
  pushing,
  reachable,
}) => {
  const alice = await reachable('alice');
  const { device, desk } = await closePage(pushing.open);
  await alice.dial('bobby');
  await device.deliver(desk);
  expect(await device.notifications()).toMatchObject([{ title: 'Alice Demo is calling' }]);
  await expect(alice.page.getByText('Ringing')).toBeVisible();
  expect(await device.press('reject')).toEqual([]);
  await expect(alice.page.getByText('Bobby Demo could not answer for the moment.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  await alice.dial('bobby');
  await device.deliver(desk);
  expect(await device.press('answer')).toEqual([`open ${pushing.url}/`]);
  const bobby = await device.open();
  await bobby.hasStatus('ACCEPTED');
  await alice.hasStatus('ACCEPTED');
  for (const { page } of [alice, bobby]) {
    await expect(async () => {
      const received = await receivedMedia(page);
      expect(received.framesDecoded).toBeGreaterThan(5);
      expect(received.audioPackets).toBeGreaterThan(50);
      expect(received.audioEnergy).toBeGreaterThan(0);
    }).toPass({ timeout: 10_000, intervals: [250] });
  }
  await alice.ownText.pressSequentially('hej');
  await expect(bobby.incomingText).toHaveText('hej');
  await bobby.ownText.pressSequentially('svar');
  await expect(alice.incomingText).toHaveText('svar');
  expect(await device.notifications()).toEqual([]);
});
