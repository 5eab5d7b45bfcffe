import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { barsIn, launchOptions, openSharedTab, sharedBars } from '../../support/page/shared-tab.ts';
import { sipSecret } from '../../support/peers/sip-secret.ts';
import { openSipJsPage } from '../../support/peers/sipjs-page.ts';
import { startBrandedServer } from '../../support/server/branded-server.ts';
import { startKeepingServer } from '../../support/server/continuity-server.ts';

test.use({ launchOptions });

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const screenAt = ({ page }: Person, name: string) => page.getByLabel(`Screen of ${name}`).locator('video');
const shares = ({ page }: Person, name: string) =>
  page.getByRole('status').filter({ hasText: `${name} shares the screen` });
const sharing = ({ page }: Person, name: string) => page.getByText(`You share your screen with ${name}.`);

/** The button, which the bar may show only after "More". */
async function pressShare(someone: Person): Promise<void> {
  const share = button(someone, 'Share screen');
  if (!(await share.isVisible())) await button(someone, 'More').click();
  await share.click();
}

/** The sections of video of the page's open connection: direction, and whether there are frames of each track. */
const videosAt = (page: Page): Promise<readonly (string | null)[]> =>
  page.evaluate(() =>
    window.witness
      .peers()
      .filter((peer) => peer.connectionState !== 'closed')
      .flatMap((peer) => peer.getTransceivers())
      .filter(({ receiver }) => receiver.track.kind === 'video')
      .map(({ currentDirection }) => currentDirection),
  );

/** Frames of the remote user's face that the page has shown. */
const facesAt = ({ page }: Person, name: string): Promise<number> =>
  page
    .getByLabel(`Video from ${name}`, { exact: true })
    .last()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

async function faceGoesOn(someone: Person, name: string): Promise<void> {
  const before = await facesAt(someone, name);
  await expect.poll(() => facesAt(someone, name)).toBeGreaterThan(before + 3);
}

/** Waits until the finest detail of the tab that the other user shares is readable. */
async function reads(someone: Person, name: string): Promise<void> {
  await expect.poll(() => barsIn(screenAt(someone, name)), { timeout: 15_000 }).toBe(sharedBars);
}

async function talk(alice: Person, bobby: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
}

test('D88 a screen is shown to the other end in detail beside the face, ends there, and is shared again in the same section', async ({
  reachable,
}) => {
  const server = await startKeepingServer();
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  const tab = await openSharedTab(alice.page);
  await talk(alice, bobby);
  await pressShare(alice);
  await expect(sharing(alice, 'Bobby Demo')).toBeVisible();
  await expect(shares(bobby, 'Alice Demo')).toBeVisible();
  await reads(bobby, 'Alice Demo');
  await faceGoesOn(bobby, 'Alice Demo');
  await bobby.ownText.pressSequentially('I can read it');
  await expect(alice.incomingText).toHaveText('I can read it');
  await expect.poll(() => videosAt(alice.page)).toEqual(['sendrecv', 'sendonly']);
  // While the other end shares, the own screen has to wait.
  await bobby.page.keyboard.press('Alt+Shift+KeyD');
  await expect(bobby.page.getByText('Alice Demo shares the screen. You can share yours')).toBeVisible();
  await button(alice, 'Stop sharing').click();
  await expect(shares(bobby, 'Alice Demo')).toBeHidden();
  await expect(screenAt(bobby, 'Alice Demo')).toBeHidden();
  await expect.poll(() => videosAt(bobby.page)).toEqual(['sendrecv', 'inactive']);
  // The same section, now for the other end.
  await bobby.page.keyboard.press('Alt+Shift+KeyD');
  await expect(shares(alice, 'Bobby Demo')).toBeVisible();
  await reads(alice, 'Bobby Demo');
  await expect.poll(() => videosAt(alice.page)).toEqual(['sendrecv', 'recvonly']);
  // Nothing of the screen is sent while the call is held.
  await alice.page.keyboard.press('Alt+Shift+KeyP');
  await expect(bobby.page.getByText('because the call was put on hold')).toBeVisible();
  await alice.page.keyboard.press('Alt+Shift+KeyP');
  await faceGoesOn(alice, 'Bobby Demo');
  await bobby.page.keyboard.press('Alt+Shift+KeyD');
  await expect(shares(alice, 'Bobby Demo')).toBeVisible();
  await button(bobby, 'Stop sharing').click();
  await expect(shares(alice, 'Bobby Demo')).toBeHidden();
  // So does a reload of the page, and both users read it.
  await pressShare(alice);
  await reads(bobby, 'Alice Demo');
  await alice.page.reload();
  await expect(alice.page.getByText(/^Your screen is not shared any more/)).toBeVisible();
  await expect(bobby.page.getByText(/^The screen of Alice Demo is not shared any more/)).toBeVisible();
  await expect(shares(bobby, 'Alice Demo')).toBeHidden();
  // The browser ends the capture, as with its own button: here because the tab is closed.
  await pressShare(alice);
  await reads(bobby, 'Alice Demo');
  await tab.close();
  await expect(sharing(alice, 'Bobby Demo')).toBeHidden();
  await expect(shares(bobby, 'Alice Demo')).toBeHidden();
  await expect.poll(() => videosAt(alice.page)).toEqual(['sendrecv', 'inactive']);
  await faceGoesOn(bobby, 'Alice Demo');
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});

