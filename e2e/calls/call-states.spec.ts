import { launchOwnBrowser } from '../support/faults/cut-calls/own-browser.ts';
import { expect, test } from '../support/journey.ts';
import { Person } from '../support/page/person.ts';

/** The remote video: whether it is shown or not, the first of the call. */
const otherVideo = ({ page }: Person) => page.getByRole('main').locator('video').first();

test('CALLSCR-05 CALLSCR-13 DIALER-05 DIALER-06 DTMF-03 DTMF-04 INCALL-01 INCALL-09 INCALL-11 INCALL-14 INCALL-15 INCALL-17 INCALL-25 SIP-04 D37 bug 9 a call says what goes on: first words, camera off, microphone off, the end; digits are sent as INFO', async ({
  faults,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const { page } = alice;

  // While it rings the caller sees the own camera, and writes.
  await alice.dial('bobby');
  await expect(page.getByRole('figure', { name: 'Your video' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Write now' }).fill('It is me.');
  await bobby.answer();
  await expect(bobby.incomingText).toHaveText('It is me.');
  await expect(alice.ownText).toHaveValue('It is me.');

  const button = (name: string) => bobby.page.getByRole('button', { name, exact: true });
  await button('Own camera').click();
  await button('Microphone').click();
  const header = page.getByRole('main').locator('header');
  await expect(header.getByText("Bobby Demo's camera is off")).toBeVisible();
  await expect(header.getByText("Bobby Demo's microphone is off")).toBeVisible();
  await button('Own camera').click();
  await button('Microphone').click();
  await expect(header.getByText("Bobby Demo's camera is off")).toBeHidden();
  await expect(header.getByText("Bobby Demo's microphone is off")).toBeHidden();

  const ownButton = (name: string) => page.getByRole('button', { name, exact: true });
  const requests = async (method: string) =>
    (await faults.wire())
      .filter(({ direction, text }) => direction === 'in' && text.startsWith(`${method} `))
      .map(({ text }) => text);
  await test.step('INCALL-01 INCALL-14 INCALL-15 INCALL-17 INCALL-25 DIALER-05 DIALER-06 DTMF-03 DTMF-04 SIP-04 digits are sent as INFO, and no other characters are', async () => {
    const picture = page.getByLabel('Video from Bobby Demo', { exact: true });
    await expect
      .poll(() => picture.evaluate((video: HTMLVideoElement) => !video.paused && video.videoWidth > 0))
      .toBe(true);
    await expect(page.locator('main header').getByText('bobby@demo.example')).toBeVisible();

    const selfView = page.getByRole('figure', { name: 'Your video' });
    await expect(selfView).toBeVisible();
    await ownButton('Selfview').click();
    await expect(selfView).toBeHidden();

    const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null);
    await ownButton('Fullscreen').click();
    await expect(ownButton('Fullscreen')).toHaveAttribute('aria-pressed', 'true');
    expect(await isFullscreen()).toBe(true);
    await ownButton('Fullscreen').click();
    await expect(ownButton('Fullscreen')).toHaveAttribute('aria-pressed', 'false');
    expect(await isFullscreen()).toBe(false);

    await ownButton('Dialpad').click();
    await expect(page.getByRole('region', { name: 'Dialpad' })).toBeFocused();
    await page.keyboard.type('5aB,#');
    await ownButton('0').click();
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
    await expect(ownButton('Dialpad')).toBeFocused();
  });

  // The conversation stays at hand after the own hang-up, and so does the next call.
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await alice.hasStatus('COMPLETED');
  expect(await requests('BYE')).toHaveLength(1);
  expect(await requests('INFO')).toHaveLength(3);
  await expect(page.getByLabel('Number or name')).toBeVisible();
  const notice = page.getByRole('region', { name: 'You ended the call with Bobby Demo.' });
  await notice.getByRole('button', { name: 'Show the text' }).click();
  await expect(notice.getByRole('log', { name: 'Shared text' })).toContainText('It is me.');
  await notice.getByRole('button', { name: 'Call again' }).click();
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await notice.getByRole('button', { name: 'Close this notice' }).click();
  await expect(notice).toBeHidden();
});

test('A-073 D41 bug 8 INCALL-01 INCALL-02 D17 while the network of the other person is gone, the call does not blame the own one; the other video is zoomed by keys, swapped with the own one, and shown beside it for two signers', async ({
  person,
  server,
}) => {
  const alice = await person('alice');
  // Two pages of one browser would share the camera, and so its resolution.
  const own = await launchOwnBrowser({ trustedOrigin: server.url });
  try {
    const bobby = await Person.at(own.browser, server.url, 'bobby');
    // A machine with more than two cores sends 720p.
    await bobby.page.addInitScript(() =>
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 }),
    );
    await bobby.page.reload();
    for (const someone of [alice, bobby]) await someone.isReachable();
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    const { page } = alice;

    await test.step('A-073 the network of the other person is gone', async () => {
      const header = page.getByRole('main').locator('header');
      await expect(header.getByText('Live text')).toBeVisible();
      own.stopNetwork();
      await expect(
        header.getByText('No contact with Bobby Demo. Your own connection works. Reconnecting…'),
      ).toBeVisible();
      await expect(header.getByText(/Live text|short delays|Your connection is|Check your/)).toHaveCount(0);
      own.resume();
      await expect(header.getByText(/^No contact/)).toBeHidden();
      await expect(header.getByText(/Live text|short delays/)).toBeVisible();
    });

    const ratio = () =>
      otherVideo(alice).evaluate((video: HTMLVideoElement) => video.videoWidth / video.videoHeight);
    await expect.poll(ratio).toBeCloseTo(16 / 9, 1);
    const widthOf = async () => (await otherVideo(alice).boundingBox())?.width ?? 0;
    const before = await widthOf();

    await test.step('INCALL-01 the other video is zoomed by keys', async () => {
      await page.getByRole('group', { name: 'Zoom in the video from bobby' }).focus();
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      await expect.poll(widthOf).toBeGreaterThan(before * 1.5);
      await page.keyboard.press('0');
      await expect.poll(widthOf).toBe(before);
    });

    await test.step('INCALL-02 D17 the videos are swapped, and shown side by side', async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Swap videos' }).click();
      const picture = page.getByRole('figure', { name: 'Your video' });
      await expect.poll(async () => (await picture.boundingBox())?.width).toBe(before);
      await page.getByRole('button', { name: 'Videos side by side' }).click();
      await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(before / 2, -1);
      await expect.poll(widthOf).toBeCloseTo(before / 2, -1);
    });
    await alice.hangUp();
  } finally {
    await own.kill();
  }
});
