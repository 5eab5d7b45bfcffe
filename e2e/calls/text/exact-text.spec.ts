import { flows } from '../../support/faults/kept-calls.ts';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { killTextChannel, loseSentText } from '../../support/page/witness.ts';
import { sipSecret } from '../../support/peers/sip-secret.ts';
import { openSipJsPage } from '../../support/peers/sipjs-page.ts';
import { startKeepingServer } from '../../support/server/continuity-server.ts';
import { testingMode } from '../../support/server/testing-mode.ts';
import { wireFaults } from '../../support/wire/wire-rules.ts';

const sentence = 'The train leaves at nine, and I shall be there 👨‍👩‍👧 with both of the children.';
const answer = 'Är du säker? Då möter jag er på perrongen, سلام, och tar väskorna.';

/** All that the page shows as written by the other person. */
const readBy = ({ page }: Person): Promise<string> =>
  page
    .locator('[data-author=other] [data-words]')
    .allInnerTexts()
    .then((parts) => parts.join(''));

/** The text of the last call in the history, by author. */
async function history({ page }: Person): Promise<{ readonly own: string; readonly other: string }> {
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Read the text' }).first().click();
  const turns = page.getByRole('list', { name: 'Text of the call' }).getByRole('listitem');
  await expect(turns.first()).toBeVisible();
  const said = await turns.allInnerTexts();
  const by = (isOwn: boolean): string =>
    said
      .filter((turn) => /^You\s/.test(turn) === isOwn)
      .map((turn) => turn.replace(/^.*?\s\d\d:\d\d\s*/s, ''))
      .join('');
  return { own: by(true), other: by(false) };
}

test('D82 both type while the channel fails twice and the server is killed: each reads every character once, also in the history', async ({
  reachable,
}) => {
  const server = await startKeepingServer();
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  for (const { page } of [alice, bobby]) await expect(page.getByText('Live text')).toBeVisible();

  const typing = Promise.all([
    alice.ownText.pressSequentially(`${sentence}x`, { delay: 90 }),
    bobby.ownText.pressSequentially(answer, { delay: 90 }),
  ]);
  for (const [count, words] of ['train', 'nine'].entries()) {
    await expect(bobby.incomingText).toContainText(words);
    // What is on its way in both directions is lost with the channel.
    for (const { page } of [alice, bobby]) await loseSentText(page);
    await expect.poll(async () => (await alice.ownText.inputValue()).length).toBeGreaterThan(12 + 20 * count);
    await killTextChannel(alice.page);
  }
  for (const { page } of [alice, bobby])
    await expect(page.getByText('Text, with short delays')).toBeVisible();
  await expect(bobby.incomingText).toContainText('shall');
  expect(wireFaults(await testingMode(server.url).wire())).toEqual([]);

  await server.kill();
  await typing;
  await alice.ownText.press('Backspace');
  await server.restart();
  await flows(alice, bobby);
  await expect.poll(() => readBy(bobby), { timeout: 30_000 }).toBe(sentence);
  await expect.poll(() => readBy(alice), { timeout: 30_000 }).toBe(answer);
  await expect(alice.ownText).toHaveValue(sentence);
  for (const { page } of [alice, bobby])
    await expect(page.getByText(/May not have arrived|Not delivered yet/)).toHaveCount(0);

  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await alice.hasStatus('COMPLETED');
  await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  expect(await history(alice)).toEqual({ own: sentence, other: answer });
  expect(await history(bobby)).toEqual({ own: answer, other: sentence });
  await server.dispose();
});

test('D82 D5 A-041 a SIP.js peer is offered counted text, does not know it, and gets text as before', {
  tag: '@long',
}, async ({ browser, reachable }) => {
  const server = await startKeepingServer();
  const [alice] = await reachable(['alice'], server.url);
  const peer = await openSipJsPage(browser, server.url);
  const secret = await sipSecret(server.url, 'bobby');
  await peer.evaluate(
    ([uri, password]) => window.peer.register(uri ?? '', 'bobby@demo.example', 'bobby', password ?? ''),
    [`${server.url.replace('http', 'ws')}/sip`, secret],
  );
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('Hej 👋🏽 å', { delay: 20 });
  await expect.poll(() => peer.evaluate(() => window.peer.received())).toBe('Hej 👋🏽 å');
  await peer.evaluate(() => window.peer.type('svar'));
  await expect(alice.incomingText).toHaveText('svar');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  const log = await testingMode(server.url).wire();
  expect(wireFaults(log)).toEqual([]);
  const invite = log.find(({ text }) => text.startsWith('INVITE '))?.text;
  expect(invite).toContain('a=rtt-exact:1');
  await peer.context().close();
  await server.dispose();
});
