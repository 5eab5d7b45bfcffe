import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { interruption } from '../../support/faults/kept-calls.ts';
import { expect, test } from '../../support/journey.ts';
import { mediaFlows } from '../../support/page/media-flows.ts';
import type { Person } from '../../support/page/person.ts';
import { sipSecret } from '../../support/peers/sip-secret.ts';
import { openSipJsPage } from '../../support/peers/sipjs-page.ts';
import { startBrandedServer } from '../../support/server/branded-server.ts';
import { startKeepingServer } from '../../support/server/continuity-server.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
/** What the header of the call says, which is a live region. */
const said = ({ page }: Person, words: string) => page.getByRole('status').filter({ hasText: words });

const flows = (someone: Person) => mediaFlows(someone, 'audioEnergy', 15_000);

/** The directions in which the open connection of a page lets sound and video flow now. */
const directionsAt = (page: Page): Promise<readonly (string | null)[]> =>
  page.evaluate(() =>
    window.witness
      .peers()
      .filter((peer) => peer.connectionState !== 'closed')
      .flatMap((peer) => peer.getTransceivers().map(({ currentDirection }) => currentDirection)),
  );

async function talk(alice: Person, bobby: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) {
    await someone.hasStatus('ACCEPTED');
    await flows(someone);
  }
}

test('D84 D80 a call that is held while the connection is lost is on hold at the other end when it is back', {
  tag: '@long',
}, async ({ reachable }) => {
  const server = await startKeepingServer();
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  await talk(alice, bobby);
  await alice.page.context().setOffline(true);
  await expect(interruption(alice)).toContainText('Your connection is interrupted. Reconnecting…');
  await alice.page.keyboard.press('Alt+Shift+KeyP');
  await expect(said(alice, 'You put the call on hold.')).toBeVisible();
  await alice.page.context().setOffline(false);
  await expect(said(bobby, 'Alice Demo put the call on hold')).toBeVisible({ timeout: 20_000 });
  await alice.page.keyboard.press('Alt+Shift+KeyP');
  await flows(alice);
  await flows(bobby);
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});

test('D84 D28 a call with a server agent is held and resumed', { tag: '@long' }, async ({ reachable }) => {
  const [alice] = await reachable(['alice']);
  await alice.dial('echo');
  await alice.hasStatus('ACCEPTED');
  await flows(alice);
  await button(alice, 'Hold').click();
  await expect(said(alice, 'You put the call on hold.')).toBeVisible();
  await alice.ownText.pressSequentially('still text');
  await expect(alice.incomingText).toHaveText('still text');
  await button(alice, 'Resume the call').click();
  await flows(alice);
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
});

for (const [locale, viewport] of [
  ['en-GB', { width: 1280, height: 800 }],
  ['ar', { width: 360, height: 740 }],
] as const)
  test(`D84 A14 no accessibility violation in a call on hold (${locale}, ${viewport.width} px)`, {
    tag: '@long',
  }, async ({ person, reachable }) => {
    const alice = await person('alice', { locale, viewport });
    const { page } = alice;
    await page.locator('input[name="username"]').fill('alice');
    await page.locator('input[name="password"]').fill('demo1234');
    await page.keyboard.press('Enter');
    const [bobby] = await reachable(['bobby']);
    await expect(page.locator('main input[autocomplete="off"]')).toBeFocused();
    await page.keyboard.type('bobby');
    await expect(page.locator('form button[type="submit"]')).toBeEnabled();
    await page.keyboard.press('Enter');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    const withoutViolations = async (): Promise<void> => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    };
    const byPeer = page.locator('output [data-sign="pause"]');
    await bobby.page.keyboard.press('Alt+Shift+KeyP');
    await expect(byPeer).toBeAttached();
    await withoutViolations();
    await page.keyboard.press('Alt+Shift+KeyP');
    await expect(byPeer).toContainText(locale === 'ar' ? 'من جهتك ومن جهة' : 'You and Bobby Demo');
    await withoutViolations();
    await bobby.page.keyboard.press('Alt+Shift+KeyP');
    await expect(byPeer).toContainText(locale === 'ar' ? 'لا يمكن' : 'You put the call on hold.');
    await withoutViolations();
  });

