import {
  startPushService,
  type TestPushService,
} from '../../apps/server/src/web-push/testing/push-service.ts';
import { test as base, expect } from '../support/journey.ts';
import { logOut } from '../support/page/account-menu.ts';
import { logInForPushes, openFreezablePage, statusOf } from '../support/page/freezable-page.ts';
import type { Person } from '../support/page/person.ts';
import { wholeChromium } from '../support/page/whole-chromium.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { PushedBrowser } from '../support/peers/pushed-browser.ts';
import { closePage, openTooLate, seeHearAndWrite, wantRinging } from '../support/peers/ringing-device.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

type Fixtures = {
  /** A server whose pushes reach the push service of the test. */
  pushing: {
    readonly server: SamtalServer;
    readonly service: TestPushService;
    open(name: string): Promise<PushedBrowser>;
  };
  /** Opens a browser that is only called from, logged in. */
  caller: Person;
};

const test = base.extend<Fixtures>({
  pushing: async ({ browser }, use) => {
    const service = await startPushService();
    const server = await startSamtalServer({ PUSH_SERVICES: service.origin });
    const browsers: PushedBrowser[] = [];
    await use({
      server,
      service,
      async open(name) {
        const opened = await PushedBrowser.at(browser, server.url, name, service.subscribe());
        browsers.push(opened);
        return opened;
      },
    });
    for (const each of browsers) await each.leave();
    await server.dispose();
    await service.close();
  },
  caller: async ({ person, pushing }, use) => {
    const alice = await person('alice', {}, pushing.server.url);
    await alice.isReachable();
    await use(alice);
  },
});

test.use({ launchOptions: wholeChromium });

test('D78 a closed page: after the log-out nothing is pushed; else a call reaches it, and is rejected, answered, and answered with text', async ({
  pushing,
  caller: alice,
}) => {
  await test.step('D78 after the log-out nothing is pushed to the device', async () => {
    const device = await pushing.open('bobby');
    const bobby = await device.open();
    await wantRinging(bobby);
    await logOut(bobby.page);
    await expect(bobby.page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await alice.dial('bobby');
    await expect(alice.page.getByText('Bobby Demo is not reachable.')).toBeVisible();
    expect(device.pushes()).toEqual([]);
    await device.leave();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('D78 Reject needs no page, and the caller reads it', async () => {
    const { device, desk } = await closePage(pushing.open);
    await alice.dial('bobby');
    await device.deliver(desk);
    expect(await device.press('reject')).toEqual([]);
    await expect(alice.page.getByText('Bobby Demo could not answer for the moment.')).toBeVisible();
    await device.leave();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('D78 a call reaches a closed page within 3 s of the push; Answer opens it, with sound, video and text at both ends', async () => {
    const { device, desk } = await closePage(pushing.open);

    await alice.dial('bobby');
    await device.deliver(desk);
    expect(await device.notifications()).toMatchObject([{ title: 'Alice Demo is calling' }]);
    expect(Date.now() - (pushing.service.received.at(-1)?.at ?? 0)).toBeLessThan(3000);
    await expect(alice.page.getByText('Ringing')).toBeVisible();

    const [opened] = await device.press('answer');
    expect(opened).toBe(`open ${pushing.server.url}/`);
    const bobby = await device.open();
    await bobby.hasStatus('ACCEPTED');
    await alice.hasStatus('ACCEPTED');
    await seeHearAndWrite(alice, bobby);
    expect(await device.notifications()).toEqual([]);
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    await device.leave();
  });

  await test.step('D78 Answer with text opens the page and answers without camera and microphone', async () => {
    const { device, desk } = await closePage(pushing.open);
    await alice.dial('bobby');
    await device.deliver(desk);
    await device.press('answerWithText');
    const bobby = await device.open();
    await bobby.hasStatus('ACCEPTED');
    await bobby.ownText.pressSequentially('hej');
    await expect(alice.incomingText).toHaveText('hej');
    expect(await receivedMedia(alice.page)).toMatchObject({ framesDecoded: 0, audioPackets: 0 });
  });
});

test('D78 a frozen page is pushed to, says so 3 s after the push at most, and answers when it wakes', async ({
  pushing: { server, service },
  caller: alice,
}) => {
  const device = service.subscribe();
  const bobby = await openFreezablePage(server.url, device);
  await logInForPushes(bobby.page, server.url, 'bobby');
  await bobby.freeze();
  await alice.dial('bobby');
  await expect.poll(() => device.pushed()).toHaveLength(1);
  const [pushed] = device.pushed();
  await bobby.deliver(pushed);
  expect(await bobby.notifications()).toMatchObject([{ title: 'Alice Demo is calling' }]);
  expect(Date.now() - (device.received()[0]?.at ?? 0)).toBeLessThan(3000);
  expect(await bobby.press('answer')).toEqual([`focus ${server.url}/`]);
  await bobby.wake();
  await expect.poll(() => statusOf(bobby.page)).toBe('ACCEPTED');
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('hej');
  await expect.poll(() => bobby.page.$eval('main', ({ textContent }) => textContent)).toContain('hej');
  await bobby.close();
});

test('D78 a call is over when the page opens: the page says so, and the history has it once', {
  tag: '@long',
}, async ({ pushing, caller: alice }) => {
  await openTooLate(alice, await closePage(pushing.open));
});

test('D78 without automatic login the login page says that someone is calling, and the call rings after the login', {
  tag: '@long',
}, async ({ pushing, caller: alice }) => {
  const { device, desk } = await closePage(pushing.open, false);
  await alice.dial('bobby');
  await device.deliver(desk);
  await device.press();
  const bobby = await device.open();
  await expect(bobby.page.getByText('Someone is calling. Log in to answer.')).toBeVisible();
  await expect(bobby.page.getByText('Alice')).toHaveCount(0);
  await bobby.logIn();
  await bobby.hasStatus('INCOMING_CALL');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
});
