import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';
import { openSipJsPage } from '../support/peers/sipjs-page.ts';

async function mediaFlowsAt(page: Page): Promise<void> {
  await expect(async () => {
    const media = await page.evaluate(() => window.peer.media());
    expect(media.framesDecoded).toBeGreaterThan(30);
    expect(media.audioPackets).toBeGreaterThan(100);
  }).toPass({ timeout: 10_000, intervals: [250] });
}

/** A SIP.js page that is registered as bobby. */
async function bobbyWithSipJs(browser: Browser, url: string): Promise<Page> {
  const peer = await openSipJsPage(browser, url);
  const secret = await sipSecret(url, 'bobby');
  const address = `${url.replace('http', 'ws')}/sip`;
  await peer.evaluate(
    ([uri, password]) => window.peer.register(uri ?? '', 'bobby@demo.example', 'bobby', password ?? ''),
    [address, secret],
  );
  return peer;
}

test('D5 D33 A-041 a SIP.js peer exchanges video, sound, and text by MESSAGE, as caller and as callee, and each end adds the camera to a voice call', async ({
  browser,
  server,
  person,
}) => {
  const alice = await person('alice');
  await alice.isReachable();
  const peer = await bobbyWithSipJs(browser, server.url);

  await test.step('D5 A-041 a SIP.js peer exchanges video, sound, and text by MESSAGE, as caller and as callee', async () => {
    await alice.dial('bobby');
    await alice.hasStatus('ACCEPTED');
    await expect(alice.page.getByText('Text, with short delays')).toBeVisible();
    await mediaFlowsAt(peer);
    await expect.poll(async () => (await receivedMedia(alice.page)).framesDecoded).toBeGreaterThan(30);

    await alice.ownText.pressSequentially('Hej 👋🏽 å', { delay: 20 });
    await expect.poll(() => peer.evaluate(() => window.peer.received())).toBe('Hej 👋🏽 å');
    await peer.evaluate(() => window.peer.type('svar'));
    await expect(alice.incomingText).toHaveText('svar');
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await expect.poll(() => peer.evaluate(() => window.peer.state())).toBe('Terminated');

    const calling = peer.evaluate(() => window.peer.call('alice@demo.example'));
    await alice.answer();
    await calling;
    await alice.hasStatus('ACCEPTED');
    await mediaFlowsAt(peer);
    await peer.evaluate(() => window.peer.hangUp());
    await alice.hasStatus('TERMINATED_REMOTE');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('D33 each end adds the camera to a voice call with a SIP.js peer', async () => {
    await peer.evaluate(() => window.peer.speakOnly());

    await alice.page.getByLabel('Number or name').fill('bobby');
    await alice.page.getByRole('button', { name: 'Voice', exact: true }).click();
    await alice.hasStatus('ACCEPTED');
    await expect
      .poll(async () => (await receivedMedia(alice.page)).audioPackets, { timeout: 10_000 })
      .toBeGreaterThan(100);
    expect((await peer.evaluate(() => window.peer.media())).framesDecoded).toBe(0);

    await alice.page.getByRole('button', { name: 'Own camera', exact: true }).click();
    await mediaFlowsAt(peer);
    expect((await receivedMedia(alice.page)).framesDecoded).toBe(0);

    await peer.evaluate(() => window.peer.addCamera());
    await expect
      .poll(async () => (await receivedMedia(alice.page)).framesDecoded, { timeout: 10_000 })
      .toBeGreaterThan(30);
    const earlier = await peer.evaluate(() => window.peer.received());
    await alice.ownText.pressSequentially('I see you', { delay: 20 });
    await expect.poll(() => peer.evaluate(() => window.peer.received())).toBe(`${earlier}I see you`);
    await peer.evaluate(() => window.peer.hangUp());
    await alice.hasStatus('TERMINATED_REMOTE');
    await peer.context().close();
  });
});
