import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../../support/journey.ts';
import { mediaFlows } from '../../support/page/media-flows.ts';
import type { Person } from '../../support/page/person.ts';
import { withSipJs } from '../../support/peers/sipjs-page.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const notice = ({ page }: Person, words: string) => page.getByText(words);
/** The question to the target. */
const question = ({ page }: Person) =>
  page.getByRole('region', { name: 'Bobby Demo wants to talk with you in place of Alice Demo.' });

const flows = (someone: Person) => mediaFlows(someone, 'audioPackets', 20_000);

/** Bobby talks with Alice and waits; Alice talks with Carol. */
async function talkWithBoth(alice: Person, bobby: Person, carol: Person): Promise<void> {
  await bobby.dial('alice');
  await alice.answer();
  await bobby.hasStatus('ACCEPTED');
  await carol.dial('alice');
  await button(alice, 'Hold and answer').click();
  await carol.hasStatus('ACCEPTED');
}

test('D101 the user of two calls connects both: each is asked, and only then do the own calls end', async ({
  reachable,
}) => {
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol']);
  await talkWithBoth(alice, bobby, carol);
  await carol.ownText.pressSequentially('Is Bobby there?');
  await expect(alice.incomingText).toHaveText('Is Bobby there?');
  await button(alice, 'Connect Bobby Demo with Carol Demo').click();
  await expect(notice(alice, 'Bobby Demo is asked whether to call Carol Demo.')).toBeVisible();
  await expect(notice(bobby, 'Alice Demo wants to connect you with Carol Demo.')).toBeVisible();
  await expect(question(carol)).toHaveCount(0);
  await button(bobby, 'Call Carol Demo').click();
  await expect(question(carol)).toBeVisible();
  await expect(question(carol)).toContainText('Your call with Alice Demo ends when you accept.');
  const found = await new AxeBuilder({ page: carol.page }).include('main').analyze();
  expect(found.violations).toEqual([]);
  await expect(notice(alice, 'Bobby Demo calls Carol Demo…')).toBeVisible();
  for (const someone of [alice, bobby, carol]) await someone.hasStatus('ACCEPTED');
  await expect(carol.ownText).toHaveValue('Is Bobby there?');
  await button(carol, 'Talk with Bobby Demo').click();
  await alice.hasStatus('TERMINATED_REMOTE');
  await expect(notice(alice, 'You connected Bobby Demo with Carol Demo.')).toBeVisible();
  await expect(bobby.page.getByRole('main', { name: 'Carol Demo' })).toBeVisible();
  await expect(carol.page.getByRole('main', { name: 'Bobby Demo' })).toBeVisible();
  for (const someone of [bobby, carol]) await flows(someone);
  await bobby.ownText.pressSequentially('hello Carol');
  await expect(carol.incomingText).toHaveText('hello Carol');
  await carol.ownText.pressSequentially('hello Bobby');
  await expect(bobby.incomingText).toHaveText('hello Bobby');
  await bobby.hangUp();
  await carol.hasStatus('TERMINATED_REMOTE');
});

test('D101 the other end stays, and then the target: both calls go on', { tag: '@long' }, async ({
  reachable,
}) => {
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol']);
  await talkWithBoth(alice, bobby, carol);
  const connect = button(alice, 'Connect Bobby Demo with Carol Demo');
  await connect.click();
  await expect(connect).toHaveCount(0);
  await button(bobby, 'Stay').click();
  await expect(notice(alice, 'Bobby Demo stays in the call with you.')).toBeVisible();
  await connect.click();
  await button(bobby, 'Call Carol Demo').click();
  await button(carol, 'Stay with Alice Demo').click();
  const apart = 'Bobby Demo and Carol Demo were not connected. Both calls go on.';
  await expect(notice(alice, apart)).toBeVisible();
  await expect(notice(alice, 'You are in the call with Carol Demo. Bobby Demo is waiting.')).toBeVisible();
  await flows(alice);
  await flows(carol);
  await button(alice, 'Switch to Bobby Demo').click();
  await flows(bobby);
});

test('D101 SIP-02 SIP.js is asked, and replaces the dialog at our page', async ({
  browser,
  reachable,
  server,
}) => {
  const [alice, carol] = await reachable(['alice', 'carol']);
  const bobby = await withSipJs(browser, server.url, 'bobby');
  await bobby.evaluate(() => window.peer.call('alice@demo.example'));
  await alice.answer();
  await alice.hasStatus('ACCEPTED');
  await carol.dial('alice');
  await button(alice, 'Hold and answer').click();
  await carol.hasStatus('ACCEPTED');
  await button(alice, 'Connect Bobby Demo with Carol Demo').click();
  await button(carol, 'Talk with Bobby Demo').click();
  await alice.hasStatus('TERMINATED_REMOTE');
  await expect(notice(alice, 'You connected Bobby Demo with Carol Demo.')).toBeVisible();
  await expect(carol.page.getByRole('main', { name: 'Bobby Demo' })).toBeVisible();
  await flows(carol);
  await bobby.context().close();
});

test('D101 SIP-02 SIP.js is the target, and ends the call that is replaced', { tag: '@long' }, async ({
  browser,
  reachable,
  server,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const carol = await withSipJs(browser, server.url, 'carol');
  await bobby.dial('alice');
  await alice.answer();
  await alice.hasStatus('ACCEPTED');
  await carol.evaluate(() => window.peer.call('alice@demo.example'));
  await button(alice, 'Hold and answer').click();
  await expect(button(alice, 'Connect Bobby Demo with Carol Demo')).toBeVisible();
  await button(alice, 'Connect Bobby Demo with Carol Demo').click();
  await button(bobby, 'Call Carol Demo').click();
  await expect(bobby.page.getByRole('main', { name: 'Carol Demo' })).toBeVisible();
  await alice.hasStatus('TERMINATED_REMOTE');
  await expect.poll(() => carol.evaluate(() => window.peer.earlierState())).toBe('Terminated');
  await expect.poll(() => carol.evaluate(() => window.peer.state())).toBe('Established');
  await flows(bobby);
  await carol.context().close();
});

test('D101 SIP-02 SIP.js connects two of our pages, and names the target by its Contact', async ({
  browser,
  reachable,
  server,
}) => {
  const [bobby, carol] = await reachable(['bobby', 'carol']);
  const alice = await withSipJs(browser, server.url, 'alice');
  await alice.evaluate(() => window.peer.call('bobby@demo.example'));
  await bobby.answer();
  await bobby.hasStatus('ACCEPTED');
  await alice.evaluate(() => window.peer.call('carol@demo.example'));
  await carol.answer();
  await carol.hasStatus('ACCEPTED');
  await alice.evaluate(() => window.peer.connectBoth());
  await expect(notice(bobby, 'Alice Demo wants to connect you with Carol Demo.')).toBeVisible();
  await button(bobby, 'Call Carol Demo').click();
  await button(carol, 'Talk with Bobby Demo').click();
  await expect
    .poll(() => alice.evaluate(() => window.peer.progress()))
    .toBe('SIP/2.0 100 Trying\nSIP/2.0 180 Ringing\nSIP/2.0 200 OK\n');
  for (const someone of [bobby, carol]) await flows(someone);
  await expect.poll(() => alice.evaluate(() => window.peer.state())).toBe('Terminated');
  await expect.poll(() => alice.evaluate(() => window.peer.earlierState())).toBe('Terminated');
  await alice.context().close();
});
