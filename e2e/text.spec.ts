import { expect, test } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { killTextChannel, receivedMedia, voiceCodec } from './support/witness.ts';

const sentence = 'The train leaves at nine, and I shall be there with both of the children.';
const gap = '\uFFFD';

async function inCall(alice: Person, bobby: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) {
    await someone.hasStatus('ACCEPTED');
    await expect(someone.page.getByText('Live text')).toBeVisible();
  }
}

/** Both see within two seconds that text is slower now. */
async function isOnMessage(people: readonly Person[]): Promise<void> {
  await Promise.all(
    people.map(({ page }) =>
      expect(page.getByText('Text, with short delays')).toBeVisible({ timeout: 2000 }),
    ),
  );
}

/** Types the sentence at 15 characters a second, and lets the text channel die at `killer`'s in the middle of it. */
async function typeThroughDeath(typist: Person, reader: Person, killer: Person): Promise<void> {
  const typing = typist.ownText.pressSequentially(sentence, { delay: 65 });
  await expect(reader.incomingText).toHaveText(/leaves/);
  await killTextChannel(killer.page);
  await isOnMessage([typist, reader]);
  await typing;
}

test('D10 T17 a text channel that dies in mid-sentence: MESSAGE within 2 s, and every letter arrives', async ({
  faults,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await inCall(alice, bobby);
  await typeThroughDeath(alice, bobby, alice);
  // One mark stands where something could have been lost; nothing was.
  await expect.poll(async () => (await bobby.incomingText.innerText()).replace(gap, '')).toBe(sentence);
  await bobby.ownText.pressSequentially('Good.');
  await expect.poll(async () => (await alice.incomingText.innerText()).replace(gap, '')).toBe('Good.');
  expect((await faults.wire()).some(({ text }) => text.startsWith('MESSAGE '))).toBe(true);
});

test('D10 T17 a text channel that dies at the reader: what may be missing is marked at its place, once', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await inCall(alice, bobby);
  await typeThroughDeath(alice, bobby, bobby);
  await expect(bobby.incomingText).toHaveText(/children\.$/);
  const [before = '', after = '', ...more] = (await bobby.incomingText.innerText()).split(gap);
  expect(more).toEqual([]);
  expect(sentence.startsWith(before) && sentence.endsWith(after)).toBe(true);
  // At most the one chunk that was on its way when the channel died: 250 ms of typing.
  expect(sentence.length - before.length - after.length).toBeLessThanOrEqual(8);
});

test('RTT-08 RTT-10 T23 1000 characters arrive, 1001 do not leave, and 51 cannot be taken away', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await inCall(alice, bobby);
  const long = 'Ten chars '.repeat(100);
  await alice.ownText.focus();
  await alice.page.keyboard.insertText(`${long}x`);
  await expect(alice.page.getByText('Too many characters entered. Max 1000.')).toBeVisible();
  await expect(alice.ownText).toHaveValue('');
  await alice.page.keyboard.insertText(long);
  await expect(bobby.incomingText).toHaveText(long.trim());
  const caretAfterDeleting = (count: number) =>
    alice.ownText.evaluate((field: HTMLTextAreaElement, removed) => {
      field.setSelectionRange(100, 100 + removed);
      document.execCommand('delete');
      return [field.value.length, field.selectionStart];
    }, count);
  expect(await caretAfterDeleting(51)).toEqual([1000, 151]);
  expect(await caretAfterDeleting(50)).toEqual([950, 100]);
  await expect(bobby.incomingText).toHaveText(`${long.slice(0, 100)}${long.slice(150)}`.trim());
  await expect(bobby.incomingText).not.toContainText(gap);
});

test('EN 301 549 6.1 6.2.1.2 wideband voice and text run at the same time in one call, both ways', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await inCall(alice, bobby);
  const people = [alice, bobby];
  for (const { page } of people)
    await expect.poll(async () => (await receivedMedia(page)).audioEnergy).toBeGreaterThan(0);
  const before = await Promise.all(people.map(({ page }) => receivedMedia(page)));
  await Promise.all(
    people.map((someone) => someone.ownText.pressSequentially('Can you hear me?', { delay: 60 })),
  );
  for (const [index, { page, incomingText }] of people.entries()) {
    await expect(incomingText).toHaveText('Can you hear me?');
    await expect
      .poll(async () => (await receivedMedia(page)).audioEnergy)
      .toBeGreaterThan(before[index]?.audioEnergy ?? 0);
    // Opus at 48 kHz carries speech up to 20 kHz; the bar is 7 kHz.
    expect(await voiceCodec(page)).toEqual({ mimeType: 'audio/opus', clockRate: 48_000 });
  }
});
