import { expect } from '@playwright/test';
import { test } from '../support/kamailio/pushing-kamailio.ts';
import { wholeChromium } from '../support/page/whole-chromium.ts';
import { closePage, seeHearAndWrite } from '../support/peers/ringing-device.ts';

test.use({ launchOptions: wholeChromium });

test('D78 over Kamailio a call reaches a closed page, which answers with sound, video and text; Reject needs no page', {
  tag: '@long',
}, async ({ pushing, reachable }) => {
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
  await seeHearAndWrite(alice, bobby);
  expect(await device.notifications()).toEqual([]);
});
