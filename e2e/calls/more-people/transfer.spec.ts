import { expect, test } from '../../support/journey.ts';
import { mediaFlows } from '../../support/page/media-flows.ts';
import type { Person } from '../../support/page/person.ts';
import { transferTo } from '../../support/page/transfer-to.ts';
import { withSipJs } from '../../support/peers/sipjs-page.ts';
import { startBrandedServer } from '../../support/server/branded-server.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

const flows = (someone: Person) => mediaFlows(someone, 'audioPackets', 20_000);

async function talk(alice: Person, bobby: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
}

test('D87 a call is transferred only by the press of its other end: the text of the first call stays until then, and the new call has the same media', async ({
  reachable,
  mortalServer: server,
}) => {
  // The history of other journeys is not in it.
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol'], server.url);

  await test.step('D87 nothing moves without a press: the other end stays, then the target declines, and the call goes on', async () => {
    await talk(alice, bobby);
    await transferTo(bobby, 'carol');
    await expect(button(alice, 'Call Carol Demo')).toBeVisible();
    // Keys that a user who types may press answer nothing.
    await alice.ownText.pressSequentially('no, thanks ');
    await alice.page.keyboard.press('Enter');
    await button(alice, 'Stay').click();
    await expect(bobby.page.getByText('Alice Demo stays in the call with you.')).toBeVisible();
    await carol.hasStatus(undefined);
    await button(bobby, 'Dismiss').click();
    await transferTo(bobby, 'carol');
    await button(alice, 'Call Carol Demo').click();
    await carol.hasStatus('INCOMING_CALL');
    await button(carol, 'Reject').click();
    await expect(
      bobby.page.getByText('Carol Demo was not reached. You are still in the call with Alice Demo.'),
    ).toBeVisible();
    await expect(
      alice.page.getByText('Carol Demo was not reached. You are still in the call with Bobby Demo.'),
    ).toBeVisible();
    await flows(alice);
    await flows(bobby);
  });

  await test.step('D87 a call is transferred: the other end is asked, the text of the first call stays until then, and the new call has the same media', async () => {
    const words = /^no, thanks\s+Carol knows that$/;
    await alice.ownText.pressSequentially('Carol knows that');
    await expect(bobby.incomingText).toHaveText(words);
    await transferTo(alice, 'carol');
    await expect(alice.page.getByText('Bobby Demo is asked whether to call Carol Demo.')).toBeVisible();
    await expect(bobby.page.getByText('Alice Demo wants to connect you with Carol Demo.')).toBeVisible();
    await carol.hasStatus('COMPLETED');
    await button(bobby, 'Call Carol Demo').click();
    await carol.hasStatus('INCOMING_CALL');
    await bobby.hasStatus('ACCEPTED');
    await expect(bobby.incomingText).toHaveText(words);
    await expect(alice.page.getByText('Bobby Demo calls Carol Demo…')).toBeVisible();
    await carol.answer();
    await carol.hasStatus('ACCEPTED');
    await alice.hasStatus('TERMINATED_REMOTE');
    await expect(alice.page.getByText('You connected Bobby Demo with Carol Demo.')).toBeVisible();
    await expect(bobby.page.getByRole('main', { name: 'Carol Demo' })).toBeVisible();
    for (const someone of [bobby, carol]) await flows(someone);
    await bobby.ownText.pressSequentially('hello Carol');
    await expect(carol.incomingText).toHaveText('hello Carol');
    await carol.ownText.pressSequentially('hello Bobby');
    await expect(bobby.incomingText).toHaveText('hello Bobby');
    await bobby.hangUp();
    await carol.hasStatus('TERMINATED_REMOTE');
    await bobby.page.getByRole('link', { name: 'History', exact: true }).first().click();
    const calls = bobby.page.getByRole('main').getByRole('listitem');
    await expect(calls.filter({ hasText: 'Alice Demo' })).toHaveCount(1);
    await expect(calls.filter({ hasText: 'Carol Demo' })).toHaveCount(1);
  });
});

test('D87 a text call is transferred as a text call', { tag: '@long' }, async ({ reachable }) => {
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol']);
  await alice.page.getByLabel('Number or name').fill('bobby');
  await button(alice, 'Text').click();
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await transferTo(alice, 'carol');
  await button(bobby, 'Call Carol Demo').click();
  await carol.answer();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.page.getByText('Text call')).toBeVisible();
  await bobby.ownText.pressSequentially('only text');
  await expect(carol.incomingText).toHaveText('only text');
});

test('D87 an unknown address: the user reads that it was not reached', { tag: '@long' }, async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await talk(alice, bobby);
  await transferTo(alice, 'nobody');
  await bobby.page.getByRole('button', { name: 'Call nobody@demo.example' }).click();
  await expect(
    alice.page.getByText(/was not reached. You are still in the call with Bobby Demo/),
  ).toBeVisible();
  await alice.hasStatus('ACCEPTED');
});

test('D87 SIP-02 SIP.js refers our page, whose user is asked, and hears each step; our page refers SIP.js, which calls the target', async ({
  browser,
  reachable,
  server,
}) => {
  const [bobby, carol] = await reachable(['bobby', 'carol']);
  const alice = await withSipJs(browser, server.url, 'alice');

  await test.step('D87 SIP-02 SIP.js refers our page: the user is asked, and SIP.js hears each step', async () => {
    await alice.evaluate(() => window.peer.call('bobby@demo.example'));
    await bobby.answer();
    await bobby.hasStatus('ACCEPTED');
    await alice.evaluate(() => window.peer.refer('carol@demo.example'));
    await expect(bobby.page.getByText('Alice Demo wants to connect you with Carol Demo.')).toBeVisible();
    await button(bobby, 'Call Carol Demo').click();
    await carol.answer();
    await carol.hasStatus('ACCEPTED');
    await expect
      .poll(() => alice.evaluate(() => window.peer.progress()))
      .toBe('SIP/2.0 100 Trying\nSIP/2.0 180 Ringing\nSIP/2.0 200 OK\n');
    await expect.poll(() => alice.evaluate(() => window.peer.state())).toBe('Terminated');
    for (const someone of [bobby, carol]) await flows(someone);
    await bobby.hangUp();
    await carol.hasStatus('TERMINATED_REMOTE');
  });

  await test.step('D87 SIP-02 our page refers SIP.js, which calls the target', async () => {
    await bobby.dial('alice');
    await bobby.hasStatus('ACCEPTED');
    await transferTo(bobby, 'carol');
    await carol.answer();
    await carol.hasStatus('ACCEPTED');
    await bobby.hasStatus('TERMINATED_REMOTE');
    await expect(bobby.page.getByText('You connected Alice Demo with Carol Demo.')).toBeVisible();
    await flows(carol);
    await alice.context().close();
  });
});

test('D87 D28 a server agent takes no transfer, and with the specified brand no client does', {
  tag: '@long',
}, async ({ person, reachable }) => {
  const [alice] = await reachable(['alice']);
  await alice.dial('echo');
  await alice.hasStatus('ACCEPTED');
  await button(alice, 'More').click();
  await expect(button(alice, 'Camera and sound')).toBeVisible();
  await expect(button(alice, 'Transfer')).toHaveCount(0);
  const without = await startBrandedServer('specification');
  const [carol, bobby] = [await person('carol', {}, without.url), await person('bobby', {}, without.url)];
  for (const someone of [carol, bobby]) await someone.isReachable();
  await talk(carol, bobby);
  await button(carol, 'More').click();
  await expect(button(carol, 'Transfer')).toHaveCount(0);
  await without.dispose();
});
