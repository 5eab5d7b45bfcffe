import { expect, test } from '../support/journey.ts';
import type { Person } from '../support/page/person.ts';
import { listenersAlive, peersRemembered, receivedMedia, stillOpen } from '../support/page/witness.ts';

async function inCall(person: (name: string) => Promise<Person>): Promise<[Person, Person]> {
  const alice = await person('alice');
  const bobby = await person('bobby');
  await alice.isReachable();
  await bobby.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await bobby.hasStatus('ACCEPTED');
  return [alice, bobby];
}

test('MEDIA-13 two people see and hear each other within 10 s of the answer', async ({ person }) => {
  const [alice, bobby] = await inCall(person);
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
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await bobby.hasStatus('TERMINATED_REMOTE');
  await expect(bobby.page.getByText('Alice Demo ended the call.')).toBeVisible();
});

test('RTT-07 RTT-12 RTT-13 what one types the other reads, character by character and exact', async ({
  person,
}) => {
  const [alice, bobby] = await inCall(person);
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
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
});

test('STATE-13 STATE-14 MEDIA-12 three calls in a row leave no live track, no peer connection, no listener', async ({
  person,
}) => {
  test.setTimeout(150_000);
  const [alice, bobby] = await inCall(person);
  const listeners: number[] = [];
  for (let call = 1; call <= 3; call++) {
    if (call > 1) {
      await alice.dial('bobby');
      await bobby.answer();
      await alice.hasStatus('ACCEPTED');
    }
    await expect.poll(async () => (await receivedMedia(alice.page)).framesDecoded).toBeGreaterThan(0);
    await alice.hangUp();
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    for (const { page } of [alice, bobby])
      await expect.poll(() => stillOpen(page).then(({ peers }) => peers)).toBe(0);
    await alice.page.getByRole('button', { name: 'Contrast' }).focus();
    listeners.push(await listenersAlive(alice.page));
  }
  // The dial screen shows the user's camera again: this preview is the only live track.
  for (const { page } of [alice, bobby]) {
    await expect.poll(() => stillOpen(page).then(({ tracks }) => tracks)).toBeLessThanOrEqual(1);
  }
  // SIP keeps an answered INVITE for 64·T1 = 32 s (RFC 6026, timer M); afterwards no object may refer to a
  // call.
  await expect
    .poll(async () => [await listenersAlive(alice.page), await peersRemembered(alice.page)], {
      timeout: 60_000,
      intervals: [2000],
    })
    .toEqual([expect.any(Number), 0]);
  expect(await listenersAlive(alice.page)).toBeLessThanOrEqual(listeners[0] ?? 0);
});
