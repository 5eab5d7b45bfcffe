import type { Page } from '@playwright/test';
import { startKeepingServer } from '../support/continuity-server.ts';
import { expect, test } from '../support/journey.ts';
import { flows, interruption, tells } from '../support/kept-calls.ts';
import type { Person } from '../support/person.ts';

/** The number of frames of the other person's video that this page has shown. */
const framesOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const videos = [...document.querySelectorAll('video')].filter(({ muted }) => !muted);
    return Math.max(0, ...videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames));
  });

/** Waits until the other person's video moves. */
async function seesVideo({ page }: Person): Promise<void> {
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page), { timeout: 15_000 }).toBeGreaterThan(before + 5);
}

for (const role of ['caller', 'callee'] as const)
  test(`D81 a reload of the page of the ${role} keeps the call: picture, text, one history entry, nothing rings`, async ({
    reachable,
  }) => {
    const server = await startKeepingServer();
    const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
    await alice.dial('bobby');
    await bobby.answer();
    for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
    await tells(alice, bobby, 'one ');
    const [mine, other] = role === 'caller' ? [alice, bobby] : [bobby, alice];
    await mine.page.reload();
    await mine.hasStatus('ACCEPTED');
    await expect(interruption(mine)).toContainText('Reconnecting…');
    await flows(mine, other);
    for (const someone of [alice, bobby]) await seesVideo(someone);
    await tells(alice, bobby, 'two ');
    await tells(bobby, alice, 'yes ');
    await mine.hangUp();
    await other.hasStatus('TERMINATED_REMOTE');
    await server.dispose();
  });
