import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../../support/journey.ts';
import { mediaFlows } from '../../support/page/media-flows.ts';
import type { Person } from '../../support/page/person.ts';
import { sipSecret } from '../../support/peers/sip-secret.ts';
import { openSipJsPage } from '../../support/peers/sipjs-page.ts';
import { startBrandedServer } from '../../support/server/branded-server.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const said = ({ page }: Person, words: string) => page.getByRole('status').filter({ hasText: words });
/** The notice about a second caller. */
const ringing = ({ page }: Person) => page.getByRole('region', { name: 'Carol Demo is calling too' });

const flows = (someone: Person) => mediaFlows(someone, 'audioEnergy', 15_000);

/** Alice calls Bobby, and Carol calls Bobby, who reads so. */
async function callBoth(alice: Person, bobby: Person, carol: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await carol.dial('bobby');
  await expect(ringing(bobby)).toBeVisible();
}

test('D85 D5 a second call, of a page and of a SIP.js peer: hold and answer, swap, text in both, end and resume, end and answer', async ({
  browser,
  server,
  reachable,
}) => {
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol']);

  await test.step('D85 hold and answer, swap, text in both, end and resume: each call stays by itself', async () => {
    await alice.dial('bobby');
    await bobby.answer();
    for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
    await bobby.ownText.pressSequentially('for al');
    await carol.dial('bobby');
    await expect(ringing(bobby)).toContainText('Video call');
    // The notice takes no key: what is typed goes on to Alice.
    await bobby.page.keyboard.type('ice');
    await expect(alice.incomingText).toHaveText('for alice');
    await bobby.hasStatus('ACCEPTED');

    await button(bobby, 'Hold and answer').click();
    await carol.hasStatus('ACCEPTED');
    await expect(said(alice, 'Bobby Demo put the call on hold')).toBeVisible();
    await expect(said(bobby, 'You are in the call with Carol Demo. Alice Demo is waiting.')).toBeVisible();
    await flows(bobby);
    await flows(carol);
    await bobby.ownText.pressSequentially('for carol');
    await expect(carol.incomingText).toHaveText('for carol');
    await alice.ownText.pressSequentially('I wait');
    await expect(said(bobby, 'Alice Demo has written something')).toBeVisible();

    await button(bobby, 'Switch to Alice Demo').click();
    await expect(said(bobby, 'You are in the call with Alice Demo. Carol Demo is waiting.')).toBeVisible();
    await expect(said(alice, 'Bobby Demo put the call on hold')).toBeHidden();
    await expect(said(carol, 'Bobby Demo put the call on hold')).toBeVisible();
    await expect(bobby.incomingText).toHaveText('I wait');
    await expect(bobby.ownText).toHaveValue('for alice');
    await flows(bobby);
    await flows(alice);
    await bobby.ownText.pressSequentially(' again');
    await expect(alice.incomingText).toHaveText('for alice again');
    await expect(carol.incomingText).toHaveText('for carol');

    await alice.hangUp();
    await expect(said(bobby, 'Alice Demo ended the call.')).toBeVisible();
    await expect(bobby.page.getByRole('heading', { name: 'Carol Demo' })).toBeVisible();
    await expect(said(bobby, 'You put the call on hold.')).toBeVisible();
    await button(bobby, 'Resume the call').click();
    await expect(said(carol, 'Bobby Demo put the call on hold')).toBeHidden();
    await flows(carol);
    await flows(bobby);
    await expect(bobby.ownText).toHaveValue('for carol');
    await bobby.hangUp();
    await carol.hasStatus('TERMINATED_REMOTE');
    await bobby.hasStatus('COMPLETED');
    await bobby.page.goto(new URL('history', bobby.page.url()).href);
    for (const name of ['Alice Demo', 'Carol Demo'])
      await expect(bobby.page.getByRole('main').getByText(name).first()).toBeVisible();
  });

  await test.step('D85 end and answer: the first call ends, and the second flows', async () => {
    await carol.page.getByRole('button', { name: 'Cancel' }).click();
    await callBoth(alice, bobby, carol);
    // By keyboard alone: a shortcut leads to the answers.
    await bobby.page.keyboard.press('Alt+Shift+KeyS');
    await expect(button(bobby, 'Hold and answer')).toBeFocused();
    await bobby.page.keyboard.press('Tab');
    await bobby.page.keyboard.press('Enter');
    await alice.hasStatus('TERMINATED_REMOTE');
    await carol.hasStatus('ACCEPTED');
    await flows(bobby);
    await flows(carol);
    await expect(said(bobby, 'Your call with Alice Demo has ended.')).toBeVisible();
    await bobby.hangUp();
    await carol.hasStatus('TERMINATED_REMOTE');
  });

  await test.step('D85 D5 a SIP.js peer is the second caller, is held and is resumed', async () => {
    await carol.leave();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    const peer = await openSipJsPage(browser, server.url);
    const secret = await sipSecret(server.url, 'carol');
    await peer.evaluate(
      ([uri, password]) => window.peer.register(uri ?? '', 'carol@demo.example', 'carol', password ?? ''),
      [`${server.url.replace('http', 'ws')}/sip`, secret],
    );
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await peer.evaluate(() => window.peer.call('bobby@demo.example'));
    await button(bobby, 'Hold and answer').click();
    await expect(said(bobby, 'Alice Demo is waiting.')).toBeVisible();
    await flows(bobby);
    await peer.evaluate(() => window.peer.type('from SIP.js'));
    await expect(bobby.incomingText).toHaveText('from SIP.js');
    await button(bobby, 'Switch to Alice Demo').click();
    await expect.poll(() => peer.evaluate(() => window.peer.directions())).toEqual(['recvonly', 'recvonly']);
    await flows(alice);
    await bobby.page.keyboard.press('Alt+Shift+KeyS');
    await expect.poll(() => peer.evaluate(() => window.peer.directions())).toEqual(['sendrecv', 'sendrecv']);
    await flows(bobby);
    await bobby.hangUp();
    await expect(said(bobby, 'You put the call on hold.')).toBeVisible();
    await peer.context().close();
  });
});

