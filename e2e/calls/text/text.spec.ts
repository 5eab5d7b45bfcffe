import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { killTextChannel, receivedMedia, voiceCodec } from '../../support/page/witness.ts';

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

/** Ends the call, and makes another one with the same people. */
async function callAnew(alice: Person, bobby: Person): Promise<void> {
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await alice.hasStatus('COMPLETED');
  await inCall(alice, bobby);
}

/** Expects that each page shows that the text now goes by MESSAGE. */
async function isOnMessage(people: readonly Person[]): Promise<void> {
  for (const { page } of people) await expect(page.getByText('Text, with short delays')).toBeVisible();
}

/** Words that the sender's page lists as in doubt, with their spaces. */
async function toldTo({ page }: Person): Promise<readonly string[]> {
  const lines = await page.getByText(/^May not have arrived: /).allTextContents();
  return lines.map((line) => line.replace('May not have arrived: ', ''));
}

/**
 * Expects that each letter has reached the reader or is reported to its sender, and that a gap has at most
 * one mark.
 */
async function isAccountedFor(typist: Person, reader: Person, gaps: number): Promise<void> {
  await expect(reader.incomingText).toHaveText(/children\.$/);
  await expect(typist.ownText).toHaveValue(sentence);
  const parts = (await reader.incomingText.innerText()).split(gap);
  expect(parts.length - 1).toBeLessThanOrEqual(gaps);
  const told = await toldTo(typist);
  let read = 0;
  for (const part of parts) {
    const at = sentence.indexOf(part, read);
    expect(at, `"${part}" is in the sentence in its order`).toBeGreaterThanOrEqual(0);
    const lost = sentence.slice(read, at);
    expect(lost === '' || told.some((words) => words.includes(lost)), `"${lost}" is told`).toBe(true);
    read = at + part.length;
  }
}

test('EN 301 549 6.1 6.2.1.2 RTT-08 RTT-10 T23 D41 T26 T17 voice and text work at the same time, 1000 characters arrive, an input method is cut off, and a channel fails', async ({
  faults,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await inCall(alice, bobby);

  await test.step('EN 301 549 6.1 6.2.1.2 wideband voice and text work at the same time in one call, in both directions', async () => {
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
      // Opus at 48 kHz carries speech up to 20 kHz; EN 301 549 6.1 requires 7 kHz.
      expect(await voiceCodec(page)).toEqual({ mimeType: 'audio/opus', clockRate: 48_000 });
    }
    await callAnew(alice, bobby);
  });

  await test.step('RTT-08 RTT-10 T23 1000 characters arrive, 1001 are not sent, and 51 cannot be erased', async () => {
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
    await callAnew(alice, bobby);
  });

  await test.step('D41 T26 what an input method still holds when the other end hangs up is shown and recorded as not arrived', async () => {
    const { page } = alice;
    await alice.ownText.pressSequentially('x');
    await expect(bobby.incomingText).toHaveText('x');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ねこ', selectionStart: 2, selectionEnd: 2 });
    await expect(alice.ownText).toHaveValue('xねこ');
    await bobby.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    // The confirmation of `x` may not have arrived yet.
    expect((await toldTo(alice)).join('')).toMatch(/^x?ねこ$/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Bobby Demo' }).first().click();
    const said = page.getByRole('list', { name: 'Text of the call' }).getByRole('listitem');
    await expect(said.filter({ hasText: 'May not have arrived' })).toContainText('ねこ');
    await page.getByRole('link', { name: 'Call', exact: true }).click();
  });

  await inCall(alice, bobby);
  await test.step('D41 T17 a text channel that fails within a sentence is opened again, and no letter is lost without notice', async () => {
    const typing = alice.ownText.pressSequentially(sentence, { delay: 65 });
    await expect(bobby.incomingText).toHaveText(/leaves/);
    await killTextChannel(alice.page);
    await typing;
    await isAccountedFor(alice, bobby, 1);
    await bobby.ownText.pressSequentially('Good.');
    await expect.poll(async () => (await alice.incomingText.innerText()).replace(gap, '')).toBe('Good.');
    for (const { page } of [alice, bobby]) await expect(page.getByText('Live text')).toBeVisible();
    expect((await faults.wire()).some(({ text }) => text.startsWith('MESSAGE '))).toBe(false);
  });
});

for (const [where, tag] of [
  ['sender', '@long'],
  ['reader', '@daily'],
] as const) {
  test(`D10 D41 T17 when a text channel fails twice, the second time at the ${where}, MESSAGE takes over and no letter is lost without notice`, {
    tag,
  }, async ({ faults, reachable }) => {
    const [alice, bobby] = await reachable(['alice', 'bobby']);
    await inCall(alice, bobby);
    const typing = alice.ownText.pressSequentially(sentence, { delay: 65 });
    await expect(bobby.incomingText).toHaveText(/train/);
    await killTextChannel(alice.page);
    await expect(bobby.incomingText).toHaveText(/nine/);
    await killTextChannel(where === 'sender' ? alice.page : bobby.page);
    await isOnMessage([alice, bobby]);
    await typing;
    await isAccountedFor(alice, bobby, 2);
    await bobby.ownText.pressSequentially('Good.');
    await expect.poll(async () => (await alice.incomingText.innerText()).replaceAll(gap, '')).toBe('Good.');
    expect((await faults.wire()).some(({ text }) => text.startsWith('MESSAGE '))).toBe(true);
  });
}
