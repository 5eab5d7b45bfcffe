import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';

/** A change on one device must appear on the user's other devices within this time. */
const agreedWithinMs = 2000;

const openHistory = ({ page }: Person) => page.getByRole('link', { name: 'History' }).click();
const callsOf = ({ page }: Person) => page.getByRole('main').getByRole('listitem');

/**
 * How long to wait before hanging up, in milliseconds, as a user does: the page does not show when the last
 * letter has been sent.
 */
const handMs = 600;

test('HIST-01 HIST-02 ROUTE-03 D14 a call with text is above the sample calls, and has its transcript and its files', async ({
  mortalServer: server,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  const { page } = alice;
  await openHistory(alice);
  // The four calls that a fresh demo account remembers.
  await expect(callsOf(alice)).toHaveCount(4);
  await expect(callsOf(alice).filter({ hasText: 'Missed' })).toHaveCount(1);

  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('Tea at fivv');
  await page.keyboard.press('Backspace');
  await alice.ownText.pressSequentially('e?\n');
  await expect(bobby.incomingText).toContainText('Tea at five?');
  await bobby.ownText.pressSequentially('Yes & <milk> please');
  await expect(alice.incomingText).toContainText('Yes & <milk> please');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');

  await openHistory(alice);
  await expect(callsOf(alice)).toHaveCount(5);
  const last = callsOf(alice).first();
  // The search finds a word of the conversation, and the colleague by the full name (decisions D61, D62).
  await page.getByLabel('Search calls').fill('milk demo');
  await expect(callsOf(alice)).toHaveCount(1);
  await expect(last).toContainText('Bobby Demo');
  await expect(last).toContainText('bobby@demo.example');
  await expect(last).toContainText('Outgoing, answered · Call time 00:0');
  await last.getByRole('button', { name: 'Read the text' }).click();
  const said = page.getByRole('list', { name: 'Text of the call' }).getByRole('listitem');
  await expect(said).toHaveCount(2);
  await expect(said.nth(0)).toContainText(/You 00:\d\d\s*Tea at five\?/);
  await expect(said.nth(1)).toContainText('Yes & <milk> please');

  const fileOf = async (button: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  expect(await fileOf('Save as text')).toMatch(
    /\[00:\d\d\] You: Tea at five\?\n\[00:\d\d\] .*: Yes & <milk> please\n$/,
  );
  const subtitles = await fileOf('Save as subtitles (WebVTT)');
  expect(subtitles).toMatch(/^WEBVTT\n/);
  expect(subtitles).toContain('>Yes &amp; &lt;milk&gt; please');

  // Bobby has the same call in his history, and calls back from it.
  await bobby.page
    .getByRole('button', { name: 'Back' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  await openHistory(bobby);
  await expect(callsOf(bobby).first()).toContainText('Incoming, answered');
  await callsOf(bobby).first().getByRole('button', { name: 'Call back' }).click();
  await alice.hasStatus('INCOMING_CALL');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await bobby.hasStatus('REJECTED_REMOTE');
});

test('A-067 D14 two browsers of one account agree on messages and calls within two seconds', async ({
  mortalServer: server,
  person,
  reachable,
}) => {
  await (await signIn(server.url, 'carol')).set('AM_ENABLED', '1');
  // Carol is offline, so callers reach her mailbox.
  const [david] = await reachable(['david'], server.url);
  await david.dial('carol@demo.example');
  await david.hasStatus('ACCEPTED');
  await david.ownText.pressSequentially('First');
  await david.page.waitForTimeout(handMs);
  await david.hangUp();
  await david.hasStatus('COMPLETED');
  await (await signIn(server.url, 'carol')).set('AM_ENABLED', '0');

  const [one, other] = [await person('carol', {}, server.url), await person('carol', {}, server.url)];
  for (const browser of [one, other]) await browser.isReachable();
  const entry = ({ page }: Person) => page.getByRole('link', { name: 'Messages' });
  await expect(entry(other)).toContainText('1 unread');
  await entry(one).click();
  await one.page.getByRole('button', { name: 'View' }).click();
  await expect(entry(other)).not.toContainText('unread', { timeout: agreedWithinMs });

  await openHistory(other);
  // David's call, which came while no browser was open, is above the samples.
  await expect(callsOf(other)).toHaveCount(5);
  await expect(callsOf(other).first()).toContainText('Missed');
  // Both ring, neither answers: one missed call, not two.
  await david.dial('carol@demo.example');
  for (const browser of [one, other]) await browser.hasStatus('INCOMING_CALL');
  await david.page.getByRole('button', { name: 'Cancel' }).click();
  // Repeated calls are one row (decision D62).
  await expect(callsOf(other).first()).toContainText('(2)', { timeout: agreedWithinMs });
  await expect(callsOf(other)).toHaveCount(5);
  await expect(callsOf(other).first()).toContainText('Missed');
  await openHistory(one);
  await expect(callsOf(one)).toHaveCount(5);
  await callsOf(one).first().getByRole('button', { name: 'Show all 2 calls' }).click();
  await expect(callsOf(one)).toHaveCount(7);
  await one.page.getByRole('button', { name: 'Delete all' }).click();
  await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other.page.getByText('There are no calls yet.')).toBeVisible({ timeout: agreedWithinMs });
});
