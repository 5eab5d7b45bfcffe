import { expect } from '@playwright/test';
import { test } from '../support/kamailio/pushing-kamailio.ts';
import { logInForPushes, openFreezablePage, statusOf } from '../support/page/freezable-page.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { wholeChromium } from '../support/page/whole-chromium.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { closePage, openTooLate } from '../support/peers/ringing-device.ts';
import { openApiSession } from '../support/peers/sip-secret.ts';

test.use({ launchOptions: wholeChromium });

test.describe.configure({ timeout: 240_000 });

const couldNotAnswer = ({ page }: Person) =>
  expect(page.getByText('Bobby Demo could not answer for the moment.')).toBeVisible();

test('D78 over Kamailio a frozen page is pushed to; Reject reaches the caller immediately, Answer answers when it wakes', async ({
  pushing: { url, service },
  reachable,
}) => {
  const alice = await reachable('alice');
  const device = service.subscribe();
  const bobby = await openFreezablePage(url, device);
  await logInForPushes(bobby.page, url, 'bobby');
  await bobby.freeze();
  await alice.dial('bobby');
  await expect.poll(() => device.pushed()).toHaveLength(1);
  await bobby.deliver(device.pushed()[0]);
  await expect(alice.page.getByText('Ringing')).toBeVisible();
  await bobby.press('reject');
  await couldNotAnswer(alice);
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  await alice.dial('bobby');
  await expect.poll(() => device.pushed()).toHaveLength(2);
  await bobby.deliver(device.pushed()[1]);
  expect(await bobby.press('answer')).toEqual([`focus ${url}/`]);
  await bobby.wake();
  await expect.poll(() => statusOf(bobby.page)).toBe('ACCEPTED');
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('hej');
  await expect.poll(() => bobby.page.$eval('main', ({ textContent }) => textContent)).toContain('hej');
  await bobby.close();
});

test('D78 over Kamailio the caller gives up: the device shows a missed call, and the history has it once', async ({
  pushing,
  reachable,
}) => {
  const alice = await reachable('alice');
  await openTooLate(alice, await closePage(pushing.open));
});

test('D78 over Kamailio with two devices the open page answers, and the closed one reads so', async ({
  pushing,
  reachable,
}) => {
  const alice = await reachable('alice');
  const { device, desk } = await closePage(pushing.open);
  const laptop = await reachable('bobby');
  await alice.dial('bobby');
  await laptop.hasStatus('INCOMING_CALL');
  await device.deliver(desk);
  await laptop.answer();
  await alice.hasStatus('ACCEPTED');
  await device.deliver(desk);
  expect(await device.notifications()).toMatchObject([{ title: 'Alice Demo called' }]);
});

test('D78 A-066 over Kamailio no device answers a pushed call for 30 s: it goes to the mailbox', async ({
  pushing,
  reachable,
}) => {
  const alice = await reachable('alice');
  const { device, desk } = await closePage(pushing.open);
  const bobby = await signIn(pushing.url, 'bobby');
  await bobby.set('AM_ENABLED', '1');
  await alice.dial('bobby');
  await device.deliver(desk);
  await expect(alice.incomingText).toContainText('You have reached the mailbox of Bobby Demo.', {
    timeout: 40_000,
  });
});

test('D78 over Kamailio users can neither call the agent for web push nor report in its name', async ({
  pushing: { url, sipUri },
}) => {
  const AGENT = 'web-push@demo.example';
  const session = await openApiSession(url, 'alice');
  const phone = (name: string) =>
    openRawPhone(sipUri, { name, secret: session.sipPassword, device: `phone-of-${name}` });
  const [own, forged] = [await phone('alice'), await phone('web-push')];
  for (const method of ['INVITE', 'MESSAGE', 'OPTIONS']) {
    expect(await own.status(method, AGENT)).toBe(404);
    expect(await own.status(method, 'WEB-PUSH@demo.example')).toBe(404);
    expect(await forged.status(method, AGENT)).toBe(407);
  }
  expect(await forged.register(AGENT)).toBe(401);
  for (const each of [own, forged]) each.drop();
});

test('D78 D19 over Kamailio the refusal of a device counts, not that of the agent', async ({ reachable }) => {
  const alice = await reachable('alice');
  await alice.dial('busy');
  await expect(alice.page.getByText('could not answer for the moment.')).toBeVisible();
});
