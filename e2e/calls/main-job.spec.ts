import { expect, test } from '../support/journey.ts';
import { listenersAlive, peersRemembered, receivedMedia, stillOpen } from '../support/page/witness.ts';

test('D41 MEDIA-12 MEDIA-13 RTT-07 RTT-12 RTT-13 STATE-13 STATE-14 two people see, hear and read each other, and three calls in a row leave no live track, no peer connection, no listener', async ({
  person,
}) => {
  test.setTimeout(150_000);
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  // The hands of this clock can be moved; until then it runs like any other.
  await alice.page.clock.install();
  await alice.page.reload();
  await alice.isReachable();
  await bobby.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await bobby.hasStatus('ACCEPTED');

  await test.step('MEDIA-13 they see and hear each other within 10 s of the answer', async () => {
    for (const someone of [alice, bobby]) {
      await expect(async () => {
        const received = await receivedMedia(someone.page);
        expect(received.framesDecoded).toBeGreaterThan(30);
        expect(received.audioPackets).toBeGreaterThan(100);
        expect(received.audioEnergy).toBeGreaterThan(0);
      }).toPass({ timeout: 10_000, intervals: [250] });
    }
    await expect(
      alice.page
        .getByRole('region', { name: 'Bobby Demo' })
        .or(alice.page.getByRole('main', { name: /bobby/i })),
    ).toBeVisible();
  });

  await test.step('RTT-07 RTT-12 RTT-13 what one types the other reads, character by character and exact', async () => {
    await expect(alice.page.getByText('Live text')).toBeVisible();
    await alice.ownText.pressSequentially('Hej på dig 👩‍👩‍👧', { delay: 20 });
    await expect(bobby.incomingText).toHaveText('Hej på dig 👩‍👩‍👧');
    await alice.page.keyboard.press('Backspace');
    // One Backspace erases the whole family emoji, not one of its code points.
    await expect(bobby.incomingText).toHaveText(/^Hej på dig\s*$/);
    await alice.page.keyboard.press('Enter');
    await alice.ownText.pressSequentially('مرحبا', { delay: 20 });
    await expect(bobby.incomingText).toHaveText('Hej på dig\nمرحبا', { useInnerText: true });

    await bobby.ownText.pressSequentially('Åsa svarar: ok!', { delay: 20 });
    await expect(alice.incomingText).toHaveText('Åsa svarar: ok!');
  });

  const listeners: number[] = [];
  for (let call = 1; call <= 3; call++)
    await test.step(`STATE-13 STATE-14 MEDIA-12 call ${call} ends, and leaves no peer connection`, async () => {
      if (call > 1) {
        await alice.dial('bobby');
        await bobby.answer();
        await alice.hasStatus('ACCEPTED');
      }
      await expect.poll(async () => (await receivedMedia(alice.page)).framesDecoded).toBeGreaterThan(0);
      if (call < 3) {
        await alice.ownText.focus();
        await alice.page.keyboard.insertText('Goodbye, and thank you for the call.');
        await alice.hangUp();
        // D41: the last letters before the end arrive, and none is shown as in doubt.
        await expect(bobby.page.getByRole('log')).toContainText('Goodbye, and thank you for the call.');
        await alice.hasStatus('COMPLETED');
        await expect(alice.page.getByText('Some of your text may not have arrived.')).toBeHidden();
        await bobby.hasStatus('TERMINATED_REMOTE');
        await expect(bobby.page.getByText('Alice Demo ended the call.')).toBeVisible();
        await bobby.page.getByRole('button', { name: 'Cancel' }).click();
      } else {
        await bobby.hangUp();
        await alice.hasStatus('TERMINATED_REMOTE');
        await alice.page.getByRole('button', { name: 'Cancel' }).click();
      }
      for (const { page } of [alice, bobby])
        await expect.poll(() => stillOpen(page).then(({ peers }) => peers)).toBe(0);
      await alice.page.getByRole('button', { name: 'Contrast' }).focus();
      listeners.push(await listenersAlive(alice.page));
    });
  // The dial screen shows the user's camera again: this preview is the only live track.
  for (const { page } of [alice, bobby]) {
    await expect.poll(() => stillOpen(page).then(({ tracks }) => tracks)).toBeLessThanOrEqual(1);
  }
  // SIP keeps an answered INVITE for 64·T1 = 32 s (RFC 6026, timer M); afterwards no object may refer to a
  // call.
  await alice.page.clock.fastForward(33_000);
  await expect
    .poll(async () => [await listenersAlive(alice.page), await peersRemembered(alice.page)], {
      timeout: 60_000,
      intervals: [500, 1000, 2000],
    })
    .toEqual([expect.any(Number), 0]);
  expect(await listenersAlive(alice.page)).toBeLessThanOrEqual(listeners[0] ?? 0);
});
