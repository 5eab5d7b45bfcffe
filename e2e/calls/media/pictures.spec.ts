import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';

async function inCall(alice: Person, bobby: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await bobby.hasStatus('ACCEPTED');
}

/** When the flash was seen, and which of the page's own timers had run when it ended. */
type Flash = { accepted?: number; begun?: number; wasEarly?: boolean; wasLate?: boolean };

/** The remote video, whether it is shown or not. */
const otherPicture = (page: Page) => page.getByRole('main').locator('video').first();

/** The brightest value in the remote video, from 0, black, to 255. */
const brightest = (page: Page): Promise<number> =>
  otherPicture(page).evaluate((video: HTMLVideoElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(video, 0, 0, 64, 48);
    const pixels = drawing?.getImageData(0, 0, 64, 48).data ?? new Uint8ClampedArray();
    return pixels.reduce((most, value, index) => (index % 4 === 3 ? most : Math.max(most, value)), 0);
  });

test('INCALL-11 INCALL-12 INCALL-18 INCALL-23 A13 the flash at the start of a call ends after five seconds; the camera is turned off and on, and the remote video hidden and shown', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);

  await test.step('INCALL-18 A13 the flash at the start of a call ends after five seconds', async () => {
    await alice.page.evaluate(() => {
      const flash: Flash = {};
      Object.assign(window, { flash });
      let [isTooEarly, isTooLate] = [true, false];
      const html = document.documentElement;
      new MutationObserver(() => {
        const isFlashing = document.querySelector('main[data-knocking]') !== null;
        if (html.dataset['callStatus'] === 'ACCEPTED' && flash.accepted === undefined) {
          flash.accepted = performance.now();
          // On a busy machine the screen of the call comes late, and all timers of a page run late, but in
          // their order: the timer of the flash begins with the status, as these do.
          setTimeout(() => (isTooEarly = false), 4500);
          setTimeout(() => requestAnimationFrame(() => (isTooLate = true)), 5500);
        }
        if (isFlashing) flash.begun ??= performance.now();
        if (!isFlashing && flash.begun !== undefined) {
          flash.wasEarly ??= isTooEarly;
          flash.wasLate ??= isTooLate;
        }
      }).observe(html, {
        subtree: true,
        childList: true,
        attributeFilter: ['data-knocking', 'data-call-status'],
      });
    });
    await inCall(alice, bobby);
    const seen = () => alice.page.evaluate(() => (window as unknown as { flash: Flash }).flash);
    await expect.poll(seen).toMatchObject({ wasEarly: false, wasLate: false });
    const { accepted = Number.NaN, begun = Number.NaN } = await seen();
    expect(begun).toBeGreaterThanOrEqual(accepted);
  });

  await test.step('INCALL-11 INCALL-23 the remote user sees black while the camera is off, and the video when it is on again', async () => {
    await expect.poll(() => brightest(bobby.page)).toBeGreaterThan(128);
    const camera = alice.page.getByRole('button', { name: 'Own camera' });
    const isSent = () =>
      alice.page.evaluate(() =>
        window.witness
          .peers()
          .flatMap((peer) => peer.getSenders().map(({ track }) => track))
          .filter((track) => track?.kind === 'video')
          .map((track) => track?.enabled),
      );
    await camera.click();
    await expect(camera).toHaveAttribute('aria-pressed', 'false');
    expect(await isSent()).toEqual([false]);
    await expect(alice.page.getByRole('figure', { name: 'Your video' })).toContainText('Your camera is off');
    // Black, within the precision of a video codec.
    await expect.poll(() => brightest(bobby.page)).toBeLessThan(24);
    await camera.click();
    expect(await isSent()).toEqual([true]);
    await expect.poll(() => brightest(bobby.page)).toBeGreaterThan(128);
  });

  await test.step('INCALL-12 Incoming video hides the remote video and shows it again', async () => {
    const { page } = alice;
    const picture = otherPicture(page);
    const isShown = async (): Promise<boolean> => {
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      return (
        width > 300 &&
        height > 300 &&
        (await picture.evaluate((video) => video.checkVisibility({ opacityProperty: true })))
      );
    };
    await expect.poll(isShown).toBe(true);
    const toggle = page.getByRole('button', { name: 'Incoming video' });
    await toggle.click();
    await expect.poll(isShown).toBe(false);
    await expect(picture).toHaveAttribute('aria-hidden', 'true');
    await toggle.click();
    await expect.poll(isShown).toBe(true);
  });
});