test('D84 with the specified brand there is no button to hold a call, and its key does nothing', {
  tag: '@long',
}, async ({ person, server }) => {
  const without = await startBrandedServer('specification');
  const [alice, bobby] = [await person('alice', {}, without.url), await person('bobby', {}, without.url)];
  for (const someone of [alice, bobby]) await someone.isReachable();
  await talk(alice, bobby);
  await expect(button(alice, 'Hold')).toHaveCount(0);
  await alice.page.keyboard.press('Alt+Shift+KeyP');
  await alice.ownText.pressSequentially('x');
  await expect(bobby.incomingText).toHaveText('x');
  expect(await directionsAt(alice.page)).toEqual(['sendrecv', 'sendrecv']);
  await without.dispose();
  expect(server.url).not.toBe(without.url);
});

/** A SIP.js page that is registered as bobby. */
async function bobbyWithSipJs(browser: Browser, url: string): Promise<Page> {
  const peer = await openSipJsPage(browser, url);
  const secret = await sipSecret(url, 'bobby');
  const address = `${url.replace('http', 'ws')}/sip`;
  await peer.evaluate(
    ([uri, password]) => window.peer.register(uri ?? '', 'bobby@demo.example', 'bobby', password ?? ''),
    [address, secret],
  );
  return peer;
}

test('D84 D5 a held call of two pages and of a SIP.js peer: both ends know, text goes on, and microphone and camera come back as they were', async ({
  browser,
  server,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);

  await test.step('D84 a held call is shown to both ends, text goes on, and microphone and camera come back as they were', async () => {
    await talk(alice, bobby);
    await button(alice, 'Microphone').click();
    await button(alice, 'Hold').click();
    await expect(said(alice, 'You put the call on hold. Bobby Demo cannot see or hear you.')).toBeVisible();
    await expect(said(bobby, 'Alice Demo put the call on hold')).toBeVisible();
    await expect(button(alice, 'Hold')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(bobby, 'Hold')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => directionsAt(alice.page)).toEqual(['sendonly', 'sendonly']);
    await expect.poll(() => directionsAt(bobby.page)).toEqual(['recvonly', 'recvonly']);
    await alice.ownText.pressSequentially('one moment');
    await expect(bobby.incomingText).toHaveText('one moment');
    await bobby.ownText.pressSequentially('no hurry');
    await expect(alice.incomingText).toHaveText('no hurry');
    await button(alice, 'Resume the call').click();
    await expect(said(bobby, 'Alice Demo put the call on hold')).toBeHidden();
    await expect(button(alice, 'Resume the call')).toBeHidden();
    await flows(alice);
    await expect(button(alice, 'Microphone')).toHaveAttribute('aria-pressed', 'false');
    await expect(button(alice, 'Own camera')).toHaveAttribute('aria-pressed', 'true');
    await button(alice, 'Microphone').click();
    await flows(bobby);
  });

  await test.step('D84 both ends press in the same moment, by button and by key: both hold, and each resumes', async () => {
    await Promise.all([button(alice, 'Hold').click(), bobby.page.keyboard.press('Alt+Shift+KeyP')]);
    await expect(said(alice, 'You and Bobby Demo both put the call on hold')).toBeVisible({
      timeout: 15_000,
    });
    await expect(said(bobby, 'You and Alice Demo both put the call on hold')).toBeVisible();
    await bobby.page.keyboard.press('Alt+Shift+KeyP');
    await expect(said(bobby, 'Alice Demo put the call on hold')).toBeVisible();
    await expect(said(alice, 'You put the call on hold.')).toBeVisible();
    await button(alice, 'Resume the call').click();
    await flows(alice);
    await flows(bobby);
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    await bobby.leave();
  });

  await test.step('D84 D5 a SIP.js peer holds and resumes, and is held and resumed', async () => {
    const peer = await bobbyWithSipJs(browser, server.url);
    await alice.dial('bobby');
    await alice.hasStatus('ACCEPTED');
    await flows(alice);

    await peer.evaluate(() => window.peer.hold(true));
    await expect(said(alice, 'Bobby Demo put the call on hold')).toBeVisible();
    await peer.evaluate(() => window.peer.type('wait'));
    await expect(alice.incomingText).toHaveText('wait');
    await peer.evaluate(() => window.peer.hold(false));
    await expect(said(alice, 'Bobby Demo put the call on hold')).toBeHidden();
    await flows(alice);

    await button(alice, 'Hold').click();
    await expect.poll(() => directionsAt(alice.page)).toEqual(['sendonly', 'sendonly']);
    await expect.poll(() => peer.evaluate(() => window.peer.directions())).toEqual(['recvonly', 'recvonly']);
    await button(alice, 'Resume the call').click();
    await expect.poll(() => directionsAt(alice.page)).toEqual(['sendrecv', 'sendrecv']);
    await flows(alice);
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await peer.context().close();
  });
});
