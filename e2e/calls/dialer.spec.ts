import { expect, test } from '../support/journey.ts';
import { setWebSetting } from '../support/page/web-setting.ts';
import { startBrandedServer } from '../support/server/branded-server.ts';

test('INCALL-01 INCALL-14 INCALL-15 INCALL-17 INCALL-25 DIALER-05 DIALER-06 DTMF-03 DTMF-04 SIP-04 digits are sent as INFO, and no other characters are', async ({
  faults,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const { page } = alice;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const requests = async (method: string) =>
    (await faults.wire())
      .filter(({ direction, text }) => direction === 'in' && text.startsWith(`${method} `))
      .map(({ text }) => text);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');

  const picture = page.getByLabel('Video from Bobby Demo', { exact: true });
  await expect
    .poll(() => picture.evaluate((video: HTMLVideoElement) => !video.paused && video.videoWidth > 0))
    .toBe(true);
  await expect(page.locator('main header').getByText('bobby@demo.example')).toBeVisible();

  const selfView = page.getByRole('figure', { name: 'Your video' });
  await expect(selfView).toBeVisible();
  await button('Selfview').click();
  await expect(selfView).toBeHidden();

  const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null);
  await button('Fullscreen').click();
  await expect(button('Fullscreen')).toHaveAttribute('aria-pressed', 'true');
  expect(await isFullscreen()).toBe(true);
  await button('Fullscreen').click();
  await expect(button('Fullscreen')).toHaveAttribute('aria-pressed', 'false');
  expect(await isFullscreen()).toBe(false);

  await button('Dialpad').click();
  await expect(page.getByRole('region', { name: 'Dialpad' })).toBeFocused();
  await page.keyboard.type('5aB,#');
  await button('0').click();
  await expect(page.getByRole('status', { name: 'Sent digits' })).toHaveText('5#0');
  await expect.poll(async () => (await requests('INFO')).length).toBe(3);
  const infos = await requests('INFO');
  for (const info of infos) {
    expect(info).toMatch(/^Content-Type: application\/dtmf-relay\r$/m);
    expect(info).toMatch(/^Content-Disposition: render\r$/m);
  }
  expect(infos.map((info) => info.split('\r\n\r\n')[1]?.trim())).toEqual(
    ['5', '#', '0'].map((digit) => `Signal=${digit}\r\nDuration=2000`),
  );

  await page.keyboard.press('Escape');
  await expect(button('Dialpad')).toBeFocused();
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  expect(await requests('BYE')).toHaveLength(1);
  expect(await requests('INFO')).toHaveLength(3);
});

test('INCALL-08 INCALL-20 INCALL-21 INCALL-24 D16 A-087 with the brand of the specification, a user who has turned video off is told so, and can open the settings without losing the call', async ({
  person,
}) => {
  const server = await startBrandedServer('specification');
  await setWebSetting(server.url, 'carol', 'WEB_VIDEO', 'false');
  const phone = { viewport: { width: 390, height: 800 } };
  const carol = await person('carol', phone, server.url);
  const bobby = await person('bobby', phone, server.url);
  await carol.isReachable();
  await bobby.isReachable();
  await carol.dial('bobby');
  await bobby.answer();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.ownText).toBeVisible();

  const button = (name: string) => carol.page.getByRole('button', { name, exact: true });
  await expect(button('Own camera')).toBeDisabled();
  await expect(button('Microphone')).toBeEnabled();
  await button('More').click();
  await button('Go to settings').click();
  await expect(carol.page.getByRole('dialog')).toContainText('Video is turned off in your settings.');
  await button('Open after the call').click();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.ownText).toBeVisible();

  await carol.hangUp();
  await carol.hasStatus('COMPLETED');
  await expect(carol.page).toHaveURL(/\/settings\/duringcalls\/media$/);
  await server.dispose();
});
