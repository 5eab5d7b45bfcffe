import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { receivedMedia } from '../../support/page/witness.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const seesVideo = (page: Page) =>
  expect.poll(async () => (await receivedMedia(page)).framesDecoded, { timeout: 10_000 }).toBeGreaterThan(5);

test('D33 a text call becomes a video call, a call is answered with text, and one is rejected with a message', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);

  await test.step('D33 a text call becomes a video call: one end adds the camera, the other is asked and adds theirs', async () => {
    await alice.page.getByLabel('Number or name').fill('bobby');
    await button(alice, 'Text').click();
    await expect(bobby.page.getByText('Text call')).toBeVisible();
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await button(alice, 'Own camera').click();
    const question = bobby.page.getByText('Alice Demo turned on the camera. Turn on yours?');
    await expect(question).toBeVisible();
    await seesVideo(bobby.page);
    expect((await receivedMedia(alice.page)).framesDecoded).toBe(0);
    await expect(button(bobby, 'Own camera')).toHaveAttribute('aria-pressed', 'false');
    await button(bobby, 'Yes').click();
    await expect(question).toBeHidden();
    await expect(button(bobby, 'Own camera')).toHaveAttribute('aria-pressed', 'true');
    await seesVideo(alice.page);
    // Both press in the same moment: the offers cross, and both media flow all the same.
    await Promise.all([button(alice, 'Microphone').click(), button(bobby, 'Microphone').click()]);
    for (const { page } of [alice, bobby])
      await expect
        .poll(async () => (await receivedMedia(page)).audioPackets, { timeout: 15_000 })
        .toBeGreaterThan(20);
    await alice.ownText.pressSequentially('still here');
    await expect(bobby.incomingText).toHaveText('still here');
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    await alice.hasStatus('COMPLETED');
  });

  await test.step('D33 a call is answered with text, or rejected with a message that the caller reads and the callee keeps', async () => {
    await alice.dial('bobby');
    await button(bobby, 'Answer with text').click();
    await alice.hasStatus('ACCEPTED');
    await expect(button(alice, 'Own camera')).toHaveAttribute('aria-pressed', 'false');
    await alice.ownText.pressSequentially('by text, then');
    await expect(bobby.incomingText).toHaveText('by text, then');
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    await alice.hasStatus('COMPLETED');

    await alice.dial('bobby');
    await button(bobby, 'Reject with a message').click();
    await bobby.page.getByLabel('Your own message').fill('På bussen, hemma 17 👋🏽');
    await bobby.page.getByLabel('Keep it for next time').check();
    await button(bobby, 'Reject and send').click();
    await alice.hasStatus('REJECTED_REMOTE');
    await expect(alice.page.getByText('På bussen, hemma 17 👋🏽')).toBeVisible();
    await expect(alice.page.getByText('Message from Bobby Demo')).toBeVisible();
    await bobby.hasStatus('COMPLETED');
    await button(alice, 'Call again').click();
    await button(bobby, 'Reject with a message').click();
    await button(bobby, 'På bussen, hemma 17 👋🏽').click();
    await alice.hasStatus('REJECTED_REMOTE');
    await expect(alice.page.getByText('På bussen, hemma 17 👋🏽')).toBeVisible();
  });
});
