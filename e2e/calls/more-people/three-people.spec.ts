import { expect, test } from '../../support/journey.ts';
import { arrowTo, tabTo } from '../../support/page/keyboard.ts';
import type { Person } from '../../support/page/person.ts';
import { startKeepingServer } from '../../support/server/continuity-server.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
/** The picture of one of the two others, with name and state. */
const tile = ({ page }: Person, name: string) => page.getByRole('region', { name, exact: true });

/** Frames of one of the two others that the page has shown. */
const framesOf = (someone: Person, name: string): Promise<number> =>
  tile(someone, name)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

/** Waits until the picture of this user moves. */
async function sees(someone: Person, name: string): Promise<void> {
  const before = await framesOf(someone, name);
  await expect.poll(() => framesOf(someone, name), { timeout: 20_000 }).toBeGreaterThan(before + 3);
}

/** The sound energy that each open connection of the page has received. */
const energies = ({ page }: Person): Promise<readonly number[]> =>
  page.evaluate(async () => {
    const open = window.witness.peers().filter((peer) => peer.connectionState === 'connected');
    return Promise.all(
      open.map(async (peer) => {
        let energy = 0;
        for (const report of (await peer.getStats()).values())
          if (report.type === 'inbound-rtp' && report.kind === 'audio')
            energy += report.totalAudioEnergy ?? 0;
        return energy;
      }),
    );
  });

/** Waits until sound is heard from each of this number of users. */
async function hears(someone: Person, count: number): Promise<void> {
  const before = await energies(someone);
  await expect
    .poll(
      async () => {
        const now = await energies(someone);
        return now.length === count && now.every((energy, index) => energy > (before[index] ?? 0));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
}

/** The turns of the conversation, as `author: text`. */
const reads = ({ page }: Person) => page.getByRole('log', { name: 'Shared text' }).locator('[data-author]');
const turns = async (someone: Person): Promise<readonly string[]> =>
  reads(someone).evaluateAll((all) =>
    all.map((turn) => `${turn.ariaLabel}: ${turn.querySelector('[data-words]')?.textContent}`),
  );

/** Whether the page has loaded the code of calls of three. */
const codeOfThree = ({ page }: Person): Promise<boolean> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('main-three-people')),
  );

test('D102 A14 a third user is invited and let in by keyboard: all three see, hear and read each other; one leaves, and two go on', async ({
  reachable,
}) => {
  // Three browsers with two calls each.
  test.slow();
  const server = await startKeepingServer();
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  for (const someone of [alice, bobby]) expect(await codeOfThree(someone)).toBe(false);
  await alice.ownText.pressSequentially('I invite Carol.');
  await alice.page.keyboard.press('Enter');
  await expect(bobby.incomingText).toHaveText('I invite Carol.');

  await tabTo(alice.page, 'Hang up');
  await arrowTo(alice.page, 'More');
  await alice.page.keyboard.press('Enter');
  await arrowTo(alice.page, 'Invite a person');
  await alice.page.keyboard.press('Enter');
  await expect(alice.page.getByLabel('Who should come into the call?')).toBeFocused();
  await alice.page.keyboard.type('carol');
  await alice.page.keyboard.press('Enter');
  await expect(alice.page.getByText('Calling Carol Demo…')).toBeVisible();
  // Before answering, the third user reads with whom the call will be.
  await expect(carol.page.getByText('Bobby Demo will be in this call, too.')).toBeVisible();
  await carol.answer();
  await carol.hasStatus('ACCEPTED');
  await expect(bobby.page.getByText('Alice Demo has invited Carol Demo into this call.')).toBeVisible();
  await expect(alice.page.getByText('Bobby Demo is asked whether Carol Demo may join.')).toBeVisible();
  // The code is loaded by the invitation, and by the question.
  for (const someone of [alice, bobby]) expect(await codeOfThree(someone)).toBe(true);
  await tabTo(bobby.page, 'Let them join');
  await bobby.page.keyboard.press('Enter');

  const others = [
    [alice, 'Bobby Demo', 'Carol Demo'],
    [bobby, 'Alice Demo', 'Carol Demo'],
    [carol, 'Alice Demo', 'Bobby Demo'],
  ] as const;
  for (const [someone, one, two] of others) {
    await sees(someone, one);
    await sees(someone, two);
    await hears(someone, 2);
  }
  await carol.ownText.pressSequentially('Hello both');
  await bobby.ownText.pressSequentially('Welcome');
  const spoken = ['Carol Demo: Hello both', 'Bobby Demo: Welcome'];
  await expect.poll(() => turns(alice)).toEqual(['You: I invite Carol.', ...spoken]);
  // A backspace of one reaches the letters of that user alone.
  await carol.page.keyboard.press('Backspace');
  await expect
    .poll(() => turns(alice))
    .toEqual(['You: I invite Carol.', 'Carol Demo: Hello bot', 'Bobby Demo: Welcome']);
  await expect
    .poll(async () => (await turns(bobby)).slice(0, 2))
    .toEqual(['Alice Demo: I invite Carol.', 'Carol Demo: Hello bot']);
  // What was written before the third user came stays between the two.
  await expect.poll(async () => (await turns(carol)).join()).not.toContain('I invite');
  await alice.ownText.pressSequentially('all three');
  for (const someone of [bobby, carol])
    await expect.poll(async () => (await turns(someone)).join()).toContain('Alice Demo: all three');

  await tabTo(alice.page, 'Show Carol Demo larger');
  await alice.page.keyboard.press('Enter');
  await expect(button(alice, 'Show Carol Demo larger')).toHaveAttribute('aria-pressed', 'true');

  await tabTo(bobby.page, 'Hang up');
  await bobby.page.keyboard.press('Enter');
  await expect(tile(alice, 'Bobby Demo')).toHaveCount(0);
  for (const [someone, other] of [
    [alice, 'Carol Demo'],
    [carol, 'Alice Demo'],
  ] as const) {
    await expect(someone.page.getByRole('main', { name: other, exact: true })).toBeVisible();
    await hears(someone, 1);
  }
  await carol.page.getByRole('textbox', { name: 'Your text' }).pressSequentially(' still here');
  await expect.poll(async () => (await turns(alice)).join()).toContain('still here');
  await alice.hangUp();
  await carol.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});