/** A SIP.js page that is registered as bobby. */
async function bobbyWithSipJs(browser: Browser, url: string): Promise<Page> {
  const peer = await openSipJsPage(browser, url);
  const secret = await sipSecret(url, 'bobby');
  await peer.evaluate(
    ([uri, password]) => window.peer.register(uri ?? '', 'bobby@demo.example', 'bobby', password ?? ''),
    [`${url.replace('http', 'ws')}/sip`, secret],
  );
  return peer;
}

test('D88 D5 a SIP.js peer takes the second video, or refuses it, and the call goes on', async ({
  browser,
  person,
}) => {
  const server = await startKeepingServer();
  const alice = await person('alice', {}, server.url);
  await alice.isReachable();
  await openSharedTab(alice.page);
  const peer = await bobbyWithSipJs(browser, server.url);
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await peer.evaluate(() => window.peer.readOffers());
  await pressShare(alice);
  await expect(sharing(alice, 'Bobby Demo')).toBeVisible();
  await expect
    .poll(() => peer.evaluate(() => window.peer.widths()), { timeout: 15_000 })
    .toEqual([expect.any(Number), expect.any(Number)]);
  expect(await peer.evaluate(() => window.peer.offer())).toContain('a=content:slides');
  await button(alice, 'Stop sharing').click();
  await expect
    .poll(() => peer.evaluate(() => window.peer.directions()))
    .toEqual(['sendrecv', 'sendrecv', 'inactive']);
  await peer.evaluate(() => window.peer.readOffers(true));
  await alice.page.keyboard.press('Alt+Shift+KeyD');
  await expect(alice.page.getByText('Bobby Demo cannot be shown a screen in this call.')).toBeVisible();
  await expect(button(alice, 'No screen sharing')).toBeDisabled();
  await peer.evaluate(() => window.peer.type('still here'));
  await expect(alice.incomingText).toHaveText('still here');
  await faceGoesOn(alice, 'Bobby Demo');
  await peer.evaluate(() => window.peer.hangUp());
  await alice.hasStatus('TERMINATED_REMOTE');
  await peer.context().close();
  await server.dispose();
});

test('D88 with the specified brand there is no button to share a screen, and its key does nothing', {
  tag: '@long',
}, async ({ person }) => {
  const without = await startBrandedServer('specification');
  const [alice, bobby] = [await person('alice', {}, without.url), await person('bobby', {}, without.url)];
  for (const someone of [alice, bobby]) await someone.isReachable();
  await talk(alice, bobby);
  await button(alice, 'More').click();
  await expect(button(alice, 'Share screen')).toHaveCount(0);
  await alice.page.keyboard.press('Alt+Shift+KeyD');
  await alice.ownText.pressSequentially('x');
  await expect(bobby.incomingText).toHaveText('x');
  await expect.poll(() => videosAt(alice.page)).toEqual(['sendrecv']);
  const mayCapture = "document.featurePolicy.allowsFeature('display-capture')";
  expect(await alice.page.evaluate(mayCapture)).toBe(false);
  await without.dispose();
});