test('D85 D33 a second caller who is rejected reads why, and the first call goes on', {
  tag: '@long',
}, async ({ reachable }) => {
  const [alice, bobby, carol] = await reachable(['alice', 'bobby', 'carol']);
  await callBoth(alice, bobby, carol);
  await button(bobby, 'Reject with a message').click();
  const dialog = bobby.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('I call you back');
  await dialog.getByRole('textbox').press('Enter');
  await carol.hasStatus('REJECTED_REMOTE');
  await expect(carol.page.getByText('I call you back')).toBeVisible();
  await expect(ringing(bobby)).toBeHidden();
  await flows(alice);
  await flows(bobby);
});

test('D85 A-065 a second caller who gives up is missed, and a third is answered 486', {
  tag: '@long',
}, async ({ reachable }) => {
  const [alice, bobby, carol, david] = await reachable(['alice', 'bobby', 'carol', 'david']);
  await callBoth(alice, bobby, carol);
  await david.dial('bobby@demo.example');
  await david.hasStatus('REJECTED_REMOTE');
  await carol.page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(ringing(bobby)).toBeHidden();
  await expect(bobby.page.getByText('Missed call from Carol Demo')).toBeVisible();
});

test('D85 D34 with the specified brand a second caller is answered 486', async ({ person }) => {
  const without = await startBrandedServer('specification');
  const people = [];
  for (const name of ['alice', 'bobby', 'carol']) people.push(await person(name, {}, without.url));
  const [alice, bobby, carol] = people as [Person, Person, Person];
  for (const someone of people) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await carol.dial('bobby');
  await carol.hasStatus('REJECTED_REMOTE');
  await expect(ringing(bobby)).toHaveCount(0);
  await without.dispose();
});

for (const [locale, viewport] of [
  ['en-GB', { width: 1280, height: 800 }],
  ['ar', { width: 360, height: 740 }],
] as const)
  test(`D85 A14 no accessibility violation while a second caller rings and waits (${locale})`, {
    tag: '@long',
  }, async ({ person, reachable }) => {
    const bobby = await person('bobby', { locale, viewport });
    const { page } = bobby;
    await page.locator('input[name="username"]').fill('bobby');
    await page.locator('input[name="password"]').fill('demo1234');
    await page.keyboard.press('Enter');
    await expect(page.locator('main input[autocomplete="off"]')).toBeVisible();
    const [alice, carol] = await reachable(['alice', 'carol']);
    await alice.dial('bobby');
    await page.locator('dialog[role="alertdialog"]').waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter');
        return page.locator('html').getAttribute('data-call-status');
      })
      .toBe('ACCEPTED');
    await carol.dial('bobby');
    const withoutViolations = async (): Promise<void> => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    };
    await expect(page.locator('section [role="alert"]')).toBeVisible();
    await withoutViolations();
    await page.keyboard.press('Alt+Shift+KeyS');
    await page.keyboard.press('Enter');
    await carol.hasStatus('ACCEPTED');
    await expect(page.locator('section output').first()).toBeVisible();
    await withoutViolations();
  });