test('D102 the partner refuses, and is asked again; their page is loaded anew, all read who lost whom, and the inviter connects them', {
  tag: '@long',
}, async ({ reachable }) => {
  // Three browsers with two calls each.
  test.slow();
  const server = await startKeepingServer();
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await button(alice, 'More').click();
  const invite = async (): Promise<void> => {
    await button(alice, 'Invite a person').click();
    await alice.page.getByLabel('Who should come into the call?').fill('carol');
    await alice.page.keyboard.press('Enter');
    await carol.answer();
    await carol.hasStatus('ACCEPTED');
  };
  await invite();
  await button(bobby, 'Do not let them join').click();
  await expect(alice.page.getByText('Bobby Demo did not let Carol Demo join.')).toBeVisible();
  // The third user waits, and has seen nothing of the partner.
  await expect(tile(carol, 'Bobby Demo')).toHaveCount(0);
  await expect(carol.page.getByRole('main', { name: 'Alice Demo', exact: true })).toBeVisible();
  await bobby.ownText.pressSequentially('between us two');
  await expect(alice.incomingText).toHaveText('between us two');
  await expect(carol.page.getByText('between us two')).toHaveCount(0);
  await carol.hangUp();

  await invite();
  await button(bobby, 'Let them join').click();
  await sees(carol, 'Bobby Demo');
  await bobby.page.reload();
  await bobby.hasStatus('ACCEPTED');
  for (const someone of [bobby, carol]) {
    await expect(someone.page.getByRole('main', { name: 'Alice Demo', exact: true })).toBeVisible();
    await expect(tile(someone, 'Alice Demo')).toHaveCount(0);
  }
  // Each user reads which two users do not see each other. The inviter still has a call with both.
  const apart = 'do not see, hear or read each other';
  await expect(alice.page.getByText(`Bobby Demo and Carol Demo ${apart} any more.`)).toBeVisible();
  await expect(bobby.page.getByText(`You and Carol Demo ${apart}.`)).toBeVisible();
  await expect(carol.page.getByText(`You and Bobby Demo ${apart}.`)).toBeVisible();
  await alice.ownText.pressSequentially('you both?');
  for (const someone of [bobby, carol])
    await expect(someone.page.getByText('you both?').first()).toBeVisible();

  // A page that knows nothing of the earlier answer asks anew; the other one has been asked before.
  await button(alice, 'Ask Bobby Demo again').click();
  await expect(bobby.page.getByText('Alice Demo has invited Carol Demo into this call.')).toBeVisible();
  await button(bobby, 'Let them join').click();
  await sees(bobby, 'Carol Demo');
  await sees(carol, 'Bobby Demo');
  for (const someone of [alice, bobby, carol]) await expect(someone.page.getByText(apart)).toHaveCount(0);
  await server.dispose();
});
