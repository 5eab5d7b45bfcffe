import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { receivedMedia } from '../../support/page/witness.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

type Medium = {
  readonly label: string;
  readonly asked: string;
  readonly what: 'framesDecoded' | 'audioPackets';
};
const camera: Medium = {
  label: 'Own camera',
  asked: 'Alice Demo turned on the camera. Turn on yours?',
  what: 'framesDecoded',
};
const microphone: Medium = {
  label: 'Microphone',
  asked: 'Bobby Demo turned on the microphone. Turn on yours?',
  what: 'audioPackets',
};

const receives = ({ page }: Person, { what }: Medium) =>
  expect.poll(async () => (await receivedMedia(page))[what], { timeout: 15_000 }).toBeGreaterThan(20);

/** `first` turns on a device; `second` is asked, sends nothing before a press, and turns on theirs. */
async function bothTurnOn(medium: Medium, first: Person, second: Person): Promise<void> {
  const isOn = () => expect(button(second, medium.label));
  await isOn().toHaveAttribute('aria-pressed', 'false');
  await button(first, medium.label).click();
  const question = second.page.getByText(medium.asked);
  await expect(question).toBeVisible();
  await receives(second, medium);
  expect((await receivedMedia(first.page))[medium.what]).toBe(0);
  await isOn().toHaveAttribute('aria-pressed', 'false');
  await button(second, 'Yes').click();
  await expect(question).toBeHidden();
  await isOn().toHaveAttribute('aria-pressed', 'true');
  await receives(first, medium);
}

test('D33 a text call becomes a video call', async ({ reachable }) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);

  await test.step('D33 a text call becomes a video call: one end adds the camera, the other is asked and adds theirs', async () => {
    await alice.page.getByLabel('Number or name').fill('bobby');
    await button(alice, 'Text').click();
    await expect(bobby.page.getByText('Text call')).toBeVisible();
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await bothTurnOn(camera, alice, bobby);
    // Both press in the same moment: the offers cross, and both media flow all the same.
    await Promise.all([button(alice, 'Microphone').click(), button(bobby, 'Microphone').click()]);
    for (const user of [alice, bobby]) await receives(user, microphone);
    await alice.ownText.pressSequentially('still here');
    await expect(bobby.incomingText).toHaveText('still here');
    await bobby.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    await bobby.hasStatus('COMPLETED');
  });

  await test.step('D33 so does one after a call with sound and video, where the callee adds the camera first, and the caller the microphone', async () => {
    await bobby.page.getByLabel('Number or name').fill('alice');
    await button(bobby, 'Text').click();
    await expect(alice.page.getByText('Text call')).toBeVisible();
    await alice.answer();
    await bobby.hasStatus('ACCEPTED');
    await bothTurnOn(camera, alice, bobby);
    await bothTurnOn(microphone, bobby, alice);
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    await alice.hasStatus('COMPLETED');
  });
});

test('D33 a call is answered with text, and one is rejected with a message', async ({ reachable }) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);

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
